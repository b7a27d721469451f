//! What the whole page has beyond the first module: studies of a run, and rooms for them.
//!
//! `elsewhere.rs` stands in its place in the first module, with the same names.

mod edit;
mod handed_over;
mod import;
mod record;
mod spacetime;
mod use_told;
mod way;
mod why;

use crate::component::part;
use crate::platform::later;
use crate::state::{Page, Session};
use record::RecordLife;
use spacetime::Diagram;
use way::{Side, Way};
use why::Causes;
use yew::{Html, UseReducerHandle, html};

pub(crate) use handed_over::HandedOver;
pub(crate) use import::{read_paste, understood};
pub(crate) use tidemark_core::study::{Ask, Study, Told};
pub(crate) use use_told::use_told;

/// Whether `next` makes `last`, which was not sent yet, pointless: of questions of one kind the last counts.
/// The same question twice comes from two parts of the page, and both are told.
pub(crate) fn supersedes(next: &Ask, last: &Ask) -> bool {
    std::mem::discriminant(next) == std::mem::discriminant(last) && next != last
}

/// What the first module left to this one.
pub(crate) fn handed_over() -> HandedOver {
    let left = later::handed_over();
    left.and_then(|left| postcard::from_bytes(&left).ok())
        .unwrap_or_default()
}

/// What lies beside the rooms.
pub(crate) fn beside(page: &Page, session: &Session) -> Html {
    edit::edit(page, session)
}

/// Two runs side by side.
pub(crate) fn compare(page: &Page, _session: &UseReducerHandle<Session>) -> Html {
    html! {
        <main class="stage" id="stage" tabindex="-1">
            <p class="sub">{ page.words.loading_engine() }</p>
        </main>
    }
}

/// The link to what stands beside the present picture of the run.
pub(crate) fn way_to(side: &str) -> String {
    let base = Way {
        side: None,
        ..Way::now()
    };
    format!("{}/{side}", base.href())
}

/// What the Cluster room shows in place of the lanes, where the address asks for it.
pub(crate) fn picture(page: &Page, session: &UseReducerHandle<Session>) -> Option<Html> {
    let way = Way::now();
    let frame = session.frame.clone().filter(|_| way.spacetime)?;
    Some(part(Diagram {
        page: page.clone(),
        teller: session.teller(page.words),
        frame,
        side: way.side,
    }))
}

/// What stands in the place of Explain, where the address asks for it.
pub(crate) fn side(page: &Page, session: &Session) -> Option<Html> {
    let way = Way::now();
    let frame = session.frame.clone()?;
    let (page, teller) = (page.clone(), session.teller(page.words));
    Some(match way.side? {
        Side::Why(value) => part(Causes {
            page,
            frame,
            teller,
            value,
        }),
        Side::Record(which) => part(RecordLife {
            page,
            frame,
            teller,
            which,
        }),
    })
}
