//! Which messages and moments have to do with the value that is asked about.

use super::shapes::Part;
use tidemark_core::event::Effect;
use tidemark_core::sim::node::Node;
use tidemark_core::study::why::{Link, What, Why};

/// Where a chain passes: a step, and the process in which something happened.
type Stop = (u32, Node);

/// The marks of a chain.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Marks {
    trigger: Vec<Stop>,
    needed: Vec<Stop>,
    led_to: Vec<Stop>,
    /// Where the value was set.
    pub(crate) set: Option<Stop>,
    /// What became of it there, in words.
    pub(crate) title: String,
    /// The rule with its numbers, if there is one to show.
    pub(crate) rule: Option<String>,
}

impl Marks {
    /// The marks of a chain of causes; title and rule in words.
    pub(crate) fn new(why: &Why, title: String, rule: Option<String>) -> Self {
        Self {
            trigger: stops(&why.chain),
            needed: why.needed.iter().flat_map(|links| stops(links)).collect(),
            led_to: stops(&why.led_to),
            set: why
                .chain
                .first()
                .and_then(|link| Some((link.step, link.node?))),
            title,
            rule,
        }
    }

    /// What a moment at a process has to do with the value.
    pub(crate) fn part(&self, step: Option<u32>, node: Node) -> Part {
        let Some(step) = step else {
            return Part::None;
        };
        let stop = (step, node);
        if self.trigger.contains(&stop) {
            Part::Trigger
        } else if self.needed.contains(&stop) {
            Part::Needed
        } else if self.led_to.contains(&stop) {
            Part::LedTo
        } else {
            Part::None
        }
    }
}

fn stops(links: &[Link]) -> Vec<Stop> {
    let stop = |link: &Link| {
        let node = match &link.what {
            // Its producer is told.
            What::Changed(Effect::Acknowledged { .. }) => Some(Node::Client(1)),
            _ => link.node,
        };
        Some((link.step, node?))
    };
    links.iter().filter_map(stop).collect()
}
