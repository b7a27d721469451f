//! A command's arguments. Knows no command: each takes what it understands and calls [`Args::finish`].

use std::fmt;
use std::str::FromStr;

use anyhow::Result;

/// The command was called wrongly: the answer is its usage, and exit code 2.
#[derive(Debug)]
pub(crate) struct Misuse(pub(crate) String);

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}

/// What stood behind the command's name and nobody has taken yet.
pub(crate) struct Args(Vec<String>);

impl Args {
    pub(crate) fn new(arguments: impl Iterator<Item = String>) -> Self {
        Self(arguments.collect())
    }

    /// Takes `name`, if it is there.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let position = self.0.iter().position(|argument| argument == name);
        if let Some(position) = position {
            self.0.remove(position);
        }
        position.is_some()
    }

    /// Takes `name VALUE` or `name=VALUE`, if it is there.
    pub(crate) fn value<T: FromStr>(&mut self, name: &str) -> Result<Option<T>> {
        let assigned = format!("{name}=");
        let Some(position) = self
            .0
            .iter()
            .position(|argument| argument == name || argument.starts_with(&assigned))
        else {
            return Ok(None);
        };
        let argument = self.0.remove(position);
        let text = match argument.strip_prefix(&assigned) {
            Some(text) => text.to_owned(),
            None if position < self.0.len() => self.0.remove(position),
            None => return Err(Misuse(format!("{name} needs a value.")).into()),
        };
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(Misuse(format!("{name} can't be `{text}`.")).into()),
        }
    }

    /// Takes the next argument that is no option; `-` is none.
    pub(crate) fn positional(&mut self, name: &str) -> Result<String> {
        let position = self
            .0
            .iter()
            .position(|argument| argument == "-" || !argument.starts_with('-'));
        match position {
            Some(position) => Ok(self.0.remove(position)),
            None => Err(Misuse(format!("{name} is missing.")).into()),
        }
    }

    /// Says no to what is left.
    pub(crate) fn finish(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(argument) => Err(Misuse(format!("`{argument}` is not understood.")).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Args;

    fn args(text: &str) -> Args {
        Args::new(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn takes_flags_and_values_in_any_order() {
        for text in ["--port 9000 --no-open", "--no-open --port=9000"] {
            let mut args = args(text);
            assert_eq!(args.value::<u16>("--port").unwrap(), Some(9000));
            assert!(args.flag("--no-open"));
            assert!(!args.flag("--watch"));
            args.finish().unwrap();
        }
    }

    #[test]
    fn names_what_it_does_not_understand() {
        let refused = |text: &str| {
            let mut args = args(text);
            let port = args.value::<u16>("--port");
            port.map(drop)
                .and_then(|()| args.finish())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("--port"), "--port needs a value.");
        assert_eq!(refused("--port high"), "--port can't be `high`.");
        assert_eq!(refused("--prot 1"), "`--prot` is not understood.");
    }
}
