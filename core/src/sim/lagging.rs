//! A leader's look at followers that lag (`replica.lag.time.max.ms`).

use super::Simulation;
use super::event::Timer;
use crate::cluster::broker::Process;
use crate::kafka::BrokerId;
use crate::topology::PartitionId;

impl Simulation {
    /// Remembers a partition whose ISR has a member that is behind, so that the lag check looks at it.
    pub(super) fn watch_followers(&mut self, partition: PartitionId, leader: BrokerId) {
        let behind = self
            .cell(partition)
            .and_then(|cell| cell.replica(leader))
            .is_some_and(|replica| {
                let end = replica.log.log_end_offset();
                replica.leadership().is_some_and(|leadership| {
                    leadership.remotes.iter().any(|remote| {
                        remote.progress.log_end_offset != end
                            && leadership.isr.contains(&remote.broker)
                    })
                })
            });
        if !behind || self.by_hand {
            return;
        }
        let interval = self.lag_check_interval(leader);
        let now = self.now;
        let Some(broker) = self.broker_mut(leader) else {
            return;
        };
        broker.suspect(partition);
        if !broker.lag_check_armed {
            broker.lag_check_armed = true;
            let due = broker.next_tick(now, interval);
            self.set_timer(due, Timer::LagCheck { broker: leader }, 0);
        }
    }

    fn lag_check_interval(&self, leader: BrokerId) -> u64 {
        let settings = self.settings_of(leader);
        (settings.replica_lag_time_max_ms.saturating_mul(1000) / 2).max(1)
    }

    /// The leader looks at the partitions whose followers were behind; true if it asked for an ISR.
    pub(super) fn on_lag_check(&mut self, leader: BrokerId) -> bool {
        let Some(broker) = self.broker_mut(leader) else {
            return false;
        };
        broker.lag_check_armed = false;
        if broker.process != Process::Running {
            return false;
        }
        let suspects = core::mem::take(&mut broker.suspects);
        let mut asked = false;
        for partition in suspects.iter() {
            let shrinks = self.on_replica(*partition, leader, |replica, context, out| {
                replica.check_lag(context, out)
            });
            asked |= shrinks == Some(true);
            self.watch_followers(*partition, leader);
        }
        asked
    }
}
