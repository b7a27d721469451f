//! What is said of one side: the core's verdicts in words.

use crate::words::{Rich, Words, say};
use tidemark_core::event::TruncationReason;
use tidemark_core::study::compare::Verdict;

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tone {
    /// As it should be.
    Good,
    /// A word of warning.
    Warning,
    /// Something is broken or lost.
    Bad,
}

/// The gravest of some verdicts.
pub(super) fn tone(verdicts: &[Verdict]) -> Tone {
    let tones = verdicts.iter().map(|verdict| match verdict {
        Verdict::Diverged { .. } | Verdict::Broken { .. } | Verdict::Lost { .. } => Tone::Bad,
        Verdict::NoLeader
        | Verdict::UnderMinIsr { .. }
        | Verdict::NotCommitted { .. }
        | Verdict::Duplicated { .. } => Tone::Warning,
        Verdict::Cut { .. } | Verdict::Mended { .. } | Verdict::Holds | Verdict::NothingElse => {
            Tone::Good
        }
    });
    tones.max().unwrap_or(Tone::Good)
}

/// A verdict as a sentence or two.
pub(super) fn verdict(words: Words, verdict: &Verdict) -> Rich {
    match verdict {
        Verdict::Diverged { offset, records } => {
            let records: Vec<String> = records
                .iter()
                .map(|(broker, value)| {
                    say!(words, compare_record_on, value = value, broker = *broker)
                })
                .collect();
            let records = records.join(", ");
            say!(
                words,
                compare_verdict_diverged,
                offset = *offset,
                records = &records
            )
        }
        Verdict::Broken {
            id,
            since_step,
            until_step,
            ..
        } => {
            let name = format!("{id:?}");
            match until_step {
                Some(until) => say!(
                    words,
                    compare_verdict_broken_until,
                    id = &name,
                    since = *since_step,
                    until = *until
                ),
                None => say!(
                    words,
                    compare_verdict_broken_on,
                    id = &name,
                    since = *since_step
                ),
            }
        }
        Verdict::Lost { count, examples } => {
            let values = shown(examples, *count);
            say!(words, compare_verdict_lost, values = &values, n = *count)
        }
        Verdict::NoLeader => words.compare_verdict_no_leader(),
        Verdict::UnderMinIsr { isr, min } => {
            say!(words, compare_verdict_under_min, isr = *isr, min = *min)
        }
        Verdict::NotCommitted { count, examples } => {
            let values = shown(examples, *count);
            say!(
                words,
                compare_verdict_not_committed,
                values = &values,
                n = *count
            )
        }
        Verdict::Duplicated { count, examples } => {
            let values = shown(examples, *count);
            say!(words, compare_verdict_duplicated, values = &values)
        }
        Verdict::Cut {
            broker,
            from,
            to,
            reason,
        } => cut(words, *reason, (*broker).into(), *from, *to),
        Verdict::Mended { id, in_step } => {
            let name = format!("{id:?}");
            say!(words, compare_verdict_mended, id = &name, step = *in_step)
        }
        Verdict::Holds => words.compare_verdict_holds(),
        Verdict::NothingElse => words.compare_verdict_nothing_else(),
    }
}

fn cut(words: Words, reason: TruncationReason, broker: i64, from: i64, to: i64) -> Rich {
    macro_rules! cut {
        ($message:ident) => {
            say!(words, $message, broker = broker, from = from, to = to)
        };
    }
    match reason {
        TruncationReason::HighWatermark => cut!(compare_verdict_cut_hw),
        TruncationReason::LeaderEpoch => cut!(compare_verdict_cut_epoch),
        TruncationReason::DivergingFetch => cut!(compare_verdict_cut_fetch),
        TruncationReason::OutOfRange => cut!(compare_verdict_cut_range),
        TruncationReason::BehindLogStart => cut!(compare_verdict_cut_start),
    }
}

/// Values side by side; with dots where there are more than are named.
pub(super) fn shown(examples: &[String], count: u64) -> String {
    let mut values = examples.join(" ");
    if count > examples.len() as u64 {
        values.push_str(" …");
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;
    use tidemark_core::event::InvariantId;

    fn text(said: &Rich) -> String {
        said.spans().iter().map(|span| span.text).collect()
    }

    #[test]
    fn the_gravest_verdict_sets_the_tone() {
        let lost = Verdict::Lost {
            count: 1,
            examples: vec!["a".to_owned()],
        };
        assert_eq!(tone(&[]), Tone::Good);
        assert_eq!(tone(&[Verdict::Holds]), Tone::Good);
        assert_eq!(tone(&[Verdict::NoLeader]), Tone::Warning);
        assert_eq!(tone(&[Verdict::NoLeader, lost]), Tone::Bad);
    }

    #[test]
    fn a_verdict_names_what_it_is_about() {
        let words = Words(Language::English);
        let diverged = Verdict::Diverged {
            offset: 1,
            records: vec![(0, "m1".to_owned()), (1, "m2".to_owned())],
        };
        assert_eq!(
            text(&verdict(words, &diverged)),
            "Offset 1 holds m1 on broker 0, m2 on broker 1, all below the HW. A consumer’s answer \
             depends on which broker leads."
        );
        let broken = Verdict::Broken {
            id: InvariantId::I13,
            since_step: 4,
            until_step: Some(9),
            allowed_by: Vec::new(),
        };
        assert_eq!(
            text(&verdict(words, &broken)),
            "I13 is broken from event 4 on, and holds again in event 9."
        );
        assert_eq!(shown(&["a".to_owned(), "b".to_owned()], 3), "a b …");
    }
}
