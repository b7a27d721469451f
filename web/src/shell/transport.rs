//! The transport bar: keys, place, scrubber, jumps.

use super::branches::BranchPicker;
use super::jumps::Jumps;
use super::keys::Keys;
use super::scrubber::Scrubber;
use crate::platform::{dom, visible};
use crate::state::{Handle, Session, Speed, use_player, use_words};
use crate::words::{instant, say};
use yew::{
    AttrValue, Callback, Html, MouseEvent, Properties, UseReducerHandle, component, html,
    use_effect_with, use_state,
};

#[derive(PartialEq, Properties)]
pub(crate) struct TransportProps {
    /// The session.
    pub(crate) session: UseReducerHandle<Session>,
    /// The ways to act on it.
    pub(crate) handle: Handle,
    /// The Explain headline, repeated on small screens.
    pub(crate) headline: AttrValue,
}

/// The bar.
#[component]
pub(crate) fn Transport(props: &TransportProps) -> Html {
    let words = use_words();
    let speed = use_state(|| Speed::NORMAL);
    let explained = use_state(|| false);
    use_effect_with((), {
        let explained = explained.setter();
        // On a small screen Explain may be scrolled away: its headline stays in sight here.
        move |()| {
            let watch = visible::watch("explain", Callback::from(move |seen| explained.set(seen)));
            move || drop(watch)
        }
    });
    use_player(&props.session, &props.handle, *speed);
    let Some(frame) = props.session.frame.clone() else {
        return html! {};
    };
    let position = frame.position;
    let to_explain = Callback::from(|event: MouseEvent| {
        event.prevent_default();
        dom::focus_id("explain");
    });
    let on_speed = {
        let speed = speed.clone();
        Callback::from(move |chosen| speed.set(chosen))
    };
    html! {
        <footer class="transport" aria-label={words.transport()}>
            <p class={if *explained { "peek off" } else { "peek" }}><a href="#explain" onclick={to_explain}>{ props.headline.clone() }</a></p>
            <div class="keys">
                <Keys handle={props.handle.clone()} playing={props.session.playing} {position} />
                <div class="where">
                    <span>
                        <span class="vh">{ say!(words, place, step = position.step, total = position.recorded) }</span>
                        <span aria-hidden="true">
                            <b>{ position.step }</b>{ format!(" / {}", position.recorded) }
                        </span>
                        <span class="long">{ format!(" · {} · ", instant(position.time.as_millis())) }</span>
                    </span>
                    <SpeedPicker speed={*speed} {on_speed} />
                </div>
            </div>
            <Scrubber
                {position}
                ticks={props.session.ticks.clone()}
                branches={props.session.branches.clone()}
                teller={props.session.teller(words)}
                handle={props.handle.clone()}
            />
            <div class="jump">
                <Jumps handle={props.handle.clone()} />
                <BranchPicker
                    branches={props.session.branches.clone()}
                    current={position.branch}
                    teller={props.session.teller(words)}
                    handle={props.handle.clone()}
                />
            </div>
        </footer>
    }
}

#[derive(PartialEq, Properties)]
struct SpeedPickerProps {
    speed: Speed,
    on_speed: Callback<Speed>,
}

#[component]
fn SpeedPicker(props: &SpeedPickerProps) -> Html {
    let words = use_words();
    let on_speed = props.on_speed.clone();
    let change = Callback::from(move |event: yew::Event| {
        let chosen = dom::value(event.target());
        if let Some(speed) = Speed::ALL
            .into_iter()
            .find(|speed| speed.factor() == chosen)
        {
            on_speed.emit(speed);
        }
    });
    let options = Speed::ALL.into_iter().map(|speed| {
        let factor = speed.factor();
        html! {
            <option key={factor.clone()} value={factor.clone()} selected={speed == props.speed}>
                { say!(words, speed_times, factor = &factor) }
            </option>
        }
    });
    html! {
        <select aria-label={words.speed()} onchange={change} class="long">
            for option in options { { option } }
        </select>
    }
}
