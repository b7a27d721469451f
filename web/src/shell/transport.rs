//! The transport bar: keys, place, scrubber, jumps.

use super::branches::BranchPicker;
use super::jumps::jumps;
use super::keys::keys;
use super::scrubber::Scrubber;
use crate::component::{Kept, Part, part, use_kept, use_watch};
use crate::platform::{dom, visible};
use crate::state::{Page, Session, Speed, use_player};
use crate::words::{Words, instant, say};
use yew::functional::{Hook, HookContext};
use yew::{AttrValue, Callback, Event, Html, MouseEvent, UseReducerHandle, html};

/// The bar.
#[derive(PartialEq)]
pub(crate) struct Transport {
    /// The page.
    pub(crate) page: Page,
    /// The session.
    pub(crate) session: UseReducerHandle<Session>,
    /// The Explain headline, repeated on small screens.
    pub(crate) headline: AttrValue,
}

impl Part for Transport {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let (page, session) = (&self.page, &self.session);
        let words = page.words;
        let speed = use_kept(|| Speed::NORMAL).run(hooks);
        let explained = use_kept(|| false).run(hooks);
        use_watch((), {
            let explained = explained.clone();
            // On a small screen Explain may be scrolled away: its headline stays in sight here.
            move || visible::watch("explain", Callback::from(move |seen| explained.set(seen)))
        })
        .run(hooks);
        use_player(session, &page.handle, *speed).run(hooks);
        let Some(frame) = &session.frame else {
            return html! {};
        };
        let position = frame.position;
        let to_explain = Callback::from(|event: MouseEvent| {
            event.prevent_default();
            dom::focus_id("explain");
        });
        let picker = BranchPicker {
            handle: page.handle.clone(),
            branches: session.branches.clone(),
            current: position.branch,
            teller: session.teller(words),
        };
        let scrubber = Scrubber {
            handle: page.handle.clone(),
            position,
            ticks: session.ticks.clone(),
            branches: session.branches.clone(),
            teller: session.teller(words),
        };
        html! {
            <footer class="transport" aria-label={words.transport()}>
                <p class={if *explained { "peek off" } else { "peek" }}><a href="#explain" onclick={to_explain}>{ self.headline.clone() }</a></p>
                <div class="keys">
                    { keys(page, session.playing, position) }
                    <div class="where">
                        <span>
                            <span class="vh">{ say!(words, place, step = position.step, total = position.recorded) }</span>
                            <span aria-hidden="true">
                                <b>{ position.step }</b>{ format!(" / {}", position.recorded) }
                            </span>
                            <span class="long">{ format!(" · {} · ", instant(position.time.as_millis())) }</span>
                        </span>
                        { speed_picker(speed, words) }
                    </div>
                </div>
                { part(scrubber) }
                <div class="jump">
                    { jumps(page) }
                    { part(picker) }
                </div>
            </footer>
        }
    }
}

fn speed_picker(speed: Kept<Speed>, words: Words) -> Html {
    let chosen = *speed;
    let onchange = Callback::from(move |event: Event| {
        let factor = dom::value(event.target());
        let named = |offered: &Speed| offered.factor() == factor;
        if let Some(chosen) = Speed::ALL.into_iter().find(named) {
            speed.set(chosen);
        }
    });
    let options = Speed::ALL.into_iter().map(|offered| {
        let factor = offered.factor();
        html! {
            <option key={factor.clone()} value={factor.clone()} selected={offered == chosen}>
                { say!(words, speed_times, factor = &factor) }
            </option>
        }
    });
    html! {
        <select aria-label={words.speed()} {onchange} class="long">
            for option in options { { option } }
        </select>
    }
}
