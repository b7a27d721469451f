//! The space-time diagram: from the engine's facts to shapes, and from shapes to a drawing.

mod axis;
mod diagram;
mod drawing;
mod labels;
mod layout;
mod marks;
mod rows;
pub(crate) mod shapes;
#[cfg(test)]
mod tests;

pub(crate) use diagram::Diagram;
pub(crate) use labels::{change, name, precise};
pub(crate) use rows::rows;
