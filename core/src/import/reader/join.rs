//! Records that a terminal or a mail program broke into several lines.
//!
//! Two ways: cut at the terminal's width, which can fall inside a word, or wrapped at blanks. A
//! join counts only if it makes a valid record.

use crate::import::form::Reading;
use crate::import::layout::{self, Record};
use crate::import::noise;
use crate::import::prefix::Path;
use crate::import::text::{Joined, Piece, Text};
use crate::import::topics;

/// How many lines a record wrapped at blanks can have.
const WORD_WRAP_LINES_MAX: usize = 64;

/// The shortest terminal width that is believed.
const WIDTH_MIN: usize = 60;

/// The width at which a terminal seems to have cut the text: that of the longest line.
#[derive(Debug)]
pub(super) struct Width {
    width: usize,
    /// Whether several lines have it. With only one, other explanations come first.
    repeated: bool,
    /// Whether lines of that width mostly go on in the next line. A record can also end there by
    /// chance, so not all have to.
    mostly_cut: bool,
}

/// Finds the width, if the longest line is long enough for a terminal.
pub(super) fn width(text: &Text<'_>) -> Option<Width> {
    let mut longest = (0, 0);
    for index in 0..text.line_count() {
        let length = length(text.line(index));
        if length > longest.0 {
            longest = (length, 1);
        } else if length == longest.0 {
            longest.1 += 1;
        }
    }
    let (width, times) = longest;
    let full = (0..text.line_count()).filter(|&index| length(text.line(index)) == width);
    let ends = || {
        full.filter(|&index| layout::begins(text.line(index + 1)))
            .count()
    };
    (width >= WIDTH_MIN).then(|| Width {
        width,
        repeated: times >= 2,
        mostly_cut: times >= 2 && ends() * 2 <= times,
    })
}

/// A record that goes over several lines.
#[derive(Debug)]
pub(super) struct Several {
    pub(super) text: Joined,
    pub(super) lines: usize,
}

/// A line that may be the first of several.
#[derive(Clone, Copy, Debug)]
pub(super) struct First<'t> {
    pub(super) index: usize,
    pub(super) path: Path,
    pub(super) piece: Piece<'t>,
}

/// Puts a record together, if it goes on in the lines that follow.
pub(super) fn join(
    text: &Text<'_>,
    width: Option<&Width>,
    last: usize,
    first: First<'_>,
    alone: &Reading<Record<'_>>,
) -> Option<Several> {
    let (complete, problems) = match alone {
        Reading::Whole(whole) if matches!(whole.record, Record::Other(_)) => return None,
        Reading::Whole(whole) => (!whole.open, whole.problems.len()),
        Reading::Short { .. } => (false, usize::MAX),
        Reading::No | Reading::Bad(_) => return None,
    };
    let joiner = Joiner {
        text,
        last,
        first,
        problems,
    };
    let cut = width.filter(|width| length(text.line(first.index)) == width.width);
    let at_width = cut.and_then(|width| {
        // A complete record is more believable than a join, unless most of the text was cut or
        // the join explains what was odd.
        let problems = match complete && !width.mostly_cut {
            true => problems.checked_sub(1)?,
            false => problems,
        };
        Joiner { problems, ..joiner }.at_width(width.width)
    });
    let at_blanks = joiner.at_blanks(complete);
    // Lines of a text wrapped at blanks can have the same length, too.
    match (at_width, at_blanks) {
        (Some(cut), Some(wrapped))
            if wrapped.lines > cut.lines || !width.is_some_and(|width| width.repeated) =>
        {
            Some(wrapped)
        }
        (cut, wrapped) => cut.or(wrapped),
    }
}

#[derive(Clone, Copy)]
struct Joiner<'j, 't> {
    text: &'j Text<'j>,
    last: usize,
    first: First<'t>,
    problems: usize,
}

impl Joiner<'_, '_> {
    /// Joins with nothing in between for as long as lines have the full width.
    fn at_width(&self, width: usize) -> Option<Several> {
        let mut joined = Joined::default();
        joined.push(self.first.piece);
        let mut lines = 1;
        loop {
            let next = self.line(lines);
            if is_own(next) {
                break;
            }
            joined.push(next);
            lines += 1;
            if length(self.text.line(self.first.index + lines - 1)) != width {
                break;
            }
        }
        let valid = lines > 1
            && matches!(self.read(&joined, lines),
                Reading::Whole(whole) if whole.problems.len() <= self.problems);
        valid.then_some(Several {
            text: joined,
            lines,
        })
    }

    /// Joins with one blank, or with nothing after a comma, while the record is incomplete or the
    /// next line begins with one of its keys.
    fn at_blanks(&self, complete: bool) -> Option<Several> {
        let mut joined = Joined::default();
        let mut wants_more = !complete;
        let mut best = None;
        for lines in 2..=WORD_WRAP_LINES_MAX {
            let next = self.line(lines - 1);
            if !(wants_more || topics::continues(next)) || is_own(next) {
                break;
            }
            if joined.piece().is_empty() {
                joined = self.start();
            }
            extend(&mut joined, next);
            match self.read(&joined, lines) {
                Reading::Whole(whole) if whole.problems.len() <= self.problems => {
                    wants_more = whole.open;
                    best = Some(lines);
                }
                Reading::Short { .. } => wants_more = true,
                _ => break,
            }
        }
        let lines = best?;
        let mut joined = self.start();
        for index in 1..lines {
            extend(&mut joined, self.line(index));
        }
        Some(Several {
            text: joined,
            lines,
        })
    }

    fn start(&self) -> Joined {
        let mut joined = Joined::default();
        joined.push(self.first.piece.trim_end());
        joined
    }

    /// The n-th line after the first, without what was taken off the first; empty past the end.
    fn line(&self, lines: usize) -> Piece<'_> {
        let line = self.text.line(self.first.index + lines);
        self.first.path.strip(line)
    }

    fn read<'j>(&self, joined: &'j Joined, lines: usize) -> Reading<Record<'j>> {
        let last = self.first.index + lines > self.last;
        layout::read(joined.piece(), last)
    }
}

/// Whether a line is something by itself: a record, a command, a fence, nothing at all.
fn is_own(line: Piece<'_>) -> bool {
    layout::begins(line) || noise::classify(line).is_some()
}

fn extend(joined: &mut Joined, next: Piece<'_>) {
    if !joined.piece().text.ends_with(',') {
        joined.glue(' ');
    }
    joined.push(next.trim());
}

fn length(line: Piece<'_>) -> usize {
    line.text.chars().count()
}
