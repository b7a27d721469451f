//! The books of a partition: what was written, acknowledged and committed, and what became of it.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use crate::cluster::replica::Replica;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::log::BatchStamp;
use crate::replication::acks::Acks;
use crate::shared::{SharedList, SortedMap};

/// A record whose producer was told that it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcknowledgedRecord {
    /// Where the leader wrote it.
    pub offset: Offset,
    /// In which leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// What its producer had asked for.
    pub acks: Acks,
    /// Its value.
    pub value: Rc<str>,
}

/// The books.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// Records that a leader appended from a producer.
    pub written: u64,
    /// Records that a producer was told are stored, in the order of the answers.
    pub acknowledged: SharedList<AcknowledgedRecord>,
    /// Batches that were below the high watermark of a replica that led, in that order.
    pub committed: SharedList<BatchStamp>,
    /// Records in those batches.
    pub committed_records: u64,
    committed_end: Offset,
    verified: Verified,
}

/// How far the books were compared with a leader's log, which only grows while it leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Verified {
    leader: (BrokerId, LeaderEpoch),
    committed: usize,
    committed_missing: bool,
    acknowledged: usize,
    weakly_acknowledged_missing: bool,
}

/// What became of the records, as of now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// Acknowledged, present, and not below the leader's high watermark.
    pub acknowledged_not_committed: Vec<String>,
    /// Acknowledged, and not in the leader's log.
    pub lost: Vec<String>,
    /// Values at more than one offset of the leader's log.
    pub duplicated: Vec<String>,
}

impl Ledger {
    /// A leader's high watermark moved: the batches below it are committed.
    pub fn commit(&mut self, leader: &Replica, from: Offset, to: Offset) {
        for stamp in leader.log.stamps(from) {
            if stamp.last_offset >= to {
                return;
            }
            let known = stamp.base_offset < self.committed_end
                && self.committed.iter().any(|known| *known == stamp);
            if known {
                continue;
            }
            self.committed_end = self.committed_end.max(stamp.last_offset + 1);
            self.committed_records += (stamp.last_offset - stamp.base_offset + 1).unsigned_abs();
            self.committed.push(stamp);
        }
    }

    /// Compares the books with the true leader's log: whether it lacks anything that was committed, and
    /// anything that was acknowledged with less than `acks=all`.
    pub fn missing_from(&mut self, leader: &Replica) -> (bool, bool) {
        let key = (leader.broker, leader.leader_epoch);
        if self.verified.leader != key {
            self.verified = Verified {
                leader: key,
                ..Verified::default()
            };
        }
        while let Some(stamp) = self.committed.get(self.verified.committed) {
            self.verified.committed += 1;
            self.verified.committed_missing |= !holds(leader, stamp);
        }
        while let Some(record) = self.acknowledged.get(self.verified.acknowledged) {
            self.verified.acknowledged += 1;
            self.verified.weakly_acknowledged_missing |=
                record.acks != Acks::All && !holds_record(leader, record);
        }
        (
            self.verified.committed_missing,
            self.verified.weakly_acknowledged_missing,
        )
    }

    /// A record was acknowledged.
    pub fn acknowledge(&mut self, record: AcknowledgedRecord) {
        self.acknowledged.push(record);
    }

    /// What producers were told of the records from an offset on, by offset and epoch.
    #[must_use]
    pub fn acknowledged_from(&self, from: Offset) -> SortedMap<(Offset, LeaderEpoch), Acks> {
        let records = self.acknowledged.iter();
        records
            .filter(|record| record.offset >= from)
            .map(|record| ((record.offset, record.leader_epoch), record.acks))
            .collect()
    }

    /// What is known of the records while nobody leads: those that were acknowledged and never committed.
    #[must_use]
    pub fn fate_while_leaderless(&self) -> Fate {
        let records = self.acknowledged.iter();
        let pending = records.filter(|record| record.offset >= self.committed_end);
        Fate {
            acknowledged_not_committed: pending
                .map(|record| String::from(&*record.value))
                .collect(),
            ..Fate::default()
        }
    }

    /// What became of the records, measured against a leader's log.
    #[must_use]
    pub fn fate(&self, leader: &Replica) -> Fate {
        let mut account = Account::default();
        account.bring_up(self, leader);
        account.fate
    }
}

/// What became of a partition's records, carried on while the same replica leads in the same epoch:
/// until then its log and the books only grow.
#[derive(Clone, Debug, Default)]
pub struct Account {
    leader: Option<(BrokerId, LeaderEpoch)>,
    log_start_offset: Offset,
    log_end_offset: Offset,
    /// The last batch looked at: a leader that lost it has restarted, and led on in the same epoch.
    last: Option<BatchStamp>,
    /// Acknowledgements looked at.
    acknowledged: usize,
    /// The values of the leader's log, sorted, each once.
    values: Vec<String>,
    /// Offsets of the records acknowledged and not committed.
    pending: Vec<Offset>,
    fate: Fate,
}

impl Account {
    /// What became of the records, as of now. The books and the log must be those of the last time, or
    /// what has become of them since.
    pub fn fate(&mut self, ledger: &Ledger, leader: &Replica) -> &Fate {
        self.bring_up(ledger, leader);
        &self.fate
    }

    fn bring_up(&mut self, ledger: &Ledger, leader: &Replica) {
        let key = Some((leader.broker, leader.leader_epoch));
        let start = leader.log.log_start_offset();
        let cut = self.last.is_some_and(|last| !holds(leader, &last));
        if self.leader != key || self.log_start_offset != start || cut {
            *self = Self {
                leader: key,
                log_start_offset: start,
                log_end_offset: start,
                ..Self::default()
            };
        }
        self.add_values(leader);
        while let Some(record) = ledger.acknowledged.get(self.acknowledged) {
            self.acknowledged += 1;
            let value = String::from(&*record.value);
            // Another record may stand at its offset, in the same epoch: its value tells.
            let is_there = record.offset < start || self.values.binary_search(&value).is_ok();
            if !is_there {
                self.fate.lost.push(value);
            } else if holds_record(leader, record) {
                self.pending.push(record.offset);
                self.fate.acknowledged_not_committed.push(value);
            }
        }
        let high_watermark = leader.log.high_watermark();
        let mut offsets = self.pending.iter();
        let is_pending = |_: &String| offsets.next().is_some_and(|at| *at >= high_watermark);
        self.fate.acknowledged_not_committed.retain(is_pending);
        self.pending.retain(|at| *at >= high_watermark);
    }

    fn add_values(&mut self, leader: &Replica) {
        let end = leader.log.log_end_offset();
        if self.log_end_offset == end {
            return;
        }
        for value in leader.values(self.log_end_offset, end) {
            let Err(at) = self.values.binary_search(&value) else {
                if let Err(at) = self.fate.duplicated.binary_search(&value) {
                    self.fate.duplicated.insert(at, value);
                }
                continue;
            };
            // A value sent again after it was lost is there after all.
            self.fate.lost.retain(|lost| *lost != value);
            self.values.insert(at, value);
        }
        self.log_end_offset = end;
        self.last = leader.log.stamp(end - 1);
    }
}

/// Whether a log holds a batch; one below the log's start was deleted, not lost.
fn holds(replica: &Replica, stamp: &BatchStamp) -> bool {
    if stamp.last_offset < replica.log.log_start_offset() {
        return true;
    }
    replica.log.stamp(stamp.base_offset).as_ref() == Some(stamp)
}

fn holds_record(replica: &Replica, record: &AcknowledgedRecord) -> bool {
    if record.offset < replica.log.log_start_offset() {
        return true;
    }
    replica.log.stamp(record.offset).is_some_and(|stamp| {
        stamp.base_offset <= record.offset && stamp.leader_epoch == record.leader_epoch
    })
}
