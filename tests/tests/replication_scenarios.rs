//! The scenarios of the catalogue against the vectors of the same ids: the full state after every
//! step, what producers were told, what was lost in the end, and which invariants broke when.
//!
//! Vectors: `vectors/replication_scenarios.json`; its `about` says how a step works and what is compared.

extern crate alloc;

use alloc::collections::BTreeMap;
use serde_json::{Map, Value, json};
use tidemark_core::cluster::broker::Process;
use tidemark_core::cluster::replica::{Replica, Role};
use tidemark_core::event::{Effect, InvariantId as I};
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::scenario::{BranchId, Scenario, catalogue, parse};
use tidemark_core::sim::event::Step;
use tidemark_core::sim::trace::TraceHashes;
use tidemark_core::sim::{Advance, Simulation, TimedCommand};
use tidemark_core::topology::PartitionId;
use tidemark_tests::{list, number, text, vectors};

const VECTORS: &str = "replication_scenarios.json";

/// The vector of several partitions, which runs by itself.
const MULTI_PARTITION: &str = "S31";

/// The only partition of the other vectors.
const PARTITION: PartitionId = PartitionId(0);

/// Where invariants are broken, and nowhere else (specification, 9.1): scenario, first and last step.
const BROKEN: [(I, &str, u64, u64); 14] = [
    (I::I1, "S08", 10, 15),
    (I::I1, "S10", 10, 16),
    (I::I1, "S11", 10, 16),
    (I::I1, "S21", 7, 13),
    (I::I1, "S33", 7, 17),
    (I::I1, "S35", 10, 19),
    (I::I2, "S08", 7, 7),
    (I::I2, "S10", 14, 16),
    (I::I2, "S12", 8, 11),
    (I::I6, "S10", 12, 16),
    (I::I6, "S11", 12, 13),
    (I::I6, "S12", 9, 11),
    (I::I6, "S21", 9, 10),
    (I::I7, "S12", 8, 11),
];

/// The invariants that the vectors speak of, and those that hold whatever happens.
const JUDGED: [I; 15] = [
    I::I1,
    I::I2,
    I::I3,
    I::I4,
    I::I5,
    I::I6,
    I::I7,
    I::I9,
    I::I11,
    I::I12,
    I::I13,
    I::I14,
    I::I15,
    I::I17,
    I::I18,
];

#[test]
fn every_step_has_the_state_of_its_vector() {
    for (vector, scenario) in by_hand() {
        let id = text(&vector["id"]);
        let mut simulation = Simulation::new(&scenario.cluster);
        for (step, event) in list(&vector["steps"]).iter().zip(run(&scenario)) {
            if let Some(timed) = event {
                command_step(&mut simulation, &timed);
            }
            let expected = &step["state"];
            // A topic that was created a moment ago has nothing that a state shows.
            let found = state(&simulation, expected);
            assert_eq!(
                found, *expected,
                "{id} step {}: {}\nexpected: {expected}\n   found: {found}",
                step["n"], step["event"]
            );
        }
    }
}

#[test]
fn every_step_has_the_outcome_of_its_vector() {
    for (vector, scenario) in by_hand() {
        let id = text(&vector["id"]);
        let mut simulation = Simulation::new(&scenario.cluster);
        for (step, event) in list(&vector["steps"]).iter().zip(run(&scenario)) {
            let Some(timed) = event else { continue };
            let done = command_step(&mut simulation, &timed);
            let found = facts_of_effects(&done.effects);
            let expected = facts_of_outcome(step);
            assert_eq!(
                found, expected,
                "{id} step {}: {}\noutcome: {}\neffects: {:?}",
                step["n"], step["event"], step["outcome"], done.effects
            );
        }
    }
}

#[test]
fn every_end_has_the_summary_of_its_vector() {
    for (vector, scenario) in by_hand() {
        let id = text(&vector["id"]);
        let mut simulation = Simulation::new(&scenario.cluster);
        let mut values = BTreeMap::new();
        note_values(&simulation, &mut values);
        for timed in run(&scenario).into_iter().flatten() {
            command_step(&mut simulation, &timed);
            note_values(&simulation, &mut values);
        }
        let cell = simulation.cell(PARTITION).expect("a partition");
        let leader = cell.state.leader.and_then(|leader| cell.replica(leader));
        let leader = leader.unwrap_or_else(|| panic!("{id}: no leader at the end"));
        let held = records(leader);
        let mut lost_committed: Vec<(i64, String)> = cell
            .ledger
            .committed
            .iter()
            .map(|stamp| (stamp.base_offset, stamp.leader_epoch))
            .filter(|at| *at >= (leader.log.log_start_offset(), 0) && !held.contains_key(at))
            .map(|at| (at.0, format!("{}@{}", values[&at], at.1)))
            .collect();
        lost_committed.sort();
        let lost_committed: Vec<String> =
            lost_committed.into_iter().map(|(_, name)| name).collect();
        let fate = cell.ledger.fate(leader);
        let expected = &vector["expected"];
        for (name, found) in [
            ("lost_committed", json!(lost_committed)),
            ("lost_acked", json!(fate.lost)),
            ("duplicated", json!(fate.duplicated)),
            ("logs_diverge_below_min_hw", json!(diverge(&simulation))),
        ] {
            let expected = &expected[name];
            assert_eq!(found, *expected, "{id}: {name}");
        }
    }
}

#[test]
fn invariants_break_where_the_specification_says_and_nowhere_else() {
    for (vector, scenario) in by_hand() {
        let id = text(&vector["id"]);
        let mut simulation = Simulation::new(&scenario.cluster);
        for (step, event) in list(&vector["steps"]).iter().zip(run(&scenario)) {
            if let Some(timed) = event {
                command_step(&mut simulation, &timed);
            }
            let n: i64 = number(&step["n"]);
            let expected: Vec<I> = BROKEN
                .iter()
                .filter(|(_, scenario, from, to)| {
                    *scenario == id && (*from..=*to).contains(&n.unsigned_abs())
                })
                .map(|(invariant, ..)| *invariant)
                .collect();
            for invariant in JUDGED {
                let broken = &simulation.cell(PARTITION).expect("a partition").broken;
                let found = broken.iter().any(|(broken, _)| *broken == invariant);
                assert_eq!(
                    found,
                    expected.contains(&invariant),
                    "{id} step {n}: {invariant:?} broken\n{}",
                    step["event"]
                );
            }
        }
    }
}

#[test]
fn leadership_returns_to_the_preferred_replicas() {
    let vectors = vectors(VECTORS);
    let vector = list(&vectors["scenarios"])
        .iter()
        .find(|vector| vector["id"] == MULTI_PARTITION)
        .expect("the vector of several partitions");
    let scenario = scenario(MULTI_PARTITION).expect("in the catalogue");
    let mut simulation = Simulation::new(&scenario.cluster);
    let mut commands = commands(&scenario).into_iter().peekable();
    let mut expected = list(&vector["steps"])
        .iter()
        .map(|step| &step["state"])
        .peekable();
    let mut reached = Vec::new();
    for _ in 0..STEPS_MAX {
        // The states follow each other; between them the cluster is on its way.
        while expected
            .next_if(|state| leaders(&simulation) == **state)
            .is_some()
        {
            reached.push((simulation.time().as_millis(), leader_epochs(&simulation)));
        }
        if expected.peek().is_none() {
            break;
        }
        match simulation.advance(commands.peek()) {
            Advance::Step(_, true) => drop(commands.next()),
            Advance::Step(_, false) | Advance::Busy => {}
            Advance::Complete => break,
        }
    }
    let times: Vec<u64> = reached.iter().map(|(time, _)| *time).collect();
    assert_eq!(
        times.len(),
        list(&vector["steps"]).len(),
        "states reached at {times:?} ms; expected next: {:?}, now: {}",
        expected.peek(),
        leaders(&simulation)
    );
    // A broker is fenced 9 s after its last heartbeat, and heartbeats are 2 s apart.
    assert!((27_000..=29_100).contains(&times[1]), "{times:?}");
    assert!((67_000..=69_100).contains(&times[2]), "{times:?}");
    assert!((140_000..200_000).contains(&times[3]), "{times:?}");
    assert_eq!(times[4], 300_000, "the first look at the balance");
    let moved: Vec<i64> = list(&list(&vector["steps"])[4]["event"]["moved_partitions"])
        .iter()
        .map(number)
        .collect();
    for (partition, (before, after)) in (0..).zip(reached[3].1.iter().zip(&reached[4].1)) {
        let rise = i32::from(moved.contains(&partition));
        assert_eq!(
            after - before,
            rise,
            "leader epoch of partition {partition}"
        );
    }
}

#[test]
fn a_crashed_leader_is_replaced_and_nothing_acknowledged_is_lost() {
    let steps = run_by_itself("A01", 80_000);
    let fenced = time_of(&steps, |effect| {
        matches!(effect, Effect::BrokerFenced { broker: 0 })
    });
    // The crash is at 10 s, and the last heartbeat at most 2 s before.
    assert!((17_000..=19_000).contains(&fenced), "{fenced}");
    let led = time_of(&steps, |effect| {
        let of_1 = Effect::BecameLeader {
            partition: PARTITION,
            broker: 1,
            leader_epoch: 1,
            epoch_start_offset: 5,
        };
        *effect == of_1
    });
    assert!((fenced..20_000).contains(&led), "{led}");
    assert_eq!(
        answers(&steps),
        [
            (1, "ack(all) m0,m1,m2"),
            (4, "ack(all) m3,m4"),
            (12, "NETWORK_EXCEPTION m5"),
            (25, "ack(all) m5"),
            (75, "ack(all) m6"),
        ]
        .map(|(second, answer)| (second, answer.to_owned()))
    );
    let back = isr_times(&steps, 3).next().expect("a full ISR");
    assert!((40_000..45_000).contains(&back), "{back}");
}

#[test]
fn a_follower_that_lags_holds_up_writes_for_at_most_45_seconds() {
    let steps = run_by_itself("A02", 100_000);
    assert_eq!(
        answers(&steps),
        [
            (1, "ack(all) m0,m1"),
            (36, "REQUEST_TIMED_OUT m2"),
            (45, "ack(all) m3"),
            (60, "ack(all) m4"),
            (90, "ack(all) m5"),
        ]
        .map(|(second, answer)| (second, answer.to_owned()))
    );
    let shrunk = isr_times(&steps, 2).next().expect("a smaller ISR");
    assert!((45_000..45_100).contains(&shrunk), "{shrunk}");
    let grown = isr_times(&steps, 3).next().expect("a full ISR");
    assert!((70_000..80_000).contains(&grown), "{grown}");
}

#[test]
fn every_scenario_of_the_vectors_is_in_the_catalogue() {
    let vectors = vectors(VECTORS);
    // Eligible leader replicas and reassignments are not simulated.
    let absent = ["S26", "S29"];
    for vector in list(&vectors["scenarios"]) {
        let id = text(&vector["id"]);
        assert_eq!(scenario(id).is_none(), absent.contains(&id), "{id}");
    }
}

#[test]
fn every_scenario_runs_twice_alike() {
    for entry in catalogue() {
        let scenario = scenario(entry.id).expect("in the catalogue");
        for branch in branches(&scenario) {
            let first = trace(&scenario, branch);
            let second = trace(&scenario, branch);
            assert_eq!(first, second, "{} branch {branch}", entry.id);
        }
    }
}

/// Steps of an automatic run that are looked at.
const STEPS_MAX: u32 = 200_000;

/// The vectors of one partition that are in the catalogue, with their scenarios.
fn by_hand() -> Vec<(Value, Scenario)> {
    let vectors = vectors(VECTORS);
    list(&vectors["scenarios"])
        .iter()
        .filter(|vector| vector["id"] != MULTI_PARTITION)
        .filter_map(|vector| Some((vector.clone(), scenario(text(&vector["id"]))?)))
        .collect()
}

fn scenario(id: &str) -> Option<Scenario> {
    let entry = catalogue().iter().find(|entry| entry.id == id)?;
    let scenario = parse(entry.text).unwrap_or_else(|errors| panic!("{id}:\n{errors}"));
    assert_eq!(scenario.id, id);
    Some(scenario)
}

fn branches(scenario: &Scenario) -> Vec<BranchId> {
    let others = scenario.branches.iter().map(|branch| branch.id);
    [BranchId::MAIN].into_iter().chain(others).collect()
}

fn commands(scenario: &Scenario) -> Vec<TimedCommand> {
    let commands = scenario.commands_of(BranchId::MAIN);
    commands
        .into_iter()
        .map(|command| command.timed.clone())
        .collect()
}

/// What is done at each step of a vector; its first step is the state at the start.
fn run(scenario: &Scenario) -> Vec<Option<TimedCommand>> {
    let commands = commands(scenario).into_iter().map(Some);
    [None].into_iter().chain(commands).collect()
}

#[track_caller]
fn command_step(simulation: &mut Simulation, timed: &TimedCommand) -> Step {
    match simulation.advance(Some(timed)) {
        Advance::Step(step, true) => step,
        other => panic!("{timed:?}: {other:?}"),
    }
}

/// The steps of an automatic scenario until this millisecond.
fn run_by_itself(id: &str, until: u64) -> Vec<Step> {
    let scenario = scenario(id).expect("in the catalogue");
    let mut simulation = Simulation::new(&scenario.cluster);
    let mut commands = commands(&scenario).into_iter().peekable();
    let mut steps = Vec::new();
    for _ in 0..STEPS_MAX {
        if let Advance::Step(step, taken) = simulation.advance(commands.peek()) {
            if step.time.as_millis() > until {
                break;
            }
            steps.push(step);
            if taken {
                commands.next();
            }
        }
    }
    assert!(commands.peek().is_none(), "{id}: commands left");
    steps
}

/// The millisecond of the first such effect.
fn time_of(steps: &[Step], is_it: impl Fn(&Effect) -> bool) -> u64 {
    let step = steps.iter().find(|step| step.effects.iter().any(&is_it));
    step.expect("such an effect").time.as_millis()
}

/// What producers were told, with the second in which they were.
fn answers(steps: &[Step]) -> Vec<(u64, String)> {
    let effects = steps.iter().flat_map(|step| {
        let second = step.time.as_millis() / 1000;
        step.effects.iter().map(move |effect| (second, effect))
    });
    effects
        .filter_map(|(second, effect)| match effect {
            Effect::Acknowledged { values, .. } => {
                Some((second, format!("ack(all) {}", values.join(","))))
            }
            Effect::ProduceFailed { values, error, .. } => {
                Some((second, format!("{} {}", error.name(), values.join(","))))
            }
            _ => None,
        })
        .collect()
}

/// When the partition's ISR became one of this size.
fn isr_times(steps: &[Step], size: usize) -> impl Iterator<Item = u64> {
    steps.iter().flat_map(move |step| {
        let time = step.time.as_millis();
        let changes = step.effects.iter().filter(move |effect| match effect {
            Effect::PartitionChanged {
                partition,
                from,
                to,
                ..
            } => *partition == PARTITION && from.isr.len() != size && to.isr.len() == size,
            _ => false,
        });
        changes.map(move |_| time)
    })
}

/// The state as the vectors write it; a key that is there only sometimes is there when expected.
fn state(simulation: &Simulation, expected: &Value) -> Value {
    let cell = simulation.cell(PARTITION).expect("a partition");
    let mut state = Map::new();
    state.insert("leader".into(), json!(cell.state.leader));
    state.insert("leader_epoch".into(), json!(cell.state.leader_epoch));
    state.insert("partition_epoch".into(), json!(cell.state.partition_epoch));
    state.insert("isr".into(), json!(&*cell.state.isr));
    if cell.state.recovering {
        state.insert("leader_recovery_state".into(), json!("RECOVERING"));
    }
    if !expected["replicas"].is_null() {
        state.insert("replicas".into(), json!(&*cell.state.replicas));
    }
    let brokers: Map<String, Value> = cell
        .replicas
        .iter()
        .map(|replica| (replica.broker.to_string(), broker(simulation, replica)))
        .collect();
    state.insert("brokers".into(), Value::Object(brokers));
    Value::Object(state)
}

fn broker(simulation: &Simulation, replica: &Replica) -> Value {
    let broker = simulation.broker(replica.broker).expect("a broker");
    let alive = broker.process == Process::Running;
    let role = match replica.role {
        _ if !alive => "down",
        Role::None => "none",
        Role::Leader(_) => "leader",
        // Whoever follows nobody has no role.
        Role::Follower(ref following) if following.leader.is_none() => "none",
        Role::Follower(_) => "follower",
    };
    let log: Vec<String> = records(replica)
        .into_iter()
        .map(|((_, epoch), value)| format!("{value}@{epoch}"))
        .collect();
    let mut state = json!({
        "alive": alive,
        "role": role,
        "known_epoch": replica.leader_epoch,
        "leo": replica.log.log_end_offset(),
        "hw": replica.log.high_watermark(),
        "log": log.join(" "),
    });
    let start = replica.log.log_start_offset();
    if start > 0 {
        state["log_start_offset"] = json!(start);
    }
    state
}

/// Offset and leader epoch of each record of a log, with its value.
fn records(replica: &Replica) -> BTreeMap<(i64, i32), String> {
    let mut records = BTreeMap::new();
    let (from, to) = (replica.log.log_start_offset(), replica.log.log_end_offset());
    replica.for_each_record(from, to, |record| {
        let value = String::from_utf8_lossy(record.value.unwrap_or_default());
        records.insert((record.offset, record.leader_epoch), value.into_owned());
    });
    records
}

fn note_values(simulation: &Simulation, values: &mut BTreeMap<(i64, i32), String>) {
    let cell = simulation.cell(PARTITION).expect("a partition");
    for replica in &cell.replicas {
        values.extend(records(replica));
    }
}

/// Whether two live replicas differ below the smaller of their high watermarks.
fn diverge(simulation: &Simulation) -> bool {
    let cell = simulation.cell(PARTITION).expect("a partition");
    let live: Vec<&Replica> = cell
        .replicas
        .iter()
        .filter(|replica| {
            let broker = simulation.broker(replica.broker);
            broker.is_some_and(|broker| broker.process == Process::Running)
        })
        .collect();
    live.iter().any(|one| {
        live.iter().any(|other| {
            let end = one.log.high_watermark().min(other.log.high_watermark());
            let start = one.log.log_start_offset().max(other.log.log_start_offset());
            let part = |replica: &Replica| {
                let mut records = records(replica);
                records.retain(|(offset, _), _| (start..end).contains(offset));
                records
            };
            part(one) != part(other)
        })
    })
}

/// Acknowledgements and error names of a step.
type Facts = Vec<String>;

fn facts_of_effects(effects: &[Effect]) -> Facts {
    let mut facts = Facts::new();
    let mut error = |code: &ErrorCode| {
        if *code != ErrorCode::None {
            facts.push(code.name().to_owned());
        }
    };
    for effect in effects {
        match effect {
            Effect::ProduceFailed { error: code, .. }
            | Effect::FetchRefused { error: code, .. }
            | Effect::FetcherStopped { error: code, .. }
            | Effect::IsrChangeRefused { error: code, .. }
            | Effect::ElectionFailed { error: code, .. }
            | Effect::ConsumerRead { error: code, .. } => error(code),
            _ => {}
        }
    }
    for effect in effects {
        if let Effect::Acknowledged { values, acks, .. } = effect {
            facts.push(match acks {
                Acks::All => format!("ack(all) {}", values.join(",")),
                Acks::Leader => "ack(1)".to_owned(),
                Acks::None => "ack(0)".to_owned(),
            });
        }
    }
    facts
}

fn facts_of_outcome(step: &Value) -> Facts {
    let outcome = step["outcome"].as_str().unwrap_or_default();
    let words: Vec<&str> = outcome
        .split(|character: char| character.is_whitespace() || matches!(character, ':' | ';'))
        .filter(|word| !word.is_empty())
        .collect();
    let is_name = |word: &&&str| {
        word.contains('_')
            && word
                .chars()
                .all(|character| matches!(character, 'A'..='Z' | '_'))
    };
    let mut facts: Facts = words
        .iter()
        .filter(is_name)
        .map(|word| (**word).to_owned())
        .collect();
    for (position, word) in words.iter().enumerate() {
        match *word {
            "ack(all)" => facts.push(format!("ack(all) {}", words[position + 1])),
            "ack(1)" => facts.push("ack(1)".to_owned()),
            _ => {}
        }
    }
    facts
}

fn leader_epochs(simulation: &Simulation) -> Vec<i32> {
    let cells = simulation.cells().iter();
    cells.map(|cell| cell.state.leader_epoch).collect()
}

/// Leaders and ISRs of all partitions, as the vector of several partitions writes them.
fn leaders(simulation: &Simulation) -> Value {
    let brokers = simulation.brokers().iter().map(|broker| broker.id);
    let cells: Vec<_> = simulation.cells().iter().map(|cell| &cell.state).collect();
    let ratio = |not_led: usize, preferred: usize| not_led as f64 / preferred as f64;
    let mut led = Map::new();
    let mut imbalance = Map::new();
    for id in brokers {
        let leads = cells
            .iter()
            .filter(|state| state.leader == Some(id))
            .count();
        let preferred: Vec<_> = cells
            .iter()
            .filter(|state| state.replicas.first() == Some(&id))
            .collect();
        let not_led = preferred
            .iter()
            .filter(|state| state.leader != Some(id))
            .count();
        led.insert(id.to_string(), json!(leads));
        imbalance.insert(
            id.to_string(),
            json!({
                "preferred": preferred.len(),
                "not_led": not_led,
                "ratio": ratio(not_led, preferred.len()),
                "exceeds_10_percent": not_led * 10 > preferred.len(),
            }),
        );
    }
    let numbered = cells.iter().enumerate();
    let leader_of: Map<String, Value> = numbered
        .clone()
        .map(|(number, state)| (number.to_string(), json!(state.leader)))
        .collect();
    let isr_of: Map<String, Value> = numbered
        .map(|(number, state)| (number.to_string(), json!(&*state.isr)))
        .collect();
    json!({
        "leaders_per_broker": led,
        "imbalance": imbalance,
        "leader_of_partition": leader_of,
        "isr_of_partition": isr_of,
    })
}

/// The hashes of a branch's run; an automatic one is followed for a while after its last command.
fn trace(scenario: &Scenario, branch: BranchId) -> TraceHashes {
    let commands = scenario.commands_of(branch);
    let commands: Vec<TimedCommand> = commands
        .iter()
        .map(|command| command.timed.clone())
        .collect();
    let mut left = commands.iter().peekable();
    let mut simulation = Simulation::new(&scenario.cluster);
    let mut steps_after = 0;
    for _ in 0..STEPS_MAX {
        match simulation.advance(left.peek().copied()) {
            Advance::Step(_, true) => {
                left.next();
            }
            Advance::Step(_, false) if left.peek().is_none() => steps_after += 1,
            Advance::Step(..) | Advance::Busy => {}
            Advance::Complete => break,
        }
        if steps_after > 2_000 {
            break;
        }
    }
    assert!(left.peek().is_none(), "{}: commands left", scenario.id);
    simulation.trace_hashes()
}
