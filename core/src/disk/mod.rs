//! The simulated disk: files made of shared pages, and folders of named files.
//!
//! It knows bytes and what of them has reached the disk, not what they mean. Nothing here
//! fails by itself; faults are a layer of their own.

mod directory;
mod file;

pub use directory::{Directory, DirectoryError};
pub use file::{File, PAGE_SIZE};

#[cfg(test)]
mod tests;
