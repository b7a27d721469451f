//! What the whole page has beyond the first module: studies of a run, and rooms for them.
//!
//! `elsewhere.rs` stands in its place in the first module, with the same names.

mod balance;
mod compare;
mod edit;
mod handed_over;
mod import;
mod log;
mod present;
mod record;
mod spacetime;
mod standing;
mod take;
mod use_told;
mod way;
mod why;

use crate::component::part;
use crate::platform::route;
use crate::route::Route;
use crate::state::{Page, Session};
use crate::view;
use crate::words::Words;
use balance::BalanceChart;
use present::Presenter;
use record::RecordLife;
use spacetime::Diagram;
use take::TakeAway;
use tidemark_core::session::frame::BrokerView;
use way::{Over, Side, Way};
use why::Causes;
use yew::{Html, UseReducerHandle, html};

pub(crate) use compare::compare;
pub(crate) use handed_over::HandedOver;
pub(crate) use import::{read_paste, understood};
pub(crate) use log::{log, takes_drop};
pub(crate) use standing::{follow, handed_over, standing};
pub(crate) use tidemark_core::study::{Ask, Study, Told};
pub(crate) use use_told::use_told;

/// Whether `next` makes `last`, which was not sent yet, pointless: of questions of one kind the last counts.
/// The same question twice comes from two parts of the page, and both are told.
pub(crate) fn supersedes(next: &Ask, last: &Ask) -> bool {
    std::mem::discriminant(next) == std::mem::discriminant(last) && next != last
}

/// Leader balance, where there is more than one partition to lead.
pub(crate) fn balance(page: &Page, brokers: &[BrokerView]) -> Html {
    part(BalanceChart {
        words: page.words,
        data: view::balance::balance(brokers),
    })
}

/// Keys that only the whole page has, with what they do.
pub(crate) fn keys(words: Words) -> [(&'static str, String); 6] {
    [
        ("Ctrl+Z", words.key_undo()),
        ("Ctrl+Shift+Z", words.key_redo()),
        ("N", words.key_next_difference()),
        ("P", words.key_previous_difference()),
        ("+", words.key_zoom_in()),
        ("−", words.key_zoom_out()),
    ]
}

/// What lies beside the rooms.
pub(crate) fn beside(page: &Page, session: &Session) -> Html {
    let way = Way::now();
    let over = session.frame.clone().zip(way.over).filter(|_| shows_room());
    let over = over.map(|(frame, over)| {
        let (page, teller) = (page.clone(), session.teller(page.words));
        match over {
            Over::TakeAway => part(TakeAway {
                page,
                frame,
                teller,
                spacetime: way.spacetime,
                back: Way { over: None, ..way }.href(),
            }),
            Over::Present => part(Presenter {
                page,
                frame,
                teller,
            }),
        }
    });
    html! { <>{ edit::edit(page, session) }{ over.unwrap_or_default() }</> }
}

/// Whether the address is that of the Cluster room, or of something in it.
fn shows_room() -> bool {
    Route::of_hash(&route::hash()) == Route::Cluster
}

/// What the page is besides, for its style sheet.
pub(crate) fn class() -> &'static str {
    match Way::now().over {
        Some(Over::Present) if shows_room() => " present",
        _ => "",
    }
}

/// The link to what stands beside the present picture of the run.
pub(crate) fn way_to(side: &str) -> String {
    let base = Way {
        side: None,
        over: None,
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
