//! How far two logs agree: the length of their common prefix, batch by batch.
//!
//! Logs only grow or are cut, so what was compared once need not be compared again: the offset up to
//! which a pair is known to agree is kept, and lowered when one of both is cut.

use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::cluster::replica::Replica;
use crate::kafka::Offset;

/// The offsets up to which pairs of replicas are known to agree.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    known: Rc<Vec<Offset>>,
}

impl Agreement {
    /// Nothing is known yet of `replicas` replicas.
    #[must_use]
    pub fn new(replicas: usize) -> Self {
        Self {
            known: Rc::new(alloc::vec![0; replicas * replicas]),
        }
    }

    /// A log was cut to `offset`.
    pub fn cut(&mut self, replicas: usize, replica: usize, offset: Offset) {
        let known = Rc::make_mut(&mut self.known);
        for (index, agreed) in known.iter_mut().enumerate() {
            if index / replicas == replica || index % replicas == replica {
                *agreed = (*agreed).min(offset);
            }
        }
    }

    /// The offset below which the logs of two replicas agree.
    pub fn of(&mut self, replicas: &[Replica], one: usize, other: usize) -> Offset {
        let (low, high) = (one.min(other), one.max(other));
        let slot = low * replicas.len() + high;
        let known = self.known.get(slot).copied().unwrap_or(0);
        let (Some(first), Some(second)) = (replicas.get(low), replicas.get(high)) else {
            return known;
        };
        let agreed = common_prefix(first, second, known);
        if agreed != known
            && let Some(entry) = Rc::make_mut(&mut self.known).get_mut(slot)
        {
            *entry = agreed;
        }
        agreed
    }
}

/// Compares two logs from `known` on. Records below either log's start are not there to differ.
fn common_prefix(one: &Replica, other: &Replica, known: Offset) -> Offset {
    let end = one.log.log_end_offset().min(other.log.log_end_offset());
    let start = one.log.log_start_offset().max(other.log.log_start_offset());
    let mut agreed = known.max(start.min(end));
    if agreed >= end {
        return end;
    }
    let (mut left, mut right) = (one.log.stamps(agreed), other.log.stamps(agreed));
    while agreed < end {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) if a == b => agreed = a.last_offset + 1,
            _ => break,
        }
    }
    agreed.min(end)
}
