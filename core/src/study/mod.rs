//! Analyses of a run that is there: nothing here changes it, and nothing below knows of them.

pub mod record;
pub mod spacetime;
pub mod why;
