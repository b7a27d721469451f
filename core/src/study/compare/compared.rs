//! Two runs that were gone through, side by side: rows, and what is shown at each.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;

use super::align::{Place, Row, align};
use super::ask::Look;
use super::run::Run;
use super::sweep::{Partners, Sweep};
use super::told::{Blame, Hand, Head, Pair, RowTick, RowView, SettingDifference, StateView, View};

use super::verdict::{Evidence, in_both};
use crate::kafka::BrokerId;
use crate::replication::settings::SettingKey;
use crate::session::frame::{Frame, StepLine};
use crate::session::request::{Look as SessionLook, Move, Request, StepKind};
use crate::session::{Reply, kind_of, line};
use crate::sim::Simulation;
use crate::sim::event::{Step, Trigger};
use crate::topology::PartitionId;

/// Ticks of the scrubber at most; where there are more rows, several share one.
const TICKS_MAX: usize = 400;

/// Rows of the table shown at once, at most.
const ROWS_MAX: u32 = 200;

/// Rows of the table shown at first.
const ROWS_FIRST: u32 = 8;

/// Two runs side by side.
#[derive(Debug)]
pub(super) struct Compared {
    runs: Pair<Run>,
    rows: Vec<Row>,
    partners: Partners,
    /// The partition that is looked at, in both runs' numbers.
    chosen: Pair<PartitionId>,
    sweep: Sweep,
}

impl Compared {
    pub(super) fn new(runs: Pair<Run>) -> Self {
        let places = |run: &Run| -> Vec<Place> {
            let steps = run.taken().iter();
            steps.map(|step| Place::of(step, run.topology())).collect()
        };
        let by_hand = |run: &Run| run.simulation().is_some_and(Simulation::is_by_hand);
        let both_by_hand = by_hand(&runs.left) && by_hand(&runs.right);
        let rows = align(&places(&runs.left), &places(&runs.right), both_by_hand);
        let partners = partners(&runs);
        let mut compared = Self {
            runs,
            rows,
            partners,
            chosen: Pair::default(),
            sweep: Sweep::default(),
        };
        compared.choose(PartitionId(0));
        compared
    }

    /// What is shown first: the row in which the runs part, if they do.
    pub(super) fn first_look(&mut self) -> Option<(Head, View)> {
        let head = self.head();
        let look = Look {
            row: self.sweep.differences(0).first.unwrap_or(0),
            partition: self.chosen.left,
            first: None,
            count: ROWS_FIRST,
        };
        Some((head, self.view(look)?))
    }

    /// Looks at another partition of the left run, and at the one of the same name in the right run.
    fn choose(&mut self, left: PartitionId) {
        let partner = self.partners.of_left.get(left.index()).copied().flatten();
        self.chosen = Pair::new(left, partner.unwrap_or_default());
        let tracks = self.runs.as_ref().map(Run::track);
        self.sweep = Sweep::new(&self.rows, tracks, self.chosen, &self.partners);
        for (run, partition) in [
            (&mut self.runs.left, self.chosen.left),
            (&mut self.runs.right, self.chosen.right),
        ] {
            run.session.handle(Request::Look(SessionLook {
                partition,
                ..SessionLook::default()
            }));
        }
    }

    fn head(&self) -> Head {
        let runs = self.runs.as_ref();
        let network = |run: &Run| {
            run.session
                .scenario()
                .map(|scenario| scenario.cluster.network)
        };
        let command = |row: &Row, hand: Hand| {
            let step = self.step(row, hand);
            step.is_some_and(|step| matches!(step.trigger, Trigger::Command(_)))
        };
        let both = |row: &Row| command(row, Hand::Left) == command(row, Hand::Right);
        Head {
            scenarios: runs.map(|run| run.scenario.clone()),
            settings: runs.map(|run| run.settings.clone()),
            steps: runs.map(|run| run.steps),
            last_row: self.last_row(),
            same_network: network(runs.left) == network(runs.right),
            same_commands: self.rows.iter().all(both),
            cut_off: self.runs.left.cut_off || self.runs.right.cut_off,
            ticks: self.ticks(),
        }
    }

    fn last_row(&self) -> u32 {
        u32::try_from(self.rows.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    fn ticks(&self) -> Vec<RowTick> {
        let rows = self.rows.get(1..).unwrap_or_default();
        let bucket = rows.len().div_ceil(TICKS_MAX).max(1);
        let heaviest = |rows: &[Row], hand: Hand| -> Option<StepKind> {
            let moved = rows.iter().filter(|row| moves(row, hand));
            let found = moved.filter_map(|row| self.step(row, hand));
            found.map(|step| kind_of(step)).max()
        };
        rows.chunks(bucket)
            .zip((1..).step_by(bucket))
            .map(|(rows, row)| RowTick {
                row,
                count: u32::try_from(rows.len()).unwrap_or(u32::MAX),
                left: heaviest(rows, Hand::Left),
                right: heaviest(rows, Hand::Right),
            })
            .collect()
    }

    /// The step of a row, if it is one of that run.
    fn step(&self, row: &Row, hand: Hand) -> Option<&Rc<Step>> {
        let (run, at) = match hand {
            Hand::Left => (&self.runs.left, row.left),
            Hand::Right => (&self.runs.right, row.right),
        };
        if moves(row, hand) {
            run.taken().get(at.checked_sub(1)? as usize)
        } else {
            None
        }
    }

    /// The row of a step.
    fn row_of(&self, hand: Hand, step: u32) -> u32 {
        let before = self.rows.partition_point(|row| match hand {
            Hand::Left => row.left < step,
            Hand::Right => row.right < step,
        });
        u32::try_from(before).unwrap_or(u32::MAX)
    }

    pub(super) fn view(&mut self, look: Look) -> Option<View> {
        if look.partition != self.chosen.left {
            self.choose(look.partition);
        }
        let number = look.row.min(self.last_row());
        let row = *self.rows.get(number as usize)?;
        let left = frame(&mut self.runs.left, row.left)?;
        let right = frame(&mut self.runs.right, row.right)?;
        let in_both = in_both(&left, &right);
        let evidence = |hand: Hand| {
            let (run, frame, changes) = match hand {
                Hand::Left => (&self.runs.left, &left, &self.sweep.changes().left),
                Hand::Right => (&self.runs.right, &right, &self.sweep.changes().right),
            };
            Evidence {
                frame,
                track: run.track(),
                changes,
                steps: run.taken(),
                moves: moves(&row, hand),
                in_both: &in_both,
            }
        };
        let both = Pair::new(Hand::Left, Hand::Right).map(evidence);
        let verdicts = both.as_ref().map(Evidence::verdicts);
        let blame = |side: &Evidence<'_>, hand| {
            side.blame().map(|step| Blame {
                row: self.row_of(hand, step.index),
                line: line(step),
            })
        };
        let blame = Pair::new(
            blame(&both.left, Hand::Left),
            blame(&both.right, Hand::Right),
        );
        let (differs, mark) = self.sweep.row(number);
        let (table, first) = self.table(look, number);
        Some(View {
            row: number,
            time: left.position.time.max(right.position.time),
            differs,
            mark,
            differences: self.sweep.differences(number),
            equal: equal(&self.sweep.states(Pair::new(row.left, row.right))),
            settings: self.settings(),
            verdicts,
            blame,
            table,
            first,
            in_both,
            frames: Pair::new(left, right),
        })
    }

    fn table(&self, look: Look, row: u32) -> (Vec<RowView>, u32) {
        let total = self.last_row() + 1;
        let count = look.count.min(ROWS_MAX);
        let first = look.first.unwrap_or_else(|| row.saturating_sub(count / 2));
        let first = first.min(total.saturating_sub(count));
        let shown = self.rows.iter().zip(0..).skip(first as usize);
        let shown = shown.take(count as usize);
        let views = shown.map(|(row, number)| {
            let (differs, mark) = self.sweep.row(number);
            let step = |hand| -> Option<StepLine> { self.step(row, hand).map(line) };
            RowView {
                row: number,
                steps: Pair::new(step(Hand::Left), step(Hand::Right)),
                states: self.sweep.states(Pair::new(row.left, row.right)),
                mark,
                differs,
            }
        });
        (views.collect(), first)
    }

    fn settings(&self) -> Vec<SettingDifference> {
        let (Some(left), Some(right)) = (self.runs.left.simulation(), self.runs.right.simulation())
        else {
            return Vec::new();
        };
        let (left, right) = (left.settings(), right.settings());
        let keys = SettingKey::ALL.into_iter();
        keys.filter(|key| left.get(*key) != right.get(*key))
            .map(|key| SettingDifference {
                key,
                left: left.get(key),
                right: right.get(key),
            })
            .collect()
    }
}

const fn moves(row: &Row, hand: Hand) -> bool {
    match hand {
        Hand::Left => row.left_moves,
        Hand::Right => row.right_moves,
    }
}

fn frame(run: &mut Run, step: u32) -> Option<Box<Frame>> {
    match run.session.handle(Request::Move(Move::To(step))) {
        Reply::Frame(frame) => Some(frame),
        _ => None,
    }
}

/// Partitions of the same topic and number.
fn partners(runs: &Pair<Run>) -> Partners {
    let find = |from: &Run, to: &Run| {
        let ids = (0..from.partitions).map(PartitionId);
        ids.map(|id| {
            let (topic, number) = from.topology().locate(id)?;
            let topic = from.topology().topics.get(topic)?;
            to.topology().find(&topic.name, number)
        })
        .collect()
    };
    Partners {
        of_left: find(&runs.left, &runs.right),
        of_right: find(&runs.right, &runs.left),
    }
}

/// The replicas that are the same in both.
fn equal(states: &Pair<StateView>) -> Vec<BrokerId> {
    let left = states.left.replicas.iter();
    let same = left.filter(|replica| states.right.replicas.contains(replica));
    same.map(|replica| replica.broker).collect()
}
