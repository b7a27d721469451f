//! Where two runs differ: one pass over all rows, in which only what changed is compared.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::align::Row;
use super::state::Books;
use super::told::{Differences, Differs, Mark, Pair, ReplicaState, StateView};
use super::track::{Change, Track};
use crate::sim::trace::stable_hash;
use crate::topology::PartitionId;

/// What the pass found, for one chosen partition.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    /// The changes of the chosen partition.
    changes: Pair<Vec<Change>>,
    /// For each row what differs, and how that is to the row before.
    rows: Vec<(Differs, Mark)>,
    /// Rows in which something differs that did not differ so before.
    differences: Vec<u32>,
}

/// Which partition of the right run is which of the left one: by topic and number.
#[derive(Debug, Default)]
pub(super) struct Partners {
    /// By the left run's numbers.
    pub(super) of_left: Vec<Option<PartitionId>>,
    /// By the right run's numbers.
    pub(super) of_right: Vec<Option<PartitionId>>,
}

impl Sweep {
    /// Goes over the rows.
    pub(super) fn new(
        rows: &[Row],
        tracks: Pair<&Track>,
        chosen: Pair<PartitionId>,
        partners: &Partners,
    ) -> Self {
        let mut sweep = Self {
            changes: Pair::new(tracks.left.of(chosen.left), tracks.right.of(chosen.right)),
            ..Self::default()
        };
        let mut sides = Pair::new(
            Reader::new(tracks.left, partners.of_left.len()),
            Reader::new(tracks.right, partners.of_right.len()),
        );
        let mut elsewhere = Elsewhere::new(partners, chosen.left);
        let mut signature = 0;
        for (row, number) in rows.iter().zip(0..) {
            let left = sides.left.go_to(row.left);
            let right = sides.right.go_to(row.right);
            let touched = left.iter().copied().chain(
                right
                    .iter()
                    .filter_map(|id| partners.of_right.get(id.index()).copied().flatten()),
            );
            for partition in touched {
                elsewhere.compare(partition, &sides, partners);
            }
            let states = Pair::new(
                sides.left.state(chosen.left),
                sides.right.state(chosen.right),
            );
            let books = Pair::new(sides.left.books, sides.right.books);
            let differs = Differs {
                books: books.left != books.right,
                elsewhere: elsewhere.count > 0,
                ..differing(states)
            };
            let before = core::mem::replace(&mut signature, sign(differs, states, books));
            let earlier = sweep.rows.last().is_some_and(|(before, _)| before.any());
            let mark = match (differs.any(), earlier) {
                (false, false) => Mark::Equal,
                (false, true) => Mark::EqualAgain,
                (true, true) if signature == before => Mark::AsBefore,
                (true, _) if sweep.differences.is_empty() => Mark::First,
                (true, _) => Mark::Different,
            };
            if matches!(mark, Mark::First | Mark::Different) {
                sweep.differences.push(number);
            }
            sweep.rows.push((differs, mark));
        }
        sweep
    }

    /// What differs in a row, and how that is to the one before.
    pub(super) fn row(&self, row: u32) -> (Differs, Mark) {
        self.rows.get(row as usize).copied().unwrap_or_default()
    }

    /// The chosen partition's states after these steps.
    pub(super) fn states(&self, at: Pair<u32>) -> Pair<StateView> {
        Pair::new(
            state_at(&self.changes.left, at.left),
            state_at(&self.changes.right, at.right),
        )
    }

    /// The chosen partition's changes.
    pub(super) const fn changes(&self) -> &Pair<Vec<Change>> {
        &self.changes
    }

    /// Where differences are, seen from a row.
    pub(super) fn differences(&self, row: u32) -> Differences {
        let all = &self.differences;
        let before = all.partition_point(|at| *at < row);
        let passed = all.partition_point(|at| *at <= row);
        Differences {
            total: u32::try_from(all.len()).unwrap_or(u32::MAX),
            passed: u32::try_from(passed).unwrap_or(u32::MAX),
            first: all.first().copied(),
            previous: before.checked_sub(1).and_then(|at| all.get(at).copied()),
            next: all.get(passed).copied(),
        }
    }
}

fn state_at(changes: &[Change], step: u32) -> StateView {
    let after = changes.partition_point(|change| change.step <= step);
    let last = after.checked_sub(1).and_then(|at| changes.get(at));
    last.map_or_else(StateView::default, |change| (*change.state).clone())
}

/// One side's states as the pass goes on.
struct Reader<'a> {
    track: &'a Track,
    next: usize,
    next_books: usize,
    states: Vec<Option<Rc<StateView>>>,
    books: Books,
}

impl<'a> Reader<'a> {
    fn new(track: &'a Track, partitions: usize) -> Self {
        Self {
            track,
            next: 0,
            next_books: 0,
            states: alloc::vec![None; partitions],
            books: Books::default(),
        }
    }

    /// Takes in everything up to a step; answers the partitions that changed.
    fn go_to(&mut self, step: u32) -> Vec<PartitionId> {
        let mut touched = Vec::new();
        while let Some(change) = self.track.changes().get(self.next) {
            if change.step > step {
                break;
            }
            if let Some(state) = self.states.get_mut(change.partition.index()) {
                *state = Some(Rc::clone(&change.state));
                touched.push(change.partition);
            }
            self.next += 1;
        }
        while let Some((since, books)) = self.track.books().get(self.next_books) {
            if *since > step {
                break;
            }
            self.books = *books;
            self.next_books += 1;
        }
        touched
    }

    fn state(&self, partition: PartitionId) -> Option<&StateView> {
        self.states.get(partition.index())?.as_deref()
    }
}

/// How many partitions differ, the chosen one aside.
struct Elsewhere {
    chosen: PartitionId,
    differ: Vec<bool>,
    count: u32,
}

impl Elsewhere {
    fn new(partners: &Partners, chosen: PartitionId) -> Self {
        Self {
            chosen,
            differ: alloc::vec![false; partners.of_left.len()],
            count: 0,
        }
    }

    fn compare(&mut self, partition: PartitionId, sides: &Pair<Reader<'_>>, partners: &Partners) {
        let partner = partners.of_left.get(partition.index()).copied().flatten();
        let (Some(partner), Some(differs)) = (partner, self.differ.get_mut(partition.index()))
        else {
            return;
        };
        if partition == self.chosen {
            return;
        }
        let now = sides.left.state(partition) != sides.right.state(partner);
        self.count = self.count + u32::from(now) - u32::from(*differs);
        *differs = now;
    }
}

/// What differs between two states.
fn differing(states: Pair<Option<&StateView>>) -> Differs {
    let (Some(left), Some(right)) = (states.left, states.right) else {
        return Differs::default();
    };
    let any = |differ: fn(&ReplicaState, &ReplicaState) -> bool| {
        left.replicas.len() != right.replicas.len()
            || left
                .replicas
                .iter()
                .zip(&right.replicas)
                .any(|(one, other)| differ(one, other))
    };
    Differs {
        leader: left.leader != right.leader,
        leader_epoch: left.leader_epoch != right.leader_epoch,
        isr: left.isr != right.isr,
        roles: any(|one, other| (one.broker, one.role) != (other.broker, other.role)),
        offsets: any(|one, other| {
            (one.log_end_offset, one.high_watermark) != (other.log_end_offset, other.high_watermark)
        }),
        records: any(|one, other| one.log != other.log),
        invariants: left.broken != right.broken,
        books: false,
        elsewhere: false,
    }
}

/// A difference as a number. Where both numbers go on alike, it stays the same difference.
fn sign(differs: Differs, states: Pair<Option<&StateView>>, books: Pair<Books>) -> u64 {
    let (Some(left), Some(right)) = (states.left, states.right) else {
        return stable_hash(&differs);
    };
    let isr = differs.isr.then_some((&left.isr, &right.isr));
    let leader = differs.leader.then_some((left.leader, right.leader));
    let broken = differs.invariants.then_some((&left.broken, &right.broken));
    let replicas: Vec<_> = left
        .replicas
        .iter()
        .zip(&right.replicas)
        .map(|(one, other)| {
            (
                (one.role != other.role).then_some((one.role, other.role)),
                one.log_end_offset - other.log_end_offset,
                one.high_watermark - other.high_watermark,
                one.log != other.log,
            )
        })
        .collect();
    let epochs = left.leader_epoch - right.leader_epoch;
    let books = books.left.ahead_of(books.right);
    stable_hash(&(differs, isr, leader, broken, replicas, epochs, books))
}
