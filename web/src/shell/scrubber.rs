//! The scrubber: the whole run as ticks, the head, and forks below.

use super::branches::branch_name;
use crate::component::{Given, Part, use_watch};
use crate::parts::{Drag, Glyph, icon, use_drag, use_width};
use crate::prose::Teller;
use crate::state::Handle;
use crate::view::length::tenths;
use crate::view::scrubber::{self, Fork, TickPath, WIDTH};
use crate::words::{instant, say};
use tidemark_core::session::frame::{BranchView, Position, Tick};
use tidemark_core::session::request::{Move, Request, StepKind};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, html, use_node_ref};

/// The scrubber.
#[derive(PartialEq)]
pub(super) struct Scrubber {
    /// The ways to act on the session.
    pub(super) handle: Handle,
    /// Where the run is.
    pub(super) position: Position,
    /// The ticks.
    pub(super) ticks: Given<[Tick]>,
    /// All branches.
    pub(super) branches: Given<[BranchView]>,
    /// Names the forks.
    pub(super) teller: Teller,
}

impl Part for Scrubber {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.teller.words;
        let node = use_node_ref().run(hooks);
        let position = self.position;
        let width = use_width(&node).run(hooks);
        use_watch(width, {
            let handle = self.handle.clone();
            // A few pixels more or less change nothing one sees.
            move || handle.look(|look| look.scrubber_width = width.next_multiple_of(32))
        })
        .run(hooks);

        let paths = scrubber::tick_paths(&self.ticks, &position);
        let forks = scrubber::forks(&self.branches, &position);
        let go = {
            let handle = self.handle.clone();
            Callback::from(move |share| {
                handle.go(Move::To(scrubber::step_at(share, position.recorded)));
            })
        };
        let Drag { down, moved, up } = use_drag(node.clone(), go).run(hooks);
        let head = scrubber::place(position.step, position.recorded);
        let value = say!(
            words,
            scrubber_value,
            step = position.step,
            total = position.recorded,
            time = &instant(position.time.as_millis())
        );
        let title = scrubber::tick_of(&self.ticks, position.step)
            .filter(|tick| tick.count > 1)
            .map(|tick| say!(words, scrubber_ticks, n = tick.count));
        let class = if forks.is_empty() {
            "scrub-box"
        } else {
            "scrub-box forked"
        };
        html! {
            <div {class}>
            <div
                ref={node}
                class="scrub"
                {title}
                role="slider"
                tabindex="0"
                aria-label={words.scrubber()}
                aria-valuemin="0"
                aria-valuemax={position.recorded.to_string()}
                aria-valuenow={position.step.to_string()}
                aria-valuetext={value}
                onpointerdown={down}
                onpointermove={moved}
                onpointerup={up.clone()}
                onpointercancel={up}
            >
                <svg viewBox="0 0 1000 44" preserveAspectRatio="none" aria-hidden="true">
                    <path d={format!("M8 18H{}", tenths(WIDTH - 8.0))} stroke="var(--edge)" vector-effect="non-scaling-stroke" />
                    <path d={format!("M8 18H{}", tenths(head))} stroke="var(--tide)" stroke-width="3" vector-effect="non-scaling-stroke" />
                    { for_paths(&paths) }
                    { for_forks(&forks) }
                </svg>
                <span class="head" style={format!("left:{}%", tenths(head / WIDTH * 100.0))}></span>
            </div>
            for fork in &forks { { fork_label(fork, self) } }
            </div>
        }
    }
}

/// Hue and width of the ticks of a kind.
pub(crate) const fn hue_of(kind: StepKind) -> (&'static str, &'static str) {
    match kind {
        StepKind::Timer => ("var(--k-timer)", "1.5"),
        StepKind::Replication => ("var(--k-repl)", "1.5"),
        StepKind::Client => ("var(--k-client)", "1.5"),
        StepKind::Control => ("var(--k-control)", "2"),
        StepKind::HighWatermark => ("var(--tide)", "2"),
        StepKind::Command => ("var(--ink)", "2"),
        StepKind::Violation => ("var(--bad)", "2"),
    }
}

/// The ticks.
pub(crate) fn for_paths(paths: &[TickPath]) -> Html {
    let paths = paths.iter().map(|path| {
        let (hue, width) = hue_of(path.kind);
        let opacity = if path.future { "0.55" } else { "1" };
        html! {
            <path
                key={format!("{:?}{}", path.kind, path.future)}
                d={path.data.clone()}
                stroke={hue}
                stroke-width={width}
                opacity={opacity}
                vector-effect="non-scaling-stroke"
            />
        }
    });
    html! { <g fill="none">for path in paths { { path } }</g> }
}

fn for_forks(forks: &[Fork<'_>]) -> Html {
    html! { <g>for fork in forks { { fork_line(fork) } }</g> }
}

fn fork_line(fork: &Fork<'_>) -> Html {
    let [from, bend, to, y] = [fork.from, fork.from + 6.0, fork.to, fork.y].map(tenths);
    html! {
        <path
            key={fork.branch.id.0}
            d={format!("M{from} 18V{}Q{from} {y} {bend} {y}H{to}", tenths(fork.y - 5.0))}
            fill="none"
            stroke="var(--edge)"
            stroke-dasharray="4 3"
            vector-effect="non-scaling-stroke"
        />
    }
}

fn fork_label(fork: &Fork<'_>, scrubber: &Scrubber) -> Html {
    let onclick = scrubber
        .handle
        .asking(Request::SelectBranch(fork.branch.id));
    let left = fork.to.min(WIDTH * 0.7) / WIDTH * 100.0;
    html! {
        <button
            key={fork.branch.id.0}
            class="fork"
            type="button"
            style={format!("left:calc({}% + 6px);top:{}px", tenths(left), tenths(fork.y - 7.0))}
            {onclick}
        >
            { icon(Glyph::Fork, "") }{ branch_name(fork.branch, &scrubber.teller) }
        </button>
    }
}
