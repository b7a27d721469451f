//! The frame round every room.

mod branches;
mod events;
mod explain;
mod help;
mod jumps;
mod keys;
mod notice;
mod scrubber;
mod shortcuts;
mod top_bar;
mod transport;

pub(crate) use events::Events;
pub(crate) use explain::Explain;
pub(crate) use help::Help;
pub(crate) use notice::NoticeBar;
pub(crate) use shortcuts::{Shortcut, use_shortcuts};
pub(crate) use top_bar::TopBar;
pub(crate) use transport::Transport;
