//! One record, from its sending through all replicas and all branches.

use crate::component::{Given, Part, use_kept, use_watch};
use crate::parts::{Glyph, icon};
use crate::prose::Teller;
use crate::state::Page;
use crate::study::spacetime::precise;
use crate::study::why::{close, closes_on_escape};
use crate::study::{Ask, Told};
use crate::words::{Words, say};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{Move, Request};
use tidemark_core::study::record::{self, BranchLife, Event, Fate, Record, Which};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, MouseEvent, html};

/// The panel.
#[derive(PartialEq)]
pub(crate) struct RecordLife {
    /// The page.
    pub(crate) page: Page,
    /// The frame.
    pub(crate) frame: Given<Frame>,
    /// Tells steps.
    pub(crate) teller: Teller,
    /// Which record.
    pub(crate) which: Which,
}

/// What was found for which question.
type Found = (Which, Option<Given<Record>>);

impl Part for RecordLife {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let found = use_kept(|| None::<Found>).run(hooks);
        let partition = self.frame.partition.id;
        // What stood at a place once is followed by its value: elsewhere in time something else stands there.
        let known = match &*found {
            Some((which, Some(record))) if *which == self.which => {
                Some(Which::Value(record.value.clone()))
            }
            _ => None,
        };
        use_watch((self.frame.clone(), self.which.clone()), {
            let (handle, found) = (self.page.handle.clone(), found.clone());
            let asked = self.which.clone();
            let which = known.unwrap_or_else(|| asked.clone());
            move || {
                let told = Callback::from(move |told| {
                    if let Told::Record(record) = told {
                        let record = record.map(|record| Given::new(*record));
                        found.set(Some((asked.clone(), record)));
                    }
                });
                handle.study(Ask::Record(record::Ask { partition, which }), told);
            }
        })
        .run(hooks);
        use_watch((), closes_on_escape).run(hooks);
        let shown = found.as_ref().filter(|(which, _)| *which == self.which);
        let content = match shown {
            None => html! { <p>{ words.record_loading() }</p> },
            Some((_, None)) => html! { <p>{ words.record_none() }</p> },
            Some((_, Some(record))) => self.told(record),
        };
        html! {
            <section id="explain" class="explain" aria-label={words.record_follow_one()} tabindex="0">
                <div class="cap">
                    <span>{ words.record_follow_one() }</span>
                    <span class="grow"></span>
                    { close(words.record_close()) }
                </div>
                { content }
            </section>
        }
    }
}

impl RecordLife {
    fn told(&self, record: &Record) -> Html {
        let words = self.page.words;
        let lives = record.branches.iter().map(|life| self.life(record, life));
        html! {
            <>
                <h2>{ say!(words, record_title, value = &record.value) }</h2>
                if let Some(key) = &record.key { <p>{ words.record_key() }{ " " }<code>{ key.clone() }</code></p> }
                if record.partition != self.frame.partition.id {
                    <p class="small">{ say!(words, record_elsewhere, partition = &self.teller.names.partition(record.partition)) }</p>
                }
                for life in lives { { life } }
            </>
        }
    }

    fn life(&self, record: &Record, life: &BranchLife) -> Html {
        let words = self.page.words;
        let here = life.branch == record.position.0;
        let name = life
            .name
            .clone()
            .unwrap_or_else(|| branch_name(words, life));
        let places: Vec<String> = life
            .copies
            .iter()
            .map(|(broker, offset)| say!(words, record_place, broker = *broker, offset = *offset))
            .collect();
        let (fate, class) = fate(words, life.fate);
        // What both branches share is told once.
        let own = life.left_after.filter(|_| !here);
        let chapters = life
            .chapters
            .iter()
            .filter(|chapter| own.is_none_or(|left| chapter.step > left));
        let lines = chapters.enumerate().map(|(at, chapter)| {
            let branch = life.branch;
            let step = chapter.step;
            let onclick = {
                let handle = self.page.handle.clone();
                Callback::from(move |_: MouseEvent| {
                    if !here {
                        handle.ask(Request::SelectBranch(branch));
                    }
                    handle.go(Move::To(step));
                })
            };
            let (glyph, hue) = glyph(chapter.event);
            let future = here && step > record.position.1;
            html! {
                <li key={at} class={if future { "future" } else { "" }} aria-current={(here && step == record.position.1).then_some("step")}>
                    <button class="link" type="button" {onclick}>{ precise(chapter.time) }</button>
                    { icon(glyph, hue) }
                    <span>{ event(words, chapter.event) }</span>
                </li>
            }
        });
        html! {
            <section class="life" aria-label={name.clone()}>
                <h3>
                    { icon(Glyph::Fork, "") }{ " " }{ name }
                    if let Some(left) = life.left_after {
                        <small>{ " · " }{ say!(words, record_branch_left, step = left) }</small>
                    }
                </h3>
                <p><b {class}>{ fate }</b>{ " " }
                    if places.is_empty() { { words.record_no_copies() } }
                    else { { say!(words, record_copies, places = &places.join(", ")) } }
                    if life.duplicated { { " " }<b class="warn">{ words.record_duplicated() }</b> }
                </p>
                <ol class="chain">for line in lines { { line } }</ol>
                if life.left_out > 0 { <p class="small">{ say!(words, record_left_out, n = life.left_out) }</p> }
            </section>
        }
    }
}

fn branch_name(words: Words, life: &BranchLife) -> String {
    match life.left_after {
        None => words.record_branch_main(),
        Some(_) => say!(words, record_branch, id = life.branch.0),
    }
}

fn fate(words: Words, fate: Fate) -> (String, &'static str) {
    match fate {
        Fate::NotSent => (words.record_fate_not_sent(), ""),
        Fate::NotStored => (words.record_fate_not_stored(), "warn"),
        Fate::Written => (words.record_fate_written(), ""),
        Fate::AcknowledgedOnly => (words.record_fate_acknowledged(), "warn"),
        Fate::Committed => (words.record_fate_committed(), "good"),
        Fate::Undecided => (words.record_fate_undecided(), "warn"),
        Fate::Deleted => (words.record_fate_deleted(), ""),
        Fate::Lost => (words.record_fate_lost(), "bad"),
    }
}

fn event(words: Words, event: Event) -> String {
    match event {
        Event::There { broker, offset } => {
            say!(words, record_there, broker = broker, offset = offset)
        }
        Event::Sent => words.record_sent(),
        Event::Appended { broker, offset } => {
            say!(words, record_appended, broker = broker, offset = offset)
        }
        Event::Copied { broker, leader, .. } => {
            say!(words, record_copied, broker = broker, leader = leader)
        }
        Event::Committed { broker } => say!(words, record_committed, broker = broker),
        Event::Readable { broker } => say!(words, record_readable, broker = broker),
        Event::Acknowledged { acks, .. } => say!(words, record_acked, acks = acks.as_str()),
        Event::Failed { error, .. } => say!(words, record_failed, error = error.name()),
        Event::Recognised { broker } => say!(words, record_recognised, broker = broker),
        Event::Read { broker } => say!(words, record_read, broker = broker),
        Event::Cut { broker, .. } => say!(words, record_cut_off, broker = broker),
        Event::Vanished { broker, .. } => say!(words, record_vanished, broker = broker),
        Event::Deleted { broker } => say!(words, record_deleted, broker = broker),
        Event::LeaderLacks {
            broker,
            leader_epoch,
        } => say!(
            words,
            record_leader_lacks,
            broker = broker,
            epoch = leader_epoch
        ),
    }
}

const fn glyph(event: Event) -> (Glyph, &'static str) {
    match event {
        Event::There { .. } | Event::Vanished { .. } | Event::Deleted { .. } => (Glyph::Disk, ""),
        Event::Sent | Event::Appended { .. } | Event::Recognised { .. } | Event::Read { .. } => {
            (Glyph::Client, "k-client")
        }
        Event::Copied { .. } => (Glyph::Replication, "k-repl"),
        Event::Committed { .. } | Event::Readable { .. } => (Glyph::HighWatermark, "k-hw"),
        Event::Acknowledged { .. } => (Glyph::Check, "good"),
        Event::Failed { .. } => (Glyph::Violation, "warn"),
        Event::Cut { .. } => (Glyph::Truncating, "k-repl"),
        Event::LeaderLacks { .. } => (Glyph::Violation, "bad"),
    }
}
