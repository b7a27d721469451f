//! The state of one partition as a row of a comparison holds it, and the books beside it.
//!
//! Taken anew only when the partition has changed, and quick then: a log only grows or is cut, so that
//! its hash goes on from the last batch that is still there.

use alloc::vec::Vec;

use super::told::{ReplicaState, StateView};
use crate::cluster::broker::Process;
use crate::cluster::replica::{Replica, Role};
use crate::kafka::Offset;
use crate::log::BatchStamp;
use crate::session::frame::RoleView;
use crate::sim::Simulation;
use crate::sim::cell::PartitionCell;
use crate::sim::ledger::Account;
use crate::sim::trace::stable_hash;

/// What became of the records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Books {
    written: u64,
    acknowledged: u64,
    committed: u64,
    not_committed: u64,
    lost: u64,
    duplicated: u64,
}

impl Books {
    /// These with a partition's share put in the place of another.
    pub(super) const fn exchange(self, out: Self, new: Self) -> Self {
        Self {
            written: self.written + new.written - out.written,
            acknowledged: self.acknowledged + new.acknowledged - out.acknowledged,
            committed: self.committed + new.committed - out.committed,
            not_committed: self.not_committed + new.not_committed - out.not_committed,
            lost: self.lost + new.lost - out.lost,
            duplicated: self.duplicated + new.duplicated - out.duplicated,
        }
    }

    /// How far each of these numbers is ahead of another's.
    pub(super) fn ahead_of(self, other: Self) -> [i64; 6] {
        let numbers = |books: Self| {
            [
                books.written,
                books.acknowledged,
                books.committed,
                books.not_committed,
                books.lost,
                books.duplicated,
            ]
        };
        let (mut ahead, other) = (numbers(self), numbers(other));
        for (number, other) in ahead.iter_mut().zip(other) {
            *number = number.wrapping_sub(other);
        }
        ahead.map(u64::cast_signed)
    }

    /// How many acknowledged records are lost.
    pub(super) const fn lost(self) -> u64 {
        self.lost
    }
}

/// What is kept of a partition from one state to the next.
#[derive(Debug, Default)]
pub(super) struct Watched {
    logs: Vec<LogHash>,
    account: Account,
    /// Its share of the books.
    pub(super) books: Books,
}

impl Watched {
    /// The partition's state now.
    pub(super) fn state(&mut self, simulation: &Simulation, cell: &PartitionCell) -> StateView {
        self.logs.resize_with(cell.replicas.len(), LogHash::default);
        let replicas = cell.replicas.iter().zip(&mut self.logs);
        StateView {
            leader: cell.state.leader,
            leader_epoch: cell.state.leader_epoch,
            isr: cell.state.isr.to_vec(),
            replicas: replicas
                .map(|(replica, log)| ReplicaState {
                    broker: replica.broker,
                    role: role(simulation, replica),
                    log_end_offset: replica.log.log_end_offset(),
                    high_watermark: replica.log.high_watermark(),
                    log: log.bring_up(replica),
                })
                .collect(),
            broken: cell.broken.iter().map(|(id, _)| *id).collect(),
        }
    }

    /// The partition's share of the books now.
    pub(super) fn bring_up_books(&mut self, cell: &PartitionCell) -> Books {
        let ledger = &cell.ledger;
        let mut books = Books {
            written: ledger.written,
            acknowledged: ledger.acknowledged.len() as u64,
            committed: ledger.committed_records,
            ..Books::default()
        };
        if books.acknowledged > 0 {
            let leaderless;
            // Without a leader nobody can say what is lost: the leader that comes decides.
            let fate = match cell.true_leader() {
                Some(leader) => self.account.fate(ledger, leader),
                None => {
                    leaderless = ledger.fate_while_leaderless();
                    &leaderless
                }
            };
            books.not_committed = fate.acknowledged_not_committed.len() as u64;
            books.lost = fate.lost.len() as u64;
            books.duplicated = fate.duplicated.len() as u64;
        }
        self.books = books;
        books
    }
}

fn role(simulation: &Simulation, replica: &Replica) -> RoleView {
    let process = simulation
        .broker(replica.broker)
        .map_or(Process::Down, |broker| broker.process);
    match (process, &replica.role) {
        (Process::Down | Process::Starting, _) => RoleView::Down,
        (_, Role::None) => RoleView::None,
        (_, Role::Leader(_)) => RoleView::Leader,
        (_, Role::Follower(_)) => RoleView::Follower,
    }
}

/// The hash of a log, with those of its beginnings.
#[derive(Debug, Default)]
struct LogHash {
    start: Offset,
    /// Each batch with the hash of the log up to its end.
    batches: Vec<(BatchStamp, u64)>,
}

impl LogHash {
    fn bring_up(&mut self, replica: &Replica) -> u64 {
        let log = &replica.log;
        if self.start != log.log_start_offset() {
            self.start = log.log_start_offset();
            self.batches.clear();
        }
        while let Some((stamp, _)) = self.batches.last() {
            if log.stamp(stamp.base_offset).as_ref() == Some(stamp) {
                break;
            }
            self.batches.pop();
        }
        let (mut next, mut hash) = self
            .batches
            .last()
            .map_or((self.start, stable_hash(&self.start)), |(stamp, hash)| {
                (stamp.last_offset + 1, *hash)
            });
        if next < log.log_end_offset() {
            for stamp in log.stamps(next) {
                replica.for_each_record(next, stamp.last_offset + 1, |record| {
                    let epoch = record.leader_epoch;
                    hash = stable_hash(&(hash, record.offset, epoch, record.key, record.value));
                });
                next = stamp.last_offset + 1;
                self.batches.push((stamp, hash));
            }
        }
        hash
    }
}
