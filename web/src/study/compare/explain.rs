//! Explain for two runs: what each does in this row, by which rule, what is broken, and who is to blame.

use super::comparison::Walker;
use super::verdict::shown;
use crate::parts::rich_text;
use crate::prose::{Teller, promise, setting, settings_of};
use crate::state::Page;
use crate::words::{Rich, Words, instant, say};
use tidemark_core::sim::event::{Step, Trigger};
use tidemark_core::study::compare::{
    Blame, Differs, Hand, Head, Mark, Pair, RowView, Verdict, View,
};
use yew::{Callback, Html, html};

/// Settings named at most: a release brings many.
const SETTINGS_MAX: usize = 4;

/// What it is drawn from.
pub(super) struct Explain<'a> {
    /// The page.
    pub(super) page: &'a Page,
    /// The way to another row.
    pub(super) walker: &'a Walker,
    /// Tell the steps.
    pub(super) tellers: &'a Pair<Teller>,
    /// The whole comparison.
    pub(super) head: &'a Head,
    /// The row shown.
    pub(super) view: &'a View,
}

/// The sentence that is read first.
pub(super) fn headline(tellers: &Pair<Teller>, view: &View) -> String {
    let words = tellers.left.words;
    let steps = steps(view);
    let what = match (steps.left, steps.right) {
        (Some(step), _) => told(&tellers.left, step, view.mark),
        (None, Some(step)) => told(&tellers.right, step, view.mark),
        (None, None) if view.mark == Mark::First => return words.compare_headline_first_start(),
        (None, None) => return words.compare_headline_start(),
    };
    match view.mark {
        Mark::Equal => say!(words, compare_headline_equal, what = &what),
        Mark::EqualAgain => words.compare_headline_again(),
        Mark::First => say!(words, compare_headline_first, what = &what),
        Mark::Different => say!(words, compare_headline_different, what = &what),
        Mark::AsBefore => say!(words, compare_headline_as_before, what = &what),
    }
}

/// The step in a sentence: where what came of it differs, by what began it.
fn told(teller: &Teller, step: &Step, mark: Mark) -> String {
    match &step.trigger {
        Trigger::Command(_) if !matches!(mark, Mark::Equal) => {
            let what = teller.trigger(step);
            say!(teller.words, sentence, line = &what)
        }
        _ => teller.headline(step),
    }
}

/// How the row is to the others, in a few words.
pub(super) fn mark(words: Words, view: &View) -> String {
    match view.mark {
        _ if view.differences.total == 0 => words.compare_mark_none(),
        Mark::Equal => words.compare_mark_equal(),
        Mark::EqualAgain => words.compare_mark_again(),
        Mark::First => words.compare_mark_first(),
        Mark::Different => say!(
            words,
            compare_difference,
            number = view.differences.passed,
            total = view.differences.total
        ),
        Mark::AsBefore => words.compare_mark_before(),
    }
}

/// The row's steps, where they are this row's.
fn steps(view: &View) -> Pair<Option<&Step>> {
    let row = view.table.iter().find(|row| row.row == view.row);
    let step = |hand: Hand| {
        let moves = row.is_none_or(|row: &RowView| match hand {
            Hand::Left => row.steps.left.is_some(),
            Hand::Right => row.steps.right.is_some(),
        });
        let frame = match hand {
            Hand::Left => &view.frames.left,
            Hand::Right => &view.frames.right,
        };
        frame.step.as_ref().filter(|_| moves)
    };
    Pair::new(step(Hand::Left), step(Hand::Right))
}

impl Explain<'_> {
    pub(super) fn draw(&self) -> Html {
        let (words, view) = (self.page.words, self.view);
        let place = say!(
            words,
            compare_place,
            step = view.row,
            total = self.head.last_row
        );
        html! {
            <section id="explain" class="explain" aria-label={words.explain()} tabindex="0">
                <div class="cap">
                    <span>{ place }</span>
                    <span>{ instant(view.time.as_millis()) }</span>
                    <span>{ mark(words, view) }</span>
                </div>
                <h2>{ headline(self.tellers, view) }</h2>
                { self.sentences() }
                { self.why() }
                { self.last_word() }
            </section>
        }
    }

    /// What each run does, where it is not the same, and what differs then.
    fn sentences(&self) -> Html {
        let words = self.page.words;
        let steps = steps(self.view);
        let told = |teller: &Teller, step: &Step| {
            let mut headline = teller.headline(step);
            if !headline.ends_with(['.', '。']) {
                headline = say!(words, sentence, line = &headline);
            }
            let also = teller.also(step);
            let all: Vec<String> = [headline].into_iter().chain(also).collect();
            all.join(" ")
        };
        let left = steps.left.map(|step| told(&self.tellers.left, step));
        let right = steps.right.map(|step| told(&self.tellers.right, step));
        let mut sentences: Vec<Rich> = Vec::new();
        if left != right {
            sentences.push(match &left {
                Some(what) => say!(words, compare_sentence_left, what = what),
                None => words.compare_sentence_none_left(),
            });
            sentences.push(match &right {
                Some(what) => say!(words, compare_sentence_right, what = what),
                None => words.compare_sentence_none_right(),
            });
        } else if let Some(step) = steps.left {
            let also = self.tellers.left.also(step);
            sentences.extend((!also.is_empty()).then(|| also.join(" ").into()));
        }
        let differing = differing(words, self.view.differs);
        if !differing.is_empty() {
            let what = differing.join(", ");
            sentences.push(say!(words, compare_what_differs, what = &what));
        }
        html! { <>for sentence in sentences { <p>{ rich_text(&sentence) }</p> }</> }
    }

    fn why(&self) -> Html {
        let words = self.page.words;
        let steps = steps(self.view);
        let left = steps.left.and_then(|step| self.tellers.left.rule(step));
        let right = steps.right.and_then(|step| self.tellers.right.rule(step));
        let rules = if left == right {
            vec![(words.compare_rule(), left)]
        } else {
            vec![
                (words.compare_rule_left(), left),
                (words.compare_rule_right(), right),
            ]
        };
        let rules = rules
            .into_iter()
            .filter_map(|(name, rule)| Some((name, rich_text(&rule?))));
        let settings = self.settings(steps);
        let broken = self.broken();
        let blame = self.blame();
        let lines = |lines: Vec<Html>| html! { <>for line in lines { <div>{ line }</div> }</> };
        let rows = rules
            .chain(
                (!settings.is_empty()).then(|| (words.compare_settings_differ(), lines(settings))),
            )
            .chain((!broken.is_empty()).then(|| (words.compare_broken(), lines(broken))))
            .chain((!blame.is_empty()).then(|| (words.explain_cause(), lines(blame))))
            .collect::<Vec<_>>();
        if rows.is_empty() {
            return html! {};
        }
        html! {
            <dl class="why">
                for (name, what) in rows { <><dt>{ name }</dt><dd>{ what }</dd></> }
            </dl>
        }
    }

    /// Settings that differ: those that decide this step first.
    fn settings(&self, steps: Pair<Option<&Step>>) -> Vec<Html> {
        let words = self.page.words;
        let mut all = self.view.settings.clone();
        let decide = [steps.left, steps.right].map(|step| step.map_or(&[][..], settings_of));
        all.sort_by_key(|differing| !decide.iter().any(|keys| keys.contains(&differing.key)));
        all.iter()
            .take(SETTINGS_MAX)
            .map(|differing| {
                let name = setting::name(words, differing.key);
                let value = |value| setting::value(words, value);
                let text = say!(
                    words,
                    compare_setting,
                    name = &name,
                    left = &value(differing.left),
                    right = &value(differing.right)
                );
                html! { { text } }
            })
            .collect()
    }

    fn broken(&self) -> Vec<Html> {
        let (words, view) = (self.page.words, self.view);
        let mut lines: Vec<Rich> = Vec::new();
        for (hand, verdicts) in [
            (Hand::Left, &view.verdicts.left),
            (Hand::Right, &view.verdicts.right),
        ] {
            for verdict in verdicts {
                lines.extend(broken_line(words, hand, verdict));
            }
        }
        for id in &view.in_both.broken {
            let (name, promise) = (format!("{id:?}"), promise(words, *id));
            lines.push(say!(
                words,
                compare_broken_both,
                id = &name,
                promise = &promise
            ));
        }
        lines.iter().map(rich_text).collect()
    }

    fn blame(&self) -> Vec<Html> {
        let words = self.page.words;
        let told = |teller: &Teller, blame: &Blame| {
            let what = teller.line(&blame.line.step);
            let step = blame.line.step.index;
            let text = say!(words, compare_blame, step = step, what = &what);
            (blame.row, text)
        };
        let blame = self.view.blame.as_ref();
        let left = blame
            .left
            .as_ref()
            .map(|blame| told(&self.tellers.left, blame));
        let right = blame
            .right
            .as_ref()
            .map(|blame| told(&self.tellers.right, blame));
        let link = |(row, text): (u32, String)| {
            let walker = self.walker.clone();
            let onclick = Callback::from(move |_| walker.stop_at(row));
            html! { <button class="link" type="button" {onclick}>{ text }</button> }
        };
        if left == right {
            return left.map(link).into_iter().collect();
        }
        let sides = [
            (words.compare_blame_left(), left),
            (words.compare_blame_right(), right),
        ];
        let told = sides.into_iter().filter_map(|(side, blame)| {
            let link = link(blame?);
            Some(html! { <>{ side }{ ": " }{ link }</> })
        });
        told.collect()
    }

    /// What neither run saves; or that there is nothing to see.
    fn last_word(&self) -> Html {
        let (words, view) = (self.page.words, self.view);
        let lost = &view.in_both.lost;
        if view.differences.total == 0 {
            return html! { <p class="note">{ rich_text(&words.compare_no_difference()) }</p> };
        }
        if lost.is_empty() {
            return html! {};
        }
        let values = shown(lost, lost.len() as u64);
        let text = say!(words, compare_lost_both, values = &values, n = lost.len());
        html! { <p class="note warnbox">{ rich_text(&text) }</p> }
    }
}

fn broken_line(words: Words, hand: Hand, verdict: &Verdict) -> Option<Rich> {
    Some(match verdict {
        Verdict::Broken { id, since_step, .. } => {
            let (name, promise) = (format!("{id:?}"), promise(words, *id));
            let since = *since_step;
            match hand {
                Hand::Left => {
                    say!(
                        words,
                        compare_broken_left,
                        id = &name,
                        since = since,
                        promise = &promise
                    )
                }
                Hand::Right => {
                    say!(
                        words,
                        compare_broken_right,
                        id = &name,
                        since = since,
                        promise = &promise
                    )
                }
            }
        }
        Verdict::Mended { id, in_step } => {
            let (name, since) = (format!("{id:?}"), *in_step);
            match hand {
                Hand::Left => say!(words, compare_mended_left, id = &name, since = since).into(),
                Hand::Right => say!(words, compare_mended_right, id = &name, since = since).into(),
            }
        }
        _ => return None,
    })
}

/// What differs, by name.
fn differing(words: Words, differs: Differs) -> Vec<String> {
    [
        (differs.leader, words.compare_differs_leader()),
        (differs.leader_epoch, words.compare_differs_epoch()),
        (differs.isr, words.compare_differs_isr()),
        (differs.roles, words.compare_differs_roles()),
        (differs.offsets, words.compare_differs_offsets()),
        (differs.records, words.compare_differs_records()),
        (differs.books, words.compare_differs_books()),
        (differs.invariants, words.compare_differs_invariants()),
        (differs.elsewhere, words.compare_differs_elsewhere()),
    ]
    .into_iter()
    .filter(|(differs, _)| *differs)
    .map(|(_, name)| name)
    .collect()
}
