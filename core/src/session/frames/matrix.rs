//! The partition matrix, and totals over all partitions.

use alloc::vec::Vec;

use super::count;
use crate::event::Effect;
use crate::history::Lane;
use crate::replication::produce::effective_min_isr;
use crate::session::frame::{
    CellState, MatrixCell, MatrixColumn, MatrixView, TotalsBefore, TotalsView,
};
use crate::session::request::{MatrixWindow, PartitionTrouble};
use crate::sim::Simulation;
use crate::sim::cell::PartitionCell;
use crate::sim::event::Step;
use crate::topology::PartitionId;

pub(super) fn totals(lane: &Lane, step: Option<&Step>) -> TotalsView {
    let simulation = lane.simulation();
    let mut totals = TotalsView {
        partitions: count(
            simulation
                .cells()
                .iter()
                .filter(|cell| cell.exists())
                .count(),
        ),
        ..TotalsView::default()
    };
    for cell in simulation.cells().iter().filter(|cell| cell.exists()) {
        let trouble = |trouble| u32::from(has_trouble(simulation, cell, trouble));
        totals.offline += trouble(PartitionTrouble::Offline);
        totals.under_min_isr += trouble(PartitionTrouble::UnderMinIsr);
        totals.under_replicated += trouble(PartitionTrouble::UnderReplicated);
        totals.not_preferred += trouble(PartitionTrouble::NotPreferred);
    }
    let changes = step.into_iter().flat_map(|step| &step.effects);
    let mut changed = false;
    for effect in changes {
        if let Effect::PartitionChanged { from, to, .. } = effect {
            changed = true;
            totals.leaders_moved += u32::from(from.leader != to.leader && to.leader.is_some());
        }
    }
    if let Some(before) = lane.before().filter(|_| changed) {
        let total = |trouble| {
            let cells = before.cells().iter();
            count(
                cells
                    .filter(|cell| cell.exists() && has_trouble(before, cell, trouble))
                    .count(),
            )
        };
        totals.before = Some(TotalsBefore {
            offline: total(PartitionTrouble::Offline),
            under_min_isr: total(PartitionTrouble::UnderMinIsr),
        });
    }
    totals
}

fn has_trouble(simulation: &Simulation, cell: &PartitionCell, trouble: PartitionTrouble) -> bool {
    let state = &cell.state;
    match trouble {
        PartitionTrouble::Offline => state.leader.is_none(),
        PartitionTrouble::UnderMinIsr => is_under_min_isr(simulation, cell),
        PartitionTrouble::UnderReplicated => state.isr.len() < state.replicas.len(),
        PartitionTrouble::NotPreferred => state.leader != state.preferred(),
    }
}

/// Kafka's own count: an offline partition is under min ISR, too, if its stored ISR is.
fn is_under_min_isr(simulation: &Simulation, cell: &PartitionCell) -> bool {
    let min_insync_replicas = simulation.min_insync_replicas(cell, cell.state.leader);
    let effective = effective_min_isr(min_insync_replicas, cell.state.replicas.len());
    cell.state.isr.len() < effective
}

pub(super) fn view(
    simulation: &Simulation,
    window: &MatrixWindow,
    step: Option<&Step>,
) -> MatrixView {
    let matches = |cell: &&PartitionCell| {
        cell.exists()
            && window.topic.is_none_or(|topic| cell.topic == topic)
            && window
                .only
                .is_none_or(|trouble| has_trouble(simulation, cell, trouble))
    };
    let mut columns = Vec::new();
    let mut matching = 0;
    for (cell, id) in simulation.cells().iter().zip(0..) {
        if !matches(&cell) {
            continue;
        }
        if matching >= window.first && count(columns.len()) < window.count {
            columns.push(column(simulation, cell, PartitionId(id), step));
        }
        matching += 1;
    }
    MatrixView {
        matching,
        first: window.first,
        columns,
    }
}

fn column(
    simulation: &Simulation,
    cell: &PartitionCell,
    partition: PartitionId,
    step: Option<&Step>,
) -> MatrixColumn {
    let state = &cell.state;
    let cells = state.replicas.iter().map(|broker| {
        let in_isr = state.isr.contains(broker);
        let live = simulation
            .controller()
            .registration(*broker)
            .is_some_and(|registration| registration.active);
        MatrixCell {
            broker: *broker,
            state: if state.leader == Some(*broker) {
                CellState::Leader
            } else if !live {
                CellState::Offline { in_isr }
            } else if in_isr {
                CellState::InSync
            } else {
                CellState::OutOfSync
            },
        }
    });
    let changed = step.into_iter().flat_map(|step| &step.effects).any(|effect| {
        matches!(effect, Effect::PartitionChanged { partition: at, .. } if *at == partition)
    });
    MatrixColumn {
        partition,
        cells: cells.collect(),
        offline: state.leader.is_none(),
        under_min_isr: is_under_min_isr(simulation, cell),
        changed,
    }
}
