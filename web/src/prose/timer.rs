//! Timers: a name while they run, a sentence when they run out.

use super::Teller;
use crate::words::say;
use tidemark_core::sim::event::Timer;

impl Teller {
    /// What the timer is for.
    pub(crate) fn timer_name(&self, timer: &Timer) -> String {
        let words = self.words;
        match timer {
            Timer::SessionExpiry { broker } => say!(words, timer_session, broker = *broker),
            Timer::LagCheck { broker } => say!(words, timer_lag, broker = *broker),
            Timer::FetchWait {
                broker, follower, ..
            } => {
                say!(
                    words,
                    timer_fetch_wait,
                    broker = *broker,
                    follower = *follower
                )
            }
            Timer::FetchRetry { broker, .. } => say!(words, timer_fetch_retry, broker = *broker),
            Timer::RequestTimeout { broker, .. } => say!(words, timer_request, broker = *broker),
            Timer::ProduceTimeout { broker, .. } => say!(words, timer_produce, broker = *broker),
            Timer::Registration { broker } => say!(words, timer_registration, broker = *broker),
            Timer::Heartbeat { broker } => say!(words, timer_heartbeat, broker = *broker),
            Timer::AlterPartitionRetry { broker } => {
                say!(words, timer_alter_retry, broker = *broker)
            }
            Timer::ConnectionTimeout { broker, peer } => say!(
                words,
                timer_connection,
                broker = *broker,
                peer = &self.node(*peer)
            ),
            Timer::LeaderBalance => words.timer_balance(),
            Timer::UncleanElectionCheck => words.timer_unclean(),
            Timer::ProducerSend { client } => say!(words, timer_producer, client = *client),
        }
    }

    /// What happens when it runs out.
    pub(super) fn timer_line(&self, timer: &Timer) -> String {
        let words = self.words;
        match timer {
            Timer::SessionExpiry { broker } => say!(words, timer_session_line, broker = *broker),
            Timer::LagCheck { broker } => say!(words, timer_lag_line, broker = *broker),
            Timer::FetchWait {
                broker, follower, ..
            } => {
                say!(
                    words,
                    timer_fetch_wait_line,
                    broker = *broker,
                    follower = *follower
                )
            }
            Timer::FetchRetry { broker, .. } => {
                say!(words, timer_fetch_retry_line, broker = *broker)
            }
            Timer::RequestTimeout { broker, .. } => {
                say!(words, timer_request_line, broker = *broker)
            }
            Timer::ProduceTimeout { broker, .. } => {
                say!(words, timer_produce_line, broker = *broker)
            }
            Timer::Registration { broker } => {
                say!(words, timer_registration_line, broker = *broker)
            }
            Timer::Heartbeat { broker } => say!(words, timer_heartbeat_line, broker = *broker),
            Timer::AlterPartitionRetry { broker } => {
                say!(words, timer_alter_retry_line, broker = *broker)
            }
            Timer::ConnectionTimeout { broker, peer } => say!(
                words,
                timer_connection_line,
                broker = *broker,
                peer = &self.node(*peer)
            ),
            Timer::LeaderBalance => words.timer_balance_line(),
            Timer::UncleanElectionCheck => words.timer_unclean_line(),
            Timer::ProducerSend { client } => say!(words, timer_producer_line, client = *client),
        }
    }
}
