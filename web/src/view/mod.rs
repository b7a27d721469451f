//! Pure functions from a frame to shapes: places, labels, classes. Tested natively.
//!
//! Nothing here knows a browser, a component or a language, and nothing decides a rule of Kafka:
//! a shape only says where and how something that the core said is drawn.

pub(crate) mod balance;
pub(crate) mod branches;
pub(crate) mod headline;
pub(crate) mod lane;
pub(crate) mod length;
pub(crate) mod matrix;
pub(crate) mod names;
pub(crate) mod scrubber;
pub(crate) mod stored;
pub(crate) mod wires;
