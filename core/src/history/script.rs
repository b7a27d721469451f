//! The commands that a run came with, as against those that a person gave.
//!
//! Every frame asks for the last one that a person gave, and there may be thousands that the run came with.

use crate::sim::TimedCommand;
use crate::sim::event::VirtualTime;
use alloc::rc::Rc;
use alloc::vec::Vec;

/// The commands, in the order of their places.
#[derive(Clone, Debug)]
pub(super) struct Script(Rc<Vec<TimedCommand>>);

impl Script {
    /// These commands.
    pub(super) fn new(commands: &[TimedCommand]) -> Self {
        let mut script = Self(Rc::default());
        script.extend(commands);
        script
    }

    /// Whether this is one of them.
    pub(super) fn contains(&self, command: &TimedCommand) -> bool {
        let first = self
            .0
            .partition_point(|known| place(known) < place(command));
        let from_there = self.0.get(first..).unwrap_or_default();
        let mut there = from_there
            .iter()
            .take_while(|known| place(known) == place(command));
        there.any(|known| known.command == command.command)
    }

    /// The last of a branch's commands that is none of them.
    pub(super) fn last_other<'a>(&self, own: &'a [TimedCommand]) -> Option<&'a TimedCommand> {
        // As a rule both end alike, and nothing has to be searched there.
        let ends = own.iter().rev().zip(self.0.iter().rev());
        let alike = ends.take_while(|(own, known)| own == known).count();
        let mut rest = own.iter().rev().skip(alike);
        rest.find(|command| !self.contains(command))
    }

    /// Takes in more: commands that were renumbered, while a branch may still have them as they were.
    pub(super) fn extend(&mut self, commands: &[TimedCommand]) {
        if commands.is_empty() {
            return;
        }
        let all = Rc::make_mut(&mut self.0);
        for command in commands {
            let after = all.partition_point(|known| place(known) <= place(command));
            all.insert(after, command.clone());
        }
    }
}

fn place(command: &TimedCommand) -> (VirtualTime, u32) {
    (command.at, command.after)
}
