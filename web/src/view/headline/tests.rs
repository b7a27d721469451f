//! The headline of typical steps.

use super::*;
use tidemark_core::event::InvariantId;
use tidemark_core::event::TruncationReason;
use tidemark_core::replication::acks::Acks;
use tidemark_core::sim::command::Crash;
use tidemark_core::sim::event::{MessageKind, VirtualTime};
use tidemark_core::sim::node::Node;
use tidemark_core::topology::PartitionId;

const PARTITION: PartitionId = PartitionId(0);

fn step(trigger: Trigger, effects: Vec<Effect>) -> Step {
    Step {
        index: 1,
        time: VirtualTime(0),
        cause: None,
        trigger,
        effects,
    }
}

fn fetch() -> MessageHead {
    MessageHead {
        from: Node::Broker(2),
        to: Node::Broker(1),
        partition: Some(PARTITION),
        kind: MessageKind::Fetch {
            fetch_offset: 5,
            leader_epoch: None,
            last_fetched_epoch: None,
        },
    }
}

fn remote() -> Effect {
    Effect::RemoteLogEndOffset {
        partition: PARTITION,
        leader: 1,
        follower: 2,
        from: 4,
        to: 5,
    }
}

fn committed() -> Effect {
    Effect::HighWatermark {
        partition: PARTITION,
        broker: 1,
        from: 4,
        to: 5,
        as_leader: true,
    }
}

#[test]
fn a_message_is_the_headline_if_it_changes_nothing_that_counts_more() {
    let message = step(Trigger::Message(fetch()), vec![remote()]);
    assert_eq!(headline(&message), Headline::Message(&fetch()));
    assert_eq!(others(&message, headline(&message)), [&remote()]);
}

#[test]
fn what_it_changes_counts_more() {
    let message = step(Trigger::Message(fetch()), vec![remote(), committed()]);
    assert_eq!(headline(&message), Headline::Effect(&committed()));
    assert_eq!(others(&message, headline(&message)), [&remote()]);
}

#[test]
fn of_equal_effects_the_first_is_told() {
    let cut = |broker| Effect::Truncated {
        partition: PARTITION,
        broker,
        from: 7,
        to: 5,
        reason: TruncationReason::HighWatermark,
    };
    let message = step(Trigger::Message(fetch()), vec![cut(2), cut(3)]);
    assert_eq!(headline(&message), Headline::Effect(&cut(2)));
}

#[test]
fn a_command_stays_the_headline_unless_a_promise_breaks() {
    let command = Command::Crash {
        broker: 0,
        how: Crash::Kill,
    };
    let down = Effect::BrokerDown {
        broker: 0,
        clean: false,
    };
    let crash = step(Trigger::Command(command.clone()), vec![down.clone()]);
    assert_eq!(headline(&crash), Headline::Command(&command));

    let broken = Effect::Invariant {
        id: InvariantId::I6,
        partition: PARTITION,
        broken: true,
    };
    let worse = step(Trigger::Command(command), vec![down, broken.clone()]);
    assert_eq!(headline(&worse), Headline::Effect(&broken));
}

#[test]
fn an_acknowledgement_is_told_before_the_append() {
    let values = vec!["m0".to_owned()];
    let acknowledged = Effect::Acknowledged {
        partition: PARTITION,
        broker: 0,
        base_offset: 0,
        values,
        acks: Acks::Leader,
    };
    let appended = Effect::Appended {
        partition: PARTITION,
        broker: 0,
        from: 0,
        to: 1,
        as_leader: true,
    };
    let produce = step(
        Trigger::Message(fetch()),
        vec![appended, acknowledged.clone()],
    );
    assert_eq!(headline(&produce), Headline::Effect(&acknowledged));
}
