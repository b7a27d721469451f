//! What the engine said last, and what of it the page shows.

use crate::component::Given;
use crate::prose::Teller;
use crate::view::names::Names;
use crate::words::Words;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use tidemark_core::link::{LinkError, LinkedRun, RULES_VERSION};
use tidemark_core::paste::Paste;
use tidemark_core::scenario::ScenarioErrors;
use tidemark_core::session::frame::{BranchView, Frame, ScenarioView, SettingsView, Tick};
use tidemark_core::session::request::{
    DeletedBranches, EventWindow, Landmark, Lens, Look, MatrixWindow, Move, Request,
};
use tidemark_core::session::{CoordinatorView, Refusal, Reply};
use tidemark_core::sim::event::VirtualTime;
use tidemark_core::topology::PartitionId;
use yew::{AttrValue, Reducible};

/// Lines of the event list asked for at first.
const EVENT_LINES: u32 = 60;
/// Columns of the matrix asked for at first.
const MATRIX_COLUMNS: u32 = 80;
/// The scrubber's width until it is measured.
const SCRUBBER_WIDTH: u32 = 600;

/// The session as the page sees it. Parts that a frame leaves out stay as they were.
#[derive(Clone, PartialEq)]
pub(crate) struct Session {
    /// The last frame.
    pub(crate) frame: Option<Given<Frame>>,
    /// The scenario's head.
    pub(crate) scenario: Option<Given<ScenarioView>>,
    /// The settings.
    pub(crate) settings: Option<Given<SettingsView>>,
    /// The scrubber's ticks.
    pub(crate) ticks: Given<[Tick]>,
    /// The branches.
    pub(crate) branches: Given<[BranchView]>,
    /// What is asked for.
    pub(crate) look: Look,
    /// How many requests are under way; told only until there is a frame.
    pub(crate) pending: usize,
    /// A scenario's text is being loaded.
    pub(crate) loading: bool,
    /// How far a long move has come.
    pub(crate) working: Option<(u32, VirtualTime)>,
    /// The run plays.
    pub(crate) playing: bool,
    /// The last paste that was read.
    pub(crate) import: Imported,
    /// Where the group lives that was asked for last.
    pub(crate) coordinator: Found,
    /// The last frame is not one step after the one before: nothing moves.
    pub(crate) still: bool,
    /// The run of a link on its way in, and whether another run was kept for it.
    pub(crate) linked: Option<(Rc<LinkedRun>, bool)>,
    /// What came of sharing the run, until it is put away.
    pub(crate) shared: Option<Shared>,
    /// Something the reader should know.
    pub(crate) notice: Option<Notice>,
}

/// What came of sharing a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shared {
    /// A link.
    Link {
        /// The whole address.
        link: AttrValue,
        /// It is in the clipboard.
        copied: bool,
    },
    /// No link can hold it.
    TooLong,
}

/// How the run that a link opened is to the one it was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Linked {
    /// The link's rules version, where that is another one.
    pub(crate) other_rules: Option<u16>,
    /// The runs are the same up to where the link stands.
    pub(crate) same: bool,
    /// The run that was there before is kept.
    pub(crate) kept: bool,
}

/// Where a group lives.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Found {
    /// Nobody asked.
    #[default]
    NotAsked,
    /// In this partition.
    Here(Given<CoordinatorView>),
    /// The topology lacks the topic that holds groups.
    NoOffsetsTopic,
}

/// A paste on its way in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Imported {
    /// None yet.
    #[default]
    Nothing,
    /// It is being read.
    Reading,
    /// What was understood.
    Read(Given<Paste>),
}

/// Something said outside the picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Notice {
    /// There is no further step of this kind.
    NoFurther(Landmark),
    /// The command can't be done now.
    Refused(Refusal),
    /// The scenario text has mistakes.
    ScenarioErrors(Given<ScenarioErrors>),
    /// The engine died and stands again.
    Restarted(u32),
    /// The engine is gone for good.
    Failed(u32),
    /// The browser has no room for the session.
    StorageFull,
    /// The file is not read.
    FileNotRead(String),
    /// The file is larger than anything that is read.
    FileTooLarge(String),
    /// The link does not open.
    Link(LinkError),
    /// A link was opened.
    Linked(Linked),
    /// The link is not opened, since the present run can't be kept.
    NotKept,
    /// The host did not give a part of the page.
    NotLoaded,
    /// Branches were taken away, and can be brought back.
    BranchesDeleted(Given<DeletedBranches>),
}

/// What can happen to the session.
pub(crate) enum Act {
    /// The engine answered this request.
    Reply(Option<Request>, Reply),
    /// The number of requests under way changed.
    Pending(usize),
    /// Another look was asked for.
    Look(Look),
    /// Play or stop.
    Play(bool),
    /// A scenario's text is being loaded, or no longer.
    Loading(bool),
    /// A paste was handed in.
    Reading,
    /// A paste was read.
    Read(Given<Paste>),
    /// The paste is done with.
    ForgetImport,
    /// The run of a link is to be opened next; another one was kept for it, or not.
    Linked(Rc<LinkedRun>, bool),
    /// What came of sharing the run, or that this was seen.
    Shared(Option<Shared>),
    /// Something to say, or to say no more.
    Notice(Option<Notice>),
}

impl Default for Session {
    fn default() -> Self {
        Self {
            frame: None,
            scenario: None,
            settings: None,
            ticks: Vec::new().into(),
            branches: Vec::new().into(),
            look: Look {
                partition: PartitionId(0),
                lens: Lens::default(),
                matrix: MatrixWindow {
                    count: MATRIX_COLUMNS,
                    ..MatrixWindow::default()
                },
                events: EventWindow {
                    through_lens: false,
                    fold_timers: true,
                    first: None,
                    count: EVENT_LINES,
                },
                scrubber_width: SCRUBBER_WIDTH,
            },
            pending: 0,
            loading: false,
            working: None,
            playing: false,
            import: Imported::Nothing,
            coordinator: Found::NotAsked,
            still: true,
            linked: None,
            shared: None,
            notice: None,
        }
    }
}

impl Session {
    /// Somebody to tell this session's steps in words.
    pub(crate) fn teller(&self, words: Words) -> Teller {
        Teller {
            words,
            names: Names::new(self.scenario.clone()),
            zookeeper: self
                .frame
                .as_ref()
                .is_some_and(|frame| frame.controller.zookeeper),
        }
    }

    fn heard(&mut self, request: Option<&Request>, reply: Reply) {
        match reply {
            Reply::Frame(frame) => {
                let before = self.frame.as_ref().map(|frame| frame.position.step);
                if let Some(Request::Move(Move::Next(landmark))) = request
                    && before == Some(frame.position.step)
                {
                    self.notice = Some(Notice::NoFurther(*landmark));
                }
                let undone = matches!(
                    request,
                    Some(Request::RestoreBranches(_) | Request::Open { .. })
                );
                if undone && matches!(self.notice, Some(Notice::BranchesDeleted(_))) {
                    self.notice = None;
                }
                if let Some(notice) = self.arrived(request, &frame) {
                    self.notice = Some(notice);
                }
                self.show(*frame);
            }
            Reply::BranchesDeleted { frame, deleted } => {
                self.notice = Some(Notice::BranchesDeleted(Given::new(deleted)));
                self.show(*frame);
            }
            Reply::Working { step, time } => self.working = Some((step, time)),
            Reply::ScenarioErrors(errors) => {
                self.notice = Some(Notice::ScenarioErrors(Given::new(errors)))
            }
            Reply::Coordinator(found) => self.coordinator = Found::Here(Given::new(found)),
            // Said of a look before anything is open: that is asked for all the same.
            Reply::Refused(Refusal::NothingOpen) => {}
            Reply::Refused(Refusal::NoOffsetsTopic) => self.coordinator = Found::NoOffsetsTopic,
            Reply::Refused(refused) => self.notice = Some(Notice::Refused(refused)),
            Reply::Saved(_) => {}
        }
    }

    /// What is to be said of the link whose run this frame shows, if it is the first one.
    fn arrived(&mut self, request: Option<&Request>, frame: &Frame) -> Option<Notice> {
        let Some(Request::Open { text, .. }) = request else {
            return None;
        };
        let (run, kept) = self.linked.take_if(|(run, _)| run.text == *text)?;
        let head = run.head;
        let place = (frame.position.branch, frame.position.step);
        let linked = Linked {
            other_rules: Some(head.rules_version).filter(|found| *found != RULES_VERSION),
            same: place == (head.branch, head.step) && frame.protocol_hash == head.protocol_hash,
            kept,
        };
        let silent = linked.other_rules.is_none() && linked.same && !kept;
        (!silent).then_some(Notice::Linked(linked))
    }

    fn show(&mut self, mut frame: Frame) {
        self.working = None;
        if let Some(scenario) = frame.scenario.take() {
            self.scenario = Some(Given::new(scenario));
        }
        if let Some(settings) = frame.settings.take() {
            self.settings = Some(Given::new(settings));
        }
        if let Some(ticks) = frame.ticks.take() {
            self.ticks = ticks.into();
        }
        if let Some(branches) = frame.branches.take() {
            self.branches = branches.into();
        }
        self.look.partition = frame.partition.id;
        let position = frame.position;
        self.still = self.frame.as_ref().is_none_or(|last| {
            last.position.branch != position.branch || last.position.step + 1 != position.step
        });
        if position.complete && position.step == position.recorded {
            self.playing = false;
        }
        self.frame = Some(Given::new(frame));
    }
}

impl Reducible for Session {
    type Action = Act;

    fn reduce(self: Rc<Self>, act: Act) -> Rc<Self> {
        // What is under way is drawn only while there is nothing else, and is by far the most frequent act.
        if let Act::Pending(count) = act
            && (self.frame.is_some() || (count > 0) == (self.pending > 0))
        {
            return self;
        }
        let mut next = Rc::unwrap_or_clone(self);
        match act {
            Act::Reply(request, reply) => next.heard(request.as_ref(), reply),
            Act::Pending(count) => next.pending = count,
            Act::Look(look) => next.look = look,
            Act::Play(playing) => next.playing = playing,
            Act::Loading(loading) => next.loading = loading,
            Act::Reading => next.import = Imported::Reading,
            Act::Read(paste) => next.import = Imported::Read(paste),
            Act::ForgetImport => next.import = Imported::Nothing,
            Act::Linked(run, kept) => next.linked = Some((run, kept)),
            Act::Shared(shared) => next.shared = shared,
            Act::Notice(notice) => next.notice = notice,
        }
        Rc::new(next)
    }
}
