//! Lanes of S02, the leader having just crashed, and of other shapes.

use super::*;
use tidemark_core::replication::acks::Acks;
use tidemark_core::session::frame::{FetcherView, LaneChanges};
use tidemark_core::topology::PartitionId;

fn record(offset: Offset, leader_epoch: LeaderEpoch, high_watermark: Offset) -> RecordView {
    RecordView {
        offset,
        leader_epoch,
        label: format!("m{offset}"),
        acknowledged: Some(Acks::Leader),
        committed: offset < high_watermark,
        flushed: false,
        differs: false,
        duplicate: false,
        starts_batch: true,
    }
}

fn replica(epochs: &[LeaderEpoch], high_watermark: Offset) -> LaneView {
    let records: Vec<_> = (0..)
        .zip(epochs)
        .map(|(offset, epoch)| record(offset, *epoch, high_watermark))
        .collect();
    LaneView {
        broker: 2,
        role: RoleView::Follower,
        zombie: false,
        follows: Some(1),
        in_isr: true,
        joining_isr: false,
        leaving_isr: false,
        leader_epoch: 0,
        epoch_start_offset: None,
        log_start_offset: 0,
        log_end_offset: records.len() as Offset,
        high_watermark,
        high_watermark_checkpoint: 0,
        flushed_below: 0,
        epochs: Vec::new(),
        records,
        ghosts: Vec::new(),
        next_cut_to: None,
        remote: None,
        fetcher: FetcherView::None,
        log_bytes: 0,
        changed: LaneChanges::default(),
    }
}

fn shape(view: &LaneView, first_offset: Offset) -> LaneShape {
    lane(view, first_offset, view.high_watermark)
}

fn looks(shape: &LaneShape) -> String {
    shape
        .cells
        .iter()
        .map(|cell| match cell.look {
            Look::Committed => '#',
            Look::Written => '.',
            Look::AboutToGo => '/',
            Look::Ghost => 'x',
        })
        .collect()
}

#[test]
fn the_tail_that_will_be_cut_is_struck() {
    let view = LaneView {
        next_cut_to: Some(5),
        ..replica(&[0; 7], 5)
    };
    let shape = shape(&view, 0);
    assert_eq!(looks(&shape), "#####//");
    assert_eq!(shape.next_cut, Some(5));
    assert_eq!(shape.water, Span { from: 0, count: 5 });
    assert_eq!(shape.high_watermark.column, 5);
    assert_eq!(shape.log_end_offset.column, 7);
    assert_eq!(shape.end, 7);
    let acknowledged: Vec<_> = shape
        .cells
        .iter()
        .filter_map(|cell| cell.acknowledged)
        .collect();
    assert_eq!(acknowledged, ["1", "1"], "only where it is not committed");
}

#[test]
fn what_is_committed_elsewhere_needs_no_mark() {
    let behind = replica(&[0; 7], 5);
    let marked = |committed_below| {
        let shape = lane(&behind, 0, committed_below);
        shape
            .cells
            .iter()
            .filter(|cell| cell.acknowledged.is_some())
            .count()
    };
    assert_eq!([marked(5), marked(6), marked(7)], [2, 1, 0]);
}

#[test]
fn what_was_cut_stays_one_step_as_ghosts() {
    let view = LaneView {
        ghosts: vec![record(5, 0, 5), record(6, 0, 5)],
        ..replica(&[0; 5], 5)
    };
    let shape = shape(&view, 0);
    assert_eq!(looks(&shape), "#####xx");
    assert_eq!(shape.log_end_offset.column, 5);
    assert_eq!(shape.end, 7);
}

#[test]
fn strips_are_runs_of_one_epoch() {
    let shape = shape(&replica(&[0, 0, 1, 3, 3], 5), 0);
    let strips: Vec<_> = shape
        .strips
        .iter()
        .map(|s| (s.span.from, s.span.count, s.leader_epoch, s.begins_at))
        .collect();
    assert_eq!(
        strips,
        [(0, 2, 0, None), (2, 1, 1, Some(2)), (3, 2, 3, Some(3))]
    );
}

#[test]
fn a_new_leader_shows_its_epoch_before_its_first_record() {
    let view = LaneView {
        role: RoleView::Leader,
        leader_epoch: 1,
        epoch_start_offset: Some(5),
        ..replica(&[0; 5], 5)
    };
    assert_eq!(
        shape(&view, 0).empty_epoch,
        Some(EmptyEpoch {
            column: 5,
            leader_epoch: 1,
            slot: 1
        })
    );
    let filled = LaneView {
        role: RoleView::Leader,
        leader_epoch: 1,
        epoch_start_offset: Some(4),
        ..replica(&[0, 0, 0, 0, 1], 5)
    };
    assert_eq!(shape(&filled, 0).empty_epoch, None);
}

#[test]
fn a_lane_may_begin_past_its_markers() {
    let mut view = replica(&[0; 7], 2);
    view.records.drain(..4);
    let shape = shape(&view, 4);
    assert_eq!(shape.cells[0].column, 0);
    assert!(shape.high_watermark.before);
    assert_eq!(shape.high_watermark.column, 0);
    assert_eq!(shape.water, Span { from: 0, count: 0 });
    assert_eq!(shape.log_end_offset.column, 3);
}

#[test]
fn an_empty_log_has_markers_at_its_start() {
    let shape = shape(&replica(&[], 0), 0);
    assert_eq!(
        (shape.cells.len(), shape.end, shape.log_end_offset.column),
        (0, 0, 0)
    );
    assert_eq!(shape.log_start, None);
}

#[test]
fn epochs_share_eight_hues() {
    assert_eq!([0, 7, 8, 17, -1].map(epoch_slot), [0, 7, 0, 1, 7]);
}

#[test]
fn all_lanes_have_the_columns_of_the_longest() {
    let partition = |lanes| PartitionView {
        id: PartitionId(0),
        topic: "first".to_owned(),
        number: 0,
        replicas: vec![0, 1, 2],
        isr: vec![0, 1, 2],
        leader: Some(0),
        leader_epoch: 0,
        partition_epoch: 0,
        recovering: false,
        min_insync_replicas: 1,
        effective_min_isr: 1,
        first_offset: 0,
        lanes,
        readable_below: None,
        assumed: Vec::new(),
    };
    assert_eq!(columns(&partition(vec![replica(&[], 0)]), COLUMNS_MIN), 9);
    assert_eq!(
        columns(
            &partition(vec![replica(&[0; 5], 0), replica(&[0; 12], 0)]),
            COLUMNS_MIN
        ),
        13
    );
}
