//! One side's run, gone through once: the state of every partition, noted where it changed.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::state::{Books, Watched};
use super::told::StateView;
use crate::cluster::broker::Process;
use crate::kafka::BrokerId;
use crate::sim::Simulation;
use crate::sim::cell::PartitionCell;
use crate::sim::table::Table;
use crate::topology::PartitionId;

/// A partition's state from a step on.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The step after which it is so; 0 is the first moment.
    pub(super) step: u32,
    /// The partition.
    pub(super) partition: PartitionId,
    /// The state.
    pub(super) state: Rc<StateView>,
}

/// What was noted.
#[derive(Debug, Default)]
pub(super) struct Track {
    /// By step, and within a step by partition.
    changes: Vec<Change>,
    /// The books over all partitions, from a step on.
    books: Vec<(u32, Books)>,
}

impl Track {
    /// All changes, by step.
    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The changes of one partition, by step.
    pub(super) fn of(&self, partition: PartitionId) -> Vec<Change> {
        let own = self.changes.iter();
        own.filter(|change| change.partition == partition)
            .cloned()
            .collect()
    }

    /// The books after each step at which they changed.
    pub(super) fn books(&self) -> &[(u32, Books)] {
        &self.books
    }
}

/// Who goes through the run.
#[derive(Debug)]
pub(super) struct Observer {
    track: Track,
    watched: Vec<Watched>,
    /// The last state of each partition.
    last: Vec<Rc<StateView>>,
    books: Books,
    cells: Table<PartitionCell>,
    processes: Vec<(BrokerId, Process)>,
}

impl Observer {
    /// At the first moment of a run.
    pub(super) fn new(simulation: &Simulation) -> Self {
        let partitions = simulation.cells().len();
        let mut observer = Self {
            track: Track::default(),
            watched: Vec::new(),
            last: Vec::new(),
            books: Books::default(),
            cells: simulation.cells().clone(),
            processes: processes(simulation),
        };
        observer.watched.resize_with(partitions, Watched::default);
        observer.last.resize_with(partitions, Rc::default);
        for (cell, index) in simulation.cells().iter().zip(0..) {
            observer.note(simulation, index, cell, 0);
        }
        observer.track.books.push((0, observer.books));
        observer
    }

    /// The run has gone one step on.
    pub(super) fn observe(&mut self, simulation: &Simulation) {
        let step = simulation.step();
        let before = self.books;
        let cells = simulation.cells();
        let earlier = core::mem::replace(&mut self.cells, cells.clone());
        for (index, cell) in cells.changed_since(&earlier) {
            self.note(simulation, index, cell, step);
        }
        let now = processes(simulation);
        let earlier = core::mem::replace(&mut self.processes, now);
        for broker in simulation.brokers() {
            if !earlier.contains(&(broker.id, broker.process)) {
                for partition in broker.partitions.iter() {
                    if let Some(cell) = simulation.cell(*partition) {
                        self.note(simulation, partition.index(), cell, step);
                    }
                }
            }
        }
        if self.books != before {
            self.track.books.push((step, self.books));
        }
    }

    /// What was noted.
    pub(super) fn finish(self) -> Track {
        self.track
    }

    fn note(&mut self, simulation: &Simulation, index: usize, cell: &PartitionCell, step: u32) {
        // A topic that was created in the meantime.
        if index >= self.watched.len() {
            self.watched.resize_with(index + 1, Watched::default);
            self.last.resize_with(index + 1, Rc::default);
        }
        let (Some(watched), Some(last)) = (self.watched.get_mut(index), self.last.get_mut(index))
        else {
            return;
        };
        let before = watched.books;
        self.books = self.books.exchange(before, watched.bring_up_books(cell));
        let state = watched.state(simulation, cell);
        if **last == state && step > 0 {
            return;
        }
        *last = Rc::new(state);
        self.track.changes.push(Change {
            step,
            partition: PartitionId(u32::try_from(index).unwrap_or(u32::MAX)),
            state: Rc::clone(last),
        });
    }
}

fn processes(simulation: &Simulation) -> Vec<(BrokerId, Process)> {
    let brokers = simulation.brokers().iter();
    brokers.map(|broker| (broker.id, broker.process)).collect()
}
