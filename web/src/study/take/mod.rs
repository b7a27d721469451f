//! What a reader takes away of a run: the picture, the stretch of a diagram, the state of the replicas.

mod lanes;
mod mermaid;
mod table;

use super::spacetime::{name, rows};
use super::{Ask, Told, use_told};
use crate::component::{Given, Part, part, use_kept};
use crate::parts::Dialog;
use crate::platform::later::{self, NotLoaded};
use crate::platform::{files, route};
use crate::prose::Teller;
use crate::rooms::lane_notes;
use crate::state::{Notice, Page};
use crate::view::lane::{self, COLUMNS_MIN};
use crate::words::say;
use lanes::NamedLane;
use table::Table;
use tidemark_core::session::frame::Frame;
use tidemark_core::study::spacetime::{self, Kinds, Window};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, MouseEvent, html};

/// Steps of a sequence diagram: what a page of paper holds.
const STEPS: u32 = 40;
/// The drawings: of the lanes, which stands in the dialog, and of the diagram, which stands in the room.
const LANES: &str = "#take-lanes";
const SPACETIME: &str = "svg.st";

/// The dialog.
#[derive(PartialEq)]
pub(super) struct TakeAway {
    /// The page.
    pub(super) page: Page,
    /// The frame.
    pub(super) frame: Given<Frame>,
    /// Tells steps.
    pub(super) teller: Teller,
    /// The diagram is the picture, not the lanes.
    pub(super) spacetime: bool,
    /// The address behind the dialog.
    pub(super) back: String,
}

impl Part for TakeAway {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let said = use_kept(String::new).run(hooks);
        let ask = spacetime::Ask {
            partition: self.frame.partition.id,
            steps: STEPS,
            kinds: Kinds::ALL,
            lens: self.frame.events.lens,
        };
        let ask = Some(Ask::Spacetime(ask));
        let told = use_told(&self.page.handle, ask, self.frame.clone()).run(hooks);
        let window = told.as_ref().and_then(|told| match &**told {
            Told::Spacetime(window) => Some(&**window),
            _ => None,
        });
        let partition = self.teller.names.partition(self.frame.partition.id);
        let file = format!("{partition}-event-{}", self.frame.position.step);
        let table = Table::new(&partition, &self.frame.partition);
        let markdown = table.markdown();
        let sequence = window.map(|window| self.sequence(window));
        let sequence = sequence.unwrap_or_default();
        let picture = |kind: &'static str, label: String| {
            let selector = if self.spacetime { SPACETIME } else { LANES };
            let (handle, file) = (self.page.handle.clone(), file.clone());
            let onclick = Callback::from(move |_: MouseEvent| {
                let handle = handle.clone();
                let done = Callback::from(move |saved: Result<(), NotLoaded>| {
                    if saved.is_err() {
                        handle.notice(Some(Notice::NotLoaded));
                    }
                });
                later::save_picture(selector, &file, kind, done);
            });
            html! { <button class="btn" type="button" {onclick}>{ label }</button> }
        };
        let save = |text: &str, ending: &'static str, mime: &'static str, label: String| {
            let (text, name) = (text.to_owned(), format!("{file}.{ending}"));
            let onclick =
                Callback::from(move |_: MouseEvent| files::save(&name, mime, text.as_bytes()));
            html! { <button class="btn" type="button" {onclick}>{ label }</button> }
        };
        let copy = |text: &str| {
            let (text, said) = (text.to_owned(), said.clone());
            let onclick = Callback::from(move |_: MouseEvent| {
                let said = said.clone();
                let done = Callback::from(move |copied| {
                    said.set(if copied {
                        words.take_copied()
                    } else {
                        words.take_not_copied()
                    });
                });
                later::copy_text(&text, done);
            });
            html! { <button class="btn" type="button" {onclick}>{ words.take_copy() }</button> }
        };
        let content = html! {
            <>
                <section class="take">
                    <h3>{ if self.spacetime { words.take_diagram() } else { words.take_picture() } }</h3>
                    <p class="row">
                        { picture("svg", words.take_svg()) }
                        { picture("png", words.take_png()) }
                    </p>
                    if !self.spacetime { <div class="take-shown" tabindex="0" role="group" aria-label={words.take_picture()}>{ self.lanes() }</div> }
                </section>
                <section class="take">
                    <h3>{ words.take_sequence() }</h3>
                    <p class="row">
                        { save(&sequence, "mmd", "text/vnd.mermaid", words.take_mermaid()) }
                        { copy(&sequence) }
                    </p>
                    <pre class="source" tabindex="0" id="take-sequence">{ sequence.clone() }</pre>
                </section>
                <section class="take">
                    <h3>{ words.take_table() }</h3>
                    <p class="row">
                        { save(&table.csv(), "csv", "text/csv", words.take_csv()) }
                        { save(&markdown, "md", "text/markdown", words.take_markdown()) }
                        { copy(&markdown) }
                    </p>
                    <pre class="source" tabindex="0" id="take-table">{ markdown.clone() }</pre>
                </section>
                <p role="status">{ (*said).clone() }</p>
            </>
        };
        let back = self.back.clone();
        let dialog = Dialog {
            words,
            id: "take",
            title: say!(
                words,
                take_title,
                partition = &partition,
                step = self.frame.position.step
            )
            .into(),
            open: true,
            on_close: Callback::from(move |()| route::replace_hash(&back)),
            content,
        };
        part(dialog)
    }
}

impl TakeAway {
    fn sequence(&self, window: &Window) -> String {
        let processes = window.processes.iter();
        let processes: Vec<String> = processes.map(|node| name(&self.teller, *node)).collect();
        mermaid::sequence(&processes, &rows(window, &[], &self.teller))
    }

    fn lanes(&self) -> Html {
        let partition = &self.frame.partition;
        let committed_below = lane::committed_below(partition);
        let lanes = partition.lanes.iter().map(|view| {
            let mut brokers = self.frame.brokers.iter();
            let broker = brokers.find(|broker| broker.id == view.broker);
            let mut notes = lane_notes(view, broker, partition, &self.teller).into_iter();
            NamedLane {
                name: say!(self.page.words, lane_name, broker = view.broker),
                role: notes.next().unwrap_or_default(),
                shape: lane::lane(view, partition.first_offset, committed_below),
            }
        });
        let lanes: Vec<NamedLane> = lanes.collect();
        let columns = lane::columns(partition, COLUMNS_MIN);
        lanes::drawing(&lanes, partition.first_offset, columns, self.page.words)
    }
}

#[cfg(test)]
mod tests;
