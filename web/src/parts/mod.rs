//! Small components that several rooms share.

mod dialog;
mod icon;
mod rich_text;
mod step_glyph;
mod use_dismiss;
mod use_media;
mod use_width;

pub(crate) use dialog::Dialog;
pub(crate) use icon::{Glyph, Icon, Sprite, Wordmark};
pub(crate) use rich_text::RichText;
pub(crate) use step_glyph::step_glyph;
pub(crate) use use_dismiss::use_dismiss;
pub(crate) use use_media::use_media;
pub(crate) use use_width::use_width;
