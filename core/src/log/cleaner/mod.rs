//! Compaction: of each key the newest record stays (`LogCleaner`, `Cleaner`, `LogCleanerManager`).
//!
//! A round is a value. [`plan`] says how much of which log is cleaned, [`group`] which segments become
//! one, [`PartitionLog::clean`](super::PartitionLog::clean) what is in the new ones. The log changes only as it
//! takes them over; the same on a disk is a list of single steps, each of which a crash may follow.

mod fate;
mod group;
mod offset_map;
pub mod plan;
mod retention;
mod round;
pub mod state;
mod swap;
mod transactions;

pub use fate::Fate;
pub use group::{GroupLimits, SegmentSizes, group_segments};
pub use offset_map::{OFFSET_MAP_SLOT_SIZE, OffsetMap};
pub use round::{CleanError, CleanRequest, Cleaned, CleanedGroup, CleanerStats, MappedRange};
pub use swap::FileStep;
