//! What became of the records, over all partitions.

use alloc::string::String;
use alloc::vec::Vec;

use crate::session::frame::LedgerView;
use crate::sim::Simulation;

/// Examples named.
const EXAMPLES_MAX: usize = 8;

pub(super) fn view(simulation: &Simulation) -> LedgerView {
    let mut view = LedgerView::default();
    for cell in simulation.cells().iter() {
        let ledger = &cell.ledger;
        view.written += ledger.written;
        view.committed += ledger.committed_records;
        view.acknowledged += ledger.acknowledged.len() as u64;
        if ledger.acknowledged.is_empty() {
            continue;
        }
        // Without a leader nobody can say what is lost: the leader that comes decides.
        let fate = match cell.true_leader() {
            Some(leader) => ledger.fate(leader),
            None => ledger.fate_while_leaderless(),
        };
        view.acknowledged_not_committed += fate.acknowledged_not_committed.len() as u64;
        view.lost += fate.lost.len() as u64;
        view.duplicated += fate.duplicated.len() as u64;
        add(
            &mut view.acknowledged_not_committed_examples,
            fate.acknowledged_not_committed,
        );
        add(&mut view.lost_examples, fate.lost);
        add(&mut view.duplicated_examples, fate.duplicated);
    }
    view
}

fn add(examples: &mut Vec<String>, more: Vec<String>) {
    let room = EXAMPLES_MAX.saturating_sub(examples.len());
    examples.extend(more.into_iter().take(room));
}
