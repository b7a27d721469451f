//! What a reader is told at a place of the run: captions of commands, and notes that a person wrote.

use alloc::string::String;
use alloc::vec::Vec;

use super::saving::scripted;
use super::{Opened, Refusal, Reply, Session};
use crate::history::{Branch, BranchId, Lane};
use crate::scenario::{Note, Place, Scenario, ScenarioCommand, Wording, is_language, limits};

impl Session {
    /// Says `text` from the present step on, in a language; an empty text says nothing there.
    pub(super) fn write_caption(&mut self, language: String, text: String) -> Reply {
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        let (branch, at) = (
            opened.lane().branch().id,
            opened.lane().simulation().place(),
        );
        let shown = shown(opened, opened.lane()).filter(|(place, _)| *place == at);
        let mut caption = shown.map_or_else(Wording::new, |(_, caption)| caption.clone());
        caption.0.retain(|(known, _)| *known != language);
        if !text.trim().is_empty() {
            caption.0.push((language.clone(), text));
        }
        let fits = |(_, text): &(String, String)| text.len() <= limits::WORDING_BYTES;
        let notes = &mut opened.scenario.notes;
        let found = notes.binary_search_by_key(&(branch, at), |note| (note.branch, note.at));
        let writable = is_language(&language) && caption.0.iter().all(fits);
        if !writable || (found.is_err() && notes.len() >= limits::NOTES) {
            return Reply::Refused(Refusal::TooLarge);
        }
        match found {
            Ok(known) => notes[known].caption = caption,
            Err(place) => {
                let note = Note {
                    branch,
                    at,
                    caption,
                };
                notes.insert(place, note);
            }
        }
        drop_silent(opened, branch, at);
        self.frame()
    }
}

/// A note that says nothing is there only where it ends what was said at this very place.
fn drop_silent(opened: &mut Opened, branch: BranchId, at: Place) {
    let key = (branch, at);
    let notes = &opened.scenario.notes;
    let Ok(found) = notes.binary_search_by_key(&key, |note| (note.branch, note.at)) else {
        return;
    };
    if !notes[found].caption.0.is_empty() {
        return;
    }
    let note = opened.scenario.notes.remove(found);
    let needed = shown(opened, opened.lane()).is_some_and(|(_, caption)| !caption.0.is_empty());
    if needed {
        opened.scenario.notes.insert(found, note);
    }
}

/// What is said at the present step, and the place from which on: the last that was said stands until
/// the next, and a note goes before a command's caption.
pub(super) fn shown<'a>(opened: &'a Opened, lane: &Lane) -> Option<(Place, &'a Wording)> {
    let said = command_caption(&opened.scenario, lane);
    let noted = note(&opened.scenario, lane);
    match (said, noted) {
        (Some(said), Some(noted)) if noted.0 < said.0 => Some(said),
        (said, noted) => noted.or(said),
    }
}

/// The last command so far, with its caption. It is done one step after its place.
fn command_caption<'a>(scenario: &'a Scenario, lane: &Lane) -> Option<(Place, &'a Wording)> {
    let last = lane.commands_done().checked_sub(1)?;
    let last = lane.branch().commands().get(last)?;
    let main = scenario.commands.iter();
    let all = main.chain(scenario.branches.iter().flat_map(|branch| &branch.commands));
    let known: Option<&ScenarioCommand> = scripted(all, last);
    let place = (last.at, last.after.saturating_add(1));
    known.map(|known| (place, &known.caption))
}

/// The last note so far, of the branch or of those it comes from.
fn note<'a>(scenario: &'a Scenario, lane: &Lane) -> Option<(Place, &'a Wording)> {
    let mut until = lane.simulation().place();
    let mut found: Option<&Note> = None;
    for branch in lineage(lane) {
        let notes = scenario.notes.iter();
        let mut here = notes.filter(|note| note.branch == branch.id && note.at <= until);
        let last = here.next_back();
        if last.is_some_and(|last| found.is_none_or(|found| found.at < last.at)) {
            found = last;
        }
        until = until.min(branch.left_at);
    }
    found.map(|note| (note.at, &note.caption))
}

/// The branch shown, and those it comes from.
fn lineage(lane: &Lane) -> Vec<&Branch> {
    let mut lineage = Vec::from([lane.branch()]);
    let mut next = lane.branch().parent;
    while let Some((id, _)) = next {
        let Some(parent) = lane.branches().iter().find(|branch| branch.id == id) else {
            break;
        };
        next = parent.parent;
        lineage.push(parent);
    }
    lineage
}
