//! What was found in the files, in words: each with its file and byte, and the way there.

use super::hex::codec_name;
use super::store;
use crate::parts::{Glyph, icon};
use crate::words::{Words, say};
use tidemark_core::files::{FileReport, FolderReport};
use tidemark_core::inspect::{Content, Finding, IndexFault, Problem, Severity};
use tidemark_core::record::BatchError;
use yew::{Callback, Html, MouseEvent, html};

/// A finding and the file that it is in; none for what segments have against each other.
pub(super) type Found<'a> = (Option<&'a FileReport>, &'a Finding);

/// All findings of a folder, what is wrong first.
pub(super) fn all(folder: &FolderReport) -> Vec<Found<'_>> {
    let in_files = folder.files.iter().flat_map(|file| {
        let findings = file.findings.list().iter();
        findings.map(move |finding| (Some(file), finding))
    });
    let between = folder.between.list().iter().map(|finding| (None, finding));
    let mut all: Vec<Found<'_>> = in_files.chain(between).collect();
    all.sort_by_key(|(_, finding)| std::cmp::Reverse(finding.problem.severity()));
    all
}

/// How many findings are faults.
pub(super) fn faults(all: &[Found<'_>]) -> u64 {
    let wrong = all.iter().filter(|(_, finding)| is_wrong(finding));
    wrong.map(|(_, finding)| 1 + finding.more).sum()
}

fn is_wrong(finding: &Finding) -> bool {
    finding.problem.severity() == Severity::Wrong
}

/// The list.
pub(super) fn list(all: &[Found<'_>], words: Words) -> Html {
    let rows = all.iter().enumerate().map(|(number, (file, finding))| {
        let glyph = if is_wrong(finding) {
            icon(Glyph::Violation, "bad")
        } else {
            icon(Glyph::Help, "")
        };
        let place = file.map(|file| (file.number, finding.position));
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some((file, position)) = place {
                store::show(file, position);
            }
        });
        let at = file.map_or_else(String::new, |file| {
            say!(words, log_at, file = &short(&file.name), position = finding.position)
        });
        html! {
            <button type="button" key={number} class="ev finding" {onclick} disabled={place.is_none()}>
                { glyph }
                <span class="words">
                    { problem(&finding.problem, words) }
                    if finding.more > 0 { { " " }{ say!(words, log_more, n = finding.more) } }
                    if !at.is_empty() { <small>{ at }</small> }
                </span>
            </button>
        }
    });
    html! { <div class="events-list" tabindex="0">{ for rows }</div> }
}

/// A file's name with most of its zeros left out, as it fits a narrow column.
pub(super) fn short(name: &str) -> String {
    let zeros = name.bytes().take_while(|byte| *byte == b'0').count();
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    if digits < 20 {
        return name.to_owned();
    }
    format!("0…{}", &name[zeros.min(digits - 3)..])
}

fn problem(problem: &Problem, words: Words) -> String {
    match problem {
        Problem::Empty => words.log_empty_file(),
        Problem::Foreign { looks_like } => match looks_like {
            Some(content) => say!(words, log_foreign, kind = content_name(*content)),
            None => words.log_foreign_unknown(),
        },
        Problem::TruncatedTail { needed, available } => {
            say!(words, log_tail, needed = *needed, available = *available)
        }
        Problem::ZeroTail { bytes } => say!(words, log_zero_tail, n = *bytes),
        Problem::Zeroed { bytes } => say!(words, log_zeroed, n = *bytes),
        Problem::Unreadable { error, bytes } => {
            say!(
                words,
                log_unreadable,
                n = *bytes,
                why = &batch_error(error, words)
            )
        }
        Problem::Crc {
            offset,
            stored,
            computed,
        } => say!(
            words,
            log_crc,
            offset = *offset,
            stored = &format!("{stored:08x}"),
            computed = &format!("{computed:08x}")
        ),
        Problem::Records { offset, error } => {
            say!(
                words,
                log_records,
                offset = *offset,
                why = &batch_error(error, words)
            )
        }
        Problem::UnknownCodec { codec } => {
            say!(words, log_unknown_codec, codec = i64::from(codec.number()))
        }
        Problem::CodecLeftOut { codec } => {
            say!(words, log_codec_left_out, codec = codec_name(*codec))
        }
        Problem::LegacyMagic { magic } => say!(words, log_legacy, magic = i64::from(*magic)),
        Problem::OffsetGoesBack { offset_min, found } => {
            say!(words, log_offset_back, least = *offset_min, found = *found)
        }
        Problem::OffsetOutOfRange { base_offset, found } => {
            say!(words, log_offset_range, base = *base_offset, found = *found)
        }
        Problem::EpochGoesBack { latest, found } => {
            say!(
                words,
                log_epoch_back,
                latest = i64::from(*latest),
                found = i64::from(*found)
            )
        }
        Problem::Gap { start, end } => say!(words, log_gap, start = *start, last = *end - 1),
        Problem::TimestampGoesBack { largest, found } => {
            say!(words, log_time_back, largest = *largest, found = *found)
        }
        Problem::FutureTimestamp { now_ms, found } => {
            say!(words, log_time_future, now = *now_ms, found = *found)
        }
        Problem::MaxTimestamp { stored, computed } => {
            say!(words, log_max_time, stored = *stored, computed = *computed)
        }
        Problem::OffsetIndexEntry {
            entry,
            offset,
            index_position,
            fault,
        } => say!(
            words,
            log_index_entry,
            entry = i64::from(*entry),
            offset = *offset,
            position = *index_position,
            why = &index_fault(*fault, words)
        ),
        Problem::TimeIndexEntry {
            entry,
            timestamp,
            offset,
            fault,
        } => say!(
            words,
            log_time_entry,
            entry = i64::from(*entry),
            timestamp = *timestamp,
            offset = *offset,
            why = &index_fault(*fault, words)
        ),
        Problem::TransactionIndexEntry {
            entry,
            producer_id,
            last_offset,
            fault,
        } => say!(
            words,
            log_transaction_entry,
            entry = i64::from(*entry),
            producer = *producer_id,
            offset = *last_offset,
            why = &index_fault(*fault, words)
        ),
        Problem::AbortNotIndexed {
            producer_id,
            last_offset,
        } => say!(
            words,
            log_abort,
            producer = *producer_id,
            offset = *last_offset
        ),
        Problem::UnusedEntries { count } => say!(words, log_unused, n = *count),
        Problem::CorruptIndex { error } => say!(words, log_corrupt, why = &error.to_string()),
        Problem::CorruptSnapshot { error } => say!(words, log_corrupt, why = &error.to_string()),
        Problem::SnapshotBeyondItself {
            producer_id,
            last_offset,
        } => say!(
            words,
            log_snapshot_beyond,
            producer = *producer_id,
            offset = *last_offset
        ),
        Problem::CorruptCheckpoint { error } => say!(words, log_corrupt, why = &error.to_string()),
        Problem::CorruptMetadata { error } => say!(words, log_corrupt, why = &error.to_string()),
        Problem::EpochCheckpoint {
            offset,
            log_epoch,
            checkpoint_epoch,
        } => match checkpoint_epoch {
            Some(epoch) => say!(
                words,
                log_epoch_other,
                offset = *offset,
                log = i64::from(*log_epoch),
                checkpoint = i64::from(*epoch)
            ),
            None => say!(
                words,
                log_epoch_missing,
                offset = *offset,
                log = i64::from(*log_epoch)
            ),
        },
        Problem::SegmentsOverlap {
            offset_min,
            base_offset,
        } => say!(words, log_overlap, base = *base_offset, least = *offset_min),
    }
}

fn index_fault(fault: IndexFault, words: Words) -> String {
    match fault {
        IndexFault::Order => words.log_fault_order(),
        IndexFault::BeyondEnd => words.log_fault_beyond(),
        IndexFault::InsideBatch { batch_position } => {
            say!(words, log_fault_inside, position = batch_position)
        }
        IndexFault::OtherOffsets { first, last } => {
            say!(words, log_fault_offsets, first = first, last = last)
        }
        IndexFault::FirstOffset => words.log_fault_first(),
        IndexFault::LastOfAppend => words.log_fault_append(),
        IndexFault::NoSuchOffset => words.log_fault_no_offset(),
        IndexFault::OtherTimestamp { found } => say!(words, log_fault_timestamp, found = found),
        IndexFault::LargerBefore { largest } => say!(words, log_fault_larger, largest = largest),
        IndexFault::NoAbort => words.log_fault_no_abort(),
        IndexFault::OtherFirstOffset { found } => say!(words, log_fault_begins, found = found),
    }
}

/// Why no batch can be read.
pub(super) fn batch_error(error: &BatchError, words: Words) -> String {
    match error {
        BatchError::Incomplete {
            needed, available, ..
        } => say!(
            words,
            log_error_incomplete,
            needed = *needed,
            available = *available
        ),
        BatchError::CorruptSize {
            length, length_min, ..
        } => say!(
            words,
            log_error_size,
            length = i64::from(*length),
            least = i64::from(*length_min)
        ),
        BatchError::InvalidMagic { magic, .. } => {
            say!(words, log_error_magic, magic = i64::from(*magic))
        }
        BatchError::CrcMismatch {
            stored, computed, ..
        } => say!(
            words,
            log_error_crc,
            stored = &format!("{stored:08x}"),
            computed = &format!("{computed:08x}")
        ),
        BatchError::InvalidRecord { record, fault, .. } => {
            say!(
                words,
                log_error_record,
                record = *record,
                why = &fault.to_string()
            )
        }
        BatchError::Compressed { codec, fault, .. } => {
            say!(
                words,
                log_error_compressed,
                codec = codec_name(*codec),
                why = &fault.to_string()
            )
        }
        BatchError::Unsupported { format, .. } => {
            say!(words, log_error_unsupported, format = &format.to_string())
        }
    }
}

/// What Kafka, or everybody, calls such a file.
const fn content_name(content: Content) -> &'static str {
    match content {
        Content::Batches => ".log",
        Content::OffsetIndex => ".index",
        Content::TimeIndex => ".timeindex",
        Content::TransactionIndex => ".txnindex",
        Content::Snapshot => ".snapshot",
        Content::Checkpoint => "checkpoint",
        Content::Text => "text",
        Content::Gzip => "gzip",
        Content::Zip => "zip",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_left_out_of_names() {
        assert_eq!(short("00000000000000000024.index"), "0…024.index");
        assert_eq!(short("00000000000000000000.log"), "0…000.log");
        assert_eq!(short("00000000000012345678.log"), "0…12345678.log");
        assert_eq!(short("leader-epoch-checkpoint"), "leader-epoch-checkpoint");
        assert_eq!(short("12.log"), "12.log");
    }
}
