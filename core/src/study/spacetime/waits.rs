//! Fetches that wait at a leader, and how often each was renewed while nothing happened.
//!
//! An idle poll makes no steps; its rhythm is the wait and one delay each way. What is told here is
//! computed from that rhythm, as the leader's books are (`sim/idle_polls.rs`).

use alloc::vec::Vec;

use super::facts::Wait;
use crate::cluster::replica::ParkedFetch;
use crate::kafka::BrokerId;
use crate::sim::event::VirtualTime;
use crate::sim::{Simulation, virtual_time};
use crate::topology::PartitionId;

/// A fetch that waits, as it was when it was last looked at.
struct Open {
    leader: BrokerId,
    follower: BrokerId,
    since: u64,
    idle: bool,
    wait_us: u64,
    period_us: u64,
}

/// The fetches that waited so far.
pub(super) struct Waits {
    partition: PartitionId,
    open: Vec<Open>,
    done: Vec<Wait>,
}

impl Waits {
    pub(super) const fn new(partition: PartitionId) -> Self {
        Self {
            partition,
            open: Vec::new(),
            done: Vec::new(),
        }
    }

    /// Looks at a state: who waits, and who does no more.
    pub(super) fn look(&mut self, simulation: &Simulation) {
        let now = simulation.now();
        let waiting = waiting(simulation, self.partition);
        let mut kept = Vec::new();
        for open in core::mem::take(&mut self.open) {
            let still = waiting.iter().find(|(leader, parked)| {
                (*leader, parked.request.follower) == (open.leader, open.follower)
            });
            match still {
                Some((_, parked)) if !begins_anew(&open, parked) => kept.push(Open {
                    idle: parked.idle,
                    ..open
                }),
                _ => self.done.extend(open.ended(now)),
            }
        }
        for (leader, parked) in waiting {
            let follower = parked.request.follower;
            let known = kept
                .iter()
                .any(|open| (open.leader, open.follower) == (leader, follower));
            if !known {
                let wait_us = simulation
                    .settings_of(follower)
                    .replica_fetch_wait_max_ms
                    .saturating_mul(1000);
                kept.push(Open {
                    leader,
                    follower,
                    since: parked.since,
                    idle: parked.idle,
                    wait_us,
                    period_us: simulation.idle_period(leader, follower).max(1),
                });
            }
        }
        self.open = kept;
    }

    /// All of them, in the order of their beginnings; those that still wait have no end.
    pub(super) fn finish(&mut self, simulation: &Simulation) -> Vec<Wait> {
        let now = simulation.now();
        let mut waits = core::mem::take(&mut self.done);
        waits.extend(self.open.iter().map(|open| Wait {
            until: None,
            ..open.as_of(now)
        }));
        waits.sort_by_key(|wait| (wait.from, wait.leader, wait.follower));
        waits
    }
}

/// Whether this is another wait than the one known: one that is not a renewal of it.
fn begins_anew(open: &Open, parked: &ParkedFetch) -> bool {
    let later = parked.since.saturating_sub(open.since);
    later > 0 && (!open.idle || !later.is_multiple_of(open.period_us))
}

impl Open {
    fn as_of(&self, now: u64) -> Wait {
        let passed = now.saturating_sub(self.since);
        let renewals = if self.idle {
            passed / self.period_us
        } else {
            0
        };
        Wait {
            leader: self.leader,
            follower: self.follower,
            from: virtual_time(self.since),
            until: Some(virtual_time(now)),
            renewals: u32::try_from(renewals).unwrap_or(u32::MAX),
            wait_us: self.wait_us,
            period_us: self.period_us,
        }
    }

    /// The wait as it is over now; `None` if it took no time.
    fn ended(&self, now: u64) -> Option<Wait> {
        let wait = self.as_of(now);
        // Between two waits of an idle poll its answer or its next request travels.
        let last = self.since + u64::from(wait.renewals) * self.period_us;
        let until = now.min(last + self.wait_us);
        (until > self.since).then(|| Wait {
            until: Some(VirtualTime(virtual_time(until).0)),
            ..wait
        })
    }
}

fn waiting(simulation: &Simulation, partition: PartitionId) -> Vec<(BrokerId, ParkedFetch)> {
    let mut found = Vec::new();
    let Some(cell) = simulation.cell(partition) else {
        return found;
    };
    for replica in &cell.replicas {
        let remotes = replica
            .leadership()
            .into_iter()
            .flat_map(|leadership| &leadership.remotes);
        found.extend(remotes.filter_map(|remote| Some((replica.broker, remote.parked?))));
    }
    found
}
