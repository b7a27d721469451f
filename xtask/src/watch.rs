//! Notices that a source of the page has changed, by looking: a few hundred files take a millisecond.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::cargo;

/// All that the page is made of.
const SOURCES: &[&str] = &["Cargo.lock", "Cargo.toml", "core", "static", "web"];

const PAUSE: Duration = Duration::from_millis(200);

/// What the sources looked like at some time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look(u64);

impl Look {
    /// Looks now.
    pub(crate) fn now() -> Self {
        let mut hasher = DefaultHasher::new();
        let mut pending: Vec<PathBuf> = SOURCES
            .iter()
            .map(|source| cargo::root().join(source))
            .collect();
        while let Some(path) = pending.pop() {
            let Ok(metadata) = fs::metadata(&path) else {
                continue;
            };
            if metadata.is_dir() {
                let entries = fs::read_dir(&path).into_iter().flatten().flatten();
                let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
                paths.sort();
                pending.extend(paths);
            } else {
                path.hash(&mut hasher);
                metadata.len().hash(&mut hasher);
                metadata.modified().ok().hash(&mut hasher);
            }
        }
        Self(hasher.finish())
    }

    /// Waits until the sources look different, and stay so for a moment: editors write more than once.
    pub(crate) fn next(self) -> Self {
        let mut last = self;
        loop {
            thread::sleep(PAUSE);
            let now = Self::now();
            if now != self && now == last {
                return now;
            }
            last = now;
        }
    }
}
