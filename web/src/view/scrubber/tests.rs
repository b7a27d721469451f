//! Places on the scrubber.

use super::*;
use tidemark_core::history::BranchId;
use tidemark_core::sim::event::VirtualTime;

fn position(step: u32, recorded: u32) -> Position {
    Position {
        step,
        recorded,
        complete: false,
        time: VirtualTime(0),
        branch: BranchId(0),
    }
}

fn branch(id: u32, parent: Option<(u32, u32)>, recorded: u32) -> BranchView {
    BranchView {
        id: BranchId(id),
        parent: parent.map(|(id, step)| (BranchId(id), step)),
        name: None,
        first_step: None,
        last_step: None,
        recorded,
    }
}

#[test]
fn a_place_and_the_step_under_it_are_inverse() {
    for recorded in [1, 7, 96, 400, 10_000] {
        for step in [0, 1, recorded / 3, recorded / 2, recorded] {
            assert_eq!(step_at(place(step, recorded) / WIDTH, recorded), step);
        }
    }
    assert_eq!((step_at(0.0, 96), step_at(1.0, 96)), (0, 96));
    assert_eq!((place(0, 0), step_at(0.5, 0)), (8.0, 0));
}

#[test]
fn ticks_of_a_kind_are_one_path_on_each_side_of_the_head() {
    let tick = |step, kind| Tick {
        step,
        count: 1,
        kind,
    };
    let ticks = [
        tick(1, StepKind::Timer),
        tick(2, StepKind::Replication),
        tick(3, StepKind::Replication),
        tick(4, StepKind::Command),
    ];
    let paths = tick_paths(&ticks, &position(2, 4));
    let told: Vec<_> = paths
        .iter()
        .map(|p| (p.kind, p.future, p.data.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (StepKind::Timer, false, "M254.0 15.0V19.5"),
            (StepKind::Replication, true, "M746.0 13.0V20.5"),
            (StepKind::Replication, false, "M500.0 13.0V20.5"),
            (StepKind::Command, true, "M992.0 6.0V24.0"),
        ]
    );
}

#[test]
fn a_merged_tick_stands_for_the_steps_up_to_the_next() {
    let tick = |step, count| Tick {
        step,
        count,
        kind: StepKind::Timer,
    };
    let ticks = [tick(1, 5), tick(6, 5), tick(11, 2)];
    assert_eq!(tick_of(&ticks, 0), None);
    assert_eq!(tick_of(&ticks, 5).map(|t| t.step), Some(1));
    assert_eq!(tick_of(&ticks, 6).map(|t| t.step), Some(6));
    assert_eq!(tick_of(&ticks, 12).map(|t| t.step), Some(11));
}

#[test]
fn at_most_three_forks_of_the_shown_branch_are_drawn() {
    let branches = [
        branch(0, None, 96),
        branch(1, Some((0, 43)), 60),
        branch(2, Some((1, 50)), 70),
        branch(3, Some((0, 10)), 20),
        branch(4, Some((0, 20)), 200),
        branch(5, Some((0, 30)), 31),
    ];
    let position = position(44, 96);
    let drawn: Vec<_> = forks(&branches, &position)
        .iter()
        .map(|fork| fork.branch.id.0)
        .collect();
    assert_eq!(drawn, [5, 4, 3]);
    assert_eq!(
        forks(&branches, &position)[1].to,
        WIDTH - MARGIN,
        "a longer fork ends at the edge"
    );
}
