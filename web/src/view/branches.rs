//! The branches as a tree: each below the one it left, further in.

use tidemark_core::session::frame::BranchView;

/// A branch's row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row<'a> {
    /// The branch.
    pub(crate) branch: &'a BranchView,
    /// How many branches lie between it and the main one, itself included.
    pub(crate) depth: usize,
}

impl Row<'_> {
    /// Steps of its own: those after it left its parent.
    pub(crate) fn own_steps(&self) -> u32 {
        let left_after = self.branch.parent.map_or(0, |(_, step)| step);
        self.branch.recorded.saturating_sub(left_after)
    }
}

/// All branches in the order of the tree; those that left the same one stay as they are.
pub(crate) fn tree(branches: &[BranchView]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    // A branch comes after the one it left.
    for branch in branches {
        let parent = branch
            .parent
            .and_then(|(parent, _)| rows.iter().position(|row| row.branch.id == parent));
        let (at, depth) = parent.map_or((rows.len(), 0), |parent| {
            let depth = rows[parent].depth + 1;
            let below = rows[parent + 1..].iter();
            let own = below.take_while(|row| row.depth >= depth).count();
            (parent + 1 + own, depth)
        });
        rows.insert(at, Row { branch, depth });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidemark_core::history::BranchId;

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
    fn forks_stand_below_the_branch_they_left() {
        let branches = [
            branch(0, None, 15),
            branch(1, Some((0, 4)), 6),
            branch(2, Some((1, 5)), 9),
            branch(3, Some((0, 2)), 3),
            branch(4, Some((1, 4)), 4),
        ];
        let rows: Vec<_> = tree(&branches)
            .iter()
            .map(|row| (row.branch.id.0, row.depth, row.own_steps()))
            .collect();
        assert_eq!(
            rows,
            [(0, 0, 15), (1, 1, 2), (2, 2, 4), (4, 2, 0), (3, 1, 1)]
        );
    }
}
