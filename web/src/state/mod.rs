//! What the page knows: its own settings, and what the engine said last.

mod page;
mod player;
mod preferences;
mod session;
mod sharing;
mod use_session;

pub(crate) use page::Page;
pub(crate) use player::{Speed, use_player};
pub(crate) use preferences::{Preferences, localized, use_preferences, with_preferred_language};
pub(crate) use session::{Act, Found, Imported, Linked, Notice, Session, Shared};
pub(crate) use use_session::{Handle, use_session};
