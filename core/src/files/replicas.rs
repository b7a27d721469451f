//! Two folders of one partition: where their logs part, and what each rule of truncation would cut.

use super::contents::{Contents, FolderReport};
use super::desk::Desk;
use super::opened::NotOpened;
use super::read_at::ReadAt;
use super::survey::SLICE;
use crate::inspect::{Comparison, Cut, Divergence, EpochStart, Replica, Side, cuts};
use crate::kafka::Offset;
use crate::log::EpochCache;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Bytes of both logs that are read for an answer.
const BYTES_MAX: u64 = 512 << 20;

/// Two replicas, side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replicas {
    /// The two.
    pub sides: [ReplicaSide; 2],
    /// Where they part, if they do.
    pub divergence: Option<Divergence>,
    /// What each rule would cut from the second if the first led, and from the first if the second did.
    pub cuts: [[Cut; 3]; 2],
}

/// What is known of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplicaSide {
    /// Its folder, by its number in the report.
    pub folder: u32,
    /// Its log end offset.
    pub log_end_offset: Offset,
    /// Its leader epochs.
    pub epochs: Vec<EpochStart>,
    /// Its high watermark.
    pub high_watermark: Offset,
    /// No checkpoint says so: it is the end of the shorter log.
    pub is_assumed: bool,
}

impl<F: ReadAt> Desk<F> {
    /// Holds two folders against each other; `high_watermark` overrules what checkpoints say of the follower's.
    pub fn compare(
        &self,
        folders: [u32; 2],
        high_watermark: Option<Offset>,
    ) -> Result<Replicas, NotOpened> {
        let reports = folders.map(|folder| self.report.folders.get(folder as usize));
        let [Some(left), Some(right)] = reports else {
            return Err(NotOpened::NoLog);
        };
        let (Some(left_end), Some(right_end)) = (left.log_end_offset(), right.log_end_offset())
        else {
            return Err(NotOpened::NoLog);
        };
        let bytes_of =
            |report: &FolderReport| report.segments().map(|(_, file, _)| file.size).sum::<u64>();
        let bytes = bytes_of(left) + bytes_of(right);
        if bytes > BYTES_MAX {
            let bytes_max = BYTES_MAX;
            return Err(NotOpened::TooLarge { bytes, bytes_max });
        }
        let divergence = self.diverge(left, right);
        let shorter = left_end.min(right_end);
        let side = |folder, report: &FolderReport, log_end_offset| {
            let known = high_watermark.or(report.high_watermark);
            ReplicaSide {
                folder,
                log_end_offset,
                epochs: epochs(report),
                high_watermark: known.unwrap_or(shorter),
                is_assumed: known.is_none(),
            }
        };
        let sides = [
            side(folders[0], left, left_end),
            side(folders[1], right, right_end),
        ];
        // Where one log only ends earlier, nothing in it is other than in the other.
        let parts_at = divergence
            .filter(|found| found.left.is_some() && found.right.is_some())
            .map_or(Offset::MAX, |found| found.offset);
        let cut = |leader: &ReplicaSide, follower: &ReplicaSide| {
            let high_watermark = follower.high_watermark;
            cuts(
                &leader.replica(),
                &follower.replica(),
                high_watermark,
                Some(parts_at),
            )
        };
        let cuts = [cut(&sides[0], &sides[1]), cut(&sides[1], &sides[0])];
        Ok(Replicas {
            sides,
            divergence,
            cuts,
        })
    }

    /// Feeds both logs side by side, segment by segment.
    fn diverge(&self, left: &FolderReport, right: &FolderReport) -> Option<Divergence> {
        let segments = [left, right].map(|report| {
            let files = report.segments().map(|(_, file, _)| file.number);
            files.collect::<Vec<u32>>()
        });
        let mut places = [(0_usize, 0_u64); 2];
        let mut comparison = Comparison::default();
        while let Some(side) = comparison.wants() {
            let which = usize::from(side == Side::Right);
            let (segment, position) = places[which];
            let Some(number) = segments[which].get(segment) else {
                comparison.end_log(side);
                continue;
            };
            let named = self.files().get(*number as usize);
            let bytes = named.map(|named| named.file.read_at(position, SLICE));
            let bytes = bytes.unwrap_or_default();
            if bytes.is_empty() {
                comparison.end_segment(side);
                places[which] = (segment + 1, 0);
            } else {
                comparison.feed(side, &bytes);
                places[which] = (segment, position + bytes.len() as u64);
            }
        }
        comparison.divergence()
    }
}

impl ReplicaSide {
    fn replica(&self) -> Replica {
        let mut epochs = EpochCache::new();
        for start in &self.epochs {
            // Epochs below 0 are those of messages that have none.
            let _ = epochs.assign(start.leader_epoch, start.start_offset);
        }
        Replica {
            epochs,
            log_end_offset: self.log_end_offset,
        }
    }
}

/// The epochs of the checkpoint, or those that the batches have.
fn epochs(report: &FolderReport) -> Vec<EpochStart> {
    let checkpoint = report.files.iter().find_map(|file| match &file.contents {
        Contents::Epochs(starts) if !starts.is_empty() => Some(starts.clone()),
        _ => None,
    });
    checkpoint.unwrap_or_else(|| {
        let mut all: Vec<EpochStart> = Vec::new();
        for start in report.segments().flat_map(|(_, _, log)| &log.epochs) {
            if all
                .last()
                .is_none_or(|last| last.leader_epoch < start.leader_epoch)
            {
                all.push(*start);
            }
        }
        all
    })
}
