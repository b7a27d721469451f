//! A segment's files, to be written to a folder or found in one.

use super::Segment;
use super::indexes::Indexes;
use crate::disk::{Directory, File};
use crate::kafka::Offset;
use crate::log::{
    CorruptIndex, FileKind, FileName, FileStage, LogContext, OffsetIndex, TimeIndex,
    TransactionIndex,
};
use alloc::rc::Rc;
use alloc::string::ToString;

impl Segment {
    /// Hands out each of its files that exist: `.log`, `.index`, `.timeindex`, `.txnindex`.
    pub fn for_each_file(&self, mut take: impl FnMut(FileKind, File)) {
        take(FileKind::Log, self.file.clone());
        let Some(indexes) = &self.indexes else {
            return;
        };
        if indexes.have_files {
            take(FileKind::OffsetIndex, indexes.offset_index.to_file());
            take(FileKind::TimeIndex, indexes.time_index.to_file());
        }
        if let Some(file) = indexes.transaction_index.to_file() {
            take(FileKind::TransactionIndex, file);
        }
    }

    /// Puts its files into a folder, under their names in this stage.
    pub fn save(&self, folder: &mut Directory, stage: FileStage) {
        self.for_each_file(|kind, file| {
            let name = FileName::live(self.base_offset, kind).staged(stage);
            folder.insert(&name.to_string(), file);
        });
    }

    /// The segment whose `.log` lies in a folder, and whether its indexes must be made anew: if there is no
    /// `.index`, or the `.txnindex` is corrupt. Its batches are not read yet.
    pub(in crate::log) fn load(
        context: LogContext<'_>,
        folder: &Directory,
        base_offset: Offset,
    ) -> (Self, bool) {
        let file = |kind| {
            let name = FileName::live(base_offset, kind).to_string();
            folder.open(&name).ok()
        };
        let bytes = |kind| file(kind).map(|file| file.read_at(0, usize::MAX));
        let mut indexes = Indexes::new(context, base_offset);
        let index = bytes(FileKind::OffsetIndex);
        let has_index = index.is_some();
        if let Some(bytes) = index {
            indexes.offset_index = OffsetIndex::from_bytes(base_offset, &bytes);
        }
        if let Some(bytes) = bytes(FileKind::TimeIndex) {
            indexes.time_index = TimeIndex::from_bytes(base_offset, &bytes);
        }
        let transactions = bytes(FileKind::TransactionIndex);
        let transactions = transactions.map_or(Ok(TransactionIndex::new()), |bytes| {
            TransactionIndex::read(base_offset, &bytes)
        });
        let is_sound = transactions.is_ok();
        indexes.transaction_index =
            transactions.unwrap_or_else(|_: CorruptIndex| TransactionIndex::new());
        indexes.max_timestamp = indexes.time_index.last_entry();
        let mut segment = Self::new(base_offset);
        segment.file = file(FileKind::Log).cloned().unwrap_or_default();
        segment.indexes = Some(Rc::new(indexes));
        (segment, !has_index || !is_sound)
    }
}
