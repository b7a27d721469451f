//! What has to be said outside the picture, until it is put away.

use crate::parts::{Glyph, icon};
use crate::platform::files::TEXT_BYTES_MAX;
use crate::platform::route;
use crate::state::{Linked, Notice, Page};
use crate::words::{Words, say};
use tidemark_core::link::{Damage, LinkError, RULES_VERSION};
use tidemark_core::replication::settings::SettingError;
use tidemark_core::session::Refusal;
use tidemark_core::session::request::{Landmark, Request};
use yew::{Callback, Html, html};

/// The rules that this page has.
const KNOWN_RULES: u32 = RULES_VERSION as u32;

/// Files up to this size are read.
const FILE_MEGABYTES: u64 = TEXT_BYTES_MAX >> 20;

/// The bar; its place is always there, so that screen readers hear what comes into it.
pub(crate) fn notice_bar(page: &Page, notice: Option<&Notice>) -> Html {
    html! { <div role="status">{ notice.map(|notice| toast(page, notice)) }</div> }
}

fn toast(page: &Page, notice: &Notice) -> Html {
    let words = page.words;
    let handle = page.handle.clone();
    let close = Callback::from(move |_| handle.notice(None));
    let handle = page.handle.clone();
    let go_back = Callback::from(move |_| handle.go_back());
    let reload = Callback::from(|_| route::reload());
    html! {
        <div class="toast">
            <span>{ text(notice, words) }</span>
            if matches!(notice, Notice::Failed(_)) {
                <button class="btn" type="button" onclick={reload}>{ words.reload() }</button>
            }
            if let Notice::BranchesDeleted(deleted) = notice {
                <button class="btn" type="button" onclick={page.handle.asking(Request::RestoreBranches((**deleted).clone()))}>
                    { words.undo() }
                </button>
            }
            if matches!(notice, Notice::Linked(Linked { kept: true, .. })) {
                <button class="btn" type="button" onclick={go_back}>{ words.link_back() }</button>
            }
            <button class="tb" type="button" onclick={close} aria-label={words.close()}>
                { icon(Glyph::Close, "") }
            </button>
        </div>
    }
}

fn text(notice: &Notice, words: Words) -> String {
    match notice {
        Notice::NoFurther(Landmark::Election) => words.no_further_election(),
        Notice::NoFurther(Landmark::HighWatermark) => words.no_further_hw_move(),
        Notice::NoFurther(_) => words.no_violation(),
        Notice::Refused(refusal) => refused(*refusal, words),
        Notice::ScenarioErrors(errors) => {
            let (line, column) = errors
                .errors
                .first()
                .map_or((0, 0), |error| (error.line, error.column));
            let n = errors.errors.len() + errors.more as usize;
            say!(words, scenario_wrong, line = line, column = column, n = n)
        }
        Notice::Restarted(step) => say!(words, engine_restarted, step = *step),
        Notice::Failed(step) => say!(words, engine_failed, step = *step),
        Notice::StorageFull => words.storage_full(),
        Notice::FileNotRead(name) => say!(words, file_not_read, name = name),
        Notice::FileTooLarge(name) => say!(words, file_too_large, name = name, n = FILE_MEGABYTES),
        Notice::Link(error) => link_wrong(*error, words),
        Notice::Linked(linked) => link_opened(*linked, words),
        Notice::NotKept => words.link_not_kept(),
        Notice::NotLoaded => words.part_not_loaded(),
        Notice::BranchesDeleted(deleted) => {
            say!(words, branches_deleted, n = deleted.branches.len())
        }
    }
}

fn link_wrong(error: LinkError, words: Words) -> String {
    match error {
        LinkError::TooLong { found, max } => {
            say!(words, link_too_long, n = found, max = max)
        }
        LinkError::Foreign => words.link_foreign(),
        LinkError::OtherFormat { found, known } => {
            say!(
                words,
                link_other_format,
                found = u32::from(found),
                known = u32::from(known)
            )
        }
        LinkError::Damaged(Damage::Character { position }) => {
            say!(words, link_damaged_at, position = position)
        }
        // No link that is short enough to be read holds more than a scenario may.
        LinkError::Damaged(_) | LinkError::TextTooLong { .. } => words.link_damaged(),
    }
}

fn link_opened(linked: Linked, words: Words) -> String {
    let Linked {
        other_rules, same, ..
    } = linked;
    match other_rules.map(u32::from) {
        Some(found) if same => {
            say!(
                words,
                link_other_rules_same,
                found = found,
                known = KNOWN_RULES
            )
        }
        Some(found) => say!(words, link_other_rules, found = found, known = KNOWN_RULES),
        None if same => words.link_opened(),
        None => words.link_differs(),
    }
}

fn refused(refusal: Refusal, words: Words) -> String {
    match refusal {
        Refusal::NothingOpen | Refusal::NoSuchBranch => words.cluster_empty(),
        Refusal::NoSuchPartition | Refusal::NoSuchBroker | Refusal::NoSuchReplica => {
            words.refused_unknown()
        }
        Refusal::BrokerNotRunning => words.refused_not_running(),
        Refusal::BrokerRunning => words.refused_running(),
        Refusal::BrokerNotPaused => words.refused_not_paused(),
        Refusal::Setting(SettingError::OutOfBounds { min, max }) => {
            say!(words, settings_bounds, min = min, max = max)
        }
        Refusal::Setting(SettingError::WrongKind) => words.refused(),
        Refusal::MainBranch => words.refused_main_branch(),
        Refusal::TooLarge => words.refused_too_large(),
        Refusal::NotByHand => words.refused_not_by_hand(),
        Refusal::NoOffsetsTopic => words.group_no_topic(),
        Refusal::NothingToUndo => words.refused_nothing_to_undo(),
        Refusal::Kafka(error) => say!(words, refused_kafka, error = error.name()),
    }
}
