//! One of both sides: its name, the replicas of the chosen partition, and what is to be said of it.

use super::verdict::{Tone, tone, verdict};
use crate::component::{Given, part_of};
use crate::parts::{Glyph, icon, rich_text};
use crate::prose::Teller;
use crate::rooms::Lanes;
use crate::state::Page;
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::Frame;
use tidemark_core::study::compare::Verdict;
use yew::{Html, html};

/// Columns of a lane at least: so many fit beside each other twice.
const COLUMNS_MIN: u32 = 4;

/// Verdicts said at most: the gravest come first.
const VERDICTS_MAX: usize = 3;

/// A side.
pub(super) struct Pane<'a> {
    /// The page.
    pub(super) page: &'a Page,
    /// Tells it from the other one.
    pub(super) key: &'static str,
    /// Its name.
    pub(super) title: String,
    /// Release and origin.
    pub(super) origin: String,
    /// Its frame.
    pub(super) frame: Given<Frame>,
    /// Tells its steps.
    pub(super) teller: Teller,
    /// Replicas that are the same on the other side.
    pub(super) equal: &'a [BrokerId],
    /// What is to be said of it.
    pub(super) verdicts: &'a [Verdict],
}

impl Pane<'_> {
    pub(super) fn draw(self) -> Html {
        let lanes = Lanes {
            page: self.page.clone(),
            frame: self.frame,
            teller: self.teller,
            acts: false,
            columns_min: COLUMNS_MIN,
            remarks: self
                .equal
                .iter()
                .map(|broker| (*broker, self.page.words.compare_lane_equal()))
                .collect(),
        };
        html! {
            <section class="pane" key={self.key} aria-label={self.title.clone()}>
                <h2>{ self.title }</h2>
                <div class="origin">{ self.origin }</div>
                { part_of(self.key, lanes) }
                { verdicts(self.page, self.verdicts) }
            </section>
        }
    }
}

fn verdicts(page: &Page, verdicts: &[Verdict]) -> Html {
    if verdicts.is_empty() {
        return html! {};
    }
    let (class, glyph, hue) = match tone(verdicts) {
        Tone::Bad => ("verdict no", Glyph::Violation, "bad"),
        Tone::Warning => ("verdict so", Glyph::Violation, "warn"),
        Tone::Good => ("verdict yes", Glyph::Check, "good"),
    };
    let said = verdicts.iter().take(VERDICTS_MAX).enumerate();
    let said = said.map(|(at, said)| {
        html! { <span key={at}>{ rich_text(&verdict(page.words, said)) }</span> }
    });
    html! {
        <div {class}>{ icon(glyph, hue) }<div>for sentence in said { { sentence } }</div></div>
    }
}
