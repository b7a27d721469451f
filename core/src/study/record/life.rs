//! A record's life in one branch, told from its steps.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::{BranchLife, Chapter, Event, Fate};
use crate::event::Effect;
use crate::history::Branch;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::replication::error_code::ErrorCode;
use crate::sim::admin::Admin;
use crate::sim::cell::PartitionCell;
use crate::sim::command::{Command, Manual, Produce};
use crate::sim::event::{Step, Timer, Trigger, VirtualTime};
use crate::sim::node::Node;
use crate::topology::PartitionId;

/// Chapters told.
const CHAPTERS_MAX: usize = 200;

/// A copy of the record in one log.
struct Copy {
    broker: BrokerId,
    offset: Offset,
    since: u32,
    /// The step in which it went.
    gone: Option<u32>,
    /// Below the replica's high watermark.
    readable: bool,
}

struct Life<'a> {
    partition: PartitionId,
    value: &'a str,
    steps: &'a [Rc<Step>],
    copies: Vec<Copy>,
    chapters: Vec<Chapter>,
    left_out: u32,
    /// Who is elected, with its epoch; `None` while nobody is.
    elected: Option<(BrokerId, LeaderEpoch)>,
    /// Producers that go on by themselves: the client, what its values begin with, and how many it sent.
    producers: Vec<(u32, String, u32)>,
    /// Steps in which one of them sent it.
    sent_in: Vec<u32>,
    sent: bool,
    acknowledged: bool,
    committed: bool,
    deleted: bool,
}

pub(super) fn live(
    branch: &Branch,
    start: Option<&PartitionCell>,
    partition: PartitionId,
    value: &str,
) -> BranchLife {
    let mut life = Life {
        partition,
        value,
        steps: branch.steps(),
        copies: Vec::new(),
        chapters: Vec::new(),
        left_out: 0,
        elected: start.and_then(|start| Some((start.state.leader?, start.state.leader_epoch))),
        producers: Vec::new(),
        sent_in: Vec::new(),
        sent: false,
        acknowledged: false,
        committed: false,
        deleted: false,
    };
    if let Some(start) = start {
        life.begin(start);
    }
    for step in branch.steps() {
        life.step(step);
    }
    let duplicated = life.elected.is_some_and(|(leader, _)| {
        let offsets = life.standing().filter(|copy| copy.broker == leader);
        offsets.count() > 1
    });
    BranchLife {
        branch: branch.id,
        name: branch.name.clone(),
        left_after: branch.parent.map(|(_, step)| step),
        recorded: branch.recorded(),
        fate: life.fate(),
        copies: life
            .standing()
            .map(|copy| (copy.broker, copy.offset))
            .collect(),
        duplicated,
        chapters: life.chapters,
        left_out: life.left_out,
    }
}

impl Life<'_> {
    fn begin(&mut self, start: &PartitionCell) {
        for replica in &start.replicas {
            let mut found = Vec::new();
            let end = replica.log.log_end_offset();
            replica.for_each_record(0, end, |record| {
                let value = String::from_utf8_lossy(record.value.unwrap_or_default());
                if value == self.value {
                    found.push(record.offset);
                }
            });
            let leads = start.state.leader == Some(replica.broker);
            for offset in found {
                let readable = offset < replica.log.high_watermark();
                self.sent = true;
                self.committed |= readable && leads;
                self.copies.push(Copy {
                    broker: replica.broker,
                    offset,
                    since: 0,
                    gone: None,
                    readable,
                });
                let broker = replica.broker;
                self.tell(0, VirtualTime(0), Event::There { broker, offset });
            }
        }
    }

    fn tell(&mut self, step: u32, time: VirtualTime, event: Event) {
        if self.chapters.len() < CHAPTERS_MAX {
            self.chapters.push(Chapter { step, time, event });
        } else {
            self.left_out += 1;
        }
    }

    /// The copies there are now.
    fn standing(&self) -> impl Iterator<Item = &Copy> {
        self.copies.iter().filter(|copy| copy.gone.is_none())
    }

    fn step(&mut self, step: &Step) {
        let sends = match &step.trigger {
            Trigger::Command(Command::Produce(produce)) => self.is_in(produce),
            Trigger::Command(Command::Admin(Admin::StartProducer(producer))) => {
                self.producers
                    .retain(|(client, ..)| *client != producer.client);
                self.producers
                    .push((producer.client, producer.value.clone(), 0));
                false
            }
            Trigger::Timer(Timer::ProducerSend { client }) => {
                // Which partition it goes to, the append will show.
                self.goes_on(step.index, *client);
                false
            }
            _ => false,
        };
        if sends {
            self.sent = true;
            self.tell(step.index, step.time, Event::Sent);
        }
        for effect in &step.effects {
            if effect.partition() == Some(self.partition) {
                self.effect(step, effect);
            }
        }
    }

    /// Whether a request brings it to this partition. Where the key chooses, the append will show.
    fn is_in(&self, produce: &Produce) -> bool {
        let chosen = produce.key.as_ref().is_some_and(|key| key.chooses);
        let here = produce.partition == self.partition && !chosen;
        here && produce.values.iter().any(|own| own == self.value)
    }

    /// A producer that goes on by itself sends its next record: notes whether that is the one.
    fn goes_on(&mut self, step: u32, client: u32) {
        let mut producers = self.producers.iter_mut();
        let Some((_, value, sent)) = producers.find(|(known, ..)| *known == client) else {
            return;
        };
        let number = *sent;
        *sent = number.wrapping_add(1);
        let rest = self.value.strip_prefix(value.as_str());
        let found =
            rest.is_some_and(|rest| rest.parse() == Ok(number) && rest == format!("{number}"));
        if found {
            self.sent_in.push(step);
        }
    }

    fn effect(&mut self, step: &Step, effect: &Effect) {
        let (index, time) = (step.index, step.time);
        match effect {
            Effect::Appended {
                broker,
                from,
                as_leader: true,
                ..
            } => self.appended(step, *broker, *from),
            Effect::Appended {
                broker, from, to, ..
            } => self.copied(step, *broker, *from, *to),
            Effect::HighWatermark {
                broker,
                to,
                as_leader,
                ..
            } => self.high_watermark(step, *broker, *to, *as_leader),
            Effect::Truncated {
                broker, to, reason, ..
            } => {
                for offset in self.lose(index, *broker, |offset| offset >= *to) {
                    let (broker, reason) = (*broker, *reason);
                    let cut = Event::Cut {
                        broker,
                        offset,
                        reason,
                    };
                    self.tell(index, time, cut);
                }
            }
            Effect::RecordsLost { broker, to, .. } => self.vanish(step, *broker, *to),
            Effect::ReplicaDeleted { broker, .. } => self.vanish(step, *broker, 0),
            Effect::LogOpened {
                broker,
                log_end_offset,
                ..
            } => self.vanish(step, *broker, *log_end_offset),
            Effect::LogStartOffset { broker, to, .. } => self.delete(step, *broker, *to),
            Effect::Acknowledged {
                broker,
                values,
                acks,
                ..
            } if values.iter().any(|own| own == self.value) => {
                self.acknowledged = true;
                let (broker, acks) = (*broker, *acks);
                self.tell(index, time, Event::Acknowledged { broker, acks });
            }
            Effect::ProduceFailed {
                broker,
                values,
                error,
                ..
            } if values.iter().any(|own| own == self.value) => {
                self.failed(step, *broker, *error);
            }
            Effect::DuplicateBatch { broker, .. } => self.recognised(step, *broker),
            Effect::ConsumerRead { broker, values, .. }
                if values.iter().any(|own| own == self.value) =>
            {
                self.tell(index, time, Event::Read { broker: *broker });
            }
            Effect::PartitionChanged { to, .. } => {
                self.elected = to.leader.map(|leader| (leader, to.leader_epoch));
            }
            Effect::BecameLeader {
                broker,
                leader_epoch,
                ..
            } => self.led(step, *broker, *leader_epoch),
            _ => {}
        }
    }

    fn delete(&mut self, step: &Step, broker: BrokerId, start: Offset) {
        let lost = self.lose(step.index, broker, |offset| offset < start);
        if !lost.is_empty() {
            self.deleted = true;
            self.tell(step.index, step.time, Event::Deleted { broker });
        }
    }

    fn recognised(&mut self, step: &Step, broker: BrokerId) {
        let produce = self.produced(step);
        if produce.is_some_and(|produce| self.is_in(produce)) {
            self.tell(step.index, step.time, Event::Recognised { broker });
        }
    }

    fn failed(&mut self, step: &Step, broker: BrokerId, error: ErrorCode) {
        self.tell(step.index, step.time, Event::Failed { broker, error });
    }

    /// The request that a step handles.
    fn produced<'s>(&'s self, step: &'s Step) -> Option<&'s Produce> {
        let of = |step: &'s Step| match &step.trigger {
            Trigger::Command(Command::Produce(produce)) => Some(produce),
            _ => None,
        };
        of(step).or_else(|| {
            let sent = self.steps.get(step.cause?.checked_sub(1)? as usize)?;
            of(sent)
        })
    }

    fn appended(&mut self, step: &Step, broker: BrokerId, from: Offset) {
        if step
            .cause
            .is_some_and(|cause| self.sent_in.contains(&cause))
        {
            self.sent = true;
            self.add(step, broker, from);
            let offset = from;
            self.tell(step.index, step.time, Event::Appended { broker, offset });
            return;
        }
        let Some(produce) = self.produced(step) else {
            return;
        };
        let places: Vec<Offset> = produce
            .values
            .iter()
            .zip(from..)
            .filter(|(own, _)| *own == self.value)
            .map(|(_, offset)| offset)
            .collect();
        for offset in places {
            self.sent = true;
            self.add(step, broker, offset);
            self.tell(step.index, step.time, Event::Appended { broker, offset });
        }
    }

    fn add(&mut self, step: &Step, broker: BrokerId, offset: Offset) {
        self.copies.push(Copy {
            broker,
            offset,
            since: step.index,
            gone: None,
            readable: false,
        });
    }

    /// A follower copies what its leader had when it answered.
    fn copied(&mut self, step: &Step, broker: BrokerId, from: Offset, to: Offset) {
        let (answered, leader) = match &step.trigger {
            Trigger::Message(head) => match head.from {
                Node::Broker(leader) => (step.cause.unwrap_or(0), leader),
                _ => return,
            },
            Trigger::Command(Command::Manual(Manual::Fetch { leader, .. })) => {
                (step.index, *leader)
            }
            _ => return,
        };
        let had: Vec<Offset> = self
            .copies
            .iter()
            .filter(|copy| {
                copy.broker == leader
                    && (from..to).contains(&copy.offset)
                    && copy.since <= answered
                    && copy.gone.is_none_or(|gone| gone > answered)
            })
            .map(|copy| copy.offset)
            .collect();
        for offset in had {
            self.add(step, broker, offset);
            let copied = Event::Copied {
                broker,
                leader,
                offset,
            };
            self.tell(step.index, step.time, copied);
        }
    }

    fn high_watermark(&mut self, step: &Step, broker: BrokerId, to: Offset, as_leader: bool) {
        let passed = self.copies.iter_mut().filter(|copy| {
            copy.broker == broker && copy.gone.is_none() && !copy.readable && copy.offset < to
        });
        let passed = passed.map(|copy| copy.readable = true).count();
        if passed == 0 {
            return;
        }
        let event = if as_leader {
            self.committed = true;
            Event::Committed { broker }
        } else {
            Event::Readable { broker }
        };
        self.tell(step.index, step.time, event);
    }

    /// Takes copies out of a log; answers where they stood.
    fn lose(&mut self, step: u32, broker: BrokerId, gone: impl Fn(Offset) -> bool) -> Vec<Offset> {
        let mut lost = Vec::new();
        for copy in &mut self.copies {
            if copy.broker == broker && copy.gone.is_none() && gone(copy.offset) {
                copy.gone = Some(step);
                lost.push(copy.offset);
            }
        }
        lost
    }

    fn vanish(&mut self, step: &Step, broker: BrokerId, end: Offset) {
        for offset in self.lose(step.index, broker, |offset| offset >= end) {
            self.tell(step.index, step.time, Event::Vanished { broker, offset });
        }
    }

    fn led(&mut self, step: &Step, broker: BrokerId, leader_epoch: LeaderEpoch) {
        if self.elected != Some((broker, leader_epoch)) {
            return;
        }
        let counts = self.acknowledged || self.committed;
        let has = self.standing().any(|copy| copy.broker == broker);
        if counts && !has && !self.deleted {
            let lacks = Event::LeaderLacks {
                broker,
                leader_epoch,
            };
            self.tell(step.index, step.time, lacks);
        }
    }

    fn fate(&self) -> Fate {
        if !self.sent {
            return Fate::NotSent;
        }
        let somewhere = self.standing().next().is_some();
        let counts = self.acknowledged || self.committed;
        let Some((leader, _)) = self.elected else {
            return match (counts, somewhere) {
                (true, true) => Fate::Undecided,
                (true, false) => Fate::Lost,
                (false, true) => Fate::Written,
                (false, false) => Fate::NotStored,
            };
        };
        let own = self.standing().find(|copy| copy.broker == leader);
        match own {
            Some(copy) if copy.readable => Fate::Committed,
            Some(_) if self.committed => Fate::Committed,
            Some(_) if self.acknowledged => Fate::AcknowledgedOnly,
            Some(_) => Fate::Written,
            None if self.deleted => Fate::Deleted,
            None if counts => Fate::Lost,
            None if somewhere => Fate::Written,
            None => Fate::NotStored,
        }
    }
}
