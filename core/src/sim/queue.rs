//! What is going to happen, in order of time; what is due at the same moment happens in the order in
//! which it was decided.

use alloc::collections::BinaryHeap;
use alloc::rc::Rc;
use core::cmp::Ordering;

use super::event::Timer;
use super::message::Message;

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

    /// Drops everything.
    pub fn clear(&mut self) {
        self.heap.clear();
    }
}
