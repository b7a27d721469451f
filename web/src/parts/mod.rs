//! Small pieces that several rooms share.

mod dialog;
mod icon;
mod rich_text;
mod shortcuts;
mod step_glyph;
mod use_dismiss;
mod use_drag;
mod use_media;
mod use_width;

pub(crate) use dialog::Dialog;
pub(crate) use icon::{Glyph, icon, named_icon, sprite};
pub(crate) use rich_text::rich_text;
pub(crate) use shortcuts::{Shortcut, use_shortcuts};
pub(crate) use step_glyph::step_glyph;
pub(crate) use use_dismiss::use_dismiss;
pub(crate) use use_drag::{Drag, use_drag};
pub(crate) use use_media::use_media;
pub(crate) use use_width::use_width;
