//! Branches of a session: chosen, named, taken away and brought back.

use alloc::string::String;
use alloc::vec::Vec;

use super::request::{DeletedBranch, DeletedBranches};
use super::{Refusal, Reply, Session};
use crate::history::{Branch, BranchId, Going};

/// A branch that is brought back is recorded again up to this step; what came after it is simulated
/// when somebody goes there.
const RESTORED_STEPS_MAX: u32 = 10_000;

impl Session {
    pub(super) fn select_branch(&mut self, id: BranchId) -> Reply {
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        if !opened.lane_mut().select(id) {
            return Reply::Refused(Refusal::NoSuchBranch);
        }
        self.branches_changed()
    }

    pub(super) fn rename_branch(&mut self, id: BranchId, name: String) -> Reply {
        if let Some(opened) = &mut self.opened {
            opened.lane_mut().rename(id, name);
        }
        self.branches_changed()
    }

    pub(super) fn delete_branch(&mut self, id: BranchId) -> Reply {
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        if id == BranchId::MAIN {
            return Reply::Refused(Refusal::MainBranch);
        }
        let lane = opened.lane_mut();
        let stood = (lane.branch().id, lane.position());
        let gone = lane.delete(id);
        if gone.is_empty() {
            return Reply::Refused(Refusal::NoSuchBranch);
        }
        let deleted = DeletedBranches {
            stood: Some(stood).filter(|(id, _)| gone.iter().any(|branch| branch.id == *id)),
            branches: gone.iter().filter_map(deleted).collect(),
        };
        match self.branches_changed() {
            Reply::Frame(frame) => Reply::BranchesDeleted { frame, deleted },
            other => other,
        }
    }

    /// Brings branches back. Where an id was given to another branch in the meantime, the next is taken.
    pub(super) fn restore_branches(&mut self, deleted: DeletedBranches) -> Reply {
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        let lane = opened.lane_mut();
        let here = (lane.branch().id, lane.position());
        let mut ids: Vec<(BranchId, BranchId)> = Vec::new();
        let now = |ids: &[(BranchId, BranchId)], id: BranchId| {
            let renumbered = ids.iter().find(|(before, _)| *before == id);
            renumbered.map_or(id, |(_, now)| *now)
        };
        for branch in deleted.branches {
            let id = lane.free_id(branch.id);
            let parent = now(&ids, branch.parent);
            ids.push((branch.id, id));
            if !lane.restore_branch(id, parent, branch.left_at, branch.name, branch.commands) {
                continue;
            }
            lane.select(id);
            let recorded = branch.recorded.min(RESTORED_STEPS_MAX);
            while lane.position() < recorded && lane.step_forward() != Going::AtTheEnd {}
        }
        let stood = deleted.stood.map(|(id, step)| (now(&ids, id), step));
        self.seen.forget_branches();
        self.seen.forget_ticks();
        self.go_to(Some(stood.unwrap_or(here)))
    }

    pub(super) fn undo(&mut self) -> Reply {
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        if !opened.lane_mut().undo() {
            return Reply::Refused(Refusal::NothingToUndo);
        }
        self.branches_changed()
    }

    /// The frame after that, with everything that hangs on branches.
    fn branches_changed(&mut self) -> Reply {
        self.seen.forget_branches();
        self.seen.forget_ticks();
        self.frame()
    }
}

fn deleted(branch: &Branch) -> Option<DeletedBranch> {
    let (parent, _) = branch.parent?;
    Some(DeletedBranch {
        id: branch.id,
        parent,
        left_at: branch.left_at,
        name: branch.name.clone(),
        commands: branch.own_commands().to_vec(),
        recorded: branch.recorded(),
    })
}
