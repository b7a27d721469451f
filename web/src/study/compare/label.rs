//! What the two sides are called.

use super::address::{RunAddress, SideAddress, Sides, preset_of};
use crate::prose::setting;
use crate::scenarios;
use crate::shell::branch_name;
use crate::state::{Session, localized};
use crate::words::{Words, say};
use tidemark_core::history::BranchId;
use tidemark_core::study::compare::{Hand, Head, Pair, Preset};

/// A preset: its title, and why it is worth a look.
pub(super) fn preset(words: Words, preset: Preset) -> (String, String) {
    match preset {
        Preset::Truncation => (words.compare_truncation(), words.compare_truncation_why()),
        Preset::Acks => (words.compare_acks(), words.compare_acks_why()),
        Preset::MinIsr => (words.compare_min_isr(), words.compare_min_isr_why()),
        Preset::Unclean => (words.compare_unclean(), words.compare_unclean_why()),
        Preset::Metadata => (words.compare_metadata(), words.compare_metadata_why()),
    }
}

fn preset_sides(words: Words, preset: Preset) -> Pair<String> {
    match preset {
        Preset::Truncation => Pair::new(
            words.compare_truncation_left(),
            words.compare_truncation_right(),
        ),
        Preset::Acks => Pair::new(words.compare_acks_left(), words.compare_acks_right()),
        Preset::MinIsr => Pair::new(words.compare_min_isr_left(), words.compare_min_isr_right()),
        Preset::Unclean => Pair::new(words.compare_unclean_left(), words.compare_unclean_right()),
        Preset::Metadata => Pair::new(
            words.compare_metadata_left(),
            words.compare_metadata_right(),
        ),
    }
}

/// The room's title and those of both sides.
pub(super) fn titles(words: Words, sides: &Sides, session: &Session) -> (String, Pair<String>) {
    if let Some(known) = preset_of(sides) {
        return (preset(words, known).0, preset_sides(words, known));
    }
    let short = sides.as_ref().map(|side| match &side.run {
        RunAddress::Scenario(id) => id.clone(),
        RunAddress::Branch(id) => branch(words, *id, session),
    });
    let title = say!(
        words,
        compare_title,
        left = &short.left,
        right = &short.right
    );
    let same = sides.left.run == sides.right.run;
    let long = sides
        .as_ref()
        .map(|side| self::side(words, side, session, same));
    (title, long)
}

/// A side: what runs, and what is changed in it; of the same run only the change tells.
fn side(words: Words, side: &SideAddress, session: &Session, same: bool) -> String {
    let changes: Vec<String> = side
        .changes
        .iter()
        .map(|change| {
            let (name, value) = (
                setting::name(words, change.key),
                setting::value(words, change.value),
            );
            format!("{name} = {value}")
        })
        .collect();
    if same && !changes.is_empty() {
        return changes.join(", ");
    }
    let run = match &side.run {
        RunAddress::Scenario(id) => scenario(words, id),
        RunAddress::Branch(id) => branch(words, *id, session),
    };
    let parts: Vec<String> = [run].into_iter().chain(changes).collect();
    parts.join(", ")
}

fn scenario(words: Words, id: &str) -> String {
    let entry = scenarios::all().iter().find(|entry| entry.id == id);
    entry.map_or_else(|| id.to_owned(), |entry| localized(entry.titles, words))
}

/// A branch of the open session.
pub(super) fn branch(words: Words, id: BranchId, session: &Session) -> String {
    let found = session.branches.iter().find(|branch| branch.id == id);
    match found {
        Some(branch) => branch_name(branch, &session.teller(words)),
        None if id == BranchId::MAIN => words.compare_main(),
        None => say!(words, compare_fork, number = id.0),
    }
}

/// Release and origin of a side.
pub(super) fn origin(words: Words, sides: &Sides, head: &Head, hand: Hand) -> String {
    let (side, settings) = match hand {
        Hand::Left => (&sides.left, &head.settings.left),
        Hand::Right => (&sides.right, &head.settings.right),
    };
    let release = settings.release.to_string();
    match &side.run {
        RunAddress::Scenario(id) => {
            say!(words, compare_side_scenario, release = &release, id = id)
        }
        RunAddress::Branch(_) => say!(words, compare_side_session, release = &release),
    }
}
