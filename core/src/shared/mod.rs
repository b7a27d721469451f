//! Collections that know nothing of what they hold.

mod list;
mod sorted;

pub use list::SharedList;
pub(crate) use list::make_mut_with_room;
pub use sorted::{SortedMap, first_by_key, sort_few};
