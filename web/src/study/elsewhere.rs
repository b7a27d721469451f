//! What stands for the studies in the first module: the way to the whole page, which has them.
//!
//! The first module has what the first scenario needs. As soon as an address asks for more, the whole page is
//! loaded, takes over the session and the place in it, and draws what was asked for.

#[path = "handed_over.rs"]
mod handed_over;

pub(crate) use handed_over::HandedOver;

use crate::component::{Given, Part, part, use_kept, use_watch};
use crate::engine::{Heard, Link};
use crate::platform::later::{self, NotLoaded};
use crate::platform::route;
use crate::route::Route;
use crate::state::{Act, Handle, Notice, Page, Session};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use tidemark_core::paste::Paste;
use tidemark_core::session;
use tidemark_core::session::frame::BrokerView;
use yew::functional::{Hook, HookContext};
use yew::{Callback, DragEvent, Html, UseReducerHandle, html};

/// Nothing can be asked here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Ask {}

/// So there is no answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Told {}

impl Told {
    pub(crate) const fn is_working(&self) -> bool {
        match *self {}
    }
}

/// The worker's side of nothing.
pub(crate) struct Study;

impl Study {
    pub(crate) const fn new() -> Self {
        Self
    }

    pub(crate) const fn ask(&self, _session: &session::Session, ask: Ask) -> Told {
        match ask {}
    }

    pub(crate) const fn go_on(&self) -> Option<Told> {
        None
    }

    pub(crate) const fn stop(&self) -> Option<Told> {
        None
    }
}

pub(crate) const fn supersedes(next: &Ask, _last: &Ask) -> bool {
    match *next {}
}

/// Nobody hands over to the first module.
pub(crate) fn handed_over() -> HandedOver {
    HandedOver::default()
}

/// No engine has followed another one here.
pub(crate) const fn standing(_heard: &Callback<Heard>) -> Option<Link> {
    None
}

/// What there is beside the session's requests, as the page was drawn last.
#[derive(Clone, Default, PartialEq)]
struct Shown {
    playing: bool,
    notice: Option<Notice>,
}

/// Has the whole page take over, with the session and all that is asked of it.
fn summon(handle: &Handle, shown: Rc<RefCell<Shown>>, paste: Option<String>) {
    let failed = {
        let handle = handle.clone();
        Callback::from(move |NotLoaded| {
            handle.act(Act::ForgetImport);
            handle.notice(Some(Notice::NotLoaded));
        })
    };
    let handle = handle.clone();
    let hand_over = move || {
        let Shown { playing, notice } = shown.borrow().clone();
        let left = HandedOver {
            way: handle.way(),
            paste: paste.clone(),
            playing,
            notice,
        };
        // Fails only for a sequence of unknown length, and there is none.
        postcard::to_allocvec(&left).unwrap_or_default()
    };
    later::whole(hand_over, failed);
}

/// The whole page is called as long as this is drawn.
#[derive(PartialEq)]
struct Summons(Handle, Shown);

impl Part for Summons {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let shown = use_kept(|| Rc::new(RefCell::new(Shown::default()))).run(hooks);
        shown.replace(self.1.clone());
        let (handle, shown) = (self.0.clone(), Rc::clone(&shown));
        use_watch((), move || summon(&handle, shown, None)).run(hooks);
        Html::default()
    }
}

/// Has a paste read: by the whole page.
pub(crate) fn read_paste(handle: &Handle, text: String) {
    summon(handle, Rc::default(), Some(text));
}

/// What came of a paste: nothing comes here.
pub(crate) fn understood(_page: &Page, _paste: &Given<Paste>) -> Html {
    Html::default()
}

/// The way to the whole page, where the address asks for something that only it has, or leaders of more than one
/// partition can be out of balance.
pub(crate) fn beside(page: &Page, session: &Session) -> Html {
    let hash = route::hash();
    let room = Route::of_hash(&hash);
    let shows_run = room == Route::Cluster || room == Route::Embed;
    let frame = session.frame.as_ref().filter(|_| shows_run);
    let is_large = frame.is_some_and(|frame| frame.totals.partitions > 1);
    if is_large || matches!(room, Route::Compare | Route::Log) || hash.starts_with("/cluster/") {
        let shown = Shown {
            playing: session.playing,
            notice: session.notice.clone(),
        };
        part(Summons(page.handle.clone(), shown))
    } else {
        Html::default()
    }
}

/// What the page is besides: nothing.
pub(crate) const fn class() -> &'static str {
    ""
}

/// Leader balance: nothing here.
pub(crate) fn balance(_page: &Page, _brokers: &[BrokerView]) -> Html {
    Html::default()
}

/// Files for the Log room: nothing takes them here.
pub(crate) const fn takes_drop(_event: &DragEvent, _shows_room: bool) -> bool {
    false
}

/// Two runs side by side: the whole page has them.
pub(crate) fn compare(page: &Page, session: &UseReducerHandle<Session>) -> Html {
    log(page, session)
}

/// A partition's folder: the whole page has that, and is on its way.
pub(crate) fn log(page: &Page, _session: &UseReducerHandle<Session>) -> Html {
    html! {
        <main class="stage" id="stage" tabindex="-1">
            <p class="sub">{ page.words.loading_engine() }</p>
        </main>
    }
}

/// The link to what stands beside the picture of the run.
pub(crate) fn way_to(side: &str) -> String {
    ["#/cluster/", side].concat()
}

/// What the Cluster room shows in place of the lanes: nothing here.
pub(crate) const fn picture(_page: &Page, _session: &UseReducerHandle<Session>) -> Option<Html> {
    None
}

/// What stands in the place of Explain: nothing here.
pub(crate) const fn side(_page: &Page, _session: &Session) -> Option<Html> {
    None
}
