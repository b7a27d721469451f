//! Folders to look into for those who have none: the logs of the pictures that most courses on Kafka show, in real bytes.

mod first;
mod prices;

pub use first::first;
pub use prices::{PRICES_DAY_MS, prices, prices_cleaned};

use super::survey::NamedFile;
use crate::disk::File;
use crate::kafka::{LeaderEpoch, NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE};
use crate::log::{AppendError, LeaderAppend, LogContext, NewRecord, PartitionLog};
use crate::record::Attributes;
use alloc::format;
use alloc::vec::Vec;

/// Appends a batch of one record.
fn append(
    log: &mut PartitionLog,
    context: LogContext<'_>,
    leader_epoch: LeaderEpoch,
    record: NewRecord<'_>,
) -> Result<(), AppendError> {
    let append = LeaderAppend {
        records: &[record],
        producer_id: NO_PRODUCER_ID,
        producer_epoch: NO_PRODUCER_EPOCH,
        base_sequence: NO_SEQUENCE,
        attributes: Attributes::default(),
    };
    log.append_as_leader(context, &append, leader_epoch)?;
    Ok(())
}

/// The files of a log that is closed, in a folder of this name.
fn files(mut log: PartitionLog, folder: &str) -> Vec<NamedFile<File>> {
    log.close();
    let directory = log.folder();
    let files = directory.list().map(|(name, file)| NamedFile {
        path: format!("{folder}/{name}"),
        file: file.clone(),
    });
    files.collect()
}
