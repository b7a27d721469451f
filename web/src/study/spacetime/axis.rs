//! The axis of time. Between two events it is true to scale, unless that would leave no room for the rest:
//! a long pause is drawn shorter and marked, and what happens at once is drawn apart.

use std::collections::BTreeMap;
use tidemark_core::sim::event::VirtualTime;
use tidemark_core::study::spacetime::{Moment, Place, Window};

/// The least distance of two moments, in px.
const LEAST: f64 = 13.0;
/// A pause takes at most this share of the axis.
const PAUSE_SHARE: f64 = 0.2;
/// Halvings by which the scale is found.
const HALVINGS: u32 = 48;
/// By hand: from one moment of a step to the next, and from one step to the next.
const MOMENT: f64 = 1.5;
const STEP: f64 = 1.0;

/// A moment that has a place of its own.
type Key = (u64, u32, Moment);

/// The axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    places: BTreeMap<Key, f64>,
    /// Its length.
    pub(crate) length: f64,
    /// Pauses that are drawn shorter: where, and how long they are, in microseconds.
    pub(crate) pauses: Vec<(f64, u64)>,
    /// Pixels a microsecond, where the whole axis is true to scale.
    pub(crate) scale: Option<f64>,
}

impl Axis {
    /// The axis of a window, as long as `room` if that is enough.
    pub(crate) fn new(window: &Window, room: f64) -> Self {
        let keys = keys(window);
        let gaps: Vec<Gap> = keys
            .windows(2)
            .map(|pair| Gap::between(pair[0], pair[1], window.by_hand))
            .collect();
        let room = room.max(LEAST * gaps.len() as f64);
        let most = (room * PAUSE_SHARE).max(LEAST);
        let scale = scale(&gaps, room, most);
        let mut places = BTreeMap::new();
        let mut pauses = Vec::new();
        let mut at = 0.0;
        let mut true_to_scale = !window.by_hand;
        for (index, key) in keys.iter().enumerate() {
            if let Some(gap) = index.checked_sub(1).map(|before| gaps[before]) {
                let length = gap.length(scale, most);
                if gap.micros > 0 {
                    let exact = gap.micros as f64 * scale;
                    true_to_scale &= (exact - length).abs() < 1.0;
                    if exact > length + 1.0 && !window.by_hand {
                        pauses.push((at + length / 2.0, gap.micros));
                    }
                }
                at += length;
            }
            places.insert(*key, at);
        }
        Self {
            places,
            length: at.max(1.0),
            pauses,
            scale: true_to_scale.then_some(scale),
        }
    }

    /// What comes after this place begins so much later.
    pub(crate) fn make_room(&mut self, after: f64, room: f64) {
        let later = |at: &mut f64| {
            if *at > after + 0.5 {
                *at += room;
            }
        };
        self.places.values_mut().for_each(later);
        self.pauses.iter_mut().map(|(at, _)| at).for_each(later);
        self.length += room;
    }

    /// Where a place is.
    pub(crate) fn place(&self, place: Place) -> f64 {
        let key = (place.time.0, place.step.unwrap_or(0), place.moment);
        match self.places.get(&key) {
            Some(at) => *at,
            None => self.time(place.time),
        }
    }

    /// Where a time is: between what happens before and after it.
    pub(crate) fn time(&self, time: VirtualTime) -> f64 {
        let before = self
            .places
            .range(..=(time.0, u32::MAX, Moment::Last))
            .next_back();
        let after = self.places.range((time.0, 0, Moment::First)..).next();
        match (before, after) {
            (Some(((from, ..), start)), Some(((to, ..), end))) if to > from => {
                let share = (time.0 - from) as f64 / (to - from) as f64;
                start + (end - start) * share
            }
            (Some((_, start)), Some(_)) => *start,
            (None, Some((_, end))) => *end,
            (Some((_, start)), None) => *start,
            (None, None) => 0.0,
        }
    }

    /// The first and the last time on it.
    pub(crate) fn times(&self) -> Option<(VirtualTime, VirtualTime)> {
        let (first, _) = self.places.first_key_value()?;
        let (last, _) = self.places.last_key_value()?;
        Some((VirtualTime(first.0), VirtualTime(last.0)))
    }

    /// Each time at which something happens, with its place.
    pub(crate) fn moments(&self) -> Vec<(VirtualTime, f64)> {
        let mut moments: Vec<(VirtualTime, f64)> = Vec::new();
        for ((time, ..), at) in &self.places {
            if moments.last().is_none_or(|(last, _)| last.0 != *time) {
                moments.push((VirtualTime(*time), *at));
            }
        }
        moments
    }
}

/// The way from one moment to the next.
#[derive(Clone, Copy, Debug)]
struct Gap {
    micros: u64,
    /// By hand: its length in units.
    units: Option<f64>,
}

impl Gap {
    fn between(one: Key, other: Key, by_hand: bool) -> Self {
        let same_step = (one.0, one.1) == (other.0, other.1);
        Self {
            micros: other.0 - one.0,
            units: by_hand.then_some(if same_step { MOMENT } else { STEP }),
        }
    }

    fn length(self, scale: f64, most: f64) -> f64 {
        match self.units {
            Some(units) => (units * scale).max(LEAST),
            None => (self.micros as f64 * scale).clamp(LEAST, most),
        }
    }
}

/// The scale at which the axis fills the room.
fn scale(gaps: &[Gap], room: f64, most: f64) -> f64 {
    let length = |scale: f64| gaps.iter().map(|gap| gap.length(scale, most)).sum::<f64>();
    let (mut low, mut high) = (0.0, most.max(1.0));
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if length(middle) < room {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// All moments of a window that have a place of their own, in order.
fn keys(window: &Window) -> Vec<Key> {
    use tidemark_core::study::spacetime::End;
    let mut keys: Vec<Key> = Vec::new();
    for event in &window.events {
        keys.push((event.time.0, event.step, Moment::First));
        let moments = event.changes.iter().map(|change| change.moment);
        keys.extend(moments.map(|moment| (event.time.0, event.step, moment)));
    }
    let first = keys.iter().min().copied();
    for message in &window.messages {
        let ends = match message.end {
            End::Arrived(at) | End::Lost(at) | End::NeverArrives(at) | End::Dropped { at, .. } => {
                Some(at)
            }
            End::InFlight { .. } => None,
        };
        for place in [Some(message.sent), ends].into_iter().flatten() {
            keys.push((place.time.0, place.step.unwrap_or(0), place.moment));
        }
    }
    keys.push((window.now.0, 0, Moment::First));
    // What was sent long before the window begins comes in from its edge.
    if let Some((time, ..)) = first {
        keys.retain(|key| key.0 >= time || window.events.is_empty());
    }
    let stepped: Vec<u64> = window.events.iter().map(|event| event.time.0).collect();
    // A time has no place of its own if a step of that time has one.
    keys.retain(|(time, step, _)| *step > 0 || stepped.binary_search(time).is_err());
    keys.sort_unstable();
    keys.dedup();
    keys
}
