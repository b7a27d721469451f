//! Comparing a value with an earlier one, whatever their types.

use std::any::Any;

/// A value that can be held against another.
pub(super) trait Same {
    /// Whether the other has the same type and is equal.
    fn same(&self, other: &dyn Same) -> bool;
    /// The value, to find out its type.
    fn as_any(&self) -> &dyn Any;
}

impl<T: PartialEq + 'static> Same for T {
    fn same(&self, other: &dyn Same) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
