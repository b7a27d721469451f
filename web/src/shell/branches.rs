//! The branch picker: all branches of the run, where there is more than one.

use crate::platform::dom;
use crate::prose::Teller;
use crate::state::{Handle, use_words};
use crate::words::say;
use std::rc::Rc;
use tidemark_core::history::BranchId;
use tidemark_core::session::frame::BranchView;
use tidemark_core::session::request::Request;
use yew::{Callback, Event, Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(super) struct BranchPickerProps {
    /// All branches.
    pub(super) branches: Rc<[BranchView]>,
    /// The one shown.
    pub(super) current: BranchId,
    /// Tells what began a branch.
    pub(super) teller: Teller,
    /// The ways to act on the session.
    pub(super) handle: Handle,
}

/// The picker.
#[component]
pub(super) fn BranchPicker(props: &BranchPickerProps) -> Html {
    let words = use_words();
    let handle = props.handle.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Ok(id) = dom::value(event.target()).parse() {
            handle.ask(Request::SelectBranch(BranchId(id)));
        }
    });
    if props.branches.len() < 2 {
        return html! {};
    }
    let options = props.branches.iter().map(|branch| {
        let name = branch_name(branch, &props.teller);
        let label = match branch.parent {
            Some((_, step)) => say!(words, branch_from, name = &name, step = step),
            None => name,
        };
        let id = branch.id.0.to_string();
        html! { <option key={branch.id.0} value={id} selected={branch.id == props.current}>{ label }</option> }
    });
    html! {
        <select class="field" aria-label={words.branches()} {onchange}>
            for option in options { { option } }
        </select>
    }
}

/// A branch's own name, else what began it.
pub(super) fn branch_name(branch: &BranchView, teller: &Teller) -> String {
    match (&branch.name, &branch.first_step) {
        (Some(name), _) => name.clone(),
        (None, Some(first)) if branch.parent.is_some() => teller.line(&first.step),
        _ => teller.words.branch_main(),
    }
}
