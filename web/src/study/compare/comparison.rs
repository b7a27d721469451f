//! What the room knows of the comparison, and the ways to move through it.

use super::address::{Place, RunAddress, Sides, address_at};
use crate::component::Given;
use crate::platform::later::{self, NotLoaded};
use crate::platform::route;
use crate::state::Handle;
use crate::study;
use std::cell::RefCell;
use std::rc::Rc;
use tidemark_core::event::Effect;
use tidemark_core::session::frame::{Frame, ScenarioView};
use tidemark_core::sim::event::Step;
use tidemark_core::study::compare::{Ask, Head, Look, Pair, Problem, Side, Told, View, Which};
use tidemark_core::topology::PartitionId;
use yew::{Callback, Reducible, UseReducerDispatcher};

/// Rows of the table on screen.
pub(super) const TABLE_ROWS: u32 = 8;

/// What is known.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Comparison {
    /// What is compared.
    pub(super) sides: Option<Sides>,
    /// What is true of all of it.
    pub(super) head: Option<Given<Head>>,
    /// Their scenarios, to name partitions by.
    pub(super) scenarios: Option<Pair<Given<ScenarioView>>>,
    /// The row shown.
    pub(super) view: Option<Given<View>>,
    /// Both runs there.
    pub(super) frames: Option<Pair<Given<Frame>>>,
    /// How far the runs were gone through: so much of so much.
    pub(super) working: Option<(u32, u32)>,
    /// Why there is nothing to see.
    pub(super) trouble: Option<Trouble>,
    /// The rows follow each other by themselves.
    pub(super) playing: bool,
    /// The engine knows nothing of it any more.
    pub(super) forgotten: bool,
}

/// Why there is nothing to see.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Trouble {
    /// The host did not give a scenario's text.
    NotLoaded,
    /// The engine can't compare it.
    Problem(Problem),
    /// The reader stopped it.
    Stopped,
}

/// What can happen to it.
pub(super) enum Heard {
    /// Something else is compared from now on.
    Begin(Sides),
    /// A scenario's text did not come.
    NotLoaded(Sides),
    /// The engine answered a question about these sides.
    Told(Sides, Told),
    /// Play or stop.
    Play(bool),
    /// The engine was started anew since these sides were compared.
    Forgotten(Sides),
}

impl Reducible for Comparison {
    type Action = Heard;

    fn reduce(self: Rc<Self>, heard: Heard) -> Rc<Self> {
        let mut next = Rc::unwrap_or_clone(self);
        match heard {
            Heard::Begin(sides) => {
                next = Self {
                    sides: Some(sides),
                    ..Self::default()
                };
            }
            // What was asked about others comes too late.
            Heard::NotLoaded(sides) if next.sides.as_ref() == Some(&sides) => {
                next.trouble = Some(Trouble::NotLoaded);
            }
            Heard::Told(sides, told) if next.sides.as_ref() == Some(&sides) => next.told(told),
            Heard::Forgotten(sides) if next.sides.as_ref() == Some(&sides) => next.forgotten = true,
            Heard::NotLoaded(_) | Heard::Told(..) | Heard::Forgotten(_) => {}
            Heard::Play(playing) => next.playing = playing,
        }
        Rc::new(next)
    }
}

impl Comparison {
    /// Where one stands.
    pub(super) fn place(&self) -> Option<Place> {
        Some(Place {
            partition: self.frames.as_ref()?.left.partition.id,
            row: self.view.as_ref()?.row,
        })
    }

    fn told(&mut self, told: Told) {
        self.working = None;
        match told {
            Told::Working { done, of } => self.working = Some((done, of)),
            Told::Compared(head, view) => {
                self.scenarios = Some(head.scenarios.clone().map(Given::new));
                self.head = Some(Given::new(*head));
                self.trouble = None;
                self.show(*view);
            }
            Told::Row(view) => {
                if self
                    .head
                    .as_ref()
                    .is_some_and(|head| view.row == head.last_row)
                {
                    self.playing = false;
                }
                self.show(*view);
            }
            Told::Refused(problem) => self.trouble = Some(Trouble::Problem(problem)),
            Told::Stopped => self.trouble = Some(Trouble::Stopped),
            Told::Closed => {}
        }
    }

    fn show(&mut self, mut view: View) {
        for frame in [&mut view.frames.left, &mut view.frames.right] {
            if let Some(step) = &mut frame.step {
                leave_out_invariants(step);
            }
        }
        for row in &mut view.table {
            let lines = [&mut row.steps.left, &mut row.steps.right];
            for line in lines.into_iter().flatten() {
                leave_out_invariants(&mut line.step);
            }
        }
        let frames = view.frames.clone().map(|frame| Given::new(*frame));
        self.frames = Some(frames);
        self.view = Some(Given::new(view));
    }
}

/// What is broken and what holds again is told beside the steps here: a step is told by what it does.
fn leave_out_invariants(step: &mut Step) {
    let is_done = |effect: &Effect| !matches!(effect, Effect::Invariant { .. });
    step.effects.retain(is_done);
}

/// The ways to move through a comparison.
#[derive(Clone, PartialEq)]
pub(super) struct Walker {
    handle: Handle,
    dispatcher: UseReducerDispatcher<Comparison>,
    /// What was asked for last: presses that follow quickly go on from there.
    asked: Rc<RefCell<Asked>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Asked {
    sides: Option<Sides>,
    look: Look,
    last_row: u32,
    /// Where to go as soon as the runs are compared.
    wanted: Option<Place>,
    /// Where one stands at first.
    begun: Place,
    /// The place that the address names because it was written there.
    written: Option<Place>,
}

impl Asked {
    const fn place(&self) -> Place {
        Place {
            partition: self.look.partition,
            row: self.look.row,
        }
    }

    /// The runs are compared: where one stands.
    const fn compared(&mut self, head: &Head, view: &View) {
        self.last_row = head.last_row;
        self.look.row = view.row;
        self.look.partition = PartitionId(0);
        self.look.first = None;
        self.begun = self.place();
    }
}

impl Walker {
    /// Somebody who has asked for nothing yet.
    pub(super) fn new(handle: Handle, dispatcher: UseReducerDispatcher<Comparison>) -> Self {
        let asked = Asked {
            sides: None,
            look: Look {
                row: 0,
                partition: PartitionId(0),
                first: None,
                count: TABLE_ROWS,
            },
            last_row: 0,
            wanted: None,
            begun: Place::default(),
            written: None,
        };
        Self {
            handle,
            dispatcher,
            asked: Rc::new(RefCell::new(asked)),
        }
    }

    /// Compares these, and goes to a place: loads what has to be loaded, then asks the engine.
    pub(super) fn begin(&self, sides: &Sides, wanted: Option<Place>) {
        {
            let mut asked = self.asked.borrow_mut();
            asked.sides = Some(sides.clone());
            asked.wanted = wanted;
            asked.written = wanted;
        }
        self.dispatcher.dispatch(Heard::Begin(sides.clone()));
        let (walker, sides) = (self.clone(), sides.clone());
        let then = {
            let sides = sides.clone();
            move |left: Which| {
                let run = sides.right.run.clone();
                let then = {
                    let (walker, sides) = (walker.clone(), sides.clone());
                    move |right: Which| walker.ask_begin(&sides, &left, &right)
                };
                walker.load(&sides, &run, then);
            }
        };
        self.load(&sides, &sides.left.run, then);
    }

    /// Begins again, and goes where one stood: the engine has forgotten what it compared.
    pub(super) fn begin_again(&self) {
        let (sides, place) = {
            let asked = self.asked.borrow();
            let place = asked.wanted.unwrap_or_else(|| asked.place());
            (asked.sides.clone(), place)
        };
        if let Some(sides) = sides {
            self.begin(&sides, Some(place));
        }
    }

    /// The runs are compared: goes where one wanted to be.
    pub(super) fn arrive(&self) {
        let wanted = self.asked.borrow_mut().wanted.take();
        self.jump(wanted);
    }

    /// Goes where the address says, if somebody else wrote it there.
    pub(super) fn follow(&self, place: Option<Place>) {
        let written = self.asked.borrow().written;
        self.jump(place.filter(|_| written != place));
    }

    fn jump(&self, place: Option<Place>) {
        if let Some(Place { partition, row }) = place {
            self.look(|look, last| {
                look.partition = partition;
                look.row = row.min(last);
                look.first = None;
            });
        }
    }

    /// Writes into the address where one stands.
    pub(super) fn write_place(&self, place: Place) {
        let hash = {
            let mut asked = self.asked.borrow_mut();
            let Some(sides) = &asked.sides else {
                return;
            };
            let written = Some(place).filter(|place| *place != asked.begun);
            let hash = address_at(sides, written);
            asked.written = written;
            hash
        };
        if route::hash() != hash[1..] {
            route::replace_hash(&hash);
        }
    }

    fn load(&self, sides: &Sides, run: &RunAddress, then: impl Fn(Which) + 'static) {
        match run {
            RunAddress::Branch(id) => then(Which::Branch(*id)),
            RunAddress::Scenario(id) => {
                let (dispatcher, sides) = (self.dispatcher.clone(), sides.clone());
                let done = Callback::from(move |loaded| match loaded {
                    Ok(text) => then(Which::Scenario(text)),
                    Err(NotLoaded) => dispatcher.dispatch(Heard::NotLoaded(sides.clone())),
                });
                later::scenario(id, done);
            }
        }
    }

    fn ask_begin(&self, sides: &Sides, left: &Which, right: &Which) {
        // Another one may have been chosen while the texts were on their way.
        if self.asked.borrow().sides.as_ref() != Some(sides) {
            return;
        }
        let runs = Pair::new(left, right);
        let side = |run: &Which, changes: &[_]| Side {
            run: run.clone(),
            changes: changes.to_vec(),
        };
        self.ask(Ask::Begin {
            left: side(runs.left, &sides.left.changes),
            right: side(runs.right, &sides.right.changes),
        });
    }

    fn ask(&self, ask: Ask) {
        let Some(sides) = self.asked.borrow().sides.clone() else {
            return;
        };
        let (dispatcher, asked) = (self.dispatcher.clone(), Rc::clone(&self.asked));
        let is_look = matches!(ask, Ask::Look(_));
        let told = Callback::from(move |told: study::Told| {
            let study::Told::Compare(told) = told else {
                return;
            };
            let sides = sides.clone();
            // Nobody may ask the engine while it answers: what follows from an answer is drawn first.
            if is_look && *told == Told::Refused(Problem::NothingOpen) {
                dispatcher.dispatch(Heard::Forgotten(sides));
                return;
            }
            if let Told::Compared(head, view) = &*told {
                asked.borrow_mut().compared(head, view);
            }
            dispatcher.dispatch(Heard::Told(sides, *told));
        });
        self.handle.study(study::Ask::Compare(ask), told);
    }

    fn look(&self, change: impl FnOnce(&mut Look, u32)) {
        let look = {
            let mut asked = self.asked.borrow_mut();
            let last_row = asked.last_row;
            change(&mut asked.look, last_row);
            asked.look
        };
        self.ask(Ask::Look(look));
    }

    /// To a row.
    pub(super) fn go_to(&self, row: u32) {
        self.look(|look, last| {
            look.row = row.min(last);
            look.first = None;
        });
    }

    /// To a row, and no further by itself.
    pub(super) fn stop_at(&self, row: u32) {
        self.play(false);
        self.go_to(row);
    }

    /// So many rows on, or back.
    pub(super) fn by(&self, rows: i64) {
        let row = i64::from(self.asked.borrow().look.row).saturating_add(rows);
        self.go_to(u32::try_from(row.max(0)).unwrap_or(u32::MAX));
    }

    /// Shows the table's rows from this one on; the row shown stays.
    pub(super) fn scroll(&self, first: u32) {
        self.look(|look, _| look.first = Some(first));
    }

    /// Looks at another partition.
    pub(super) fn choose(&self, partition: PartitionId) {
        self.look(|look, _| look.partition = partition);
    }

    /// Play or stop.
    pub(super) fn play(&self, playing: bool) {
        self.dispatcher.dispatch(Heard::Play(playing));
    }

    /// Forgets what was compared.
    pub(super) fn close(&self) {
        self.ask(Ask::Close);
        self.asked.borrow_mut().sides = None;
    }

    /// Gives up going through the runs.
    pub(super) fn cancel(&self) {
        self.handle.cancel();
    }
}
