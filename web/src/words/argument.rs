//! What can be put into a message.

use yew::AttrValue;

/// A number or a text, put in as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument<'a> {
    /// A number: an offset, an id, a count.
    Number(i64),
    /// A text: a name, a time.
    Text(&'a str),
}

/// A number that selects a plural or is shown with parted thousands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number(i64);

impl From<Number> for Argument<'_> {
    fn from(number: Number) -> Self {
        Self::Number(number.0)
    }
}

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Argument<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a AttrValue> for Argument<'a> {
    fn from(text: &'a AttrValue) -> Self {
        Self::Text(text)
    }
}

macro_rules! from_numbers {
    ($($kind:ty)*) => {$(
        impl From<$kind> for Argument<'_> {
            fn from(number: $kind) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
        impl From<$kind> for Number {
            fn from(number: $kind) -> Self {
                Self(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}
from_numbers!(i32 u32 i64 u64 usize);
