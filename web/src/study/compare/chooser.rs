//! What can be compared: pairs that are worth it, or two runs of one's own choice.

use super::address::{ROOM, RunAddress, SideAddress, Sides, address, preset};
use super::label;
use crate::component::{Given, Kept, Part, use_kept};
use crate::platform::{dom, route};
use crate::prose::setting;
use crate::scenarios;
use crate::state::{Page, localized};
use crate::words::Words;
use tidemark_core::history::BranchId;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{SettingChange, SettingKey, SettingView, Settings};
use tidemark_core::session::frame::BranchView;
use tidemark_core::study::compare::{Hand, Pair, Preset};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, SubmitEvent, html};

/// The pairs that are worth it.
pub(super) fn presets(page: &Page) -> Html {
    let words = page.words;
    let presets = Preset::ALL.into_iter().map(|known| {
        let (title, why) = label::preset(words, known);
        let href = address(&preset(known));
        html! {
            <li key={href.clone()}><a {href}><b>{ title }</b><span>{ why }</span></a></li>
        }
    });
    html! {
        <section class="presets">
            <h2>{ words.compare_presets() }</h2>
            <ul>for preset in presets { { preset } }</ul>
        </section>
    }
}

/// Two runs of one's own choice.
#[derive(PartialEq)]
pub(super) struct Chooser {
    /// The page.
    pub(super) page: Page,
    /// The branches of the open session; none if nothing is open.
    pub(super) branches: Given<[BranchView]>,
    /// Their names, in the same order.
    pub(super) names: Vec<String>,
}

/// What is chosen for a side so far.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    run: RunAddress,
    key: Option<SettingKey>,
    value: String,
}

impl Choice {
    fn side(&self) -> SideAddress {
        let change = self.key.and_then(|key| {
            let value = key.parse_value(&self.value)?;
            Some(SettingChange { key, value })
        });
        SideAddress {
            run: self.run.clone(),
            changes: change.into_iter().collect(),
        }
    }
}

impl Part for Chooser {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let open = self.branches.first().map(|branch| branch.id);
        let run = open.map_or_else(
            || RunAddress::Scenario("S10".to_owned()),
            RunAddress::Branch,
        );
        let first = {
            let run = run.clone();
            move || Choice {
                run,
                key: None,
                value: String::new(),
            }
        };
        let other = match self.branches.get(1) {
            Some(branch) => RunAddress::Branch(branch.id),
            None if open.is_some() => run,
            None => RunAddress::Scenario("S11".to_owned()),
        };
        let second = move || Choice {
            run: other,
            key: None,
            value: String::new(),
        };
        let left = use_kept(first).run(hooks);
        let right = use_kept(second).run(hooks);
        let same = use_kept(|| false).run(hooks);
        let onsubmit = {
            let (left, right, same) = (left.clone(), right.clone(), same.clone());
            Callback::from(move |event: SubmitEvent| {
                event.prevent_default();
                let sides: Sides = Pair::new(left.side(), right.side());
                same.set(sides.left == sides.right);
                if sides.left != sides.right {
                    route::set_hash(&address(&sides));
                }
            })
        };
        html! {
            <section>
                <h2>{ words.compare_own() }</h2>
                <form class="choose" {onsubmit}>
                    { self.side(Hand::Left, &left) }
                    { self.side(Hand::Right, &right) }
                    <div class="go">
                        <button class="btn pri">{ words.compare_start() }</button>
                        if *same { <span role="status" class="warn">{ words.compare_same() }</span> }
                    </div>
                </form>
            </section>
        }
    }
}

impl Chooser {
    fn side(&self, hand: Hand, choice: &Kept<Choice>) -> Html {
        let words = self.page.words;
        let legend = match hand {
            Hand::Left => words.compare_left(),
            Hand::Right => words.compare_right(),
        };
        let on_run = change(choice, |choice, value| {
            if let Some(run) = RunAddress::parse(&value) {
                choice.run = run;
            }
        });
        let on_key = change(choice, |choice, value| {
            choice.key = SettingKey::parse(&value);
            choice.value = choice.key.and_then(first_value).unwrap_or_default();
        });
        let on_value = change(choice, |choice, value| choice.value = value);
        let run = choice.run.to_string();
        let option = |value: String, name: String, chosen: bool| {
            html! { <option key={value.clone()} value={value} selected={chosen}>{ name }</option> }
        };
        let branches = self.branches.iter().zip(&self.names).map(|(branch, name)| {
            let value = RunAddress::Branch(branch.id).to_string();
            let chosen = value == run;
            option(value, name.clone(), chosen)
        });
        let catalogue = scenarios::all().iter().map(|entry| {
            let name = format!("{} · {}", entry.id, localized(entry.titles, words));
            option(entry.id.to_owned(), name, entry.id == run)
        });
        let keys = SettingKey::ALL.into_iter().map(|key| {
            let name = setting::name(words, key);
            option(key.name().to_owned(), name, choice.key == Some(key))
        });
        let value = choice
            .key
            .and_then(view_of)
            .map(|view| value_field(words, &view, &choice.value, on_value));
        html! {
            <fieldset>
                <legend>{ legend }</legend>
                <label>
                    <span>{ words.compare_run() }</span>
                    <select class="field" onchange={on_run}>
                        if !self.branches.is_empty() {
                            <optgroup label={words.compare_branches()}>for option in branches { { option } }</optgroup>
                        }
                        <optgroup label={words.compare_catalogue()}>for option in catalogue { { option } }</optgroup>
                    </select>
                </label>
                <label>
                    <span>{ words.compare_change() }</span>
                    <select class="field" onchange={on_key}>
                        { option(String::new(), words.compare_change_none(), choice.key.is_none()) }
                        for option in keys { { option } }
                    </select>
                </label>
                { value }
            </fieldset>
        }
    }
}

fn change(choice: &Kept<Choice>, apply: fn(&mut Choice, String)) -> Callback<Event> {
    let choice = choice.clone();
    Callback::from(move |event: Event| {
        let mut changed = Choice::clone(&choice);
        apply(&mut changed, dom::value(event.target()));
        choice.set(changed);
    })
}

/// The setting with its choices and bounds, as any release has them.
fn view_of(key: SettingKey) -> Option<SettingView> {
    let all = Settings::for_release(Release::V3_9).views();
    all.into_iter().find(|view| view.key == key)
}

/// What is offered first: the last choice, which is mostly the younger one.
fn first_value(key: SettingKey) -> Option<String> {
    let view = view_of(key)?;
    let value = view.choices.last().copied().unwrap_or(view.value);
    Some(value.to_string())
}

fn value_field(words: Words, view: &SettingView, value: &str, on_value: Callback<Event>) -> Html {
    if let Some((min, max)) = view.bounds {
        return html! {
            <label>
                <span>{ words.compare_value() }</span>
                <input class="field" type="number" min={min.to_string()} max={max.to_string()}
                    value={value.to_owned()} onchange={on_value} required=true />
            </label>
        };
    }
    let choices = view.choices.iter().map(|choice| {
        let text = choice.to_string();
        let chosen = text == value;
        html! {
            <option key={text.clone()} value={text.clone()} selected={chosen}>
                { setting::value(words, *choice) }
            </option>
        }
    });
    html! {
        <label>
            <span>{ words.compare_value() }</span>
            <select class="field" onchange={on_value}>for choice in choices { { choice } }</select>
        </label>
    }
}

/// The way back to the choice.
pub(super) fn other(words: Words) -> Html {
    html! { <a class="btn" href={ROOM}>{ words.compare_other() }</a> }
}

/// Names of all branches, for [`Chooser`].
pub(super) fn names(branches: &[BranchView], name: impl Fn(BranchId) -> String) -> Vec<String> {
    branches.iter().map(|branch| name(branch.id)).collect()
}
