//! Writes the small things: ids, times, texts, values and runs of values.

use alloc::string::String;
use core::fmt::{self, Display, Write as _};

use super::super::read::{is_bare, numbered};
use crate::kafka::{BrokerId, LeaderEpoch};
use crate::topology::{PartitionId, Topology};

/// Ids with commas between them.
pub(super) struct Ids<'a>(pub(super) &'a [BrokerId]);

impl Display for Ids<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (position, id) in self.0.iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            write!(f, "{comma}{id}")?;
        }
        Ok(())
    }
}

/// A partition as `first-0`.
pub(super) struct Named<'a>(pub(super) &'a Topology, pub(super) PartitionId);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(topology, partition) = *self;
        let found = topology.locate(partition);
        let topic = found.and_then(|(topic, number)| Some((topology.topics.get(topic)?, number)));
        // A partition that is not there has no name; reading the text will say so.
        match topic {
            Some((topic, number)) => write!(f, "{}-{number}", topic.name),
            None => write!(f, "?-{}", partition.0),
        }
    }
}

/// Microseconds as milliseconds below a second, and as seconds from there on.
pub(super) struct Time(pub(super) u64);

impl Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, scale, digits) = match self.0 {
            1..1_000_000 => ("ms", 1_000, 3),
            _ => ("s", 1_000_000, 6),
        };
        write!(f, "{}", self.0 / scale)?;
        let fraction = self.0 % scale;
        if fraction > 0 {
            let fraction = alloc::format!("{fraction:0digits$}");
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        f.write_str(unit)
    }
}

/// A text in quotation marks. Whatever a reader could not see, or that would end the line, is escaped.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for character in self.0.chars() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                _ if is_invisible(character) => write!(f, "\\u{{{:x}}}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        f.write_str("\"")
    }
}

/// Control characters, separators of lines, marks of direction and zero width, private use.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}'
            | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{10ffff}')
}

/// The records of a log.
pub(super) struct Log<'a>(pub(super) &'a [(String, LeaderEpoch)]);

impl Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("empty");
        }
        Values(self.0).fmt(f)
    }
}

/// A value, with its leader epoch if it is a record.
pub(super) trait Entry {
    fn value(&self) -> &str;
    fn leader_epoch(&self) -> Option<LeaderEpoch>;
}

impl Entry for String {
    fn value(&self) -> &str {
        self
    }

    fn leader_epoch(&self) -> Option<LeaderEpoch> {
        None
    }
}

impl Entry for (String, LeaderEpoch) {
    fn value(&self) -> &str {
        &self.0
    }

    fn leader_epoch(&self) -> Option<LeaderEpoch> {
        Some(self.1)
    }
}

/// Values with commas between them; three or more that count up are a run.
pub(super) struct Values<'a, T>(pub(super) &'a [T]);

impl<T: Entry> Display for Values<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        let mut comma = "";
        while let Some((first, behind)) = rest.split_first() {
            f.write_str(comma)?;
            comma = ",";
            Value(first.value()).fmt(f)?;
            let run = run_length(rest);
            match rest.get(run.wrapping_sub(1)).filter(|_| run >= 3) {
                Some(last) => {
                    write!(f, "..{}", last.value())?;
                    rest = rest.get(run..).unwrap_or_default();
                }
                None => rest = behind,
            }
            if let Some(epoch) = first.leader_epoch() {
                write!(f, "@{epoch}")?;
            }
        }
        Ok(())
    }
}

/// How many values from the first on count up with the same epoch.
fn run_length<T: Entry>(values: &[T]) -> usize {
    let mut expected = None;
    let counted = values.iter().map_while(|entry| {
        let (prefix, number) = numbered(entry.value())?;
        let epoch = entry.leader_epoch();
        let goes_on = expected.is_none_or(|expected| expected == (prefix, number, epoch));
        expected = Some((prefix, number + 1, epoch));
        goes_on.then_some(())
    });
    counted.count()
}

/// A value as it stands in a line.
pub(super) struct Value<'a>(pub(super) &'a str);

impl Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_bare(self.0) {
            f.write_str(self.0)
        } else {
            Quoted(self.0).fmt(f)
        }
    }
}
