//! Playing: a step forward after each frame, at a pace one can follow.

use super::{Handle, Session};
use crate::component::{use_kept, use_watch};
use crate::platform::clock;
use std::cell::RefCell;
use tidemark_core::session::request::Move;
use tidemark_core::sim::event::VirtualTime;
use yew::{UseReducerHandle, hook};

/// A step is shown at least this long at 1×, in ms.
const STEP_MIN_MS: u64 = 350;
/// And at most this long: idle virtual time is not waited for.
const STEP_MAX_MS: u64 = 1200;

/// How fast a run plays, in eighths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Speed(u32);

impl Speed {
    /// The speeds offered.
    pub(crate) const ALL: [Self; 6] = [Self(2), Self(4), Self(8), Self(16), Self(32), Self(128)];
    /// 1×.
    pub(crate) const NORMAL: Self = Self(8);

    /// `½`, `1`, `4`.
    pub(crate) fn factor(self) -> String {
        match self.0 {
            2 => "¼".to_owned(),
            4 => "½".to_owned(),
            eighths => (eighths / 8).to_string(),
        }
    }

    /// How long a step that took `span_ms` of virtual time is shown.
    pub(crate) fn step_ms(self, span_ms: u64) -> u32 {
        let shown = span_ms.clamp(STEP_MIN_MS, STEP_MAX_MS) * 8 / u64::from(self.0);
        u32::try_from(shown).unwrap_or(u32::MAX)
    }
}

/// Goes a step forward after each frame, as long as the session plays.
#[hook]
pub(crate) fn use_player(session: &UseReducerHandle<Session>, handle: &Handle, speed: Speed) {
    let position = session.frame.as_ref().map(|frame| frame.position);
    let last = use_kept(|| RefCell::new(None::<VirtualTime>));
    let handle = handle.clone();
    let playing = session.playing;
    use_watch((playing, position, speed), move || {
        match (playing, position) {
            (true, Some(position)) => {
                let before = last.borrow_mut().replace(position.time);
                let span_us = before.map_or(0, |before| position.time.0.saturating_sub(before.0));
                let delay_ms = speed.step_ms(span_us / 1000);
                Some(clock::after(delay_ms, move || handle.go(Move::Forward)))
            }
            _ => {
                *last.borrow_mut() = None;
                None
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_time_is_not_waited_for() {
        assert_eq!(Speed::NORMAL.step_ms(0), 350);
        assert_eq!(Speed::NORMAL.step_ms(500), 500);
        assert_eq!(Speed::NORMAL.step_ms(604_800_000), 1200);
        assert_eq!(
            Speed::ALL.map(|speed| speed.step_ms(800)),
            [3200, 1600, 800, 400, 200, 50]
        );
        assert_eq!(
            Speed::ALL.map(Speed::factor),
            ["¼", "½", "1", "2", "4", "16"]
        );
    }
}
