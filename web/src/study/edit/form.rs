//! The forms of the dialog: fields with what is wrong with them, and what becomes of a form that is sent.

use super::command::{Fields, Made, Unread, field_of};
use crate::component::Kept;
use crate::platform::dom;
use crate::state::Handle;
use crate::words::{Words, say};
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::session::Refusal;
use tidemark_core::session::request::Request;
use tidemark_core::sim::command::Command;
use yew::{Callback, Html, MouseEvent, SubmitEvent, html};

/// The form sent last, and the field of it that could not be read.
pub(super) type Complaint = Option<(&'static str, Option<Unread>)>;

/// What all forms share.
pub(super) struct Forms {
    /// The ways to act on the session.
    pub(super) handle: Handle,
    /// The words.
    pub(super) words: Words,
    /// What was wrong with the form sent last.
    pub(super) complaint: Kept<Complaint>,
    /// Why the engine refused it.
    pub(super) refused: Option<Refusal>,
}

/// What a number field takes.
const DIGITS: &str = "[0-9]*";

impl Forms {
    /// Gives the command that the form comes to.
    pub(super) fn send(
        &self,
        form: &'static str,
        make: impl Fn(Fields<'_>) -> Made + 'static,
    ) -> Callback<SubmitEvent> {
        let (handle, complaint) = (self.handle.clone(), self.complaint.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let form_node = event.target();
            handle.notice(None);
            let made = make(&|name: &str| dom::field(form_node.clone(), name));
            complaint.set(Some((form, made.as_ref().err().copied())));
            if let Ok(command) = made {
                handle.ask(Request::Act(command));
            }
        })
    }

    /// Gives a command when something is pressed.
    pub(super) fn act(&self, form: &'static str, command: Command) -> Callback<MouseEvent> {
        let (handle, complaint) = (self.handle.clone(), self.complaint.clone());
        Callback::from(move |_| {
            handle.notice(None);
            complaint.set(Some((form, None)));
            handle.ask(Request::Act(command.clone()));
        })
    }

    /// What is wrong with a field of a form.
    fn wrong(&self, form: &str, field: &str) -> Option<String> {
        let (sent, unread) = (*self.complaint).as_ref()?;
        if *sent != form {
            return None;
        }
        if let Some(unread) = unread {
            let (min, max) = unread.bounds;
            let here = unread.field == field;
            return here.then(|| say!(self.words, settings_bounds, min = min, max = max));
        }
        match self.refused {
            Some(Refusal::Kafka(error)) if is_about(error, form, field) => Some(self.why(error)),
            _ => None,
        }
    }

    /// What is wrong with a form as a whole.
    pub(super) fn wrong_in_all(&self, form: &str) -> Html {
        let sent = (*self.complaint).as_ref();
        let text = match (sent, self.refused) {
            (Some((sent, None)), Some(refusal)) if *sent == form => match refusal {
                Refusal::Kafka(error) if !has_field(error, form) => self.why(error),
                Refusal::Kafka(_) => return Html::default(),
                Refusal::TooLarge => self.words.refused_too_large(),
                _ => self.words.refused(),
            },
            _ => return Html::default(),
        };
        html! { <div class="bad wide" role="alert">{ text }</div> }
    }

    /// Kafka's error in words.
    fn why(&self, error: ErrorCode) -> String {
        let words = self.words;
        let why = match error {
            ErrorCode::TopicAlreadyExists => words.error_topic_exists(),
            ErrorCode::InvalidTopicException => words.error_topic_name(),
            ErrorCode::InvalidPartitions => words.error_partitions(),
            ErrorCode::InvalidReplicationFactor => words.error_factor(),
            ErrorCode::OffsetOutOfRange => words.error_offset(),
            ErrorCode::DuplicateBrokerRegistration => words.error_broker_exists(),
            ErrorCode::UnsupportedVersion => words.error_zookeeper(),
            ErrorCode::BrokerIdNotRegistered => words.error_not_registered(),
            _ => words.refused(),
        };
        say!(words, edit_refused, why = &why, error = error.name())
    }

    /// A field with its label. What somebody typed stays in it, whatever is drawn anew.
    pub(super) fn field(&self, form: &'static str, field: &Field) -> Html {
        let wrong = self.wrong(form, field.name);
        let id = [form, "-", field.name].concat();
        let reason = [&*id, "-bad"].concat();
        let described = wrong.is_some().then(|| reason.clone());
        html! {
            <label class={field.wide.then_some("wide")}>
                { field.label.clone() }
                <input
                    class="field"
                    name={field.name}
                    ~defaultValue={field.value.clone()}
                    placeholder={field.placeholder.clone()}
                    required={field.required}
                    inputmode={field.digits.then_some("numeric")}
                    pattern={field.digits.then_some(DIGITS)}
                    spellcheck="false"
                    autocomplete="off"
                    aria-invalid={wrong.is_some().to_string()}
                    aria-describedby={described}
                />
                if let Some(wrong) = wrong { <span class="bad" id={reason} role="alert">{ wrong }</span> }
            </label>
        }
    }

    /// A choice with its label: values with their names.
    pub(super) fn choice(&self, name: &'static str, label: String, options: Vec<Choice>) -> Html {
        let options = options.into_iter().map(|(value, text, selected)| {
            html! { <option key={value.clone()} {value} {selected}>{ text }</option> }
        });
        html! {
            <label>
                { label }
                <select class="field" {name}>for option in options { { option } }</select>
            </label>
        }
    }
}

/// Value, name, and whether it is chosen at first.
pub(super) type Choice = (String, String, bool);

/// A field of a form.
#[derive(Default)]
pub(super) struct Field {
    /// Its name.
    pub(super) name: &'static str,
    /// Its label.
    pub(super) label: String,
    /// What stands in it at first.
    pub(super) value: String,
    /// What holds if nothing stands in it.
    pub(super) placeholder: Option<String>,
    /// Something has to stand in it.
    pub(super) required: bool,
    /// It takes a number.
    pub(super) digits: bool,
    /// It is wide.
    pub(super) wide: bool,
}

/// A form has the field of an error under the name that it has there.
fn is_about(error: ErrorCode, form: &str, field: &str) -> bool {
    let about = match (form, error) {
        ("grow", ErrorCode::InvalidPartitions) => "total",
        _ => field_of(error),
    };
    has_field(error, form) && about == field
}

fn has_field(error: ErrorCode, form: &str) -> bool {
    match form {
        "create" => matches!(field_of(error), "name" | "factor" | "partitions"),
        "grow" => field_of(error) == "partitions",
        "trim" => field_of(error) == "before",
        "broker" => field_of(error) == "broker",
        _ => false,
    }
}
