//! One transport for both runs: keys, place, the scrubber that shows where they part, jumps to differences.

use super::comparison::Walker;
use super::explain::headline;
use super::ticks::ticks;
use crate::component::{Given, Part, part, use_kept, use_watch};
use crate::parts::{Drag, Glyph, icon, use_drag};
use crate::platform::{dom, visible};
use crate::prose::Teller;
use crate::shell::{for_paths, hue_of, key};
use crate::view::scrubber::{self, WIDTH};
use crate::words::{Words, instant, say};
use tidemark_core::study::compare::{Head, Pair, View};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, MouseEvent, html, use_node_ref};

/// The bar.
#[derive(PartialEq)]
pub(super) struct Transport {
    /// The way to another row.
    pub(super) walker: Walker,
    /// Tell the steps.
    pub(super) tellers: Pair<Teller>,
    /// The whole comparison.
    pub(super) head: Given<Head>,
    /// The row shown.
    pub(super) view: Given<View>,
    /// The rows follow each other by themselves.
    pub(super) playing: bool,
}

impl Part for Transport {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.tellers.left.words;
        let explained = use_kept(|| false).run(hooks);
        use_watch((), {
            let explained = explained.clone();
            // On a small screen Explain may be scrolled away: its headline stays in sight here.
            move || visible::watch("explain", Callback::from(move |seen| explained.set(seen)))
        })
        .run(hooks);
        let (view, last_row) = (&self.view, self.head.last_row);
        let to_explain = Callback::from(|event: MouseEvent| {
            event.prevent_default();
            dom::focus_id("explain");
        });
        let scrubber = Scrubber {
            words,
            walker: self.walker.clone(),
            head: self.head.clone(),
            view: self.view.clone(),
        };
        html! {
            <footer class="transport" aria-label={words.transport()}>
                <p class={if *explained { "peek off" } else { "peek" }}>
                    <a href="#explain" onclick={to_explain}>{ headline(&self.tellers, view) }</a>
                </p>
                <div class="keys">
                    { self.keys() }
                    <div class="where">
                        <span class="vh">{ say!(words, compare_place, step = view.row, total = last_row) }</span>
                        <span aria-hidden="true"><b>{ view.row }</b>{ format!(" / {last_row}") }</span>
                        <span class="long">
                            { format!("\u{a0}· {} · {}", instant(view.time.as_millis()), words.compare_both_lanes()) }
                        </span>
                    </div>
                </div>
                { part(scrubber) }
                <div class="jump">{ self.jumps() }</div>
            </footer>
        }
    }
}

impl Transport {
    fn keys(&self) -> Html {
        let words = self.tellers.left.words;
        let (row, last_row) = (self.view.row, self.head.last_row);
        let go = |act: fn(&Walker)| {
            let walker = self.walker.clone();
            Callback::from(move |_: MouseEvent| {
                walker.play(false);
                act(&walker);
            })
        };
        let (walker, playing) = (self.walker.clone(), self.playing);
        let play = Callback::from(move |_: MouseEvent| walker.play(!playing));
        let (glyph, label) = if playing {
            (Glyph::Pause, words.pause())
        } else {
            (Glyph::Play, words.play())
        };
        html! {
            <>
                { key("tb", Glyph::First, words.to_start(), row == 0, go(|walker| walker.go_to(0))) }
                { key("tb", Glyph::Back, words.step_back(), row == 0, go(|walker| walker.by(-1))) }
                { key("tb play", glyph, label, row == last_row && !playing, play) }
                { key("tb", Glyph::Forward, words.step_forward(), row == last_row, go(|walker| walker.by(1))) }
                { key("tb", Glyph::Last, words.to_end(), row == last_row, go(|walker| walker.go_to(u32::MAX))) }
            </>
        }
    }

    fn jumps(&self) -> Html {
        let words = self.tellers.left.words;
        let differences = self.view.differences;
        let jump =
            |to: Option<u32>, glyph: Glyph, hue: &'static str, label: String, named: bool| {
                let walker = self.walker.clone();
                let onclick = Callback::from(move |_: MouseEvent| {
                    if let Some(row) = to {
                        walker.stop_at(row);
                    }
                });
                html! {
                    <button
                        class={if named { "tb" } else { "tb opt" }}
                        type="button"
                        title={label.clone()}
                        aria-label={label.clone()}
                        disabled={to.is_none()}
                        {onclick}
                    >
                        { icon(glyph, hue) }
                        if named { <span class="lbl">{ label }</span> }
                    </button>
                }
            };
        html! {
            <>
                { jump(differences.previous, Glyph::Back, "bad", words.compare_previous_difference(), false) }
                { jump(differences.first, Glyph::Violation, "bad", words.compare_first_difference(), true) }
                { jump(differences.next, Glyph::Forward, "bad", words.compare_next_difference(), false) }
            </>
        }
    }
}

/// The scrubber.
#[derive(PartialEq)]
struct Scrubber {
    words: Words,
    walker: Walker,
    head: Given<Head>,
    view: Given<View>,
}

impl Part for Scrubber {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.words;
        let node = use_node_ref().run(hooks);
        let (row, last_row) = (self.view.row, self.head.last_row);
        let parts = self.view.differences.first;
        let drawn = ticks(&self.head.ticks, row, last_row, parts);
        let go = {
            let walker = self.walker.clone();
            Callback::from(move |share| walker.stop_at(scrubber::step_at(share, last_row)))
        };
        let Drag { down, moved, up } = use_drag(node.clone(), go).run(hooks);
        let place = scrubber::place(row, last_row);
        let value = say!(
            words,
            scrubber_value,
            step = row,
            total = last_row,
            time = &instant(self.view.time.as_millis())
        );
        let lower = drawn.lower.iter().map(|(kind, data)| {
            let (hue, _) = hue_of(*kind);
            html! {
                <path key={hue} d={data.clone()} stroke={hue} stroke-width="1.5" opacity=".8" vector-effect="non-scaling-stroke" />
            }
        });
        let as_one = parts.filter(|parts| *parts > 0).map(|parts| {
            let left = scrubber::place(parts - 1, last_row) / WIDTH * 100.0;
            let text = say!(words, compare_run_as_one, step = parts - 1);
            // The label stands on the side where there is more room.
            let (class, style) = if left > 50.0 {
                ("as-one", format!("right:calc({:.2}% + 6px)", 100.0 - left))
            } else {
                ("as-one below", format!("left:calc({left:.2}% + 14px)"))
            };
            html! { <span {class} {style}>{ text }{ icon(Glyph::Fork, "") }</span> }
        });
        html! {
            <div class="scrub-box compared">
                <div
                    ref={node}
                    class="scrub"
                    role="slider"
                    tabindex="0"
                    aria-label={words.compare_scrubber()}
                    aria-valuemin="0"
                    aria-valuemax={last_row.to_string()}
                    aria-valuenow={row.to_string()}
                    aria-valuetext={value}
                    onpointerdown={down}
                    onpointermove={moved}
                    onpointerup={up.clone()}
                    onpointercancel={up}
                >
                    <svg viewBox="0 0 1000 44" preserveAspectRatio="none" aria-hidden="true">
                        <path d={format!("M8 18H{}", WIDTH - 8.0)} stroke="var(--edge)" vector-effect="non-scaling-stroke" />
                        <path d={format!("M8 18H{place:.1}")} stroke="var(--tide)" stroke-width="3" vector-effect="non-scaling-stroke" />
                        { for_paths(&drawn.upper) }
                        if let Some(fork) = drawn.fork {
                            <path d={fork} fill="none" stroke="var(--edge)" stroke-dasharray="4 3" vector-effect="non-scaling-stroke" />
                        }
                        <g fill="none">for path in lower { { path } }</g>
                        if let Some(first) = drawn.first {
                            <path class="first" d={first} stroke="var(--bad)" stroke-width="2" vector-effect="non-scaling-stroke" />
                        }
                    </svg>
                    <span class="head" style={format!("left:{:.2}%", place / WIDTH * 100.0)}></span>
                    { as_one }
                </div>
            </div>
        }
    }
}
