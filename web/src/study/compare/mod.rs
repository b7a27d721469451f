//! The room for two runs on one clock: both sides, the steps of both, and where they part.
//!
//! What is equal and what differs is the core's to say; here it is only drawn.

mod address;
mod chooser;
mod comparison;
mod events;
mod explain;
mod label;
mod pane;
mod table;
mod ticks;
mod transport;
mod verdict;

use crate::component::{Given, Part, part, use_kept, use_watch};
use crate::parts::{Shortcut, use_shortcuts};
use crate::platform::{clock, dom, keyboard, route};
use crate::prose::{Teller, id_list, setting};
use crate::state::{Notice, Page, Session};
use crate::view::names::Names;
use crate::words::{Words, say};
use address::{Sides, place, preset, sides};
use chooser::{Chooser, names, other, presets};
use comparison::{Comparison, Trouble, Walker};
use pane::Pane;
use table::Table;
use tidemark_core::replication::settings::{SettingError, SettingKey, SettingValue};
use tidemark_core::session::frame::{Frame, ScenarioView};
use tidemark_core::study::compare::{Hand, Head, Pair, Preset, Problem, View};
use tidemark_core::topology::PartitionId;
use transport::Transport;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, UseReducerHandle, html, use_reducer_eq};

/// A row is shown this long when the rows follow each other by themselves, in ms.
const ROW_MS: u32 = 600;
/// Who has stood so long at a row stands there for the address, too, in ms.
const SETTLED_MS: u32 = 400;

/// The room.
pub(crate) fn compare(page: &Page, session: &UseReducerHandle<Session>) -> Html {
    part(Room {
        page: page.clone(),
        session: session.clone(),
        hash: route::hash(),
    })
}

#[derive(PartialEq)]
struct Room {
    page: Page,
    session: UseReducerHandle<Session>,
    /// The address: it says what is compared.
    hash: String,
}

/// Forgets what was compared when the room is left.
struct Leaving(Walker);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Part for Room {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let comparison = use_reducer_eq(Comparison::default).run(hooks);
        let walker = {
            let (handle, dispatcher) = (self.page.handle.clone(), comparison.dispatcher());
            use_kept(move || Walker::new(handle, dispatcher)).run(hooks)
        };
        let walker = Walker::clone(&walker);
        let chosen = sides(&self.hash);
        // Nothing chosen: the first preset shows what there is to see.
        let shown = chosen.clone().unwrap_or_else(|| preset(Preset::Truncation));
        let named = place(&self.hash);
        use_watch(shown.clone(), {
            let walker = walker.clone();
            move || walker.begin(&shown, named)
        })
        .run(hooks);
        use_watch(named, {
            let walker = walker.clone();
            move || walker.follow(named)
        })
        .run(hooks);
        let restarted = matches!(self.session.notice, Some(Notice::Restarted(_)));
        use_watch(restarted, {
            let walker = walker.clone();
            move || {
                if restarted {
                    walker.begin_again();
                }
            }
        })
        .run(hooks);
        use_watch((), {
            let walker = walker.clone();
            move || Leaving(walker)
        })
        .run(hooks);
        use_watch(comparison.head.clone(), {
            let (walker, there) = (walker.clone(), comparison.head.is_some());
            move || {
                if there {
                    walker.arrive();
                }
            }
        })
        .run(hooks);
        let forgotten = comparison.forgotten;
        use_watch(forgotten, {
            let walker = walker.clone();
            move || {
                if forgotten {
                    walker.begin_again();
                }
            }
        })
        .run(hooks);
        let here = comparison.place().filter(|_| chosen.is_some());
        use_watch(here, {
            let walker = walker.clone();
            // Not with each row that only flies by.
            move || here.map(|here| clock::after(SETTLED_MS, move || walker.write_place(here)))
        })
        .run(hooks);
        let playing = comparison.playing;
        let view = comparison.view.clone();
        let row = view.as_ref().map(|view| view.row);
        use_watch((playing, row), {
            let walker = walker.clone();
            move || playing.then(|| clock::after(ROW_MS, move || walker.by(1)))
        })
        .run(hooks);
        use_shortcuts((playing, row), {
            let walker = walker.clone();
            move |shortcut| take(shortcut, &walker, playing)
        })
        .run(hooks);
        let differences = view.as_ref().map(|view| view.differences);
        use_watch(differences, {
            let walker = walker.clone();
            move || {
                keyboard::on_press(move |press| {
                    let to = differences.and_then(|differences| match press.key.as_str() {
                        "n" | "N" => differences.next,
                        "p" | "P" => differences.previous,
                        _ => None,
                    });
                    let to = to.filter(|_| !press.in_dialog);
                    to.inspect(|row| walker.stop_at(*row)).is_some()
                })
            }
        })
        .run(hooks);
        let drawing = Drawing {
            page: &self.page,
            session: &self.session,
            comparison: &comparison,
            walker: &walker,
        };
        match chosen {
            Some(sides) => drawing.compared(&sides),
            None => drawing.empty(),
        }
    }
}

fn take(shortcut: Shortcut, walker: &Walker, playing: bool) -> bool {
    if shortcut == Shortcut::Play {
        walker.play(!playing);
        return true;
    }
    let act: fn(&Walker) = match shortcut {
        Shortcut::Back => |walker| walker.by(-1),
        Shortcut::Forward => |walker| walker.by(1),
        Shortcut::Start => |walker| walker.go_to(0),
        Shortcut::End => |walker| walker.go_to(u32::MAX),
        _ => return false,
    };
    if playing {
        walker.play(false);
    }
    act(walker);
    true
}

/// What the room is drawn from.
struct Drawing<'a> {
    page: &'a Page,
    session: &'a Session,
    comparison: &'a Comparison,
    walker: &'a Walker,
}

/// A comparison that is there.
#[derive(Clone, Copy)]
struct Shown<'a> {
    head: &'a Given<Head>,
    scenarios: &'a Pair<Given<ScenarioView>>,
    view: &'a Given<View>,
    frames: &'a Pair<Given<Frame>>,
}

impl Drawing<'_> {
    fn shown(&self) -> Option<Shown<'_>> {
        Some(Shown {
            head: self.comparison.head.as_ref()?,
            scenarios: self.comparison.scenarios.as_ref()?,
            view: self.comparison.view.as_ref()?,
            frames: self.comparison.frames.as_ref()?,
        })
    }

    /// Nothing is chosen: what can be, and an example.
    fn empty(&self) -> Html {
        let words = self.page.words;
        let sides = preset(Preset::Truncation);
        let branches = self.session.branches.clone();
        let names = names(&branches, |id| label::branch(words, id, self.session));
        let chooser = Chooser {
            page: self.page.clone(),
            branches,
            names,
        };
        let (title, _) = label::preset(words, Preset::Truncation);
        let example = self.shown().map(|shown| self.panes(shown, &sides));
        html! {
            <main class="stage compare choosing" id="stage" tabindex="-1">
                <h1 class="lead">{ words.compare_empty() }</h1>
                <div class="choices">
                    { presets(self.page) }
                    { part(chooser) }
                </div>
                <section class="example">
                    <div class="sec">
                        <h2>{ say!(words, compare_example, title = &title) }</h2>
                        <a class="btn" href={address::address(&sides)}>{ words.compare_open_example() }</a>
                    </div>
                    { self.under_way() }
                    { example }
                </section>
            </main>
        }
    }

    fn compared(&self, sides: &Sides) -> Html {
        let words = self.page.words;
        let Some(shown) = self.shown() else {
            return html! {
                <main class="stage compare choosing" id="stage" tabindex="-1">
                    <h1 class="vh">{ label::titles(words, sides, self.session).0 }</h1>
                    { self.under_way() }
                    if self.comparison.trouble.is_some() {
                        <p class="go">{ other(words) }</p>
                    }
                </main>
            };
        };
        let tellers = self.tellers(shown);
        let (title, titles) = label::titles(words, sides, self.session);
        let table = Table {
            walker: self.walker,
            tellers: &tellers,
            view: shown.view,
            last_row: shown.head.last_row,
            titles: &titles,
        };
        let explain = explain::Explain {
            page: self.page,
            walker: self.walker,
            tellers: &tellers,
            head: shown.head,
            view: shown.view,
        };
        let transport = Transport {
            walker: self.walker.clone(),
            tellers: tellers.clone(),
            head: shown.head.clone(),
            view: shown.view.clone(),
            playing: self.comparison.playing,
        };
        html! {
            <>
                <main class="stage compare" id="stage" tabindex="-1">
                    <div class="head">
                        <h1>{ title }</h1>
                        { self.facts(shown) }
                        <span class="grow"></span>
                        { other(words) }
                    </div>
                    { self.under_way() }
                    { self.panes(shown, sides) }
                    { table.draw() }
                </main>
                <aside class="side">
                    { explain.draw() }
                    { events::events(&tellers, shown.view, shown.head.last_row, self.walker) }
                </aside>
                { part(transport) }
                <div class="vh" aria-live="polite">
                    if !self.comparison.playing { { explain::headline(&tellers, shown.view) } }
                </div>
            </>
        }
    }

    fn panes(&self, shown: Shown<'_>, sides: &Sides) -> Html {
        let words = self.page.words;
        let (_, titles) = label::titles(words, sides, self.session);
        let tellers = self.tellers(shown);
        let pane = |hand: Hand, key, title: &String, frame: &Given<Frame>, teller: &Teller| {
            let verdicts = match hand {
                Hand::Left => &shown.view.verdicts.left,
                Hand::Right => &shown.view.verdicts.right,
            };
            let pane = Pane {
                page: self.page,
                key,
                title: title.clone(),
                origin: label::origin(words, sides, shown.head, hand),
                frame: frame.clone(),
                teller: teller.clone(),
                equal: &shown.view.equal,
                verdicts,
            };
            pane.draw()
        };
        let frames = shown.frames;
        html! {
            <div class="duo still">
                { pane(Hand::Left, "left", &titles.left, &frames.left, &tellers.left) }
                { pane(Hand::Right, "right", &titles.right, &frames.right, &tellers.right) }
            </div>
        }
    }

    fn tellers(&self, shown: Shown<'_>) -> Pair<Teller> {
        let teller = |scenario, frame: &Frame| Teller {
            words: self.page.words,
            names: Names::new(Some(scenario)),
            zookeeper: frame.controller.zookeeper,
        };
        let Pair { left, right } = shown.scenarios.clone();
        Pair::new(
            teller(left, &shown.frames.left),
            teller(right, &shown.frames.right),
        )
    }

    /// What both have in common.
    fn facts(&self, shown: Shown<'_>) -> Html {
        let (words, head, view) = (self.page.words, shown.head, shown.view);
        let partition = &shown.frames.left.partition;
        let settings = &head.settings.left.settings;
        let fact = |key: SettingKey| {
            let differs = view.settings.iter().any(|differing| differing.key == key);
            let found = settings.iter().find(|setting| setting.key == key)?;
            (!differs).then(|| {
                html! {
                    <span>{ setting::name(words, key) }{ " " }<b>{ setting::value(words, found.value) }</b></span>
                }
            })
        };
        let same_min =
            partition.min_insync_replicas == shown.frames.right.partition.min_insync_replicas;
        let min = SettingValue::Number(u64::from(partition.min_insync_replicas));
        html! {
            <div class="facts">
                { self.partitions(shown) }
                <span>{ words.fact_replicas() }{ " " }<b>{ id_list(&partition.replicas) }</b></span>
                if same_min {
                    <span>{ setting::name(words, SettingKey::MinInsyncReplicas) }{ " " }<b>{ setting::value(words, min) }</b></span>
                }
                { fact(SettingKey::MetadataMode) }
                if head.same_network { <span>{ words.compare_same_seed() }</span> }
                if head.same_commands { <span>{ words.compare_same_commands() }</span> }
                if head.cut_off {
                    <span class="warn">{ say!(words, compare_cut_off, n = head.steps.left.max(head.steps.right)) }</span>
                }
            </div>
        }
    }

    /// Which partition is looked at; where there is only one, its name.
    fn partitions(&self, shown: Shown<'_>) -> Html {
        let words = self.page.words;
        let chosen = shown.frames.left.partition.id;
        let topics = &shown.head.scenarios.left.topics;
        let total: usize = topics.iter().map(|topic| topic.partitions.len()).sum();
        if total < 2 {
            return html! {};
        }
        let walker = self.walker.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Ok(id) = dom::value(event.target()).parse() {
                walker.choose(PartitionId(id));
            }
        });
        let there = topics.iter().filter(|topic| !topic.deleted);
        let options = there.flat_map(|topic| {
            topic
                .partitions
                .iter()
                .zip(topic.first.0..)
                .map(move |(number, id)| {
                    html! {
                        <option key={id} value={id.to_string()} selected={id == chosen.0}>
                            { format!("{}-{number}", topic.name) }
                        </option>
                    }
                })
        });
        html! {
            <select class="field" aria-label={words.compare_partition()} {onchange}>
                for option in options { { option } }
            </select>
        }
    }

    /// What is still going on, or went wrong.
    fn under_way(&self) -> Html {
        let words = self.page.words;
        if let Some(trouble) = &self.comparison.trouble {
            return html! { <p class="note warnbox" role="status">{ told(words, trouble) }</p> };
        }
        if let Some((done, of)) = self.comparison.working {
            let walker = self.walker.clone();
            let cancel = Callback::from(move |_| walker.cancel());
            return html! {
                <p class="note" role="status">
                    { say!(words, compare_working, done = done, of = of) }{ " " }
                    <button class="btn" type="button" onclick={cancel}>{ words.cancel() }</button>
                </p>
            };
        }
        if self.comparison.view.is_none() {
            return html! { <p class="sub">{ words.compare_loading() }</p> };
        }
        html! {}
    }
}

fn told(words: Words, trouble: &Trouble) -> String {
    let side = |hand: &Hand| match hand {
        Hand::Left => words.compare_left(),
        Hand::Right => words.compare_right(),
    };
    match trouble {
        Trouble::NotLoaded => words.compare_not_loaded(),
        Trouble::Stopped => words.compare_stopped(),
        Trouble::Problem(Problem::NothingOpen) => words.compare_nothing_open(),
        Trouble::Problem(Problem::NoSuchBranch(hand)) => {
            say!(words, compare_no_branch, side = &side(hand))
        }
        Trouble::Problem(Problem::Scenario(hand, errors)) => {
            let line = errors.errors.first().map_or(0, |error| error.line);
            say!(words, compare_no_scenario, side = &side(hand), line = line)
        }
        Trouble::Problem(Problem::Setting(hand, error)) => match error {
            SettingError::WrongKind => say!(words, compare_bad_value, side = &side(hand)),
            SettingError::OutOfBounds { min, max } => say!(
                words,
                compare_bad_bounds,
                side = &side(hand),
                min = *min,
                max = *max
            ),
        },
    }
}
