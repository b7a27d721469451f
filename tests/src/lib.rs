//! Helpers shared by the cross-crate tests: finding and reading vectors.
