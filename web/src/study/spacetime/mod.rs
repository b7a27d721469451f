//! The space-time diagram: from the engine's facts to shapes, and from shapes to a drawing.

mod axis;
mod labels;
mod layout;
mod marks;
mod rows;
pub(crate) mod shapes;
#[cfg(test)]
mod tests;

pub(crate) use layout::{View, lay_out};
pub(crate) use marks::Marks;
pub(crate) use rows::rows;
