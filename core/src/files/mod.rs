//! Files that somebody has: surveyed in small steps, and then asked about.
//!
//! Where the bytes come from is a [`ReadAt`]: a simulated file, or one that was dropped into a page. Nothing of a
//! large file is kept but its survey; what is asked afterwards is read again.

mod cleaning;
mod contents;
mod desk;
pub mod example;
mod fields;
mod lookup;
mod opened;
mod read_at;
mod replicas;
mod retention;
mod survey;
mod time_lookup;

pub use cleaning::{CleanAsk, CleanRefused, CleanedRecord, Cleaning, MappedKey};
pub use contents::{Contents, FileReport, FolderReport, Partition, Report};
pub use desk::{Ask, Desk, Shown, Told};
pub use fields::{BatchFields, Crc, Field, FieldName, FieldValue, Flag, fields};
pub use lookup::{Compared, Comparing, Lookup, NotFound, Scanned, Side, lookup};
pub use opened::NotOpened;
pub use read_at::ReadAt;
pub use replicas::{ReplicaSide, Replicas};
pub use survey::{NamedFile, SLICE, Survey};
pub use time_lookup::{FoundTime, TimeLookup, TimeStep};
