//! Reads captions that stand at places of their own.

use super::super::error::{Expected, Kind, Unknown};
use super::super::{BranchId, Note, Wording, limits};
use super::line::{Line, Piece};
use super::{Reader, Translations};

impl<'a> Reader<'a> {
    /// `note [branch=ID] at=TIME [after=N]`, with captions below it
    pub(super) fn note(&mut self, line: &mut Line<'a, '_>, name_at: Piece<'a>) {
        self.caption = Translations::default();
        let branch = line.option("branch").map_or(BranchId::MAIN, |piece| {
            let id = piece.text.parse().ok().map(BranchId);
            let known = id.is_some_and(|id| self.branch_spots.contains_key(&id));
            let kind = match id {
                Some(_) => Kind::Unknown(Unknown::Branch),
                None => Kind::Expected(Expected::Branch),
            };
            line.demand(known, piece, kind);
            id.unwrap_or_default()
        });
        let at = Self::place_of(line);
        if self.notes.len() >= limits::NOTES {
            let max = u32::try_from(limits::NOTES).unwrap_or(u32::MAX);
            line.report(line.source.end(), Kind::TooMany { max });
            return;
        }
        let note = Note {
            branch,
            at,
            caption: Wording::new(),
        };
        if let Some(last) = self.notes.last() {
            let same_branch = last.branch == branch;
            let ascends = last.branch < branch || (same_branch && last.at < note.at);
            line.demand(ascends, name_at, Kind::TimeGoesBack);
        }
        self.notes.push(note);
    }
}
