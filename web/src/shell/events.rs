//! The event list: a window of the recorded steps, filterable and searchable.

use crate::component::{Kept, Part, use_kept, use_watch};
use crate::parts::{Glyph, icon, step_glyph};
use crate::platform::dom;
use crate::state::{Handle, Page, Session};
use crate::words::{Words, grouped, say};
use tidemark_core::session::frame::{EventsView, StepLine};
use tidemark_core::session::request::{Lens, Move, StepKind};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, InputEvent, UseReducerHandle, html, use_node_ref};

/// Lines asked for at once.
const LINES: u32 = 60;
/// How near the end of the window one scrolls before more is asked for, in px.
const MARGIN_PX: u32 = 120;

/// The list.
#[derive(PartialEq)]
pub(crate) struct Events {
    /// The page.
    pub(crate) page: Page,
    /// The session.
    pub(crate) session: UseReducerHandle<Session>,
}

impl Part for Events {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let (words, handle) = (self.page.words, &self.page.handle);
        let filtering = use_kept(|| false).run(hooks);
        let search = use_kept(String::new).run(hooks);
        let list = use_node_ref().run(hooks);
        let step = self.session.frame.as_ref().map(|frame| frame.position.step);
        use_watch(step, {
            let list = list.clone();
            move || dom::reveal_current(&list)
        })
        .run(hooks);
        let Some(frame) = &self.session.frame else {
            return html! {};
        };
        let events = &frame.events;
        let teller = self.session.teller(words);
        let toggle = {
            let filtering = filtering.clone();
            Callback::from(move |_| filtering.set(!*filtering))
        };
        let onscroll = {
            let (list, handle) = (list.clone(), handle.clone());
            let (first, shown, matching) = (events.first, events.lines.len(), events.matching);
            Callback::from(move |_: Event| {
                if let Some(first) = scrolled_to(&list, first, shown, matching) {
                    handle.look(|look| look.events.first = Some(first));
                }
            })
        };
        let needle = search.to_ascii_lowercase();
        let lines: Vec<Html> = events
            .lines
            .iter()
            .map(|line| (line, teller.line(&line.step)))
            .filter(|(_, words)| needle.is_empty() || words.to_ascii_lowercase().contains(&needle))
            .map(|(line, words)| event_line(line, words, frame.position.step, handle))
            .collect();
        html! {
            <section class="events" aria-label={words.events()}>
                <div class="events-bar">
                    <h2>{ words.events() }</h2>
                    <span>{ count(events, words) }</span>
                    <span class="grow"></span>
                    <button
                        class="tb"
                        type="button"
                        aria-label={words.events_filter()}
                        aria-expanded={filtering.to_string()}
                        onclick={toggle}
                    >
                        { icon(Glyph::Filter, "") }
                    </button>
                </div>
                if *filtering {
                    { filter(&self.page, events.lens, &search) }
                }
                if lines.is_empty() && !needle.is_empty() {
                    <p class="events-bar">{ words.events_search_none() }</p>
                }
                <ol class="events-list" ref={list} {onscroll} tabindex="-1">
                    for line in lines { { line } }
                </ol>
            </section>
        }
    }
}

/// The first line to ask for, when the list is scrolled to one of its ends.
fn scrolled_to(list: &yew::NodeRef, first: u32, shown: usize, matching: u32) -> Option<u32> {
    let scroll = dom::scroll_window(list)?;
    let shown = u32::try_from(shown).unwrap_or(u32::MAX);
    let near_top = scroll.from < MARGIN_PX && first > 0;
    let near_end =
        scroll.from + scroll.height + MARGIN_PX > scroll.content && first + shown < matching;
    if near_top {
        Some(first.saturating_sub(LINES / 2))
    } else if near_end {
        Some(first + LINES / 2)
    } else {
        None
    }
}

fn count(events: &EventsView, words: Words) -> String {
    if events.hidden_timers > 0 {
        say!(
            words,
            events_count,
            n = events.matching + events.hidden_timers
        )
    } else {
        say!(words, events_count_all, n = events.matching)
    }
}

fn event_line(line: &StepLine, words: String, current: u32, handle: &Handle) -> Html {
    let step = line.step.index;
    let (glyph, hue) = step_glyph(&line.step, line.kind);
    let class = if step > current { "ev future" } else { "ev" };
    let onclick = handle.going(Move::To(step));
    let millis = line.step.time.as_millis();
    html! {
        <li key={step}>
            <button {class} type="button" aria-current={(step == current).then_some("step")} {onclick}>
                <span>{ step }</span>
                <span>{ format!("{}.{:03}", grouped((millis / 1000).cast_signed()), millis % 1000) }</span>
                { icon(glyph, hue) }
                <span class="words">{ words }</span>
            </button>
        </li>
    }
}

/// What the list leaves out.
fn filter(page: &Page, lens: Lens, search: &Kept<String>) -> Html {
    let (words, handle) = (page.words, &page.handle);
    let kinds = [
        (StepKind::Command, words.events_kind_you()),
        (StepKind::Replication, words.events_kind_replication()),
        (StepKind::Client, words.events_kind_client()),
        (StepKind::Control, words.events_kind_control()),
        (StepKind::HighWatermark, words.events_kind_high_watermark()),
        (StepKind::Timer, words.events_kind_timer()),
        (StepKind::Violation, words.events_kind_violation()),
    ];
    let onkind = {
        let handle = handle.clone();
        let kinds = kinds.clone().map(|(kind, _)| kind);
        Callback::from(move |event: Event| {
            let chosen = dom::value(event.target())
                .parse()
                .ok()
                .and_then(|at: usize| kinds.get(at).copied());
            handle.look(|look| {
                look.lens.kind = chosen;
                look.events.through_lens = look.lens != Lens::default();
                look.events.fold_timers = chosen != Some(StepKind::Timer);
                look.events.first = None;
            });
        })
    };
    let ontimers = {
        let handle = handle.clone();
        Callback::from(move |event: Event| {
            let shown = dom::checked(event.target());
            handle.look(|look| look.events.fold_timers = !shown);
        })
    };
    let onpartition = {
        let handle = handle.clone();
        Callback::from(move |event: Event| {
            let only = dom::checked(event.target());
            handle.look(|look| {
                look.lens.partition = only.then_some(look.partition);
                look.events.through_lens = look.lens != Lens::default();
                look.events.first = None;
            });
        })
    };
    let onsearch = {
        let search = search.clone();
        Callback::from(move |event: InputEvent| search.set(dom::value(event.target())))
    };
    html! {
        <div class="events-filter">
            <input
                class="field"
                type="search"
                placeholder={words.events_search()}
                aria-label={words.events_search()}
                value={(**search).clone()}
                oninput={onsearch}
            />
            <select class="field" aria-label={words.events_kind()} onchange={onkind}>
                <option value="" selected={lens.kind.is_none()}>{ words.events_kind_all() }</option>
                for (at, (kind, name)) in kinds.into_iter().enumerate() {
                    <option value={at.to_string()} selected={lens.kind == Some(kind)}>{ name }</option>
                }
            </select>
            <label class="check">
                <input type="checkbox" onchange={ontimers} />{ words.events_show_timers() }
            </label>
            <label class="check">
                <input type="checkbox" checked={lens.partition.is_some()} onchange={onpartition} />
                { words.events_only_partition() }
            </label>
        </div>
    }
}
