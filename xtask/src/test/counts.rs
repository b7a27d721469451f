//! How many tests ran, as their runners' last lines say.

use anyhow::Result;

use super::report::Failed;

/// Tests, not checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: u32,
    pub(super) failed: u32,
    pub(super) skipped: u32,
}

impl Counts {
    /// Adds what a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …` says.
    pub(super) fn see_cargo(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else {
            return;
        };
        let (_, numbers) = result.split_once(". ").unwrap_or_default();
        for part in numbers.split("; ") {
            match number_first(part) {
                Some((number, "passed")) => self.passed += number,
                Some((number, "failed")) => self.failed += number,
                Some((number, "ignored")) => self.skipped += number,
                _ => {}
            }
        }
    }

    /// Adds what a line such as `ℹ pass 3` of Node.js's runner says.
    pub(super) fn see_node(&mut self, line: &str) {
        let Some((name, number)) = line
            .strip_prefix("ℹ ")
            .and_then(|line| line.split_once(' '))
        else {
            return;
        };
        let number = number.parse().unwrap_or(0);
        match name {
            "pass" => self.passed += number,
            "fail" | "cancelled" => self.failed += number,
            "skipped" | "todo" => self.skipped += number,
            _ => {}
        }
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// A stage's outcome: its runner has the last word, not the lines it printed.
    pub(super) fn verdict(self, succeeded: bool) -> Result<Self> {
        if succeeded && self.failed == 0 {
            Ok(self)
        } else {
            Err(Failed(self).into())
        }
    }
}

fn number_first(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = text.split_once(' ')?;
    Some((number.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn adds_up_what_cargo_says() {
        let mut counts = Counts::default();
        for line in [
            "running 4 tests",
            "test passed::failed ... ok",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.00s",
            "test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s",
        ] {
            counts.see_cargo(line);
        }
        assert_eq!(
            counts,
            Counts {
                passed: 13,
                failed: 2,
                skipped: 1
            }
        );
    }

    #[test]
    fn adds_up_what_node_says() {
        let mut counts = Counts::default();
        for line in [
            "✔ pass 100 (3.1ms)",
            "ℹ tests 7",
            "ℹ suites 0",
            "ℹ pass 3",
            "ℹ fail 1",
            "ℹ cancelled 1",
            "ℹ skipped 2",
            "ℹ todo 0",
            "ℹ duration_ms 1234.5",
        ] {
            counts.see_node(line);
        }
        assert_eq!(
            counts,
            Counts {
                passed: 3,
                failed: 2,
                skipped: 2
            }
        );
    }
}
