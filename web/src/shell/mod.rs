//! The frame round every room.

mod branches;
mod drags;
mod events;
mod explain;
mod help;
mod jumps;
mod keys;
mod notice;
mod scrubber;
mod share;
mod top_bar;
mod transport;

pub(crate) use branches::branch_name;
pub(crate) use drags::Drags;
pub(crate) use events::Events;
pub(crate) use explain::explain;
pub(crate) use help::help;
pub(crate) use keys::key;
pub(crate) use notice::notice_bar;
pub(crate) use scrubber::{for_paths, hue_of};
pub(crate) use share::share_dialog;
pub(crate) use top_bar::{Tools, top_bar};
pub(crate) use transport::Transport;
