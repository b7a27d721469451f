//! What a broker's bytes cost on their way: the page cache, the disk below it, and the copies to the network card.
//!
//! A model of its own: Kafka leaves all of this to the operating system, and gains from how it asks. Nothing here
//! changes what a log holds.

mod catching_up;
mod copies;
mod device;
mod page_cache;
mod replicas;

pub use catching_up::{
    CatchingUp, FileView, Happened, Reader, Run, TICK_MS, Tick, catching_up, files, reader_of_old,
};
pub use copies::{Cached, CopiedBy, Hop, SendPath, Station};
pub use device::{Device, STRIPE_UNIT, throughput};
pub use page_cache::{Cache, CacheCounters, CachedPage, Page, PageRead};
pub use replicas::ReplicaCost;

#[cfg(test)]
mod tests;
