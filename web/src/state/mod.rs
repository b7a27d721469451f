//! What the page knows: its own settings, and what the engine said last.

mod player;
mod preferences;
mod session;
mod use_session;

pub(crate) use player::{Speed, use_player};
pub(crate) use preferences::{
    Preferences, localized, use_preferences, use_words, with_preferred_language,
};
pub(crate) use session::{Act, Found, Imported, Notice, Session};

/// The session for components that stand far from it.
pub(crate) type SessionContext = yew::UseReducerHandle<Session>;
pub(crate) use use_session::{Handle, use_handle, use_session};
