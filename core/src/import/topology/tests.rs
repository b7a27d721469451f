//! What a simulator gets from a paste, and what it is told was assumed.

use alloc::vec::Vec;

use super::{Assumption, Concern, Topology};
use crate::import::{Import, read};

const DESCRIBED: &str = "\
Topic: b\tPartitionCount: 3\tReplicationFactor: 3\tConfigs: min.insync.replicas=2
\tTopic: b\tPartition: 1\tLeader: 2\tReplicas: 2,3,1\tIsr: 2,1
\tTopic: b\tPartition: 0\tLeader: none\tReplicas: 3,1,2\tIsr: 1
Topic: a\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: unclean.leader.election.enable=true
\tTopic: a\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1
";

fn latest(text: &str) -> Topology {
    Topology::latest(&read(text)).expect("a topology")
}

/// The assumptions about one thing.
fn about(topology: &Topology, concern: Concern) -> Vec<Assumption> {
    let all = topology.assumptions.iter().copied();
    all.filter(|assumption| assumption.concerns() == concern)
        .collect()
}

#[test]
fn a_description_gives_topics_by_name_and_partitions_by_number() {
    let topology = latest(DESCRIBED);
    let topics: Vec<_> = topology
        .topics
        .iter()
        .map(|topic| {
            let numbers = topic.partitions.iter().map(|partition| partition.partition);
            (topic.name.as_str(), numbers.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(topics, [("a", [0].to_vec()), ("b", [0, 1].to_vec())]);
    let b = &topology.topics[1];
    assert_eq!((b.replication_factor, b.min_insync_replicas), (3, 2));
    assert_eq!(b.partitions[1].replicas, [2, 3, 1]);
    assert_eq!(b.partitions[1].isr, [2, 1]);
    let a = &topology.topics[0];
    assert_eq!(a.min_insync_replicas, 1);
    assert!(a.unclean_leader_election_enable);
}

#[test]
fn a_broker_in_no_in_sync_set_is_assumed_down() {
    let topology = latest(DESCRIBED);
    let brokers: Vec<_> = topology
        .brokers
        .iter()
        .map(|broker| (broker.id, broker.alive))
        .collect();
    assert_eq!(brokers, [(1, true), (2, true), (3, false)]);
    assert_eq!(
        about(&topology, Concern::Broker(3)),
        [Assumption::BrokerDown { broker: 3 }]
    );
    assert_eq!(
        about(&topology, Concern::Broker(1)),
        [Assumption::BrokerAlive { broker: 1 }]
    );
    assert_eq!(topology.topics[1].partitions[1].offline, [3]);
}

#[test]
fn what_could_lead_but_does_not_is_assumed_offline() {
    let topology = latest(DESCRIBED);
    let leaderless = &topology.topics[1].partitions[0];
    assert_eq!(leaderless.leader, None);
    assert_eq!(leaderless.offline, [1, 3]);
    assert_eq!(
        about(&topology, Concern::Partition(1, 0)),
        [Assumption::ReplicaOffline {
            topic: 1,
            partition: 0,
            broker: 1
        }]
    );
}

#[test]
fn each_gap_of_a_topic_is_named() {
    let topology = latest(DESCRIBED);
    assert_eq!(
        about(&topology, Concern::Topic(0)),
        [
            Assumption::MinInsyncReplicasUnknown { topic: 0 },
            Assumption::ElrUnknown { topic: 0 },
        ]
    );
    assert_eq!(
        about(&topology, Concern::Topic(1)),
        [
            Assumption::PartitionsAbsent {
                topic: 1,
                absent: 1
            },
            Assumption::UncleanLeaderElectionUnknown { topic: 1 },
            Assumption::ElrUnknown { topic: 1 },
        ]
    );
    assert_eq!(
        about(&topology, Concern::Cluster),
        [
            Assumption::BrokersFromLists,
            Assumption::HostsAndRacksUnknown,
            Assumption::ControllerUnknown,
            Assumption::LeaderEpochsUnknown,
            Assumption::OffsetsUnknown,
        ]
    );
}

#[test]
fn eligible_leader_replicas_that_are_printed_are_not_assumed() {
    let topology = latest(
        "Topic: a\tPartitionCount: 1\tReplicationFactor: 3\tConfigs: min.insync.replicas=2,unclean.leader.election.enable=false\n\
         \tTopic: a\tPartition: 0\tLeader: none\tReplicas: 1,2,3\tIsr: \tElr: 2\tLastKnownElr: 3\n",
    );
    assert_eq!(about(&topology, Concern::Topic(0)), []);
    let partition = &topology.topics[0].partitions[0];
    assert_eq!(partition.elr, [2]);
    assert_eq!(partition.last_known_elr, [3]);
    assert_eq!(partition.offline, [1, 2, 3]);
}

#[test]
fn a_printed_offline_replica_is_no_evidence_of_life() {
    let topology = latest(
        "Topic: a\tPartitionCount: 1\tReplicationFactor: 2\tConfigs: \n\
         \tTopic: a\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1,2\tOffline: 2\n",
    );
    let alive: Vec<_> = topology.brokers.iter().map(|broker| broker.alive).collect();
    assert_eq!(alive, [true, false]);
    assert_eq!(topology.topics[0].partitions[0].offline, [2]);
}

#[test]
fn rows_alone_leave_count_and_factor_open() {
    let topology = latest("Topic: a\tPartition: 7\tLeader: 1\tReplicas: 1,2\tIsr: 1,2\n");
    assert_eq!(topology.topics[0].replication_factor, 2);
    assert_eq!(
        about(&topology, Concern::Topic(0))[..2],
        [
            Assumption::PartitionCountFromRows { topic: 0 },
            Assumption::ReplicationFactorFromRows { topic: 0 },
        ]
    );
}

#[test]
fn of_a_topic_described_twice_the_later_one_counts() {
    let header = "Topic: a\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: \n";
    let row = |leader| {
        alloc::format!("\tTopic: a\tPartition: 0\tLeader: {leader}\tReplicas: 1,2\tIsr: 1,2\n")
    };
    let other = header.replace(": a", ": b");
    let text = alloc::format!("{header}{}{other}{header}{}", row(1), row(2));
    let import = read(&text);
    let latest = Topology::latest(&import).expect("a topology");
    assert_eq!(latest.topics[0].partitions[0].leader, Some(2));
    assert_eq!(
        latest.assumptions.last(),
        Some(&Assumption::OtherSection {
            topic: 1,
            section: 0
        })
    );
    let before = Topology::of_section(&import, 0).expect("a topology");
    assert_eq!(before.topics[0].partitions[0].leader, Some(1));
    assert_eq!(Topology::of_section(&import, 2), None);
}

#[test]
fn a_plan_gives_a_cluster_in_which_all_is_well() {
    let topology = latest(
        r#"{"version":1,"partitions":[{"topic":"a","partition":1,"replicas":[2,1]},{"topic":"a","partition":0,"replicas":[1,3]}]}"#,
    );
    let partition = &topology.topics[0].partitions[1];
    assert_eq!(partition.partition, 1);
    assert_eq!(partition.leader, Some(2));
    assert_eq!(partition.isr, [2, 1]);
    assert_eq!(
        about(&topology, Concern::Partition(0, 1)),
        [
            Assumption::IsrUnknown {
                topic: 0,
                partition: 1
            },
            Assumption::LeaderUnknown {
                topic: 0,
                partition: 1
            },
        ]
    );
    assert_eq!(
        about(&topology, Concern::Broker(3)),
        [Assumption::BrokerNotMentioned { broker: 3 }]
    );
}

#[test]
fn replicas_as_they_are_go_before_replicas_as_they_should_be() {
    let json = |replicas| {
        alloc::format!(
            r#"{{"version":1,"partitions":[{{"topic":"a","partition":0,"replicas":{replicas}}}]}}"#
        )
    };
    let (now, then) = (json("[1,2]"), json("[3,4]"));
    let text = alloc::format!(
        "Current partition replica assignment\n{now}\n\nProposed partition reassignment configuration\n{then}\n"
    );
    assert_eq!(latest(&text).topics[0].partitions[0].replicas, [1, 2]);
}

#[test]
fn replicas_being_added_are_not_yet_in_sync() {
    let topology =
        latest("Current partition reassignments:\na-0: replicas: 3,1,2. adding: 3. removing: 1.\n");
    let partition = &topology.topics[0].partitions[0];
    assert_eq!(partition.isr, [1, 2]);
    assert_eq!(partition.leader, Some(1));
    assert_eq!(
        (&partition.adding[..], &partition.removing[..]),
        (&[3][..], &[1][..])
    );
    assert_eq!(topology.topics[0].replication_factor, 2);
}

#[test]
fn without_replicas_there_is_no_topology() {
    assert_eq!(Topology::latest(&Import::default()), None);
    assert_eq!(
        Topology::latest(&read("Reassignment of partition a-0 failed")),
        None
    );
    assert_eq!(
        Topology::latest(&read("{\"topics\":[{\"topic\":\"a\"}]}")),
        None
    );
}
