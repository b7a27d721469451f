//! What a person, or the scenario, did.

use super::{Teller, id_list, joined, setting, values};
use crate::words::{say, time_left};
use tidemark_core::event::ActRefusal;
use tidemark_core::sim::command::{Command, Crash, Manual};
use tidemark_core::sim::naming::{MessageAct, MessageName};

impl Teller {
    /// A command as one line.
    pub(crate) fn command(&self, command: &Command) -> String {
        let words = self.words;
        match command {
            Command::Produce(produce) => {
                let (values, partition) = (
                    values(&produce.values),
                    self.names.partition(produce.partition),
                );
                if let Some(key) = &produce.key {
                    // A key that chooses knows the topic only.
                    let topic = partition.rsplit_once('-').filter(|_| key.chooses);
                    let target = topic.map_or(&*partition, |(topic, _)| topic);
                    return say!(
                        words,
                        you_produce_key,
                        values = &values,
                        target = target,
                        key = &key.text
                    );
                }
                match produce.acks {
                    Some(acks) => say!(
                        words,
                        you_produce_acks,
                        values = &values,
                        partition = &partition,
                        acks = acks.as_str()
                    ),
                    None => say!(words, you_produce, values = &values, partition = &partition),
                }
            }
            Command::ConsumerFetch {
                partition,
                broker,
                offset,
            } => say!(
                words,
                you_consume,
                broker = *broker,
                partition = &self.names.partition(*partition),
                offset = *offset
            ),
            Command::Crash { broker, how } => match how {
                Crash::Kill => say!(words, you_crash, broker = *broker),
                Crash::PowerLoss => say!(words, you_power_loss, broker = *broker),
                Crash::KeepBelow(offset) => {
                    say!(words, you_keep_below, broker = *broker, offset = *offset)
                }
                Crash::DiskLoss => say!(words, you_disk_loss, broker = *broker),
            },
            Command::Restart { broker } => say!(words, you_restart, broker = *broker),
            Command::ControlledShutdown { broker } => say!(words, you_shut_down, broker = *broker),
            Command::Pause { broker } => say!(words, you_pause, broker = *broker),
            Command::Resume { broker } => say!(words, you_resume, broker = *broker),
            Command::CutLink { from, to, both } => {
                let (from, to) = (self.node(*from), self.node(*to));
                if *both {
                    say!(words, you_cut_both, from = &from, to = &to)
                } else {
                    say!(words, you_cut, from = &from, to = &to)
                }
            }
            Command::HealLink { from, to, both } => {
                let (from, to) = (self.node(*from), self.node(*to));
                if *both {
                    say!(words, you_heal_both, from = &from, to = &to)
                } else {
                    say!(words, you_heal, from = &from, to = &to)
                }
            }
            Command::Isolate { brokers } => {
                say!(
                    words,
                    you_isolate,
                    n = brokers.len(),
                    brokers = &joined(brokers, ", ")
                )
            }
            Command::HealAll => words.you_heal_all(),
            Command::PreferredElection {
                partition: Some(partition),
            } => {
                say!(
                    words,
                    you_elect_preferred,
                    partition = &self.names.partition(*partition)
                )
            }
            Command::PreferredElection { partition: None } => words.you_elect_preferred_all(),
            Command::UncleanElection {
                partition: Some(partition),
            } => {
                say!(
                    words,
                    you_elect_unclean,
                    partition = &self.names.partition(*partition)
                )
            }
            Command::UncleanElection { partition: None } => words.you_elect_unclean_all(),
            Command::DeleteRecords {
                partition,
                before_offset,
            } => say!(
                words,
                you_delete_records,
                partition = &self.names.partition(*partition),
                offset = *before_offset
            ),
            Command::Set(change) => say!(
                words,
                you_set,
                name = &setting::name(words, change.key),
                value = &setting::value(words, change.value)
            ),
            Command::RunByItself => words.you_run_by_itself(),
            Command::RunByHand => words.you_run_by_hand(),
            Command::Manual(manual) => self.manual(manual),
            Command::Message { name, act } => self.act(name, *act),
            Command::ExpireTimer(timer) => say!(words, you_expire, timer = &self.timer_name(timer)),
            Command::Wait => words.you_wait(),
            #[cfg(feature = "whole")]
            Command::Admin(admin) => self.admin(admin),
            // The first module has no words for it. The line of a scenario names everything itself.
            #[cfg(not(feature = "whole"))]
            Command::Admin(_) => {
                let topology = tidemark_core::topology::Topology::default();
                tidemark_core::scenario::command_text(&topology, command)
            }
        }
    }

    /// A command that could not be carried out, with the reason.
    pub(super) fn refused(&self, command: &Command, why: ActRefusal) -> String {
        let words = self.words;
        let (act, why) = (self.command(command), self.refusal(why));
        say!(words, act_refused, act = &act, why = &why)
    }

    /// Why nothing was done.
    pub(super) fn refusal(&self, why: ActRefusal) -> String {
        let words = self.words;
        match why {
            ActRefusal::NotInFlight => words.not_in_flight(),
            ActRefusal::Held => words.held_already(),
            ActRefusal::NotHeld => words.not_held(),
            ActRefusal::NeverTwice => words.never_twice(),
            ActRefusal::NotRunning => words.timer_not_running(),
        }
    }

    fn act(&self, name: &MessageName, act: MessageAct) -> String {
        let words = self.words;
        let message = &self.numbered(name);
        match act {
            MessageAct::Drop => say!(words, you_message_drop, message = message),
            MessageAct::Hold => say!(words, you_message_hold, message = message),
            MessageAct::Release => say!(words, you_message_release, message = message),
            MessageAct::Delay { by_us } => say!(
                words,
                you_message_delay,
                message = message,
                time = &time_left(by_us)
            ),
            MessageAct::DeliverNow => say!(words, you_message_deliver, message = message),
            MessageAct::Duplicate => say!(words, you_message_duplicate, message = message),
        }
    }

    fn manual(&self, manual: &Manual) -> String {
        let words = self.words;
        match manual {
            Manual::Fetch {
                partition,
                follower,
                leader,
                response_lost,
                ..
            } => {
                let partition = self.names.partition(*partition);
                if *response_lost {
                    say!(
                        words,
                        hand_fetch_lost,
                        partition = &partition,
                        follower = *follower,
                        leader = *leader
                    )
                } else {
                    say!(
                        words,
                        hand_fetch,
                        partition = &partition,
                        follower = *follower,
                        leader = *leader
                    )
                }
            }
            Manual::ApplyMetadata { broker } => say!(words, hand_metadata, broker = *broker),
            Manual::Fence { broker } => say!(words, hand_fence, broker = *broker),
            Manual::Elect { partition, leader } => say!(
                words,
                hand_elect,
                partition = &self.names.partition(*partition),
                broker = *leader
            ),
            Manual::ShrinkIsr {
                partition,
                leader,
                remove,
            } => say!(
                words,
                hand_shrink,
                partition = &self.names.partition(*partition),
                leader = *leader,
                remove = &joined(remove, ", ")
            ),
            Manual::SendAlterPartition {
                partition,
                leader,
                isr,
            } => say!(
                words,
                hand_ask_isr,
                partition = &self.names.partition(*partition),
                leader = *leader,
                isr = &id_list(isr)
            ),
            Manual::AnswerAlterPartition { partition, leader } => say!(
                words,
                hand_answer_isr,
                partition = &self.names.partition(*partition),
                leader = *leader
            ),
        }
    }
}
