//! Cases of Kafka's own unit tests that decide about elections, ISR requests and placement: rules over
//! plain values, and the controller. Those of a replica are in `replica_unit_cases.rs`, those of a log
//! in `log_unit_cases.rs`.

use serde_json::Value;
use std::collections::BTreeMap;
use tidemark_core::cluster::controller::{Controller, Decision, Registration, Rules};
use tidemark_core::cluster::partition_state::PartitionState;
use tidemark_core::kafka::BrokerId;
use tidemark_core::replication::alter_partition::AlterPartition;
use tidemark_core::replication::election::{self, Elected};
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::group_partition::{java_hash_code, partition_for};
use tidemark_core::replication::partition_change::{
    ChangeRecord, Election, PartitionFacts, Wish, change, elect,
};
use tidemark_core::replication::placement::{
    PlacementStart, StripedError, UsableBroker, place, place_by_rack, place_from, place_striped,
};
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{MetadataMode, Settings};
use tidemark_tests::{list, number, text, vectors};

/// Every case that no test here or in the files named above runs, with the reason.
const LEFT_OUT: [(&str, &[&str]); 4] = [
    (
        "partitions are not created or deleted while the cluster runs",
        &["U14", "U15", "U16", "U17", "U18", "U19", "U20", "U24"],
    ),
    (
        "no reassignment yet",
        &["U37", "U38", "U39", "U40", "U41", "U42", "U45"],
    ),
    (
        "no eligible leader replicas yet",
        &[
            "U46", "U47", "U48", "U49", "U50", "U51", "U52", "U53", "U110", "U111", "U112",
        ],
    ),
    ("run with the other placements of KRaft, below", &["U125"]),
];

/// The kinds that are run whole elsewhere.
const ELSEWHERE: [&str; 10] = [
    "epoch_cache",
    "log_hw",
    "idempotence",
    "lag_tracking",
    "divergence",
    "high_watermark",
    "isr_expand",
    "isr_shrink",
    "min_isr",
    "follower_truncation",
];

fn cases(kind: &str) -> Vec<Value> {
    let vectors = vectors("replication_unit_cases.json");
    let cases = list(&vectors["cases"]).iter();
    let cases = cases.filter(|case| case["kind"] == kind && !is_left_out(case));
    cases.cloned().collect()
}

fn is_left_out(case: &Value) -> bool {
    LEFT_OUT
        .iter()
        .any(|(_, ids)| ids.contains(&text(&case["id"])))
}

fn ids(value: &Value) -> Vec<BrokerId> {
    list(value).iter().map(number).collect()
}

/// A leader as the cases write it: -1 or null is none.
fn leader(value: &Value) -> Option<BrokerId> {
    value.as_i64().filter(|id| *id >= 0).map(|_| number(value))
}

#[test]
fn every_case_is_run_or_left_out_with_a_reason() {
    let vectors = vectors("replication_unit_cases.json");
    let mut run = BTreeMap::new();
    for case in list(&vectors["cases"]) {
        let kind = text(&case["kind"]);
        if !is_left_out(case) && !ELSEWHERE.contains(&kind) {
            *run.entry(kind.to_owned()).or_insert(0) += 1;
        }
    }
    let expected = [
        ("alter_partition", 9),
        ("kraft_balance", 1),
        ("kraft_change", 14),
        ("kraft_elr", 1),
        ("kraft_fence", 1),
        ("kraft_unclean", 3),
        ("placement", 1),
        ("zk_election", 13),
        ("zk_partition_state", 3),
    ];
    let run: Vec<_> = run.iter().map(|(kind, count)| (&**kind, *count)).collect();
    assert_eq!(run, expected);
}

#[test]
fn zk_election() {
    for case in cases("zk_election") {
        check_zk_election(&case);
    }
}

#[track_caller]
fn check_zk_election(case: &Value) {
    let (id, given) = (text(&case["id"]), &case["given"]);
    let (assignment, isr) = (ids(&given["assignment"]), ids(&given["isr"]));
    let live = ids(&given["live"]);
    let is_live = |id: BrokerId| live.contains(&id);
    let elected: Option<Elected> = match text(&case["when"]) {
        "offline" => election::offline(&assignment, &isr, is_live, given["unclean"] == true),
        "reassign" => election::reassign(&assignment, &isr, is_live),
        "preferred" => election::preferred(&assignment, &isr, is_live),
        "controlled_shutdown" => {
            let shutting_down = ids(&given["shutting_down"]);
            election::controlled_shutdown(&assignment, &isr, is_live, |id| {
                shutting_down.contains(&id)
            })
        }
        other => panic!("{id}: {other}"),
    };
    let then = &case["then"];
    assert_eq!(
        elected.as_ref().map(|it| it.leader),
        leader(&then["leader"]),
        "{id}"
    );
    let unclean = elected.is_some_and(|elected| elected.unclean);
    assert_eq!(
        unclean,
        then.get("unclean_elections_counted").is_some(),
        "{id}"
    );
}

#[test]
fn zk_partition_state() {
    for case in cases("zk_partition_state") {
        check_zk_partition_state(&case);
    }
}

#[track_caller]
fn check_zk_partition_state(case: &Value) {
    let id = text(&case["id"]);
    // U23 names its brokers X and Y.
    let case = case.to_string().replace("\"X\"", "1").replace("\"Y\"", "2");
    let case: Value = serde_json::from_str(&case).expect("JSON");
    let (given, then) = (&case["given"], &case["then"]);
    let mut cluster = TestCluster::new(MetadataMode::Zookeeper, 7);
    cluster.only_live(&ids(&given["live"]));
    cluster.settings.unclean_leader_election_enable = text(&given["strategy"]).ends_with("unclean");
    let state = state(
        &given["replicas"],
        &given["isr"],
        leader(&given["leader"]),
        (4, 6),
    );
    let decision = match text(&given["strategy"]) {
        "controlled_shutdown" => {
            let broker = number(&given["shutting_down"][0]);
            cluster.registration(broker).shutting_down = true;
            cluster
                .controller
                .shut_down(cluster.rules(), &state, broker)
        }
        _ => match state.leader {
            Some(dead) => cluster
                .controller
                .broker_lost(cluster.rules(), &state, dead),
            None => cluster.controller.broker_back(cluster.rules(), &state),
        },
    };
    let now = decision.expect(id).state;
    assert_eq!(now.leader, leader(&then["leader"]), "{id}");
    assert_eq!(*now.isr, ids(&then["isr"]), "{id}");
    assert_eq!((now.leader_epoch, now.partition_epoch), (5, 7), "{id}");
}

#[test]
fn kraft_change() {
    for case in cases("kraft_change") {
        check_kraft_change(&case);
    }
}

#[track_caller]
fn check_kraft_change(case: &Value) {
    let (id, given, when, then) = (
        text(&case["id"]),
        &case["given"],
        &case["when"],
        &case["then"],
    );
    let replicas = ids(when.get("target_replicas").unwrap_or(&given["replicas"]));
    let isr = ids(&given["isr"]);
    let leader_epoch = given.get("leader_epoch").map_or(0, number);
    let partition = PartitionFacts {
        replicas: &replicas,
        isr: &isr,
        leader: leader(&given["leader"]),
        leader_epoch,
        recovering: given.get("leader_recovery_state") == Some(&Value::from("RECOVERING")),
    };
    let target_isr = when.get("target_isr").map_or_else(|| isr.clone(), ids);
    let election = match when.get("election").map_or("ONLINE", text) {
        "PREFERRED" => Election::Preferred,
        "ONLINE" => Election::Online,
        "UNCLEAN" => Election::Unclean,
        other => panic!("{id}: {other}"),
    };
    let acceptable = |broker: BrokerId| match text(&given["acceptable_leader"]) {
        "all" => true,
        "none" => false,
        "all but 3" => broker != 3,
        other => panic!("{id}: {other}"),
    };
    if let Some(expected) = then.get("leader") {
        let elected = elect(partition, &target_isr, election, acceptable);
        assert_eq!(elected.leader, leader(expected), "{id}");
        assert_eq!(elected.unclean, then["unclean"], "{id}");
        return;
    }
    let release = match when.get("metadata_version").map_or("3.6-IV0", text) {
        "3.5-IV2" => Release { major: 3, minor: 5 },
        "3.6-IV0" => Release::V3_6,
        other => panic!("{id}: {other}"),
    };
    let wish = Wish {
        target_isr: &target_isr,
        election,
        recovered: false,
        shrink_bumps_leader_epoch: Settings::for_release(release).shrink_bumps_leader_epoch,
    };
    let record = change(partition, wish, acceptable).expect(id);
    if let Some(expected) = then.get("record") {
        assert_eq!(record, change_record(expected, &record), "{id}");
    }
    if let Some(expected) = then.get("leader_epoch") {
        // The leader epoch rises exactly if the record sets the leader, even to the same id.
        let bump = i32::from(record.leader.is_some());
        assert_eq!(leader_epoch + bump, number::<i32>(expected), "{id}");
    }
    if let Some(expected) = then.get("isr") {
        let now = record.isr.unwrap_or_else(|| isr.clone());
        assert_eq!(now, ids(expected), "{id}");
    }
    if let Some(expected) = then.get("leader_recovery_state") {
        let recovering = record.recovering.unwrap_or(partition.recovering);
        assert_eq!(recovering, expected == "RECOVERING", "{id}");
    }
}

/// The record of a case; whether it was an unclean election is not a field of it.
fn change_record(expected: &Value, found: &ChangeRecord) -> ChangeRecord {
    ChangeRecord {
        leader: expected.get("leader").map(leader),
        isr: expected.get("isr").map(ids),
        recovering: expected
            .get("leader_recovery_state")
            .map(|state| state == "RECOVERING"),
        unclean: found.unclean,
    }
}

#[test]
fn partition_epoch_rises_with_a_change() {
    let cases = cases("kraft_change");
    let case = cases.iter().find(|case| case["id"] == "U32").expect("U32");
    let (given, when, then) = (&case["given"], &case["when"], &case["then"]);
    let mut cluster = TestCluster::new(MetadataMode::Kraft, 4);
    cluster.registration(3).active = false;
    let epochs = (
        number(&given["leader_epoch"]),
        number(&given["partition_epoch"]),
    );
    let before = state(&given["replicas"], &given["isr"], Some(1), epochs);
    let isr = ids(&when["target_isr"]);
    let request = request(&before, 1, &isr);
    let decision = cluster
        .controller
        .alter_partition(cluster.rules(), &before, request);
    let after = decision.expect("U32").state;
    assert_eq!(after.leader_epoch, number::<i32>(&then["leader_epoch"]));
    assert_eq!(
        after.partition_epoch,
        number::<i32>(&then["partition_epoch"])
    );
    assert_eq!(*after.isr, ids(&then["record"]["isr"]));
}

#[test]
fn alter_partition() {
    for case in cases("alter_partition") {
        check_alter_partition(&case);
    }
}

#[track_caller]
fn check_alter_partition(case: &Value) {
    let (id, given) = (text(&case["id"]), &case["given"]);
    let mut cluster = TestCluster::new(MetadataMode::Kraft, 5);
    for broker in given.get("fenced").map(ids).unwrap_or_default() {
        cluster.registration(broker).active = false;
    }
    let partition_epoch = given.get("partition_epoch").map_or(0, number);
    let mut state = state(
        &given["replicas"],
        &given["isr"],
        leader(&given["leader"]),
        (0, partition_epoch),
    );
    let stimuli = case["when"]
        .as_array()
        .cloned()
        .unwrap_or(vec![case["when"].clone()]);
    let outcomes = case["then"]
        .as_array()
        .cloned()
        .unwrap_or(vec![case["then"].clone()]);
    for (when, then) in stimuli.iter().zip(&outcomes) {
        if let Some(broker) = when.get("unfence") {
            cluster.registration(number(broker)).active = true;
            continue;
        }
        let isr = ids(&when["new_isr"]);
        let leader = state.leader.expect("a leader");
        let request = AlterPartition {
            broker_epoch_current: when.get("broker_epoch").is_none(),
            leader_epoch: when.get("leader_epoch").map_or(state.leader_epoch, number),
            partition_epoch: when
                .get("partition_epoch")
                .map_or(state.partition_epoch, number),
            recovering: when.get("leader_recovery_state") == Some(&Value::from("RECOVERING")),
            ..request(&state, when.get("from_broker").map_or(leader, number), &isr)
        };
        let answer = cluster
            .controller
            .alter_partition(cluster.rules(), &state, request);
        if let Some(expected) = then.get("error") {
            let error = answer.expect_err(id).name();
            // U122 adds what older request versions get.
            assert_eq!(text(expected).split(' ').next(), Some(error), "{id}");
            continue;
        }
        state = answer.expect(id).state;
        assert_eq!(*state.isr, ids(&then["isr"]), "{id}");
        assert_eq!(
            state.partition_epoch,
            number::<i32>(&then["partition_epoch"]),
            "{id}"
        );
    }
}

#[test]
fn kraft_fence() {
    let [case] = &cases("kraft_fence")[..] else {
        panic!("one case");
    };
    let mut cluster = TestCluster::new(MetadataMode::Kraft, 5);
    cluster.create(&case["given"]["partitions"]);
    for broker in ids(&case["when"]["fence"]) {
        cluster.fence(broker);
    }
    let then = &case["then"];
    cluster.check(&then["0"], 0);
    cluster.check(&then["1"], 1);
    // Upstream names either leader; the rule picks the one that leads already.
    assert_eq!(then["2"]["leader"], "0 or 1");
    assert_eq!(cluster.partitions[&2].leader, Some(0));
    assert_eq!(*cluster.partitions[&2].isr, ids(&then["2"]["isr"]));
}

#[test]
fn kraft_unclean_elections_by_request() {
    let case = &cases("kraft_unclean")[0];
    assert_eq!(case["id"], "U106");
    let (when, then) = (&case["when"], &case["then"]);
    let mut cluster = TestCluster::new(MetadataMode::Kraft, 5);
    cluster.create(&case["given"]["partitions"]);
    for broker in ids(&when[0]["fence"])
        .into_iter()
        .chain(ids(&when[1]["fence"]))
    {
        cluster.fence(broker);
    }
    for partition in 0..3 {
        cluster.check(&then["after_fencing"][partition.to_string()], partition);
    }
    for partition in 0..3 {
        let expected = text(&then["first_request"][partition.to_string()]);
        assert_eq!(
            cluster.elect_unclean(partition).name(),
            expected,
            "{partition}"
        );
    }
    cluster.unfence(2);
    assert_eq!(cluster.elect_unclean(0), ErrorCode::None);
    cluster.check(&then["second_request"]["0"], 0);
}

#[test]
fn kraft_preferred_election_is_never_unclean() {
    let case = &cases("kraft_unclean")[1];
    assert_eq!(case["id"], "U107");
    let given = &case["given"];
    let mut cluster = TestCluster::new(MetadataMode::Kraft, 5);
    cluster.settings.unclean_leader_election_enable = true;
    cluster.only_live(&ids(&given["live"]));
    let state = state(
        &given["replicas"],
        &given["isr"],
        leader(&given["leader"]),
        (3, 3),
    );
    let answer = cluster.controller.elect_preferred(cluster.rules(), &state);
    assert_eq!(
        answer.map_err(|error| error.name()),
        Err(text(&case["then"]["error"]))
    );
}

#[test]
fn kraft_unclean_elections_by_the_periodic_task() {
    let case = &cases("kraft_unclean")[2];
    assert_eq!(case["id"], "U109");
    let given = &case["given"];
    let mut cluster = TestCluster::new(MetadataMode::Kraft, 5);
    cluster.create(&given["partitions"]);
    for broker in ids(&given["fence_in_order"]) {
        cluster.fence(broker);
    }
    for state in cluster.partitions.values() {
        assert_eq!((state.leader, &*state.isr), (None, &[4][..]));
    }
    cluster.unfence(2);
    cluster.settings.unclean_leader_election_enable = true;
    cluster.decide_all(|controller, rules, state| controller.elect_leaderless(rules, state));
    for partition in 0..3 {
        cluster.check(&case["then"][partition.to_string()], partition);
    }
}

#[test]
fn kraft_balance() {
    let [case] = &cases("kraft_balance")[..] else {
        panic!("one case");
    };
    let (when, then) = (&case["when"], &case["then"]);
    let mut cluster = TestCluster::new(MetadataMode::Kraft, 5);
    cluster.only_live(&ids(&case["given"]["unfenced_at_creation"]));
    cluster.create(&case["given"]["partitions"]);
    cluster.unfence(number(&when[0]["unfence"][0]));
    cluster.alter_isr(0, &ids(&when[1]["isr of 0 becomes"]));
    cluster.balance();
    cluster.check(&then["first_balance"]["0"], 0);
    cluster.unfence(number(&when[3]["unfence"][0]));
    cluster.alter_isr(2, &ids(&when[4]["isr of 2 becomes"]));
    cluster.balance();
    cluster.check(&then["second_balance"]["2"], 2);
    let balanced = |state: &PartitionState| state.leader == state.preferred();
    assert_eq!(
        !cluster.partitions.values().all(balanced),
        then["imbalanced_at_end"]
    );
}

#[test]
fn effective_min_isr() {
    let [case] = &cases("kraft_elr")[..] else {
        panic!("one case");
    };
    let given = &case["given"];
    let effective = tidemark_core::replication::produce::effective_min_isr(
        number(&given["min_isr"]),
        ids(&given["replicas"]).len(),
    );
    assert_eq!(effective, number::<usize>(&case["then"]["value"]));
}

#[test]
fn placement_without_racks() {
    let vectors = vectors("replica_placement.json");
    let tables = list(&vectors["vectors"]).iter();
    let tables: Vec<_> = tables
        .filter(|table| table["kind"] == "rack_unaware")
        .collect();
    assert_eq!(tables.len(), 22);
    for table in tables {
        check_placement(table);
    }
}

#[track_caller]
fn check_placement(table: &Value) {
    let id = text(&table["id"]);
    let brokers = ids(&table["brokers"]);
    let first = first_of(table);
    let rows = place_from(
        first,
        &brokers,
        number(&table["partitions"]),
        number(&table["replication_factor"]),
        start_of(table),
    );
    check_rows(table, first, &rows.expect(id));
}

/// The first partition that is placed; -1 counts as 0.
fn first_of(table: &Value) -> usize {
    let first = number::<i64>(&table["start_partition_id"]).max(0);
    usize::try_from(first).expect("not negative")
}

fn start_of(table: &Value) -> PlacementStart {
    PlacementStart {
        start_index: number(&table["start_index"]),
        next_replica_shift: number(&table["initial_shift"]),
    }
}

#[track_caller]
fn check_rows(table: &Value, first: usize, rows: &[Vec<BrokerId>]) {
    let id = text(&table["id"]);
    let assignment = table["assignment"].as_object().expect(id);
    for (row, partition) in rows.iter().zip(first..) {
        let expected = ids(&assignment[&partition.to_string()]);
        assert_eq!(row, &expected, "{id} {partition}");
    }
    assert_eq!(rows.len(), assignment.len(), "{id}");
}

#[test]
fn placement_with_racks() {
    let vectors = vectors("replica_placement.json");
    let tables = list(&vectors["vectors"]).iter();
    let tables: Vec<_> = tables
        .filter(|table| table["kind"] == "rack_aware")
        .collect();
    assert_eq!(tables.len(), 12);
    for table in tables {
        let brokers: Vec<(BrokerId, &str)> = ids(&table["brokers"])
            .into_iter()
            .map(|id| (id, text(&table["racks"][id.to_string()])))
            .collect();
        let first = first_of(table);
        let rows = place_by_rack(
            first,
            &brokers,
            number(&table["partitions"]),
            number(&table["replication_factor"]),
            start_of(table),
        );
        check_rows(table, first, &rows.expect("enough brokers"));
    }
    assert_eq!(
        place_by_rack(0, &[(0, "a")], 1, 2, start_at(0)),
        None,
        "fewer brokers than replicas"
    );
}

const fn start_at(start_index: usize) -> PlacementStart {
    PlacementStart {
        start_index,
        next_replica_shift: 0,
    }
}

/// U125 and its like: what is random is given, and only what comes before the first shuffle is determined.
#[test]
fn placement_of_kraft() {
    let vectors = vectors("replica_placement.json");
    let tables = list(&vectors["striped"]);
    assert_eq!(tables.len(), 7);
    for table in tables {
        let brokers: Vec<UsableBroker<'_>> = list(&table["brokers"])
            .iter()
            .map(|broker| UsableBroker {
                id: number(&broker["id"]),
                rack: broker["rack"].as_str(),
                fenced: broker["fenced"] == true,
            })
            .collect();
        // Draws come rack by rack, first for those that are not fenced; the last one is for the racks.
        let mut draws = Vec::new();
        let mut racks: Vec<_> = brokers.iter().map(|broker| broker.rack).collect();
        racks.sort_unstable();
        racks.dedup();
        for rack in racks {
            for fenced in [false, true] {
                let there =
                    |broker: &UsableBroker<'_>| (broker.rack, broker.fenced) == (rack, fenced);
                if brokers.iter().any(there) {
                    let offsets = &table["initial_unfenced_offset_per_rack"];
                    let offset = &offsets[rack.unwrap_or("None")];
                    draws.push(if fenced {
                        0
                    } else {
                        offset.as_u64().unwrap_or(0)
                    });
                }
            }
        }
        draws.push(table["initial_rack_offset"].as_u64().expect("a number"));
        let mut draws = draws.into_iter();
        let mut draw = |_| usize::try_from(draws.next().unwrap_or(0)).expect("small");
        let rows = place_striped(
            &brokers,
            number(&table["partitions_before_first_shuffle"]),
            number(&table["replication_factor"]),
            &mut draw,
        );
        check_rows(table, 0, &rows.expect("enough brokers"));
    }
}

#[test]
fn what_the_placer_of_kraft_refuses() {
    let broker = |id, fenced| UsableBroker {
        id,
        rack: None,
        fenced,
    };
    let place = |brokers: &[_], factor| place_striped(brokers, 1, factor, &mut |_| 0);
    let one_fenced = [broker(0, false), broker(1, true)];
    assert_eq!(place(&one_fenced, 2), Ok(vec![vec![0, 1]]));
    assert_eq!(place(&one_fenced, 3), Err(StripedError::TooFewBrokers));
    assert_eq!(place(&one_fenced, 0), Err(StripedError::TooFewBrokers));
    let all_fenced = [broker(0, true), broker(1, true)];
    assert_eq!(place(&all_fenced, 1), Err(StripedError::AllFenced));
}

#[test]
fn placement_example_of_upstream() {
    let [case] = &cases("placement")[..] else {
        panic!("one case");
    };
    let start = PlacementStart {
        start_index: 0,
        next_replica_shift: 0,
    };
    let rows = place(&[0, 1, 2, 3, 4], 10, 3, start).expect("enough brokers");
    assert_eq!(rows[5], ids(&case["then"]["partition_5"]));
    assert_eq!(rows[9], ids(&case["then"]["partition_9"]));
    assert_eq!(place(&[0, 1], 1, 3, start), None);
    assert_eq!(place(&[0, 1], 1, 0, start), None);
}

#[test]
fn groups_and_their_offsets_partitions() {
    let vectors = vectors("coordinator_partition.json");
    for row in list(&vectors["groups"]) {
        let group = text(&row["group"]);
        assert_eq!(
            java_hash_code(group),
            number::<i32>(&row["hash"]),
            "{group}"
        );
        assert_eq!(
            partition_for(group, 50),
            Some(number(&row["p50"])),
            "{group}"
        );
        for (partitions, expected) in [1, 3, 10, 50, 100].into_iter().zip(list(&row["p"])) {
            assert_eq!(
                partition_for(group, partitions),
                Some(number(expected)),
                "{group}"
            );
        }
    }
    assert_eq!(
        (java_hash_code("a"), partition_for("a", 50)),
        (97, Some(47))
    );
    assert_eq!(partition_for("test_group", 50), Some(12));
    assert_eq!(java_hash_code("polygenelubricants"), i32::MIN);
    assert_eq!(partition_for("polygenelubricants", 50), Some(0));
    assert_eq!(partition_for("a", 0), None);
}

fn state(
    replicas: &Value,
    isr: &Value,
    leader: Option<BrokerId>,
    (leader_epoch, partition_epoch): (i32, i32),
) -> PartitionState {
    PartitionState {
        replicas: ids(replicas).into(),
        isr: ids(isr).into(),
        leader,
        leader_epoch,
        partition_epoch,
        recovering: false,
    }
}

fn request<'a>(
    state: &PartitionState,
    broker: BrokerId,
    isr: &'a [BrokerId],
) -> AlterPartition<'a> {
    AlterPartition {
        broker,
        broker_epoch_current: true,
        leader_epoch: state.leader_epoch,
        partition_epoch: state.partition_epoch,
        isr,
        recovering: false,
    }
}

/// A controller with some partitions, and brokers from 0 on that are alive at first.
struct TestCluster {
    controller: Controller,
    settings: Settings,
    partitions: BTreeMap<i32, PartitionState>,
}

impl TestCluster {
    fn new(mode: MetadataMode, brokers: BrokerId) -> Self {
        let registrations = (0..brokers).map(|broker| Registration {
            broker,
            active: true,
            shutting_down: false,
            answers: true,
            broker_epoch: 0,
            registered_at: 0,
            generation: 0,
            expires_at: None,
            known: true,
            shutdown_offset: None,
        });
        let mut settings = Settings::for_release(Release { major: 3, minor: 9 });
        settings.metadata_mode = mode;
        Self {
            controller: Controller {
                registrations: registrations.collect(),
            },
            settings,
            partitions: BTreeMap::new(),
        }
    }

    fn rules(&self) -> Rules<'_> {
        Rules {
            settings: &self.settings,
            unclean: self.settings.unclean_leader_election_enable,
        }
    }

    fn registration(&mut self, broker: BrokerId) -> &mut Registration {
        self.controller.registration_mut(broker).expect("a broker")
    }

    fn only_live(&mut self, live: &[BrokerId]) {
        for registration in &mut self.controller.registrations {
            registration.active = live.contains(&registration.broker);
        }
    }

    /// New partitions: the first live replica leads, the live ones are in sync.
    fn create(&mut self, partitions: &Value) {
        for (partition, replicas) in partitions.as_object().expect("a map") {
            let live: Vec<BrokerId> = ids(replicas)
                .into_iter()
                .filter(|id| self.controller.is_eligible(*id))
                .collect();
            let state = PartitionState {
                replicas: ids(replicas).into(),
                leader: live.first().copied(),
                isr: live.into(),
                leader_epoch: 0,
                partition_epoch: 0,
                recovering: false,
            };
            let partition = partition.parse().expect("a number");
            self.partitions.insert(partition, state);
        }
    }

    fn decide_all(
        &mut self,
        decide: impl Fn(&Controller, Rules<'_>, &PartitionState) -> Option<Decision>,
    ) {
        let mut partitions = std::mem::take(&mut self.partitions);
        for state in partitions.values_mut() {
            if let Some(decision) = decide(&self.controller, self.rules(), state) {
                *state = decision.state;
            }
        }
        self.partitions = partitions;
    }

    fn fence(&mut self, broker: BrokerId) {
        self.registration(broker).active = false;
        self.decide_all(|controller, rules, state| controller.broker_lost(rules, state, broker));
    }

    fn unfence(&mut self, broker: BrokerId) {
        self.registration(broker).active = true;
        self.decide_all(|controller, rules, state| controller.broker_back(rules, state));
    }

    fn balance(&mut self) {
        self.decide_all(|controller, rules, state| controller.elect_preferred(rules, state).ok());
    }

    fn elect_unclean(&mut self, partition: i32) -> ErrorCode {
        let state = &self.partitions[&partition];
        match self.controller.elect_unclean(self.rules(), state) {
            Ok(decision) => {
                self.partitions.insert(partition, decision.state);
                ErrorCode::None
            }
            Err(error) => error,
        }
    }

    fn alter_isr(&mut self, partition: i32, isr: &[BrokerId]) {
        let state = &self.partitions[&partition];
        let request = request(state, state.leader.expect("a leader"), isr);
        let decision = self
            .controller
            .alter_partition(self.rules(), state, request)
            .expect("a valid request");
        self.partitions.insert(partition, decision.state);
    }

    #[track_caller]
    fn check(&self, expected: &Value, partition: i32) {
        let state = &self.partitions[&partition];
        assert_eq!(state.leader, leader(&expected["leader"]), "{partition}");
        if let Some(isr) = expected.get("isr") {
            assert_eq!(*state.isr, ids(isr), "{partition}");
        }
    }
}
