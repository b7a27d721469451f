//! What a log has beside its active segment: the segments before it, snapshots of its producers, and
//! files that it has given up but that are still there.
//!
//! Most logs of a simulated cluster have none of these, and pay one empty pointer.

use super::PartitionLog;
use crate::disk::File;
use crate::kafka::{Offset, Timestamp};
use crate::log::{FileKind, FileName, FileStage, LogContext, ProducerStates, Segment};
use alloc::rc::Rc;
use alloc::vec::Vec;

/// Everything of a log that is not its active segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Past {
    /// Oldest first.
    pub(super) segments: Vec<Segment>,
    /// By offset.
    snapshots: Vec<Snapshot>,
    deleted: Vec<DeletedFile>,
}

/// What was known of producers before `offset`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Snapshot {
    offset: Offset,
    producer_states: ProducerStates,
}

/// A file that is no part of the log any more, and will be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeletedFile {
    /// Its name, which says that it is deleted.
    pub name: FileName,
    /// What is in it.
    pub file: File,
    /// When it is removed.
    pub due_ms: Timestamp,
}

impl PartitionLog {
    /// The files that the log has given up and that are still there, in the order in which they were.
    #[must_use]
    pub fn deleted_files(&self) -> &[DeletedFile] {
        self.past.as_ref().map_or(&[], |past| &past.deleted)
    }

    /// Removes the files whose time is up (`file.delete.delay.ms`); answers how many.
    pub fn remove_deleted_files(&mut self, now_ms: Timestamp) -> usize {
        let before = self.deleted_files().len();
        if before > 0 {
            let past = self.past_mut();
            past.deleted.retain(|deleted| now_ms < deleted.due_ms);
        }
        before - self.deleted_files().len()
    }

    /// The snapshots of producers by the offset that they are named after.
    pub(super) fn snapshots(&self) -> impl Iterator<Item = (Offset, &ProducerStates)> {
        let snapshots = self.past.iter().flat_map(|past| past.snapshots.iter());
        snapshots.map(|snapshot| (snapshot.offset, &snapshot.producer_states))
    }

    pub(super) fn past_mut(&mut self) -> &mut Past {
        Rc::make_mut(self.past.get_or_insert_default())
    }

    /// Notes what is known of producers before `offset`, unless that is stored already.
    pub(super) fn take_snapshot(&mut self, offset: Offset) {
        let last = self.snapshots().last().map_or(0, |(offset, _)| offset);
        if offset > last {
            let producer_states = self.producer_states.clone();
            self.insert_snapshot(offset, producer_states);
        }
    }

    /// Adds a snapshot behind all others.
    pub(super) fn insert_snapshot(&mut self, offset: Offset, producer_states: ProducerStates) {
        self.past_mut().snapshots.push(Snapshot {
            offset,
            producer_states,
        });
    }

    /// The latest snapshot of `offset` or earlier; without one nothing is known before the first record.
    pub(super) fn latest_snapshot(&self, offset: Offset) -> (Offset, ProducerStates) {
        let snapshots = self.snapshots().take_while(|(at, _)| *at <= offset);
        match snapshots.last() {
            Some((at, producer_states)) => (at, producer_states.clone()),
            None => (Offset::MIN, ProducerStates::new()),
        }
    }

    /// Keeps the snapshots that `keep` wants.
    pub(super) fn retain_snapshots(&mut self, keep: impl Fn(Offset) -> bool) {
        if self.snapshots().any(|(offset, _)| !keep(offset)) {
            let past = self.past_mut();
            past.snapshots.retain(|snapshot| keep(snapshot.offset));
        }
    }

    /// A segment is no part of the log any more: its files, and perhaps the snapshot of its base offset,
    /// are renamed and removed after a while.
    pub(in crate::log) fn delete_segment_files(
        &mut self,
        context: LogContext<'_>,
        segment: &Segment,
        with_snapshot: bool,
    ) {
        let base_offset = segment.base_offset();
        segment.for_each_file(|kind, file| self.delete_file(context, base_offset, kind, file));
        if with_snapshot {
            self.delete_snapshot(context, base_offset);
        }
    }

    /// Puts a segment in the place of those with these base offsets, which it hands out.
    pub(in crate::log) fn take_segments(
        &mut self,
        base_offsets: &[Offset],
        segment: Segment,
    ) -> Vec<Segment> {
        let past = self.past_mut();
        let is_old = |segment: &Segment| base_offsets.contains(&segment.base_offset());
        let Some(first) = past.segments.iter().position(is_old) else {
            return Vec::new();
        };
        let (old, mut kept): (Vec<_>, Vec<_>) = past.segments.drain(..).partition(is_old);
        kept.insert(first, segment);
        past.segments = kept;
        old
    }

    /// The snapshot of this very offset goes, if there is one.
    fn delete_snapshot(&mut self, context: LogContext<'_>, offset: Offset) {
        let snapshot = self.snapshots().find(|(at, _)| *at == offset);
        if let Some((_, producer_states)) = snapshot {
            let file = super::folder::snapshot_file(producer_states);
            self.delete_file(context, offset, FileKind::ProducerSnapshot, file);
            self.retain_snapshots(|at| at != offset);
        }
    }

    fn delete_file(&mut self, context: LogContext<'_>, offset: Offset, kind: FileKind, file: File) {
        let due_ms = context
            .now_ms
            .saturating_add(context.config.file_delete_delay_ms);
        self.past_mut().deleted.push(DeletedFile {
            name: FileName::live(offset, kind).staged(FileStage::Deleted),
            file,
            due_ms,
        });
    }
}
