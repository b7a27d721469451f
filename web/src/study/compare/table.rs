//! Both runs step by step: per row the steps, the states, and whether they are equal.

use super::comparison::Walker;
use crate::prose::{Teller, id_list};
use crate::words::{Words, say};
use tidemark_core::session::frame::{RoleView, StepLine};
use tidemark_core::study::compare::{Differs, Mark, Pair, ReplicaState, RowView, StateView, View};
use yew::{Callback, Html, html};

/// What stands between both halves of a row.
pub(super) fn sign(words: Words, mark: Mark, differs: Differs) -> String {
    let only = |kept: Differs| differs == kept;
    match mark {
        Mark::Equal => words.compare_sign_equal(),
        Mark::EqualAgain => words.compare_sign_again(),
        Mark::First => words.compare_sign_first(),
        Mark::Different | Mark::AsBefore => {
            let books = Differs {
                books: true,
                ..Differs::default()
            };
            let elsewhere = Differs {
                elsewhere: true,
                ..Differs::default()
            };
            if differs.only_records() {
                words.compare_sign_records()
            } else if only(books) {
                words.compare_sign_books()
            } else if only(elsewhere) {
                words.compare_sign_elsewhere()
            } else {
                words.compare_sign_different()
            }
        }
    }
}

/// A replica in few characters: LEO and HW, and whether its broker is down.
pub(super) fn replica(state: &ReplicaState) -> String {
    let down = if state.role == RoleView::Down {
        "x "
    } else {
        ""
    };
    format!("{down}{}/{}", state.log_end_offset, state.high_watermark)
}

/// Whether a replica's cell differs from the other run's.
fn differs(one: Option<&ReplicaState>, other: Option<&ReplicaState>) -> bool {
    let shown = |state: &ReplicaState| {
        (
            state.role == RoleView::Down,
            state.log_end_offset,
            state.high_watermark,
        )
    };
    one.map(shown) != other.map(shown)
}

/// What of a row is drawn from.
pub(super) struct Table<'a> {
    /// The way to another row.
    pub(super) walker: &'a Walker,
    /// Tell the steps.
    pub(super) tellers: &'a Pair<Teller>,
    /// The row shown, and those on screen.
    pub(super) view: &'a View,
    /// The last row there is.
    pub(super) last_row: u32,
    /// The names of both sides.
    pub(super) titles: &'a Pair<String>,
}

impl Table<'_> {
    pub(super) fn draw(&self) -> Html {
        let (words, view) = (self.tellers.left.words, self.view);
        let same = match view.differences.first {
            Some(first) => {
                let last = first.saturating_sub(1);
                say!(words, compare_same_rows, n = first, last = last)
            }
            None => words.compare_all_same(),
        };
        let count = u32::try_from(view.table.len()).unwrap_or(0);
        let scroll = |first: u32| {
            let walker = self.walker.clone();
            Callback::from(move |_| walker.scroll(first))
        };
        let earlier = (view.first > 0).then(|| scroll(view.first.saturating_sub(count)));
        let later = (view.first + count <= self.last_row).then(|| scroll(view.first + count));
        let rows = view.table.iter().map(|row| self.row(row));
        html! {
            <section class="steps">
                <div class="sec">
                    <h2>{ words.compare_table() }</h2>
                    <span class="dim">{ same }</span>
                    <span class="grow"></span>
                    if let Some(onclick) = earlier {
                        <button class="btn" type="button" {onclick}>{ words.compare_earlier() }</button>
                    }
                    if let Some(onclick) = later {
                        <button class="btn" type="button" {onclick}>{ words.compare_later() }</button>
                    }
                </div>
                <div class="score-box" tabindex="0" role="group" aria-label={words.compare_table_name()}>
                    <table class="score">
                        { self.head() }
                        <tbody>for row in rows { { row } }</tbody>
                    </table>
                </div>
            </section>
        }
    }

    fn head(&self) -> Html {
        let words = self.tellers.left.words;
        let first = self.view.table.first();
        let replicas = |state: Option<&StateView>| -> Vec<Html> {
            let replicas = state.map_or(&[][..], |state| &state.replicas);
            let names = replicas.iter().enumerate().map(|(at, replica)| {
                html! {
                    <th key={at} scope="col">
                        { replica.broker }
                        if at == 0 { <span class="unit">{ " " }{ words.compare_column_unit() }</span> }
                    </th>
                }
            });
            names.collect()
        };
        let left = replicas(first.map(|row| &row.states.left));
        let right = replicas(first.map(|row| &row.states.right));
        html! {
            <thead>
                <tr>
                    <th scope="col" class="n"><span class="vh">{ words.compare_column_step() }</span></th>
                    <th scope="col" class="tx">{ self.titles.left.clone() }</th>
                    <th scope="col">{ words.compare_column_isr() }</th>
                    for name in left { { name } }
                    <th scope="col" class="mid"><span class="vh">{ words.compare_column_equal() }</span></th>
                    <th scope="col">{ words.compare_column_isr() }</th>
                    for name in right { { name } }
                    <th scope="col" class="tx">{ self.titles.right.clone() }</th>
                </tr>
            </thead>
        }
    }

    fn row(&self, row: &RowView) -> Html {
        let words = self.tellers.left.words;
        let now = row.row == self.view.row;
        let mut class = match row.mark {
            Mark::Equal | Mark::EqualAgain => "same".to_owned(),
            Mark::First | Mark::Different => "ne".to_owned(),
            Mark::AsBefore => "ne before".to_owned(),
        };
        if now {
            class.push_str(" now");
        }
        let onclick = {
            let (walker, row) = (self.walker.clone(), row.row);
            Callback::from(move |_| walker.stop_at(row))
        };
        let told = |teller: &Teller, line: Option<&StepLine>| match line {
            Some(line) => teller.line(&line.step),
            None if row.row == 0 => words.compare_start_row(),
            None => "–".to_owned(),
        };
        let left = told(&self.tellers.left, row.steps.left.as_ref());
        let right = told(&self.tellers.right, row.steps.right.as_ref());
        let said = if row.steps.left.is_some() {
            &left
        } else {
            &right
        };
        let label = say!(words, compare_go_to, step = row.row, what = said);
        let states = &row.states;
        html! {
            <tr key={row.row} {class} aria-current={now.then_some("step")}>
                <td class="n"><button class="link" type="button" aria-label={label} {onclick}>{ row.row }</button></td>
                <td class="tx">{ left }</td>
                { isr(row, &states.left) }
                { replicas(&states.left, &states.right) }
                <td class="mid">{ sign(words, row.mark, row.differs) }</td>
                { isr(row, &states.right) }
                { replicas(&states.right, &states.left) }
                <td class="tx">{ right }</td>
            </tr>
        }
    }
}

fn isr(row: &RowView, state: &StateView) -> Html {
    let class = if row.differs.isr { "s ch" } else { "s" };
    html! { <td {class}>{ id_list(&state.isr) }</td> }
}

fn replicas(own: &StateView, other: &StateView) -> Html {
    let cells = own.replicas.iter().enumerate().map(|(at, state)| {
        let class = if differs(Some(state), other.replicas.get(at)) {
            "s ch"
        } else {
            "s"
        };
        html! { <td key={at} {class}>{ replica(state) }</td> }
    });
    html! { <>for cell in cells { { cell } }</> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    const ENGLISH: Words = Words(Language::English);

    fn state(role: RoleView, leo: i64, hw: i64) -> ReplicaState {
        ReplicaState {
            broker: 0,
            role,
            log_end_offset: leo,
            high_watermark: hw,
            log: 0,
        }
    }

    #[test]
    fn a_replica_is_its_leo_and_hw() {
        assert_eq!(replica(&state(RoleView::Leader, 2, 1)), "2/1");
        assert_eq!(replica(&state(RoleView::Down, 2, 2)), "x 2/2");
    }

    #[test]
    fn only_what_is_shown_marks_a_cell() {
        let follower = state(RoleView::Follower, 2, 2);
        let other = ReplicaState { log: 7, ..follower };
        assert!(!differs(Some(&follower), Some(&other)));
        let leader = state(RoleView::Leader, 2, 2);
        assert!(!differs(Some(&follower), Some(&leader)));
        let behind = state(RoleView::Follower, 2, 1);
        assert!(differs(Some(&follower), Some(&behind)));
        assert!(differs(Some(&follower), None));
    }

    #[test]
    fn the_sign_says_what_alone_differs() {
        let records = Differs {
            records: true,
            invariants: true,
            ..Differs::default()
        };
        let elsewhere = Differs {
            elsewhere: true,
            ..Differs::default()
        };
        let isr = Differs {
            isr: true,
            ..records
        };
        let sign = |mark, differs| sign(ENGLISH, mark, differs);
        assert_eq!(sign(Mark::Equal, Differs::default()), "=");
        assert_eq!(sign(Mark::First, isr), "≠ first");
        assert_eq!(sign(Mark::Different, isr), "≠");
        assert_eq!(sign(Mark::AsBefore, records), "≠ records");
        assert_eq!(sign(Mark::Different, elsewhere), "≠ elsewhere");
    }
}
