//! Who leads next, in ZooKeeper mode.
//!
//! There is no vote among replicas: the controller computes the leader from the assignment order, the
//! ISR and who is alive. The order of the ISR itself never matters.
//! Source: `kafka.controller.Election`, `PartitionLeaderElectionAlgorithms`.

use alloc::vec::Vec;

use crate::kafka::BrokerId;

/// The outcome of an election.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elected {
    /// The leader.
    pub leader: BrokerId,
    /// The ISR afterwards.
    pub isr: Vec<BrokerId>,
    /// The leader was not in the ISR: committed records may be lost.
    pub unclean: bool,
}

/// Offline election: the first replica in assignment order that is alive and in the ISR; if there is
/// none and unclean election is allowed, the first that is alive.
#[must_use]
pub fn offline(
    assignment: &[BrokerId],
    isr: &[BrokerId],
    live: impl Fn(BrokerId) -> bool,
    unclean_allowed: bool,
) -> Option<Elected> {
    let clean = first(assignment, |id| live(id) && isr.contains(&id));
    if let Some(leader) = clean {
        let isr = isr.iter().copied().filter(|id| live(*id)).collect();
        return Some(Elected {
            leader,
            isr,
            unclean: false,
        });
    }
    if !unclean_allowed {
        return None;
    }
    first(assignment, live).map(|leader| Elected {
        leader,
        isr: Vec::from([leader]),
        unclean: true,
    })
}

/// Election at the end of a reassignment: the first of the target list that is alive and in the ISR.
#[must_use]
pub fn reassign(
    target: &[BrokerId],
    isr: &[BrokerId],
    live: impl Fn(BrokerId) -> bool,
) -> Option<Elected> {
    first(target, |id| live(id) && isr.contains(&id)).map(|leader| unchanged_isr(leader, isr))
}

/// Preferred election: the first replica of the assignment, only if it is alive and in the ISR.
#[must_use]
pub fn preferred(
    assignment: &[BrokerId],
    isr: &[BrokerId],
    live: impl Fn(BrokerId) -> bool,
) -> Option<Elected> {
    let leader = *assignment.first()?;
    (live(leader) && isr.contains(&leader)).then(|| unchanged_isr(leader, isr))
}

/// Controlled shutdown: the first ISR member in assignment order, alive or shutting down, that is not
/// itself shutting down; the ISR loses those that are.
#[must_use]
pub fn controlled_shutdown(
    assignment: &[BrokerId],
    isr: &[BrokerId],
    live_or_shutting_down: impl Fn(BrokerId) -> bool,
    shutting_down: impl Fn(BrokerId) -> bool,
) -> Option<Elected> {
    let leader = first(assignment, |id| {
        live_or_shutting_down(id) && isr.contains(&id) && !shutting_down(id)
    })?;
    let isr = isr
        .iter()
        .copied()
        .filter(|id| !shutting_down(*id))
        .collect();
    Some(Elected {
        leader,
        isr,
        unclean: false,
    })
}

fn first(order: &[BrokerId], eligible: impl Fn(BrokerId) -> bool) -> Option<BrokerId> {
    order.iter().copied().find(|id| eligible(*id))
}

fn unchanged_isr(leader: BrokerId, isr: &[BrokerId]) -> Elected {
    Elected {
        leader,
        isr: isr.to_vec(),
        unclean: false,
    }
}
