//! Reading the files of real brokers: what is in them, and what is wrong with them.
//!
//! A broken file is a [`Finding`], not a failure: what is wrong, at which byte, and the rest is still read.
//! Files of any size are fed in slices; what is kept of them is bounded. It knows no disk and no page, and
//! nothing of the simulation: it reads bytes, and shares with it the formats and the rules of truncation.

mod batch_run;
mod content;
mod finding;
mod folder;
mod log_file;
mod offset_audit;
mod replicas;
mod small_file;
mod time_audit;
mod transaction_audit;
mod walker;

pub use batch_run::{BatchRun, BatchRuns};
pub use content::{Content, check_kind, looks_like};
pub use finding::{Finding, Findings, IndexFault, Problem, Severity};
pub use folder::{Segment, audit_folder};
pub use log_file::{EpochStart, LogInspector, LogOptions, LogReport};
pub use offset_audit::used;
pub use replicas::{BatchMark, Comparison, Cut, CutRule, Divergence, Replica, Side, cuts};
pub use small_file::{
    check_epoch_checkpoint, check_metadata, check_offset_checkpoint, check_snapshot,
};
pub use walker::{LogWalker, SIZE_MAX, Walked};
