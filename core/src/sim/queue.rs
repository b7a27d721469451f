//! What is going to happen, in order of time; what is due at the same moment happens in the order in
//! which it was decided.

use alloc::collections::BinaryHeap;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::event::Timer;
use super::message::Message;
use crate::shared::sort_few;

/// Something that is going to happen.
#[derive(Clone, Debug)]
pub enum Due {
    /// A message arrives.
    Message(Rc<Message>),
    /// A timer runs out; the generation tells it from one that was set again since.
    Timer(Timer, u32),
}

/// An entry of the queue.
#[derive(Clone, Debug)]
pub struct Entry {
    /// When, wall clock.
    pub time: u64,
    /// Orders entries of the same time.
    pub sequence: u64,
    /// The step that decided it.
    pub cause: u32,
    /// What.
    pub due: Due,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// Reversed: the heap gives the greatest entry first, and that has to be the earliest.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time, other.sequence).cmp(&(self.time, self.sequence))
    }
}

/// The queue.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    heap: BinaryHeap<Entry>,
    next_sequence: u64,
}

impl Queue {
    /// Adds something that is going to happen.
    pub fn push(&mut self, time: u64, cause: u32, due: Due) {
        let sequence = self.next_sequence;
        self.next_sequence += 1;
        self.heap.push(Entry {
            time,
            sequence,
            cause,
            due,
        });
    }

    /// The earliest entry.
    #[must_use]
    pub fn peek(&self) -> Option<&Entry> {
        self.heap.peek()
    }

    /// Takes the earliest entry.
    pub fn pop(&mut self) -> Option<Entry> {
        self.heap.pop()
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.heap.iter()
    }

    /// The sequence number that the next entry will get: entries below it exist already.
    #[must_use]
    pub const fn next_sequence(&self) -> u64 {
        self.next_sequence
    }

    /// Takes out the entries that `wanted` names, the earliest first.
    pub fn take(&mut self, wanted: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        let entries = core::mem::take(&mut self.heap).into_vec();
        let (mut taken, kept): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(wanted);
        self.heap = kept.into();
        // The first in the heap's order is the latest.
        sort_few(&mut taken);
        taken.reverse();
        taken
    }

    /// Puts an entry back as it was.
    pub fn put_back(&mut self, entry: Entry) {
        self.heap.push(entry);
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.heap.clear();
    }
}
