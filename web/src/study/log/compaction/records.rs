//! The records in a row, as they are, and below them as a round leaves them.

use super::super::store;
use super::told;
use crate::words::{Words, grouped, say};
use tidemark_core::files::{CleanedRecord, Cleaning};
use yew::{Callback, Html, MouseEvent, classes, html};

/// Columns that are drawn.
const COLUMNS_MAX: usize = 400;

/// A column: a record, or offsets that have none.
#[derive(Debug, PartialEq)]
enum Column<'a> {
    Record(&'a CleanedRecord),
    Gap(i64, i64),
}

fn columns<'a>(records: &'a [CleanedRecord], first: i64) -> Vec<Column<'a>> {
    let mut columns = Vec::new();
    let mut next = first;
    for record in records {
        if record.offset > next {
            columns.push(Column::Gap(next, record.offset - 1));
        }
        columns.push(Column::Record(record));
        next = record.offset + 1;
        if columns.len() >= COLUMNS_MAX {
            break;
        }
    }
    columns
}

/// The two rows.
pub(super) fn records(cleaning: &Cleaning, done: usize, count: usize, words: Words) -> Html {
    let first = cleaning.segments.first().map_or(0, |(base, _)| *base);
    let columns = columns(&cleaning.records, first);
    let drawn = columns
        .iter()
        .filter(|column| matches!(column, Column::Record(_)))
        .count();
    let more = cleaning.records.len() - drawn + usize::try_from(cleaning.records_more).unwrap_or(0);
    let segments = &cleaning.segments;
    let mut number = 0;
    let cells = columns.iter().map(|column| {
        let (key, offsets, before, after) = match column {
            Column::Gap(from, to) => (
                *from,
                super::super::lookup::offsets(*from, *to),
                html! { <span class="cell none">{ words.clean_gone() }</span> },
                html! { <span class="cell none"></span> },
            ),
            Column::Record(record) => {
                number += 1;
                let (before, after) = cells(record, number, done, count, words);
                (record.offset, record.offset.to_string(), before, after)
            }
        };
        let part = if key < cleaning.first_dirty_offset {
            "clean"
        } else if key < cleaning.first_uncleanable_offset {
            "dirty"
        } else {
            "rest"
        };
        let base = segments.iter().find(|(base, _)| *base == key);
        html! {
            <li {key} class={classes!(part, base.map(|_| "base"))}>
                <small>{ offsets }</small>
                if let Some((base, bytes)) = base {
                    <b class="base-name">{ say!(words, clean_segment, base = *base, bytes = &grouped(*bytes as i64)) }</b>
                }
                { before }
                { after }
            </li>
        }
    });
    html! {
        <section aria-label={words.clean_records()}>
            <div class="rows-of">
                <p><span></span><span>{ words.clean_before() }</span><span>{ words.clean_after() }</span></p>
                <div class="lw" tabindex="0"><ol class="columns">{ for cells }</ol></div>
            </div>
            <p class="legend parts">
                <span class="clean">{ say!(words, clean_part_clean, bytes = &grouped(cleaning.clean_bytes as i64)) }</span>
                <span class="dirty">{ say!(words, clean_part_dirty, bytes = &grouped(cleaning.cleanable_bytes as i64)) }</span>
                <span class="rest">{ words.clean_part_rest() }</span>
                if more > 0 { <span>{ say!(words, clean_more_records, n = more) }</span> }
            </p>
        </section>
    }
}

fn cells(
    record: &CleanedRecord,
    number: usize,
    done: usize,
    count: usize,
    words: Words,
) -> (Html, Html) {
    let is_read = number <= count;
    let is_now = number == done && done < count;
    let key = told::key(record.key.as_deref(), words);
    let tombstone = record.is_tombstone && record.key.is_some();
    let class = classes!("cell", tombstone.then_some("tomb"), is_now.then_some("on"));
    let onclick = Callback::from(move |_: MouseEvent| store::clean_to(number.min(count)));
    let label = told::sentence(record, words);
    let before = html! {
        <button type="button" tabindex="-1" class={class} {onclick} title={label.clone()} aria-label={label}>{ &key }</button>
    };
    let after = if is_read && number > done {
        html! { <span class="cell none"></span> }
    } else if record.fate.is_kept() {
        html! { <span class={classes!("cell", tombstone.then_some("tomb"), (!is_read).then_some("far"))}>{ &key }</span> }
    } else {
        html! { <span class="cell dropped"><s>{ &key }</s><small>{ told::short(record, words) }</small></span> }
    };
    (before, after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidemark_core::log::cleaner::Fate;

    #[test]
    fn offsets_without_a_record_are_one_column() {
        let record = |offset| CleanedRecord {
            offset,
            key: None,
            is_tombstone: false,
            timestamp: 0,
            horizon_ms: None,
            fate: Fate::Latest,
        };
        let records = [record(2), record(3), record(7)];
        let found = columns(&records, 0);
        let told: Vec<(i64, i64)> = found
            .iter()
            .map(|column| match column {
                Column::Gap(from, to) => (*from, *to),
                Column::Record(record) => (record.offset, record.offset),
            })
            .collect();
        assert_eq!(told, [(0, 1), (2, 2), (3, 3), (4, 6), (7, 7)]);
    }
}
