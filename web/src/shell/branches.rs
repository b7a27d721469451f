//! The branch picker: all branches of the run, where there is more than one.

use crate::platform::dom;
use crate::prose::Teller;
use crate::state::Handle;
use crate::words::say;
use tidemark_core::history::BranchId;
use tidemark_core::session::frame::BranchView;
use tidemark_core::session::request::Request;
use yew::{Callback, Event, Html, html};

/// The picker.
pub(super) fn branch_picker(
    handle: &Handle,
    branches: &[BranchView],
    current: BranchId,
    teller: &Teller,
) -> Html {
    if branches.len() < 2 {
        return html! {};
    }
    let words = teller.words;
    let handle = handle.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Ok(id) = dom::value(event.target()).parse() {
            handle.ask(Request::SelectBranch(BranchId(id)));
        }
    });
    let options = branches.iter().map(|branch| {
        let name = branch_name(branch, teller);
        let label = match branch.parent {
            Some((_, step)) => say!(words, branch_from, name = &name, step = step),
            None => name,
        };
        let id = branch.id.0.to_string();
        html! { <option key={branch.id.0} value={id} selected={branch.id == current}>{ label }</option> }
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
