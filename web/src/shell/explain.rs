//! Explain: what just happened, which rule, which settings, which steps caused it, what comes next.

use crate::parts::rich_text;
use crate::prose::{Teller, promise, setting, settings_of};
use crate::state::{Handle, Page, Session, localized};
use crate::view::headline::{Headline, headline};
use crate::view::lane;
use crate::words::{Rich, Words, instant, say};
use tidemark_core::event::Effect;
use tidemark_core::replication::settings::SettingKey;
use tidemark_core::session::frame::{Frame, SettingsView, StepLine};
use tidemark_core::session::request::Move;
use tidemark_core::sim::event::{Step, Timer};
use yew::{Html, html};

/// The panel.
pub(crate) fn explain(page: &Page, session: &Session) -> Html {
    let teller = session.teller(page.words);
    let frame = session.frame.as_deref();
    html! {
        <section id="explain" class="explain" aria-label={page.words.explain()} tabindex="0">
            { frame.map(|frame| explained(frame, &teller, session, &page.handle)) }
        </section>
    }
}

fn explained(frame: &Frame, teller: &Teller, session: &Session, handle: &Handle) -> Html {
    let words = teller.words;
    let Some(step) = &frame.step else {
        let first_hint = if frame.next.is_some() {
            words.explain_start()
        } else {
            words.explain_start_idle()
        };
        return html! {
            <>
                <h2>{ words.explain_nothing_yet() }</h2>
                { captions(frame, words) }
                <p>{ first_hint }</p>
                { next(frame, teller) }
            </>
        };
    };
    let rule = teller.rule(step);
    let settings = settings_of(step);
    let settings = session
        .settings
        .as_ref()
        .filter(|_| !settings.is_empty())
        .map(|view| {
            settings
                .iter()
                .filter_map(|key| {
                    setting_of_broker(frame, step, view, *key, words)
                        .or_else(|| setting_line(view, *key, words))
                })
                .collect::<Vec<_>>()
        });
    let told = rule.is_some() || settings.is_some() || !frame.causes.is_empty();
    html! {
        <>
            <div class="cap">
                <span>{ say!(words, explain_event, step = step.index) }</span>
                <span>{ instant(step.time.as_millis()) }</span>
            </div>
            <h2>{ teller.headline(step) }</h2>
            { captions(frame, words) }
            { prose(frame, step, teller) }
            if told {
            <dl class="why">
                if let Some(rule) = rule {
                    <dt>{ words.explain_rule() }</dt>
                    <dd>{ rich_text(&rule) }</dd>
                }
                if let Some(settings) = settings {
                    <dt>{ words.explain_setting() }</dt>
                    <dd>for line in settings { <div>{ rich_text(&line) }</div> }</dd>
                }
                if !frame.causes.is_empty() {
                    <dt>{ words.explain_cause() }</dt>
                    <dd>{ causes(&frame.causes, teller, handle) }</dd>
                }
            </dl>
            }
            { next(frame, teller) }
        </>
    }
}

/// What the scenario says about this step, in the reader's language if it has it.
fn captions(frame: &Frame, words: Words) -> Html {
    if frame.captions.is_empty() {
        return html! {};
    }
    html! { <p>{ localized(&frame.captions, words) }</p> }
}

/// What else the step did, and what it puts at risk.
fn prose(frame: &Frame, step: &Step, teller: &Teller) -> Html {
    let words = teller.words;
    let also = teller.also(step);
    let broken = match headline(step) {
        Headline::Effect(Effect::Invariant { id, .. }) => Some(promise(words, *id)),
        _ => None,
    };
    let ledger = &frame.ledger;
    let about_to_go = lane::about_to_be_lost(&frame.partition);
    let risk = (!about_to_go.is_empty()).then(|| {
        say!(
            words,
            tail_at_risk,
            values = &about_to_go.join(" "),
            n = about_to_go.len()
        )
    });
    let lost = (ledger.lost > 0).then(|| {
        let values = ledger.lost_examples.join(" ");
        say!(words, lost_now, values = &values, n = ledger.lost)
    });
    let marked: Vec<Rich> = risk.into_iter().chain(lost).collect();
    html! {
        <>
            if let Some(broken) = broken { <p>{ broken }</p> }
            for sentence in also { <p>{ sentence }</p> }
            for text in marked { <p>{ rich_text(&text) }</p> }
        </>
    }
}

/// The value that the broker has for itself which decides this step.
fn setting_of_broker(
    frame: &Frame,
    step: &Step,
    view: &SettingsView,
    key: SettingKey,
    words: Words,
) -> Option<Rich> {
    let id = match headline(step) {
        Headline::Timer(Timer::FetchWait { follower, .. }) => Some(*follower),
        Headline::Timer(timer) => timer.broker(),
        Headline::Effect(effect) => effect.broker(),
        _ => None,
    };
    let id = id?;
    let broker = frame.brokers.iter().find(|broker| broker.id == id)?;
    let own = broker.running_config.get(key)?;
    let others = view.settings.iter().find(|setting| setting.key == key)?;
    Some(say!(
        words,
        setting_of_broker,
        name = key.name(),
        broker = id,
        value = &own.to_string(),
        default = &setting::value(words, others.value)
    ))
}

fn setting_line(view: &SettingsView, key: SettingKey, words: Words) -> Option<Rich> {
    let setting = view.settings.iter().find(|setting| setting.key == key)?;
    let name = setting::name(words, key);
    let value = setting::value(words, setting.value);
    Some(if setting.value == setting.default {
        say!(words, setting_is, name = &name, value = &value)
    } else {
        let default = setting::value(words, setting.default);
        say!(
            words,
            setting_is_default,
            name = &name,
            value = &value,
            default = &default
        )
    })
}

fn causes(causes: &[StepLine], teller: &Teller, handle: &Handle) -> Html {
    let links = causes.iter().enumerate().map(|(at, line)| {
        let step = line.step.index;
        let onclick = handle.going(Move::To(step));
        let what = teller.trigger(&line.step);
        html! {
            <span key={at}>
                if at > 0 { { " ← " } }
                <button class="link" type="button" {onclick}>
                    { say!(teller.words, cause_step, step = step, what = &what) }
                </button>
            </span>
        }
    });
    html! { <span>for link in links { { link } }</span> }
}

fn next(frame: &Frame, teller: &Teller) -> Html {
    let words = teller.words;
    let Some(next) = &frame.next else {
        if frame.position.complete && frame.position.step == frame.position.recorded {
            return html! { <p class="note">{ words.next_nothing() }</p> };
        }
        return html! {};
    };
    let class = match headline(&next.step) {
        Headline::Effect(Effect::Invariant { broken: true, .. }) => "note badbox",
        Headline::Effect(Effect::Truncated { .. } | Effect::RecordsLost { .. }) => "note warnbox",
        _ => "note",
    };
    let what = teller.headline(&next.step);
    html! { <p {class}>{ rich_text(&say!(words, next_is, what = &what)) }</p> }
}
