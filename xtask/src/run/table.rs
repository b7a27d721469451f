//! The state of one partition, a row a step.

use tidemark_core::cluster::broker::Process;
use tidemark_core::cluster::replica::Replica;
use tidemark_core::kafka::BrokerId;
use tidemark_core::scenario::Scenario;
use tidemark_core::sim::Simulation;
use tidemark_core::sim::cell::PartitionCell;
use tidemark_core::topology::PartitionId;

/// The least width of a broker's column: a role, a LEO and an HW of three digits each.
const CELL: usize = 10;

/// The columns of a table.
pub(super) struct Table {
    partition: PartitionId,
    brokers: Vec<BrokerId>,
    /// The width of the ISR's column.
    isr: usize,
}

impl Table {
    /// The table of a partition: one column for each of its replicas.
    pub(super) fn of(scenario: &Scenario, partition: PartitionId) -> Self {
        let spec = scenario.cluster.partitions.get(partition.index());
        let brokers: Vec<BrokerId> = spec
            .map(|spec| spec.replicas.iter().map(|replica| replica.broker).collect())
            .unwrap_or_default();
        let isr = list(&brokers).len().max("ISR".len());
        Self {
            partition,
            brokers,
            isr,
        }
    }

    /// The names of the columns.
    pub(super) fn head(&self) -> String {
        let mut head = self.line(["step", "time", "leader/epoch", "ISR"]);
        for broker in &self.brokers {
            head += &format!(" {:>CELL$}", format!("{broker}: LEO/HW"));
        }
        head + &format!(" {:>6} {:>5}  {}", "acked", "lost", "what happened")
    }

    /// The state now, and what led to it.
    pub(super) fn row(&self, simulation: &Simulation, what: &str) -> String {
        let time = simulation.time().0;
        let step = simulation.step().to_string();
        let time = format!("{}.{:06}s", time / 1_000_000, time % 1_000_000);
        let Some(cell) = simulation.cell(self.partition) else {
            return self.line([&step, &time, "", ""]) + "  " + what;
        };
        let state = &cell.state;
        let leader = match state.leader {
            Some(leader) => format!("{leader}/{}", state.leader_epoch),
            None => format!("none/{}", state.leader_epoch),
        };
        let mut row = self.line([&step, &time, &leader, &list(&state.isr)]);
        for broker in &self.brokers {
            row += &format!(" {:>CELL$}", replica_cell(simulation, cell, *broker));
        }
        let acknowledged = cell.ledger.acknowledged.len();
        // Without a leader nobody can say what is lost.
        let lost = cell.true_leader().map_or_else(
            || "?".to_owned(),
            |leader| cell.ledger.fate(leader).lost.len().to_string(),
        );
        row + &format!(" {acknowledged:>6} {lost:>5}  {what}")
    }

    /// A caption, above the row of its command.
    pub(super) fn caption(&self, text: &str) -> String {
        format!("{:>4}  {text}", "")
    }

    fn line(&self, [step, time, leader, isr]: [&str; 4]) -> String {
        let width = self.isr;
        format!("{step:>4} {time:>12} {leader:>12} {isr:>width$}")
    }
}

/// `L 8/5`: role, LEO and HW. Z is a leader whom the controller has replaced without its knowledge.
fn replica_cell(simulation: &Simulation, cell: &PartitionCell, broker: BrokerId) -> String {
    let Some(replica) = cell.replica(broker) else {
        return String::new();
    };
    let process = simulation.broker(broker).map(|broker| broker.process);
    let role = match process {
        Some(Process::Down) | None => "x",
        Some(Process::Starting) => "s",
        Some(Process::Paused) => "p",
        Some(Process::Running) => role(cell, replica),
    };
    let log = &replica.log;
    format!("{role} {}/{}", log.log_end_offset(), log.high_watermark())
}

fn role(cell: &PartitionCell, replica: &Replica) -> &'static str {
    let leads = replica.leadership().is_some();
    let is_true = cell
        .true_leader()
        .is_some_and(|leader| leader.broker == replica.broker);
    match (leads, is_true) {
        (true, true) => "L",
        (true, false) => "Z",
        (false, _) if replica.following().is_some() => "F",
        (false, _) => "-",
    }
}

pub(super) fn list(ids: &[BrokerId]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    ids.join(",")
}
