//! What the page says, in each language: one method a message.
//!
//! The texts are Fluent files in `static/i18n`; the build script turns them into [`Words`] and into
//! the structs of [`arguments`], so that a missing message or argument doesn't compile.
//! Messages with arguments are said by name: `say!(words, cut_next, from = 7, to = 5)`.

mod argument;
mod compose;
mod language;
mod quantity;
mod rich;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use argument::{Argument, Number};
pub(crate) use language::Language;
pub(crate) use quantity::{duration, grouped, instant, time_left};
pub(crate) use rich::{Rich, Style};
pub(crate) use table::{add, is_ready};

/// Everything the page can say, in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) Language);

impl Words {
    fn compose(self, index: usize, arguments: &[Argument<'_>]) -> String {
        compose::compose(table::message(self.0, index), arguments, self.0)
    }
}

/// Says a message that has arguments, each by its name and in any order.
macro_rules! say {
    ($words:expr, $message:ident, $($argument:ident = $value:expr),+ $(,)?) => {
        $words.$message($crate::words::arguments::$message {
            $($argument: ($value).into()),+
        })
    };
}
pub(crate) use say;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
