//! Sentences that a tool prints, written as patterns with gaps, and what a line has in the gaps.
//!
//! It knows nothing of what a sentence means. In a pattern `{p}` is a partition, `{r}` a replica
//! written `topic-partition-broker`, `{l}` broker ids, `{n}` a number, `{t}` any text, `{P}`
//! partitions and `{T}` topics with commas between them; `…` at the end is anything that may
//! follow, a full stop at the end may be missing.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::{Fault, Reading, Whole, bad_number, bad_partition, only_ids, partitions};
use super::form::{topic_name, topic_partition};
use super::model::TopicPartition;
use super::text::{Piece, find, find_last};
use super::warning::{Field, Problem, Reason};

/// How much of a pattern a line must have before it is taken for a damaged sentence of its kind.
const CERTAIN: usize = 12;

/// What a line has in the gaps of a pattern.
#[derive(Debug)]
pub(super) struct Gaps<'t> {
    pub(super) partitions: Vec<TopicPartition>,
    pub(super) lists: Vec<Vec<i32>>,
    pub(super) topics: Vec<String>,
    pub(super) texts: Vec<String>,
    /// The number, or the broker of a replica.
    pub(super) number: i64,
    /// What stands in place of the `…`.
    pub(super) rest: Piece<'t>,
    open: bool,
}

/// Finds the sentence a line is among those of a tool, and what it says.
pub(super) fn read<'t, K: Copy, T>(
    line: Piece<'t>,
    phrases: &[(&str, K)],
    say: impl FnOnce(K, Gaps<'t>) -> T,
) -> Reading<T> {
    let line = line.trim();
    let mut short = None;
    let first = line.text.as_bytes().first();
    for &(pattern, kind) in phrases {
        // Most lines are none of these: one look at the first letter tells.
        let start = pattern.as_bytes().first();
        if start != first && start != Some(&b'{') {
            continue;
        }
        match fill(pattern, line) {
            Filling::No => {}
            Filling::Short(missing) => short = short.or(Some(missing)),
            Filling::Bad(problem) => return Reading::Bad(problem),
            Filling::All(gaps) => {
                let open = gaps.open;
                let field = Field::Partitions;
                let cut = open.then(|| Problem::after(line, Reason::CutList { field }));
                return Reading::Whole(Whole {
                    record: say(kind, gaps),
                    problems: cut.into_iter().collect(),
                    open,
                });
            }
        }
    }
    match short {
        Some(missing) => Reading::Short {
            missing,
            certain: true,
        },
        None => Reading::No,
    }
}

enum Filling<'t> {
    No,
    Short(Field),
    Bad(Problem),
    All(Gaps<'t>),
}

fn fill<'t>(pattern: &str, line: Piece<'t>) -> Filling<'t> {
    let mut gaps = Gaps {
        partitions: Vec::new(),
        lists: Vec::new(),
        topics: Vec::new(),
        texts: Vec::new(),
        number: 0,
        rest: line.from(line.text.len()),
        open: false,
    };
    let (pattern, mut rest) = match pattern.strip_suffix('.') {
        Some(pattern) => (pattern, line.before(".").unwrap_or(line)),
        None => (pattern, line),
    };
    let mut parts = pattern.split('{');
    let first = parts.next().unwrap_or_default();
    let mut matched = first.trim_end_matches('\u{2026}').len();
    if !literal(first, &mut rest, &mut gaps) {
        return Filling::No;
    }
    while let Some(part) = parts.next() {
        let (letter, words) = part.split_once('}').unwrap_or((part, ""));
        let length = match letter {
            "n" => rest.text.bytes().take_while(u8::is_ascii_digit).count(),
            "t" if !words.is_empty() => find_last(rest.text, words).unwrap_or(rest.text.len()),
            _ if !words.is_empty() => find(rest.text, words).unwrap_or(rest.text.len()),
            _ => rest.text.len(),
        };
        let gap = rest.slice(0, length).trim();
        rest = rest.from(length);
        let missing = match parts.clone().next() {
            _ if gap.is_empty() => Some(field_of(letter)),
            _ if literal(words, &mut rest, &mut gaps) => None,
            Some(next) => Some(field_of(next.split('}').next().unwrap_or_default())),
            None => Some(Field::State),
        };
        if let Some(missing) = missing {
            return match matched >= CERTAIN {
                true => Filling::Short(missing),
                false => Filling::No,
            };
        }
        matched += words.len();
        if let Err(fault) = gaps.take(letter, gap) {
            return match fault {
                _ if matched < CERTAIN => Filling::No,
                Fault::Short(field) => Filling::Short(field),
                Fault::Bad(problem) => Filling::Bad(problem),
            };
        }
    }
    match rest.is_empty() {
        true => Filling::All(gaps),
        false => Filling::Short(Field::State),
    }
}

/// Steps over words that have to be there.
fn literal<'t>(words: &str, rest: &mut Piece<'t>, gaps: &mut Gaps<'t>) -> bool {
    let open_end = words.strip_suffix('\u{2026}');
    let Some(behind) = rest.after(open_end.unwrap_or(words)) else {
        return false;
    };
    *rest = behind;
    if open_end.is_some() {
        gaps.rest = behind;
        *rest = behind.from(behind.text.len());
    }
    true
}

fn field_of(letter: &str) -> Field {
    match letter {
        "p" | "r" => Field::Partition,
        "l" => Field::Replicas,
        "n" => Field::Broker,
        "P" => Field::Partitions,
        "T" => Field::Topic,
        _ => Field::LogDirs,
    }
}

impl Gaps<'_> {
    /// The partition of a sentence about one.
    pub(super) fn partition(&mut self) -> TopicPartition {
        self.partitions.pop().unwrap_or(TopicPartition {
            topic: String::new(),
            partition: 0,
        })
    }

    /// The next list of broker ids, in the order of the sentence.
    pub(super) fn list(&mut self) -> Vec<i32> {
        match self.lists.is_empty() {
            true => Vec::new(),
            false => self.lists.remove(0),
        }
    }

    fn take(&mut self, letter: &str, gap: Piece<'_>) -> Result<(), Fault> {
        match letter {
            "p" => self.partitions.push(one_partition(gap)?),
            "r" => {
                let (partition, broker) = gap.split_last("-").ok_or_else(|| bad_partition(gap))?;
                self.partitions.push(one_partition(partition)?);
                self.number = number(broker)?;
            }
            "l" => self.lists.push(only_ids(gap, Field::Replicas)?.ids),
            "n" => self.number = number(gap)?,
            "P" => {
                let list = partitions(gap)?;
                self.open = list.open;
                self.partitions = list.partitions;
            }
            "T" => {
                for name in gap.parts(',') {
                    self.topics.push(String::from(topic_name(name.trim())?));
                }
            }
            _ => self.texts.push(String::from(gap.text)),
        }
        Ok(())
    }
}

fn number(piece: Piece<'_>) -> Result<i64, Problem> {
    let number = piece.text.parse().ok();
    number.ok_or_else(|| bad_number(piece, Field::Broker))
}

fn one_partition(piece: Piece<'_>) -> Result<TopicPartition, Problem> {
    topic_partition(piece).ok_or_else(|| bad_partition(piece))
}
