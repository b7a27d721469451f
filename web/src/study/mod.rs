//! What only some readers open: studies of a run.

pub(crate) mod spacetime;
