//! One replica's log as a lane: where its cells, strips and markers stand.
//!
//! Places are columns, one an offset, counted from the first offset the lanes show; the style
//! sheet knows how wide a column is.

use tidemark_core::kafka::{LeaderEpoch, Offset};
use tidemark_core::session::frame::{LaneView, PartitionView, RecordView, RoleView};

/// Leader epochs share eight hues and patterns.
const EPOCH_SLOTS: i32 = 8;
/// Columns shown even of an empty log, so that its markers have a place.
pub(crate) const COLUMNS_MIN: u32 = 9;

/// A lane, ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LaneShape {
    /// Records and, for one step, what was cut.
    pub(crate) cells: Vec<Cell>,
    /// Runs of one leader epoch.
    pub(crate) strips: Vec<Strip>,
    /// An epoch that has begun and has no record yet.
    pub(crate) empty_epoch: Option<EmptyEpoch>,
    /// How many columns from log start to HW: the water, and where it begins.
    pub(crate) water: Span,
    /// The HW.
    pub(crate) high_watermark: Marker,
    /// The LEO.
    pub(crate) log_end_offset: Marker,
    /// The log start, where it is not 0.
    pub(crate) log_start: Option<Marker>,
    /// What the next message or rule will cut: from the LEO down to this offset.
    pub(crate) next_cut: Option<Offset>,
    /// The column beside the last cell or ghost: notes stand there.
    pub(crate) end: u32,
}

/// A record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    /// Its column.
    pub(crate) column: u32,
    /// Its offset.
    pub(crate) offset: Offset,
    /// What stands in it.
    pub(crate) label: String,
    /// Its leader epoch.
    pub(crate) leader_epoch: LeaderEpoch,
    /// The hue of its leader epoch.
    pub(crate) slot: u8,
    /// The state it is drawn in.
    pub(crate) look: Look,
    /// The acks it was acknowledged with, where it is acknowledged and not committed.
    pub(crate) acknowledged: Option<&'static str>,
    /// A different record stands here on another replica, both below the HW.
    pub(crate) differs: bool,
    /// The value stands at another offset, too.
    pub(crate) duplicate: bool,
    /// It is the first of its batch.
    pub(crate) starts_batch: bool,
}

/// The states of a cell that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Below the HW: filled.
    Committed,
    /// Above it: dashed.
    Written,
    /// About to be cut.
    AboutToGo,
    /// Cut in this step.
    Ghost,
}

/// A run of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    /// The first column.
    pub(crate) from: u32,
    /// How many.
    pub(crate) count: u32,
}

/// A run of records of one leader epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strip {
    /// Where it stands.
    pub(crate) span: Span,
    /// The epoch.
    pub(crate) leader_epoch: LeaderEpoch,
    /// Its hue and pattern.
    pub(crate) slot: u8,
    /// Its first offset, where that is not the first one shown.
    pub(crate) begins_at: Option<Offset>,
}

/// An epoch without records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmptyEpoch {
    /// Where it begins.
    pub(crate) column: u32,
    /// The epoch.
    pub(crate) leader_epoch: LeaderEpoch,
    /// Its hue.
    pub(crate) slot: u8,
}

/// A line through the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    /// Left of this column.
    pub(crate) column: u32,
    /// What it says.
    pub(crate) offset: Offset,
    /// It really stands further left than the first column.
    pub(crate) before: bool,
    /// This step moved it.
    pub(crate) changed: bool,
}

/// The hue of an epoch.
pub(crate) fn epoch_slot(leader_epoch: LeaderEpoch) -> u8 {
    u8::try_from(leader_epoch.rem_euclid(EPOCH_SLOTS)).unwrap_or(0)
}

/// How many columns the lanes of a partition need, the LEO boxes included.
pub(crate) fn columns(partition: &PartitionView, columns_min: u32) -> u32 {
    let ends = partition.lanes.iter().flat_map(|lane| {
        let ghosts = lane.ghosts.iter().map(|ghost| ghost.offset + 1);
        ghosts.chain([lane.log_end_offset, lane.high_watermark])
    });
    let end = ends.max().unwrap_or(0);
    column(end, partition.first_offset)
        .saturating_add(1)
        .max(columns_min)
}

/// Offsets below this one are committed, as far as any replica knows.
pub(crate) fn committed_below(partition: &PartitionView) -> Offset {
    partition
        .lanes
        .iter()
        .map(|lane| lane.high_watermark)
        .max()
        .unwrap_or(0)
}

/// The shape of one lane.
pub(crate) fn lane(lane: &LaneView, first_offset: Offset, committed_below: Offset) -> LaneShape {
    let mut cells: Vec<Cell> = lane
        .records
        .iter()
        .map(|record| cell(record, lane, first_offset, committed_below))
        .collect();
    cells.extend(lane.ghosts.iter().map(|record| Cell {
        look: Look::Ghost,
        acknowledged: None,
        differs: false,
        ..cell(record, lane, first_offset, committed_below)
    }));
    let strips = strips(&lane.records, first_offset);
    let marker = |offset, changed| Marker {
        column: column(offset, first_offset),
        offset,
        before: offset < first_offset,
        changed,
    };
    let end = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    LaneShape {
        empty_epoch: empty_epoch(lane, first_offset),
        water: span(lane.log_start_offset, lane.high_watermark, first_offset),
        high_watermark: marker(lane.high_watermark, lane.changed.high_watermark),
        log_end_offset: marker(lane.log_end_offset, lane.changed.log_end_offset),
        log_start: (lane.log_start_offset > 0).then(|| marker(lane.log_start_offset, false)),
        next_cut: lane.next_cut_to.filter(|to| *to < lane.log_end_offset),
        end: end.max(column(lane.log_end_offset, first_offset)),
        cells,
        strips,
    }
}

/// Acknowledged values that the next cut takes from a follower and that the leader's lane lacks.
pub(crate) fn about_to_be_lost(partition: &PartitionView) -> Vec<&str> {
    let leader = partition
        .lanes
        .iter()
        .find(|lane| Some(lane.broker) == partition.leader);
    let kept = |label: &str| {
        leader.is_some_and(|lane| lane.records.iter().any(|record| record.label == label))
    };
    let mut values: Vec<&str> = Vec::new();
    for lane in &partition.lanes {
        let Some(to) = lane.next_cut_to else {
            continue;
        };
        for record in lane
            .records
            .iter()
            .filter(|record| record.offset >= to && record.acknowledged.is_some())
        {
            let label = record.label.as_str();
            if !kept(label) && !values.contains(&label) {
                values.push(label);
            }
        }
    }
    values
}

fn cell(
    record: &RecordView,
    lane: &LaneView,
    first_offset: Offset,
    committed_below: Offset,
) -> Cell {
    let goes = lane.next_cut_to.is_some_and(|to| record.offset >= to);
    Cell {
        column: column(record.offset, first_offset),
        offset: record.offset,
        label: record.label.clone(),
        leader_epoch: record.leader_epoch,
        slot: epoch_slot(record.leader_epoch),
        look: if goes {
            Look::AboutToGo
        } else if record.committed {
            Look::Committed
        } else {
            Look::Written
        },
        acknowledged: record
            .acknowledged
            .filter(|_| record.offset >= committed_below)
            .map(|acks| acks.as_str()),
        differs: record.differs,
        duplicate: record.duplicate,
        starts_batch: record.starts_batch,
    }
}

fn strips(records: &[RecordView], first_offset: Offset) -> Vec<Strip> {
    let mut strips: Vec<Strip> = Vec::new();
    for record in records {
        let column = column(record.offset, first_offset);
        match strips.last_mut() {
            Some(last) if last.leader_epoch == record.leader_epoch => {
                last.span.count = column + 1 - last.span.from;
            }
            last => {
                let begins_at = last.is_some().then_some(record.offset);
                strips.push(Strip {
                    span: Span {
                        from: column,
                        count: 1,
                    },
                    leader_epoch: record.leader_epoch,
                    slot: epoch_slot(record.leader_epoch),
                    begins_at,
                });
            }
        }
    }
    strips
}

fn empty_epoch(lane: &LaneView, first_offset: Offset) -> Option<EmptyEpoch> {
    let start = lane
        .epoch_start_offset
        .filter(|_| lane.role == RoleView::Leader)?;
    let has_records = lane
        .records
        .last()
        .is_some_and(|last| last.leader_epoch >= lane.leader_epoch);
    (start == lane.log_end_offset && !has_records && lane.leader_epoch > 0).then(|| EmptyEpoch {
        column: column(start, first_offset),
        leader_epoch: lane.leader_epoch,
        slot: epoch_slot(lane.leader_epoch),
    })
}

fn span(from: Offset, to: Offset, first_offset: Offset) -> Span {
    let (from, to) = (column(from, first_offset), column(to, first_offset));
    Span {
        from,
        count: to.saturating_sub(from),
    }
}

/// The column of an offset; what lies before the first one shown is drawn at its edge.
fn column(offset: Offset, first_offset: Offset) -> u32 {
    u32::try_from(offset.saturating_sub(first_offset).max(0)).unwrap_or(u32::MAX - 1)
}

#[cfg(test)]
mod tests;
