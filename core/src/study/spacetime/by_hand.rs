//! Steps by hand: each happens whole, so the messages in it are told from what it did.

use alloc::vec::Vec;

use super::facts::{Change, End, Message, Moment, Place};
use crate::cluster::replica::Replica;
use crate::event::{Effect, TruncationReason};
use crate::kafka::{BrokerId, NO_OFFSET};
use crate::replication::acks::Acks;
use crate::replication::error_code::ErrorCode;
use crate::sim::Simulation;
use crate::sim::command::{Command, Manual};
use crate::sim::event::{MessageHead, MessageKind, Step};
use crate::sim::node::Node;
use crate::topology::PartitionId;

/// The one client.
const CLIENT: Node = Node::Client(1);

/// What is still under way between two steps by hand.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// AlterPartition requests: the leader, and when it asked.
    asked: Vec<(BrokerId, Place)>,
}

/// A step by hand.
pub(super) struct Scene<'a> {
    pub(super) partition: PartitionId,
    pub(super) before: &'a Simulation,
    pub(super) step: &'a Step,
    pub(super) command: &'a Command,
}

/// Puts each change into its moment of the step.
pub(super) fn place_changes(command: &Command, changes: &mut [Change]) {
    for change in changes {
        change.moment = match (command, change.node) {
            (Command::Manual(Manual::Fetch { follower, .. }), Node::Broker(id))
                if id == *follower =>
            {
                Moment::Last
            }
            (Command::Manual(Manual::Fetch { .. }) | Command::Produce(_), _) => Moment::Middle,
            (Command::Manual(Manual::ApplyMetadata { .. }), Node::Broker(_)) => Moment::Last,
            (
                Command::Manual(Manual::ShrinkIsr { .. } | Manual::AnswerAlterPartition { .. }),
                Node::Controller,
            ) => Moment::Middle,
            (
                Command::Manual(Manual::ShrinkIsr { .. } | Manual::AnswerAlterPartition { .. }),
                Node::Broker(_),
            ) if !matches!(change.effect, Effect::IsrChangeProposed { .. }) => Moment::Last,
            _ => Moment::First,
        };
    }
}

impl Scene<'_> {
    /// What travelled in the step.
    pub(super) fn messages(&self, pending: &mut Pending) -> Vec<Message> {
        let mut messages = match self.command {
            Command::Produce(produce) if produce.partition == self.partition => {
                self.produce(produce.broker, produce.acks, produce.values.len())
            }
            Command::Manual(manual) => self.manual(manual, pending),
            _ => Vec::new(),
        };
        messages.extend(self.answers());
        messages
    }

    fn place(&self, moment: Moment) -> Place {
        Place {
            time: self.step.time,
            step: Some(self.step.index),
            moment,
        }
    }

    fn message(&self, from: Node, to: Node, kind: MessageKind, moments: [Moment; 2]) -> Message {
        Message {
            head: MessageHead {
                from,
                to,
                partition: Some(self.partition),
                kind,
            },
            sent: self.place(moments[0]),
            end: End::Arrived(self.place(moments[1])),
        }
    }

    fn produce(&self, broker: Option<BrokerId>, acks: Option<Acks>, values: usize) -> Vec<Message> {
        let leader = || self.before.cell(self.partition)?.state.leader;
        let Some(broker) = broker.or_else(leader) else {
            return Vec::new();
        };
        let kind = MessageKind::Produce {
            acks: acks.unwrap_or(self.before.settings().acks),
            records: super::relevant::count(values),
        };
        Vec::from([self.message(
            CLIENT,
            Node::Broker(broker),
            kind,
            [Moment::First, Moment::Middle],
        )])
    }

    fn manual(&self, manual: &Manual, pending: &mut Pending) -> Vec<Message> {
        match manual {
            Manual::Fetch {
                partition,
                follower,
                leader,
                max_records,
                response_lost,
            } if *partition == self.partition => {
                self.fetch(*follower, *leader, *max_records, *response_lost)
            }
            Manual::ApplyMetadata { broker } => Vec::from([self.message(
                Node::Controller,
                Node::Broker(*broker),
                MessageKind::PartitionStates { count: 1 },
                [Moment::First, Moment::Last],
            )]),
            Manual::SendAlterPartition {
                partition, leader, ..
            } if *partition == self.partition => {
                pending.asked.retain(|(known, _)| known != leader);
                pending.asked.push((*leader, self.place(Moment::First)));
                Vec::new()
            }
            Manual::ShrinkIsr {
                partition, leader, ..
            }
            | Manual::AnswerAlterPartition { partition, leader }
                if *partition == self.partition =>
            {
                self.isr_change(*leader, pending)
            }
            _ => Vec::new(),
        }
    }

    fn replica(&self, broker: BrokerId) -> Option<&Replica> {
        self.before.cell(self.partition)?.replica(broker)
    }

    fn fetch(
        &self,
        follower: BrokerId,
        leader: BrokerId,
        max_records: Option<u32>,
        response_lost: bool,
    ) -> Vec<Message> {
        let (Some(asking), Some(asked)) = (self.replica(follower), self.replica(leader)) else {
            return Vec::new();
        };
        let fetch_offset = asking.log.log_end_offset();
        let refused = self.effects().find_map(|effect| match effect {
            Effect::FetchRefused { error, .. } => Some(*error),
            _ => None,
        });
        let request = MessageKind::Fetch {
            fetch_offset,
            leader_epoch: None,
            last_fetched_epoch: None,
        };
        let (one, other) = (Node::Broker(follower), Node::Broker(leader));
        let mut request = self.message(one, other, request, [Moment::First, Moment::Middle]);
        if refused == Some(ErrorCode::NetworkException) {
            // One of them is not there.
            request.end = End::Lost(self.place(Moment::Middle));
            return Vec::from([request]);
        }
        let ahead = asked.log.log_end_offset() - fetch_offset;
        let diverging = self.effects().find_map(|effect| match effect {
            Effect::Truncated {
                broker,
                to,
                reason: TruncationReason::DivergingFetch,
                ..
            } if *broker == follower => Some((asked.leader_epoch, *to)),
            _ => None,
        });
        let told = refused.is_none() && diverging.is_none();
        let records = u32::try_from(ahead.max(0))
            .unwrap_or(u32::MAX)
            .min(max_records.unwrap_or(u32::MAX));
        let answer = MessageKind::FetchResponse {
            error: refused.unwrap_or(ErrorCode::None),
            records: if told { records } else { 0 },
            high_watermark: if told {
                self.high_watermark_told(asked, records)
            } else {
                NO_OFFSET
            },
            diverging,
        };
        let mut answer = self.message(other, one, answer, [Moment::Middle, Moment::Last]);
        if response_lost {
            answer.end = End::NeverArrives(self.place(Moment::Last));
        }
        Vec::from([request, answer])
    }

    /// The high watermark in an answer: with records the one from before the request was counted, in
    /// an empty answer the one from after it.
    fn high_watermark_told(&self, leader: &Replica, records: u32) -> i64 {
        let before = leader.log.high_watermark();
        if records > 0 {
            return before;
        }
        let moved = self.effects().filter_map(|effect| match effect {
            Effect::HighWatermark { broker, to, .. } if *broker == leader.broker => Some(*to),
            _ => None,
        });
        moved.last().unwrap_or(before)
    }

    fn isr_change(&self, leader: BrokerId, pending: &mut Pending) -> Vec<Message> {
        let asked = pending.asked.iter().position(|(known, _)| *known == leader);
        let asked = asked.map(|at| pending.asked.remove(at).1);
        let proposed = self
            .effects()
            .find_map(|effect| match effect {
                Effect::IsrChangeProposed { isr, .. } => Some(isr.clone()),
                _ => None,
            })
            .or_else(|| self.replica(leader)?.leadership()?.proposed_isr());
        let Some(isr) = proposed else {
            return Vec::new();
        };
        let (error, stands) = self
            .effects()
            .find_map(|effect| match effect {
                Effect::IsrChangeCommitted { isr, .. } => Some((ErrorCode::None, isr.clone())),
                Effect::IsrChangeRefused { error, .. } => Some((*error, Vec::new())),
                _ => None,
            })
            .unwrap_or((ErrorCode::None, Vec::new()));
        let broker = Node::Broker(leader);
        let mut request = self.message(
            broker,
            Node::Controller,
            MessageKind::AlterPartition { isr },
            [Moment::First, Moment::Middle],
        );
        if let Some(asked) = asked {
            request.sent = asked;
        }
        let answer = MessageKind::AlterPartitionResponse { error, isr: stands };
        let answer = self.message(
            Node::Controller,
            broker,
            answer,
            [Moment::Middle, Moment::Last],
        );
        Vec::from([request, answer])
    }

    /// What producers were told in the step.
    fn answers(&self) -> Vec<Message> {
        let told = self.effects().filter_map(|effect| match effect {
            Effect::Acknowledged {
                broker,
                base_offset,
                acks,
                ..
            } if *acks != Acks::None => Some((*broker, ErrorCode::None, *base_offset)),
            Effect::ProduceFailed { broker, error, .. }
                if *error != ErrorCode::NetworkException && *broker >= 0 =>
            {
                Some((*broker, *error, NO_OFFSET))
            }
            _ => None,
        });
        told.map(|(broker, error, base_offset)| {
            let kind = MessageKind::ProduceResponse { error, base_offset };
            let moments = [Moment::Middle, Moment::Last];
            self.message(Node::Broker(broker), CLIENT, kind, moments)
        })
        .collect()
    }

    fn effects(&self) -> impl Iterator<Item = &Effect> {
        let partition = self.partition;
        self.step
            .effects
            .iter()
            .filter(move |effect| effect.partition() == Some(partition))
    }
}
