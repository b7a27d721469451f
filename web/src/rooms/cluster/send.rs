//! Sending records, and reading them, as a client would.

use crate::component::{Given, Part, part, use_kept};
use crate::parts::Dialog;
use crate::platform::dom;
use crate::prose::Teller;
use crate::state::Handle;
use tidemark_core::replication::acks::Acks;
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::Request;
use tidemark_core::sim::command::{Command, Produce};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, InputEvent, SubmitEvent, html};

/// What the value field takes: anything with a value in it.
const NOT_BLANK: &str = r".*\S.*";
/// What the offset field takes.
const OFFSET: &str = "[0-9]{1,15}";

/// The dialog.
#[derive(PartialEq)]
pub(super) struct SendDialog {
    /// The ways to act on the session.
    pub(super) handle: Handle,
    /// The frame.
    pub(super) frame: Given<Frame>,
    /// The names.
    pub(super) teller: Teller,
    /// Called when it is closed.
    pub(super) on_close: Callback<()>,
}

impl Part for SendDialog {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.teller.words;
        let handle = self.handle.clone();
        let partition = &self.frame.partition;
        let end = partition
            .lanes
            .iter()
            .map(|lane| lane.log_end_offset)
            .max()
            .unwrap_or(0);
        let values = use_kept(move || format!("m{end}")).run(hooks);
        let acks = use_kept(|| None::<Acks>).run(hooks);
        let first = partition.replicas.first().copied();
        let broker = partition.leader.or(first).unwrap_or(0);
        let broker = use_kept(move || broker).run(hooks);
        let offset = use_kept(|| "0".to_owned()).run(hooks);

        let send = {
            let (handle, values, close) = (handle.clone(), values.clone(), self.on_close.clone());
            let (acks, id) = (*acks, partition.id);
            Callback::from(move |event: SubmitEvent| {
                event.prevent_default();
                let values: Vec<String> = values.split_whitespace().map(str::to_owned).collect();
                if !values.is_empty() {
                    let produce = Produce {
                        partition: id,
                        broker: None,
                        values,
                        acks,
                        base_sequence: None,
                        key: None,
                    };
                    handle.ask(Request::Act(Command::Produce(produce)));
                    close.emit(());
                }
            })
        };
        let read = {
            let close = self.on_close.clone();
            let (partition, broker, offset) = (partition.id, *broker, offset.clone());
            Callback::from(move |event: SubmitEvent| {
                event.prevent_default();
                if let Ok(offset) = offset.parse() {
                    handle.ask(Request::Act(Command::ConsumerFetch {
                        partition,
                        broker,
                        offset,
                    }));
                    close.emit(());
                }
            })
        };
        let onvalues = {
            let values = values.clone();
            Callback::from(move |event: InputEvent| values.set(dom::value(event.target())))
        };
        let onacks = {
            let acks = acks.clone();
            Callback::from(move |event: Event| acks.set(Acks::parse(&dom::value(event.target()))))
        };
        let onbroker = {
            let broker = broker.clone();
            Callback::from(move |event: Event| {
                if let Ok(id) = dom::value(event.target()).parse() {
                    broker.set(id);
                }
            })
        };
        let onoffset = {
            let offset = offset.clone();
            Callback::from(move |event: InputEvent| offset.set(dom::value(event.target())))
        };
        let acks_choices = [Acks::None, Acks::Leader, Acks::All].map(|choice| {
        let name = choice.as_str();
        html! { <option key={name} value={name} selected={*acks == Some(choice)}>{ name }</option> }
    });
        let brokers = partition.replicas.iter().map(|id| {
        html! { <option key={*id} value={id.to_string()} selected={*id == *broker}>{ *id }</option> }
    });
        let title = format!(
            "{} · {}",
            words.send(),
            self.teller.names.partition(partition.id)
        );
        let content = html! {
            <>
                <form class="form" onsubmit={send}>
                    <label class="wide">
                        { words.send_value() }
                        <input class="field" value={(*values).clone()} oninput={onvalues}
                            required={true} pattern={NOT_BLANK} spellcheck="false" />
                    </label>
                    <label>
                        { words.send_acks() }
                        <select class="field" onchange={onacks}>
                            <option value="" selected={acks.is_none()}>{ "–" }</option>
                            { for acks_choices }
                        </select>
                    </label>
                    <button class="btn pri">{ words.send_now() }</button>
                </form>
                <p>{ words.send_values_hint() }</p>
                <form class="form" onsubmit={read}>
                    <label>
                        { words.column_broker() }
                        <select class="field" onchange={onbroker}>for broker in brokers { { broker } }</select>
                    </label>
                    <label>
                        { words.read_from() }
                        <input class="field" inputmode="numeric" value={(*offset).clone()} oninput={onoffset}
                            required={true} pattern={OFFSET} />
                    </label>
                    <button class="btn">{ words.read_consumer() }</button>
                </form>
            </>
        };
        part(Dialog {
            words,
            id: "send",
            title: title.into(),
            open: true,
            on_close: self.on_close.clone(),
            content,
        })
    }
}
