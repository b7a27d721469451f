//! Two runs on one clock: where they are equal, where they part, and what that costs each.
//!
//! Both sides are sessions of their own, copies of a branch or scenarios of their own, so that nothing
//! that is done here moves the open session. They are gone through once, in slices
//! ([`Told::Working`], then [`Compare::go_on`]); after that a row is found without simulating anything but the
//! way from a checkpoint. What the page says of it in words is not known here.

mod align;
mod ask;
mod compared;
mod preset;
mod run;
mod state;
mod sweep;
mod told;
mod track;
mod verdict;

use alloc::boxed::Box;

pub use ask::{Ask, Look, Side, Which};
pub use preset::Preset;
pub use told::{
    Blame, Differences, Differs, Hand, Head, InBoth, Mark, Pair, Problem, ReplicaState, RowTick,
    RowView, SettingDifference, StateView, Told, Verdict, View,
};

use compared::Compared;
use run::Run;

use crate::session::Session;
use crate::sim::event::VirtualTime;

/// Steps gone through in one slice.
const SLICE: u32 = 1_000;

/// What is compared now, if anything is.
#[derive(Debug, Default)]
pub struct Compare {
    stage: Stage,
}

#[derive(Debug, Default)]
enum Stage {
    #[default]
    Nothing,
    /// Both sides are being gone through, up to a time.
    Running(Box<Pair<Run>>, VirtualTime),
    Done(Box<Compared>),
}

impl Compare {
    /// Answers a question of the page. The session is only read.
    pub fn ask(&mut self, session: &Session, ask: Ask) -> Told {
        match ask {
            Ask::Begin { left, right } => {
                self.stage = Stage::Nothing;
                match begin(session, &left, &right) {
                    Ok(stage) => {
                        self.stage = stage;
                        self.go_on().unwrap_or(Told::Stopped)
                    }
                    Err(problem) => Told::Refused(problem),
                }
            }
            Ask::Look(look) => match &mut self.stage {
                Stage::Done(compared) => match compared.view(look) {
                    Some(view) => Told::Row(Box::new(view)),
                    None => Told::Refused(Problem::NothingOpen),
                },
                _ => Told::Refused(Problem::NothingOpen),
            },
            Ask::Close => {
                self.stage = Stage::Nothing;
                Told::Closed
            }
        }
    }

    /// Goes on with runs that are not gone through yet; `None` if there are none.
    pub fn go_on(&mut self) -> Option<Told> {
        let (mut runs, until) = match core::mem::take(&mut self.stage) {
            Stage::Running(runs, until) => (runs, until),
            other => {
                self.stage = other;
                return None;
            }
        };
        // One after the other: whoever waits hears of each slice.
        let done = runs.left.go_on(until, SLICE) && runs.right.go_on(until, SLICE);
        if !done {
            let reached = |run: &Run| run.simulation().map_or(0, |state| state.time().as_millis());
            let reached = reached(&runs.left) + reached(&runs.right);
            self.stage = Stage::Running(runs, until);
            let count = |millis: u64| u32::try_from(millis).unwrap_or(u32::MAX);
            return Some(Told::Working {
                done: count(reached),
                of: count(until.as_millis().saturating_mul(2)),
            });
        }
        let mut compared = Compared::new(*runs);
        let told = compared
            .first_look()
            .map_or(Told::Refused(Problem::NothingOpen), |(head, view)| {
                Told::Compared(Box::new(head), Box::new(view))
            });
        self.stage = Stage::Done(Box::new(compared));
        Some(told)
    }

    /// Gives up going through the runs; `None` if that is not under way.
    pub fn stop(&mut self) -> Option<Told> {
        if matches!(self.stage, Stage::Running(..)) {
            self.stage = Stage::Nothing;
            Some(Told::Stopped)
        } else {
            None
        }
    }
}

fn begin(session: &Session, left: &Side, right: &Side) -> Result<Stage, Problem> {
    let left = Run::open(Hand::Left, left, session)?;
    let right = Run::open(Hand::Right, right, session)?;
    let until = left.ends().max(right.ends());
    Ok(Stage::Running(Box::new(Pair::new(left, right)), until))
}
