//! What the cleaner is doing with a partition (`LogCleaningState`): nothing, a round, or kept from it.
//!
//! Truncation, moves and deletion abort a round and pause cleaning until they resume it, as often as
//! it was paused.

use core::error::Error;
use core::fmt;

/// The state of a partition that the cleaner knows; idle ones have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CleaningState {
    /// A round is running.
    InProgress,
    /// A round is running, and is to end without a result.
    Aborted,
    /// Nothing is cleaned until it was resumed that often.
    Paused(u32),
}

/// An act that the state doesn't allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongState {
    /// The state.
    pub found: Option<CleaningState>,
}

/// A round begins, if the partition is idle.
pub const fn begin(state: Option<CleaningState>) -> Result<Option<CleaningState>, WrongState> {
    match state {
        None => Ok(Some(CleaningState::InProgress)),
        found => Err(WrongState { found }),
    }
}

/// Somebody else needs the log as it is.
pub const fn abort_and_pause(
    state: Option<CleaningState>,
) -> Result<Option<CleaningState>, WrongState> {
    match state {
        None => Ok(Some(CleaningState::Paused(1))),
        Some(CleaningState::InProgress) => Ok(Some(CleaningState::Aborted)),
        Some(CleaningState::Paused(count)) => {
            Ok(Some(CleaningState::Paused(count.saturating_add(1))))
        }
        found => Err(WrongState { found }),
    }
}

/// The round is over; answers the state, and whether its result counts.
pub const fn finish(
    state: Option<CleaningState>,
) -> Result<(Option<CleaningState>, bool), WrongState> {
    match state {
        Some(CleaningState::InProgress) => Ok((None, true)),
        Some(CleaningState::Aborted) => Ok((Some(CleaningState::Paused(1)), false)),
        found => Err(WrongState { found }),
    }
}

/// Whoever paused cleaning needs that no more.
pub const fn resume(state: Option<CleaningState>) -> Result<Option<CleaningState>, WrongState> {
    match state {
        Some(CleaningState::Paused(0 | 1)) => Ok(None),
        Some(CleaningState::Paused(count)) => Ok(Some(CleaningState::Paused(count - 1))),
        found => Err(WrongState { found }),
    }
}

impl fmt::Display for WrongState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not in this state: {:?}", self.found)
    }
}

impl Error for WrongState {}

#[cfg(test)]
mod tests {
    use super::CleaningState::{Aborted, InProgress, Paused};
    use super::*;

    #[test]
    fn an_aborted_round_ends_without_a_result_and_pauses() {
        assert_eq!(begin(None), Ok(Some(InProgress)));
        assert_eq!(finish(Some(InProgress)), Ok((None, true)));
        assert_eq!(abort_and_pause(Some(InProgress)), Ok(Some(Aborted)));
        assert_eq!(finish(Some(Aborted)), Ok((Some(Paused(1)), false)));
        assert!(begin(Some(Paused(1))).is_err());
        assert!(abort_and_pause(Some(Aborted)).is_err());
    }

    #[test]
    fn cleaning_goes_on_when_it_was_resumed_as_often_as_paused() {
        let once = abort_and_pause(None).unwrap();
        let twice = abort_and_pause(once).unwrap();
        assert_eq!(twice, Some(Paused(2)));
        assert_eq!(resume(twice), Ok(Some(Paused(1))));
        assert_eq!(resume(once), Ok(None));
        assert_eq!(resume(None), Err(WrongState { found: None }));
    }
}
