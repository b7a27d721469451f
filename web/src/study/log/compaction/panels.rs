//! The offset map, and the segments before and after.

use super::told;
use crate::words::{Words, grouped, say};
use tidemark_core::files::Cleaning;
use yew::{Html, html};

/// Keys that are listed.
const KEYS_MAX: usize = 12;

/// The map: the latest offset of each key of the dirty part.
pub(super) fn map(cleaning: &Cleaning, words: Words) -> Html {
    let (used, most) = cleaning.map_size;
    let rows = cleaning.map.iter().take(KEYS_MAX).map(|key| {
        let hash: String = key.hash[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let earlier = key
            .earlier
            .iter()
            .map(|offset| html! { <><s>{ offset }</s>{ " " }</> });
        html! {
            <tr key={hash.clone()}>
                <td>{ told::key(Some(&key.key), words) }</td>
                <td>{ format!("{hash}…") }</td>
                <td>{ for earlier }<b>{ key.latest }</b></td>
            </tr>
        }
    });
    let more = usize::try_from(used)
        .unwrap_or(usize::MAX)
        .saturating_sub(cleaning.map.len().min(KEYS_MAX));
    html! {
        <section aria-label={words.clean_map()}>
            <div class="sec">
                <h2>{ words.clean_map() }</h2>
                <span class="cap">{ say!(words, clean_map_size, used = used, most = &grouped(most as i64)) }</span>
            </div>
            if cleaning.map.is_empty() {
                <p class="sub">{ words.clean_map_empty() }</p>
            } else {
                <table class="lk">
                    <thead><tr><th>{ words.clean_key() }</th><th>{ words.clean_hash() }</th><th>{ words.clean_latest() }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            }
            if more > 0 { <p class="sub">{ say!(words, clean_more_keys, n = more) }</p> }
            if cleaning.map_is_full { <p class="bad">{ say!(words, clean_map_full, offset = cleaning.next_dirty_offset) }</p> }
            <p class="sub">{ words.clean_map_told() }</p>
        </section>
    }
}

/// The segments: which become one, and how large that is.
pub(super) fn segments(cleaning: &Cleaning, words: Words) -> Html {
    let size = |base: i64| {
        cleaning
            .segments
            .iter()
            .find(|(own, _)| *own == base)
            .map_or(0, |(_, size)| *size)
    };
    let rows = cleaning.cleaned.iter().map(|(base, bytes, replaces)| {
        let before: u64 = replaces.iter().map(|base| size(*base)).sum();
        let all: Vec<String> = replaces.iter().map(i64::to_string).collect();
        html! {
            <tr key={*base}>
                <td>{ all.join(" + ") }</td>
                <td>{ grouped(before as i64) }</td>
                <td>{ "→ " }{ grouped(*bytes as i64) }{ " B" }</td>
            </tr>
        }
    });
    html! {
        <section aria-label={words.clean_segments()}>
            <div class="sec"><h2>{ words.clean_segments() }</h2></div>
            if cleaning.cleaned.is_empty() {
                <p class="sub">{ words.clean_no_segments() }</p>
            } else {
                <table class="lk">
                    <thead><tr><th>{ words.clean_of_segments() }</th><th>{ words.log_bytes_unit() }</th><th>{ words.clean_after() }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            }
            <ol class="swap">
                <li>{ words.clean_swap_copy() }</li>
                <li>{ words.clean_swap_rename() }</li>
                <li>{ words.clean_swap_delete() }</li>
                <li>{ say!(words, clean_swap_checkpoint, offset = cleaning.next_dirty_offset) }</li>
            </ol>
        </section>
    }
}
