//! The network: how long messages take, and which links are cut.
//!
//! A delay is a hash of the seed, the link, the kind and how many of that kind went that way before,
//! never a draw from a stream: an extra message in one run does not shift the others. Fetch traffic
//! has one delay per link and direction, so that the rhythm of an idle fetcher is known without
//! simulating it.

use super::naming::{Flow, MessageType};
use super::node::Node;
use crate::kafka::BrokerId;
use crate::shared::SortedMap;

/// Delays of a network, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NetworkSpec {
    /// Decides all delays.
    pub seed: u64,
    /// The shortest delay.
    pub delay_min_us: u64,
    /// The longest delay.
    pub delay_max_us: u64,
}

impl Default for NetworkSpec {
    /// A small data centre: 1 to 5 ms, slow enough to watch.
    fn default() -> Self {
        Self {
            seed: 1,
            delay_min_us: 1_000,
            delay_max_us: 5_000,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct LinkState {
    sent: u64,
    last_arrival: u64,
}

/// The network.
#[derive(Clone, Debug)]
pub struct Network {
    spec: NetworkSpec,
    cut: SortedMap<(Node, Node), ()>,
    links: SortedMap<Flow, LinkState>,
}

impl Network {
    /// A network without faults.
    #[must_use]
    pub const fn new(spec: NetworkSpec) -> Self {
        Self {
            spec,
            cut: SortedMap::new(),
            links: SortedMap::new(),
        }
    }

    /// The number of a message that is sent now, and when it arrives. Messages of one flow keep their
    /// order, as those on one connection do.
    ///
    /// Fetches and their answers are not counted here: see [`Network::fetch_delay`].
    pub fn arrival(&mut self, flow: Flow, now: u64) -> (u32, u64) {
        let link = self.links.or_insert_with(flow, LinkState::default);
        let delay = self.spec.delay(flow.from, flow.to, flow.kind, link.sent);
        link.sent += 1;
        link.last_arrival = (now + delay).max(link.last_arrival + 1);
        (
            u32::try_from(link.sent).unwrap_or(u32::MAX),
            link.last_arrival,
        )
    }

    /// How many messages of a flow were sent so far, for those counted here.
    #[must_use]
    pub fn sent(&self, flow: &Flow) -> u32 {
        let sent = self.links.get(flow).map_or(0, |link| link.sent);
        u32::try_from(sent).unwrap_or(u32::MAX)
    }

    /// The delay of a fetch, or of its answer.
    #[must_use]
    pub fn fetch_delay(&self, from: Node, to: Node, response: bool) -> u64 {
        let kind = if response {
            MessageType::FetchResponse
        } else {
            MessageType::Fetch
        };
        self.spec.delay(from, to, kind, 0)
    }

    /// How long an answer to a fetch and the next fetch travel together.
    #[must_use]
    pub fn fetch_round(&self, leader: BrokerId, follower: BrokerId) -> u64 {
        let (leader, follower) = (Node::Broker(leader), Node::Broker(follower));
        self.fetch_delay(leader, follower, true) + self.fetch_delay(follower, leader, false)
    }

    /// A number below `bound` that depends on the seed and a node only.
    #[must_use]
    pub fn phase(&self, node: Node, salt: u64, bound: u64) -> u64 {
        mix(mix(self.spec.seed ^ salt, number(node)), 0x5bd1) % bound.max(1)
    }

    /// Cuts a direction of a link.
    pub fn cut(&mut self, from: Node, to: Node) {
        self.cut.insert((from, to), ());
    }

    /// Heals a direction of a link.
    pub fn heal(&mut self, from: Node, to: Node) {
        self.cut.remove(&(from, to));
    }

    /// The directions that are cut.
    pub fn cuts(&self) -> impl Iterator<Item = (Node, Node)> + '_ {
        self.cut.iter().map(|(link, ())| *link)
    }

    /// Whether messages pass in this direction.
    #[must_use]
    pub fn is_open(&self, from: Node, to: Node) -> bool {
        !self.cut.contains_key(&(from, to))
    }

    /// Whether messages pass in both directions.
    #[must_use]
    pub fn is_open_both_ways(&self, one: Node, other: Node) -> bool {
        self.is_open(one, other) && self.is_open(other, one)
    }
}

impl NetworkSpec {
    fn delay(self, from: Node, to: Node, kind: MessageType, count: u64) -> u64 {
        let hash = [number(from), number(to), kind as u64, count]
            .into_iter()
            .fold(self.seed, mix);
        let span = self.delay_max_us.saturating_sub(self.delay_min_us) + 1;
        self.delay_min_us + hash % span
    }
}

fn number(node: Node) -> u64 {
    match node {
        Node::Broker(id) => u64::from(id.cast_unsigned()),
        Node::Controller => 1 << 40,
        Node::Client(id) => (1 << 41) + u64::from(id),
    }
}

/// One round of the `SplitMix64` finaliser.
const fn mix(state: u64, value: u64) -> u64 {
    let mut z = (state ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
