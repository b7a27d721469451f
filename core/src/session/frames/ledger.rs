//! What became of the records, over all partitions.
//!
//! While the same replica leads in the same epoch, its log and the books only grow. So the account of
//! a partition is carried on from the last frame, and drawn up anew only after a move backwards, to
//! another branch, or to another leader.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cluster::replica::Replica;
use crate::history::{BranchId, Lane};
use crate::session::frame::LedgerView;
use crate::sim::Simulation;
use crate::sim::cell::PartitionCell;
use crate::sim::ledger::{Account, Fate};
use crate::topology::PartitionId;

/// Examples named.
const EXAMPLES_MAX: usize = 8;

/// The accounts of all partitions at the step of the last frame.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    at: (BranchId, u32),
    accounts: Vec<Account>,
}

impl Accounts {
    /// Goes to the lane's step.
    pub(super) fn go_to(&mut self, lane: &Lane) {
        let here = (lane.branch().id, lane.position());
        if self.at.0 != here.0 || self.at.1 > here.1 {
            self.accounts.clear();
        }
        self.at = here;
        let partitions = lane.simulation().cells().len();
        self.accounts.resize_with(partitions, Account::default);
    }

    /// The values that stand at more than one offset of a partition's log.
    pub(super) fn duplicates(&mut self, simulation: &Simulation, id: PartitionId) -> Vec<String> {
        let account = self.accounts.get_mut(id.0 as usize);
        let Some((account, cell)) = account.zip(simulation.cell(id)) else {
            return Vec::new();
        };
        let leader = cell.true_leader();
        leader.map_or_else(Vec::new, |leader| {
            account.fate(&cell.ledger, leader).duplicated.clone()
        })
    }

    /// The ledger of the step that was gone to.
    pub(super) fn view(&mut self, simulation: &Simulation) -> LedgerView {
        let mut view = LedgerView::default();
        for (cell, account) in simulation.cells().iter().zip(&mut self.accounts) {
            add(&mut view, cell, account);
        }
        view
    }
}

fn add(view: &mut LedgerView, cell: &PartitionCell, account: &mut Account) {
    let ledger = &cell.ledger;
    view.written += ledger.written;
    view.committed += ledger.committed_records;
    view.acknowledged += ledger.acknowledged.len() as u64;
    if ledger.acknowledged.is_empty() {
        return;
    }
    // Without a leader nobody can say what is lost: the leader that comes decides.
    let leader: Option<&Replica> = cell.true_leader();
    let fate = match leader {
        Some(leader) => account.fate(ledger, leader),
        None => &ledger.fate_while_leaderless(),
    };
    let Fate {
        acknowledged_not_committed,
        lost,
        duplicated,
    } = fate;
    view.acknowledged_not_committed += acknowledged_not_committed.len() as u64;
    view.lost += lost.len() as u64;
    view.duplicated += duplicated.len() as u64;
    name(
        &mut view.acknowledged_not_committed_examples,
        acknowledged_not_committed,
    );
    name(&mut view.lost_examples, lost);
    name(&mut view.duplicated_examples, duplicated);
}

fn name(examples: &mut Vec<String>, more: &[String]) {
    let room = EXAMPLES_MAX.saturating_sub(examples.len());
    examples.extend(more.iter().take(room).cloned());
}
