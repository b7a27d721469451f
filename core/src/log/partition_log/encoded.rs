//! What a leader does with a batch that a producer encoded (`LogValidator`, where the codec stays).

use super::append::check_record;
use super::{AppendError, Appended, PartitionLog};
use crate::bytes::crc32c;
use crate::kafka::{LeaderEpoch, NO_PRODUCER_ID, NO_TIMESTAMP};
use crate::log::LogContext;
use crate::log::config::RECORDS_SIZE_MAX;
use crate::record::{BatchHeader, BatchView, TimestampType};
use alloc::vec::Vec;

impl PartitionLog {
    /// Appends a batch as its producer encoded it, perhaps compressed: only offset, epoch and, if the topic says
    /// so, the time are stamped into it.
    pub fn append_encoded_as_leader(
        &mut self,
        context: LogContext<'_>,
        batch: &[u8],
        leader_epoch: LeaderEpoch,
    ) -> Result<Appended, AppendError> {
        let view = BatchView::read(batch, 0)?;
        let (size, size_max) = (view.size() as u64, context.config.max_message_bytes);
        let (base_offset, last_offset) = (view.base_offset(), view.last_offset());
        if base_offset != 0 || last_offset < 0 {
            return Err(AppendError::UnexpectedOffset {
                expected: 0,
                base_offset,
                last_offset,
            });
        }
        if size > u64::from(size_max) {
            return Err(AppendError::RecordTooLarge { size, size_max });
        }
        view.check_crc()?;
        let old = view.header();
        let (last_offset_delta, records_count) = (old.last_offset_delta, view.records_count());
        if i64::from(last_offset_delta) + 1 != i64::from(records_count) {
            return Err(AppendError::RecordsCount {
                last_offset_delta,
                records_count,
            });
        }
        if old.attributes.is_control() {
            return Err(AppendError::ControlBatch);
        }
        if old.producer_id > NO_PRODUCER_ID && old.base_sequence < 0 {
            let base_sequence = old.base_sequence;
            return Err(AppendError::NoSequence { base_sequence });
        }
        let section = view.section(RECORDS_SIZE_MAX)?;
        let mut max_timestamp = NO_TIMESTAMP;
        for (index, record) in view.records_in(&section)?.enumerate() {
            let record = record?;
            check_record(context, index, record.timestamp, record.key.is_some())?;
            max_timestamp = max_timestamp.max(record.timestamp);
        }
        let mut header = old;
        if context.config.message_timestamp_type == TimestampType::LogAppendTime {
            header.attributes = old.attributes.log_append_time();
            max_timestamp = context.now_ms;
        }
        header.base_offset = self.log_end_offset;
        header.partition_leader_epoch = leader_epoch;
        header.max_timestamp = max_timestamp;
        let stamped = stamped(&view, &header);
        self.append_stamped(context, &BatchView::read(&stamped, 0)?)
    }
}

/// The batch's bytes with what a leader stamps. The checksum covers neither offset nor epoch: it is made
/// anew only if anything else has changed.
fn stamped(batch: &BatchView<'_>, header: &BatchHeader) -> Vec<u8> {
    let mut bytes = batch.bytes().to_vec();
    let mut put = |start: usize, field: &[u8]| {
        if let Some(place) = bytes.get_mut(start..start + field.len()) {
            place.copy_from_slice(field);
        }
    };
    put(0, &header.base_offset.to_be_bytes());
    put(12, &header.partition_leader_epoch.to_be_bytes());
    let old = batch.header();
    if (old.attributes, old.max_timestamp) != (header.attributes, header.max_timestamp) {
        put(21, &header.attributes.0.to_be_bytes());
        put(35, &header.max_timestamp.to_be_bytes());
        let crc = crc32c(bytes.get(21..).unwrap_or_default());
        if let Some(place) = bytes.get_mut(17..21) {
            place.copy_from_slice(&crc.to_be_bytes());
        }
    }
    bytes
}
