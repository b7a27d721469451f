//! "Edit": the cluster itself is changed while it runs, and what was done last is taken back.
//!
//! Everything here is a command like any other: it forks or goes on from where one stands.

mod brokers;
mod command;
mod form;
mod own;
mod producers;
mod topics;

use crate::component::{Given, Part, part, use_kept, use_watch};
use crate::parts::Dialog;
use crate::platform::keyboard::{self, Undoing};
use crate::platform::route;
use crate::prose::Teller;
use crate::route::Route;
use crate::state::{Handle, Notice, Page, Session};
use crate::words::say;
use form::Forms;
use tidemark_core::session::Refusal;
use tidemark_core::session::frame::{Frame, ScenarioView, SettingsView};
use tidemark_core::session::request::Request;
use tidemark_core::sim::command::Command;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, html};

/// The address under which the dialog is open.
const ADDRESS: &str = "/cluster/edit";

/// The keys, as long as there is a run, and the dialog, where the address asks for it.
pub(super) fn edit(page: &Page, session: &Session) -> Html {
    let hash = route::hash();
    let (Some(frame), Route::Cluster) = (&session.frame, Route::of_hash(&hash)) else {
        return Html::default();
    };
    let dialog = session.scenario.as_ref().filter(|_| hash == ADDRESS);
    let dialog = dialog.map(|scenario| {
        part(EditDialog {
            page: page.clone(),
            frame: frame.clone(),
            scenario: scenario.clone(),
            settings: session.settings.clone(),
            teller: session.teller(page.words),
            refused: match session.notice {
                Some(Notice::Refused(refusal)) => Some(refusal),
                _ => None,
            },
        })
    });
    html! {
        <>
            { part(UndoKeys { handle: page.handle.clone(), undone: frame.last_undone.clone() }) }
            { dialog.unwrap_or_default() }
        </>
    }
}

/// Ctrl+Z and Ctrl+Shift+Z.
#[derive(PartialEq)]
struct UndoKeys {
    handle: Handle,
    /// What can be done again.
    undone: Option<Command>,
}

impl Part for UndoKeys {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let (handle, undone) = (self.handle.clone(), self.undone.clone());
        use_watch(undone.clone(), move || {
            keyboard::on_undo(move |meant| match (meant, &undone) {
                (Undoing::Undo, _) => undo(&handle),
                (Undoing::Redo, Some(command)) => redo(&handle, command.clone()),
                (Undoing::Redo, None) => {}
            })
        })
        .run(hooks);
        Html::default()
    }
}

/// One stands where it had been done.
fn redo(handle: &Handle, command: Command) {
    handle.notice(None);
    handle.ask(Request::Act(command));
}

fn undo(handle: &Handle) {
    handle.notice(None);
    handle.ask(Request::Undo);
}

/// The dialog.
#[derive(PartialEq)]
struct EditDialog {
    page: Page,
    frame: Given<Frame>,
    scenario: Given<ScenarioView>,
    settings: Option<Given<SettingsView>>,
    teller: Teller,
    refused: Option<Refusal>,
}

impl Part for EditDialog {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let complaint = use_kept(|| None).run(hooks);
        let chosen = use_kept(String::new).run(hooks);
        let chosen_broker = use_kept(String::new).run(hooks);
        let forms = Forms {
            handle: self.page.handle.clone(),
            words,
            complaint,
            refused: self.refused,
        };
        let on_undo = {
            let handle = self.page.handle.clone();
            Callback::from(move |_| undo(&handle))
        };
        let last_act = self.frame.last_act.as_ref();
        let undo = last_act.map_or_else(
            || words.edit_nothing_to_undo(),
            |act| say!(words, edit_undo, command = &self.teller.command(act)),
        );
        let redo = self.frame.last_undone.as_ref().map(|command| {
            let onclick = {
                let (handle, command) = (self.page.handle.clone(), command.clone());
                Callback::from(move |_| redo(&handle, command.clone()))
            };
            html! {
                <>
                    <button class="btn redo" type="button" {onclick}>
                        { say!(words, edit_redo, command = &self.teller.command(command)) }
                    </button>
                    <kbd>{ "Ctrl+Shift+Z" }</kbd>
                </>
            }
        });
        let content = html! {
            <>
                <p class="form" role="status">
                    <button class="btn" type="button" disabled={last_act.is_none()} onclick={on_undo}>
                        { undo }
                    </button>
                    <kbd>{ "Ctrl+Z" }</kbd>
                    if let Some(redo) = redo { { redo } }
                </p>
                { topics::topics(&forms, &self.scenario, self.settings.as_deref(), &chosen) }
                { brokers::brokers(&forms, &self.frame) }
                { own::own(&forms, &self.frame, self.settings.as_deref(), &chosen_broker) }
                { producers::producers(&forms, &self.scenario) }
                <p class="sub">{ words.edit_levels() }</p>
            </>
        };
        part(Dialog {
            words,
            id: "edit",
            title: words.edit_title().into(),
            open: true,
            on_close: Callback::from(|()| close()),
            content,
        })
    }
}

/// Closes the dialog: the address no longer asks for it.
fn close() {
    if route::hash() == ADDRESS {
        Route::Cluster.go();
    }
}
