//! A folder as the log cleaner sees it: what it would clean, when, and what a round would leave.
//!
//! The folder is opened as a broker opens it, and the round is the simulated broker's own.

use super::desk::Desk;
use super::opened::NotOpened;
use super::read_at::ReadAt;
use super::survey::split;
use crate::disk::File;
use crate::kafka::{Offset, Timestamp};
use crate::log::RECORDS_SIZE_MAX;
use crate::log::checkpoint::{
    CLEANER_OFFSET_CHECKPOINT, OffsetCheckpointEntry, read_offsets, write_offsets,
};
use crate::log::cleaner::plan::{CleanableOffsets, Dirtiness, cleanable_offsets, dirtiness};
use crate::log::cleaner::{CleanError, CleanRequest, Cleaned, CleanerStats, Fate, OffsetMap};
use crate::log::{FileName, FileStage, LogConfig, LogContext, PARTITION_METADATA, PartitionLog};
use crate::record::{BatchError, RecordView, RewriteError};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};

/// Records that are told one by one.
const RECORDS_MAX: usize = 2_000;
/// Bytes that are read of a checkpoint.
const CHECKPOINT_MAX: usize = 1 << 24;
/// Keys of the map that are told.
const KEYS_MAX: usize = 200;
/// Bytes of a key that are told.
const KEY_MAX: usize = 48;
/// `log.cleaner.io.buffer.load.factor`, in millionths.
const LOAD_FACTOR_MILLIONTHS: u32 = 900_000;

/// What a folder is to be looked at with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CleanAsk {
    /// The folder, by its number in the report.
    pub folder: u32,
    /// The topic's settings.
    pub config: LogConfig,
    /// What time it is.
    pub now_ms: Timestamp,
    /// Where the last round ended; without it what a `cleaner-offset-checkpoint` says counts.
    pub checkpoint: Option<Offset>,
    /// What is committed; without it the log's end, or what a checkpoint says.
    pub high_watermark: Option<Offset>,
    /// Slots of the offset map.
    pub slots: u32,
}

/// What the cleaner would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cleaning {
    /// Where the last round ended, as a checkpoint or the question has it.
    pub checkpoint: Option<Offset>,
    /// The checkpoint can't be, and counts as not there.
    pub resets_checkpoint: bool,
    /// Where the next round begins.
    pub first_dirty_offset: Offset,
    /// Where it ends at the latest.
    pub first_uncleanable_offset: Offset,
    /// The base offset of the active segment.
    pub active_base_offset: Offset,
    /// The last stable offset.
    pub last_stable_offset: Offset,
    /// The offset of the next record.
    pub log_end_offset: Offset,
    /// Bytes that were cleaned before, in whole segments.
    pub clean_bytes: u64,
    /// Bytes that could be cleaned.
    pub cleanable_bytes: u64,
    /// Bytes of the active segment.
    pub active_bytes: u64,
    /// `max.compaction.lag.ms` has passed for something dirty.
    pub is_overdue: bool,
    /// A cleaner thread would take the log.
    pub is_eligible: bool,
    /// The offset map, in the order of its latest offsets, as far as it is told.
    pub map: Vec<MappedKey>,
    /// Keys it has, and how many it may have.
    pub map_size: (u64, u64),
    /// It was full before all was read.
    pub map_is_full: bool,
    /// What becomes of each record, as far as they are told.
    pub records: Vec<CleanedRecord>,
    /// Records that are not told.
    pub records_more: u64,
    /// Segments that are there: base offset and bytes.
    pub segments: Vec<(Offset, u64)>,
    /// Segments after the round: base offset, bytes, and those that each replaces.
    pub cleaned: Vec<(Offset, u64, Vec<Offset>)>,
    /// Where the round after it would begin.
    pub next_dirty_offset: Offset,
    /// Records read, and records kept.
    pub messages: (u64, u64),
    /// Records without key, which go.
    pub invalid: u64,
}

/// A key of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MappedKey {
    /// Its first bytes.
    pub key: Vec<u8>,
    /// Its MD5, by which it is compared.
    pub hash: [u8; 16],
    /// Its latest offset.
    pub latest: Offset,
    /// Earlier offsets that the map held.
    pub earlier: Vec<Offset>,
}

/// A record, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CleanedRecord {
    /// Its offset.
    pub offset: Offset,
    /// The first bytes of its key.
    pub key: Option<Vec<u8>>,
    /// It has no value: it says that its key is deleted.
    pub is_tombstone: bool,
    /// When it was made.
    pub timestamp: Timestamp,
    /// The delete horizon of its batch.
    pub horizon_ms: Option<Timestamp>,
    /// What becomes of it.
    pub fate: Fate,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CleanRefused {
    /// The log can't be opened.
    NotOpened(NotOpened),
    /// A batch can't be read: a broker marks the log as uncleanable.
    Batch(BatchError),
    /// What is left of the log can't be written.
    CannotWrite,
}

struct Opened {
    log: PartitionLog,
    checkpoint: Option<Offset>,
    /// How many records the survey found.
    records: u64,
}

impl<F: ReadAt> Desk<F> {
    /// What the cleaner would do with a folder.
    pub fn cleaning(&self, ask: &CleanAsk) -> Result<Cleaning, CleanRefused> {
        let opened = self.opened(ask)?;
        let context = context(ask);
        let log = &opened.log;
        let cleanable = cleanable_offsets(log, context, opened.checkpoint);
        let (mut map, request) = (map(ask, opened.records), request(&cleanable));
        let mapped = log.build_offset_map(request, &mut map).map_err(refused)?;
        // A round that has nothing to begin with does nothing.
        let is_idle = request.first_dirty_offset >= request.first_uncleanable_offset;
        let mut records = Vec::new();
        let mut more = 0;
        let mut keys: BTreeMap<Vec<u8>, Vec<Offset>> = BTreeMap::new();
        let cleaned = if is_idle {
            nothing(request.first_dirty_offset)
        } else {
            let until = request.first_uncleanable_offset;
            log.for_each_fate(context, until, &map, |record, fate, horizon_ms| {
                if let Some(key) = record.key
                    && record.offset >= request.first_dirty_offset
                    && record.offset <= map.latest_offset()
                    && !matches!(fate, Fate::Aborted | Fate::Marker | Fate::ExpiredMarker)
                    && (keys.len() < KEYS_MAX || keys.contains_key(key))
                {
                    keys.entry(key.to_owned()).or_default().push(record.offset);
                }
                list(&mut records, &mut more, record, fate, horizon_ms);
            })
            .map_err(refused)?;
            log.clean_with_map(context, until, &map).map_err(refused)?
        };
        // What the round does not even read.
        let rest = log
            .segments()
            .filter(|segment| is_idle || segment.base_offset() >= cleaned.next_dirty_offset);
        for segment in rest {
            segment.for_each_batch(0, |batch| {
                let horizon_ms = batch.delete_horizon_ms();
                let Ok(section) = batch.section(RECORDS_SIZE_MAX) else {
                    return;
                };
                let told = batch.records_in(&section).into_iter().flatten().flatten();
                told.for_each(|record| {
                    list(&mut records, &mut more, &record, Fate::Beyond, horizon_ms)
                });
            });
        }
        let dirty = dirtiness(
            log,
            context,
            request.first_dirty_offset,
            request.first_uncleanable_offset,
        );
        let size = (map.len() as u64, size_max(ask.slots));
        Ok(told(
            ask,
            &opened,
            &cleanable,
            dirty,
            &cleaned,
            Found {
                map: mapped_keys(keys),
                map_size: size,
                map_is_full: mapped.is_full,
                records,
                more,
            },
        ))
    }

    /// The folder after a round, with the log dir's checkpoints beside it: paths and bytes. The log is closed as a broker
    /// closes it.
    pub fn cleaned_files(&self, ask: &CleanAsk) -> Result<Vec<(String, Vec<u8>)>, CleanRefused> {
        let Opened {
            mut log,
            checkpoint,
            records,
        } = self.opened(ask)?;
        let context = context(ask);
        let request = request(&cleanable_offsets(&log, context, checkpoint));
        let map = map(ask, records);
        let cleaned = log.clean(context, request, map).map_err(refused)?;
        log.replace_segments(context, &cleaned);
        log.close();
        let Some(report) = self.report.folders.get(ask.folder as usize) else {
            return Err(NotOpened::NoLog.into());
        };
        let in_folder = |folder: &str, name: &str| match folder {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        };
        let whole = |file: &File| file.read_at(0, usize::MAX).into_owned();
        let mut files: Vec<(String, Vec<u8>)> = log
            .folder()
            .list()
            .filter(|(name, _)| {
                let name = FileName::parse(name);
                name.is_none_or(|name| name.stage == FileStage::Live)
            })
            .map(|(name, file)| (in_folder(&report.path, name), whole(file)))
            .collect();
        let (parent, _) = split(&report.path);
        let Some(partition) = &report.partition else {
            return Ok(files);
        };
        let own = OffsetCheckpointEntry {
            topic: &partition.topic,
            partition: partition.partition,
            offset: cleaned.next_dirty_offset,
        };
        let mut kept = Vec::new();
        for named in self.files() {
            let (folder, name) = split(&named.path);
            // What the cleaner doesn't touch.
            if folder == report.path && name == PARTITION_METADATA {
                let bytes = named.file.read_at(0, CHECKPOINT_MAX);
                files.push((named.path.clone(), bytes.into_owned()));
            }
            if folder != parent || !name.ends_with("-checkpoint") {
                continue;
            }
            let bytes = named.file.read_at(0, CHECKPOINT_MAX);
            if name == CLEANER_OFFSET_CHECKPOINT {
                kept = bytes.into_owned();
            } else {
                files.push((named.path.clone(), bytes.into_owned()));
            }
        }
        let mut entries = read_offsets(&kept).unwrap_or_default();
        entries.retain(|entry| (entry.topic, entry.partition) != (own.topic, own.partition));
        entries.push(own);
        let path = in_folder(parent, CLEANER_OFFSET_CHECKPOINT);
        files.push((path, write_offsets(&entries).into_bytes()));
        Ok(files)
    }

    fn opened(&self, ask: &CleanAsk) -> Result<Opened, CleanRefused> {
        let log = self.open_log(ask.folder, context(ask), ask.high_watermark)?;
        let report = self.report.folders.get(ask.folder as usize);
        let known = report.and_then(|report| report.cleaner_checkpoint);
        let segments = report.iter().flat_map(|report| report.segments());
        Ok(Opened {
            log,
            records: segments.map(|(_, _, log)| log.records).sum(),
            checkpoint: ask.checkpoint.or(known),
        })
    }
}

struct Found {
    map: Vec<MappedKey>,
    map_size: (u64, u64),
    map_is_full: bool,
    records: Vec<CleanedRecord>,
    more: u64,
}

fn told(
    ask: &CleanAsk,
    opened: &Opened,
    cleanable: &CleanableOffsets,
    dirty: Dirtiness,
    cleaned: &Cleaned,
    found: Found,
) -> Cleaning {
    let log = &opened.log;
    let groups = cleaned.groups.iter();
    Cleaning {
        checkpoint: opened.checkpoint,
        resets_checkpoint: cleanable.first_dirty.resets_checkpoint,
        first_dirty_offset: cleanable.first_dirty.offset,
        first_uncleanable_offset: cleanable.first_uncleanable_offset,
        active_base_offset: log.active_segment().base_offset(),
        last_stable_offset: log.last_stable_offset(),
        log_end_offset: log.log_end_offset(),
        clean_bytes: dirty.clean_bytes,
        cleanable_bytes: dirty.cleanable_bytes,
        active_bytes: log.active_segment().size(),
        is_overdue: dirty.is_overdue,
        is_eligible: ask.config.cleanup_policy.compacts()
            && dirty.total_bytes() > 0
            && dirty.is_eligible(ask.config.min_cleanable_dirty_ratio_millionths),
        map: found.map,
        map_size: found.map_size,
        map_is_full: found.map_is_full,
        records: found.records,
        records_more: found.more,
        segments: log
            .segments()
            .map(|segment| (segment.base_offset(), segment.size()))
            .collect(),
        cleaned: groups
            .map(|group| {
                let (base, size) = (group.segment.base_offset(), group.segment.size());
                (base, size, group.replaces.clone())
            })
            .collect(),
        next_dirty_offset: cleaned.next_dirty_offset,
        messages: (cleaned.stats.messages_read, cleaned.stats.messages_written),
        invalid: cleaned.stats.invalid_messages,
    }
}

const fn context(ask: &CleanAsk) -> LogContext<'_> {
    LogContext {
        config: &ask.config,
        now_ms: ask.now_ms,
    }
}

const fn request(cleanable: &CleanableOffsets) -> CleanRequest {
    CleanRequest {
        first_dirty_offset: cleanable.first_dirty.offset,
        first_uncleanable_offset: cleanable.first_uncleanable_offset,
    }
}

/// The map. One that the log can't fill is made smaller: it comes to the same.
fn map(ask: &CleanAsk, records: u64) -> OffsetMap {
    let needed = records.saturating_mul(2).saturating_add(16);
    let slots = if size_max(ask.slots) > needed {
        needed
    } else {
        ask.slots.into()
    };
    OffsetMap::new(usize::try_from(slots).unwrap_or(0), LOAD_FACTOR_MILLIONTHS)
}

/// Lists a record, as long as there is room.
fn list(
    records: &mut Vec<CleanedRecord>,
    more: &mut u64,
    record: &RecordView<'_>,
    fate: Fate,
    horizon_ms: Option<Timestamp>,
) {
    if records.len() == RECORDS_MAX {
        *more += 1;
        return;
    }
    records.push(CleanedRecord {
        offset: record.offset,
        key: record.key.map(shortened),
        is_tombstone: record.value.is_none(),
        timestamp: record.timestamp,
        horizon_ms,
        fate,
    });
}

fn size_max(slots: u32) -> u64 {
    u64::from(slots) * u64::from(LOAD_FACTOR_MILLIONTHS) / 1_000_000
}

const fn nothing(next_dirty_offset: Offset) -> Cleaned {
    Cleaned {
        groups: Vec::new(),
        next_dirty_offset,
        stats: CleanerStats {
            messages_read: 0,
            messages_written: 0,
            invalid_messages: 0,
            bytes_read: 0,
            bytes_written: 0,
        },
    }
}

fn mapped_keys(keys: BTreeMap<Vec<u8>, Vec<Offset>>) -> Vec<MappedKey> {
    let mut map: Vec<MappedKey> = keys
        .into_iter()
        .filter_map(|(key, mut offsets)| {
            Some(MappedKey {
                latest: offsets.pop()?,
                earlier: offsets,
                hash: Md5::digest(&key).into(),
                key: shortened(&key),
            })
        })
        .collect();
    map.sort_by_key(|key| key.latest);
    map
}

fn shortened(key: &[u8]) -> Vec<u8> {
    key.get(..KEY_MAX).unwrap_or(key).to_owned()
}

impl From<NotOpened> for CleanRefused {
    fn from(why: NotOpened) -> Self {
        Self::NotOpened(why)
    }
}

fn refused(error: CleanError) -> CleanRefused {
    match error {
        CleanError::Batch(RewriteError::Read(error)) => CleanRefused::Batch(error),
        CleanError::Batch(RewriteError::Write(_)) | CleanError::Segment(_) => {
            CleanRefused::CannotWrite
        }
    }
}
