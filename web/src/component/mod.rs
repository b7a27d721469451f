//! What the page makes of Yew's components and hooks: the same, compiled once instead of anew for each type.

mod given;
mod part;
mod same;
mod use_kept;
mod use_watch;

pub(crate) use given::Given;
pub(crate) use part::{Drawn, Part, part, part_of, whole};
pub(crate) use use_kept::{Kept, use_kept};
pub(crate) use use_watch::{UseWatch, use_watch};
