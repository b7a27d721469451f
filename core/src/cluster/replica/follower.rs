//! The follower's side: fetching, and cutting the log where it differs from the leader's.
//!
//! Source: `kafka.server.AbstractFetcherThread`, `ReplicaFetcherThread`.

use super::{Context, FetchRequest, FetchedRecords, Outbox, Replica};
use crate::event::{Effect, TruncationReason};
use crate::kafka::{BrokerId, LeaderEpoch, NO_LEADER_EPOCH, Offset};
use crate::log::{AppendError, EpochEndOffset};
use crate::replication::settings::Truncation;
use crate::replication::truncation::{FollowerLog, decide};

/// What a follower's fetcher does for the partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetcher {
    /// Nothing yet, or there is no leader.
    Idle,
    /// A fetch is under way; its answer carries this serial.
    Fetching {
        /// The request's serial.
        serial: u32,
    },
    /// It asks where the logs part; the answer carries this serial.
    Truncating {
        /// The request's serial.
        serial: u32,
    },
    /// It tries again at this time, in microseconds.
    Backoff {
        /// When.
        until: u64,
    },
    /// Its leader can't be reached; it has tried every back-off interval since.
    Unreachable {
        /// Since when, in microseconds.
        since: u64,
    },
    /// It gave up until new metadata arrives.
    Failed,
}

/// What a follower keeps beside its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Following {
    /// Whom it follows.
    pub leader: Option<BrokerId>,
    /// What its fetcher does.
    pub fetcher: Fetcher,
    /// The point where the logs part is known in this epoch, or need not be asked for.
    pub reconciled: bool,
}

/// What comes after a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TruncationStep {
    /// Fetch on.
    Done,
    /// Ask again: the leader's epoch was unknown here.
    AskAgain,
}

impl Following {
    pub(super) const fn new(leader: Option<BrokerId>) -> Self {
        Self {
            leader,
            fetcher: Fetcher::Idle,
            reconciled: false,
        }
    }
}

impl Replica {
    /// The serial of the next request; earlier answers are stale from now on.
    pub const fn next_serial(&mut self) -> u32 {
        self.fetch_serial = self.fetch_serial.wrapping_add(1);
        self.fetch_serial
    }

    /// The latest epoch of the epoch cache, -1 if it is empty.
    #[must_use]
    pub fn latest_epoch(&self) -> LeaderEpoch {
        self.log
            .epoch_cache()
            .latest_epoch()
            .unwrap_or(NO_LEADER_EPOCH)
    }

    /// The leader epoch a request carries: none before KIP-320.
    #[must_use]
    pub const fn request_epoch(&self, context: &Context<'_>) -> Option<LeaderEpoch> {
        if context.settings.leader_epoch_fencing {
            Some(self.leader_epoch)
        } else {
            None
        }
    }

    /// The fetch this follower would send now.
    pub fn fetch_request(
        &mut self,
        context: &Context<'_>,
        max_records: Option<u32>,
    ) -> FetchRequest {
        let serial = self.next_serial();
        let last_fetched_epoch = match context.settings.truncation {
            Truncation::OnFetch => self.log.epoch_cache().latest_epoch(),
            _ => None,
        };
        FetchRequest {
            follower: self.broker,
            leader_epoch: self.request_epoch(context),
            fetch_offset: self.log.log_end_offset(),
            last_fetched_epoch,
            log_start_offset: self.log.log_start_offset(),
            max_records,
            serial,
            nth: 0,
        }
    }

    /// Takes over records, high watermark and log start offset from a fetch answer.
    ///
    /// # Errors
    /// If the records do not continue the log; nothing is changed then.
    pub fn append_fetched(
        &mut self,
        context: &Context<'_>,
        fetched: &FetchedRecords,
        out: &mut Outbox,
    ) -> Result<(), AppendError> {
        let from = self.log.log_end_offset();
        if let Some(data) = &fetched.data {
            self.log.append_as_follower(context.log(), &data.bytes)?;
            let to = self.log.log_end_offset();
            self.flush_if_due(context.settings, from, to);
            out.effects.push(Effect::Appended {
                partition: context.partition,
                broker: self.broker,
                from,
                to,
                as_leader: false,
            });
        }
        self.set_high_watermark(context, fetched.high_watermark, out);
        self.raise_log_start(context, fetched.log_start_offset, out);
        Ok(())
    }

    /// Cuts the log by the leader's answer about an epoch.
    pub fn truncate_by_epoch(
        &mut self,
        context: &Context<'_>,
        leader_end: EpochEndOffset,
        reason: TruncationReason,
        out: &mut Outbox,
    ) -> TruncationStep {
        let own_end = self.own_end_offset_for(leader_end.leader_epoch);
        let decision = decide(
            context.settings.epoch_answer,
            leader_end,
            own_end,
            FollowerLog {
                log_end_offset: self.log.log_end_offset(),
                high_watermark: self.log.high_watermark(),
            },
        );
        self.truncate(context, decision.truncate_to, reason, out);
        if decision.done {
            TruncationStep::Done
        } else {
            TruncationStep::AskAgain
        }
    }

    /// The epoch cache is empty: cuts to the high watermark, as a log without epochs has to.
    pub fn truncate_to_high_watermark(&mut self, context: &Context<'_>, out: &mut Outbox) {
        let high_watermark = self.log.high_watermark();
        if high_watermark < self.log.log_end_offset() {
            self.truncate(context, high_watermark, TruncationReason::LeaderEpoch, out);
        }
    }

    /// Handles an offset out of range, with the leader's bounds from ListOffsets.
    pub fn handle_out_of_range(
        &mut self,
        context: &Context<'_>,
        leader_log_start_offset: Offset,
        leader_log_end_offset: Offset,
        out: &mut Outbox,
    ) {
        let from = self.log.log_end_offset();
        if leader_log_end_offset < from {
            self.truncate(
                context,
                leader_log_end_offset,
                TruncationReason::OutOfRange,
                out,
            );
        } else if leader_log_start_offset > from {
            let high_watermark = self.log.high_watermark();
            self.log
                .truncate_fully_and_start_at(leader_log_start_offset);
            out.effects.push(Effect::Truncated {
                partition: context.partition,
                broker: self.broker,
                from,
                to: self.log.log_end_offset(),
                reason: TruncationReason::BehindLogStart,
            });
            self.note_high_watermark(context, high_watermark, out);
        }
    }
}
