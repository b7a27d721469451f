//! Analyses of whole runs: what stands above a session and looks at it from outside.
//!
//! Nothing below knows this floor, so that a page without its analyses doesn't carry them.

pub mod compare;
