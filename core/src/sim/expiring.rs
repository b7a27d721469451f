//! Timers that a person lets run out before their time.

use super::Simulation;
use super::event::Timer;
use super::queue::Due;
use crate::cluster::broker::Process;
use crate::cluster::replica::{Fetcher, ParkedFetch};
use crate::event::{ActRefusal, Effect};
use crate::kafka::BrokerId;

impl Simulation {
    /// A person lets a timer run out now: exactly what its expiry would do is done.
    pub(super) fn expire_now(&mut self, timer: Timer) {
        if let Timer::FetchWait {
            broker,
            follower,
            partition,
        } = timer
        {
            self.make_explicit(partition, broker, follower);
        }
        let running = self.queue.iter().filter_map(|entry| match entry.due {
            Due::Timer(other, generation)
                if other == timer && self.is_running(timer, generation) =>
            {
                Some((entry.time, entry.sequence, generation))
            }
            _ => None,
        });
        let Some((_, sequence, generation)) = running.min() else {
            let why = ActRefusal::NotRunning;
            self.effects.push(Effect::ActRefused { why });
            return;
        };
        self.queue.take(|entry| entry.sequence == sequence);
        self.make_due(timer);
        self.expire(timer, generation);
    }

    /// Lets the time that a timer waits for be now.
    fn make_due(&mut self, timer: Timer) {
        let now = self.now;
        match timer {
            Timer::FetchWait {
                broker,
                follower,
                partition,
            } => {
                let since = now.saturating_sub(self.fetch_wait(follower));
                if let Some(parked) = self.parked(partition, broker, follower) {
                    let parked = ParkedFetch { since, ..parked };
                    self.set_parked(partition, broker, follower, Some(parked));
                }
            }
            Timer::FetchRetry { broker, partition } => {
                self.set_fetcher(partition, broker, Fetcher::Backoff { until: now });
            }
            Timer::ProduceTimeout { broker, partition } => {
                let leadership = self
                    .cells
                    .get_mut(partition.index())
                    .and_then(|cell| cell.replica_mut(broker))
                    .and_then(|replica| replica.leadership_mut());
                if let Some(first) = leadership.and_then(|leading| leading.waiting.first_mut()) {
                    first.deadline = now;
                }
            }
            _ => {}
        }
    }

    /// Whether the process behind a timer can act on it.
    pub(super) fn is_process_running(&self, broker: BrokerId) -> bool {
        self.broker(broker)
            .is_some_and(|broker| broker.process == Process::Running)
    }
}
