//! Stages: named, timed, summed up.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::counts::Counts;

/// Tests ran, and not all of them passed.
#[derive(Debug)]
pub(super) struct Failed(pub(super) Counts);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.failed {
            0 => f.write_str("the test runner failed"),
            1 => f.write_str("1 test failed"),
            number => write!(f, "{number} tests failed"),
        }
    }
}

impl std::error::Error for Failed {}

/// What has run so far.
#[derive(Default)]
pub(super) struct Report {
    stages: Vec<(&'static str, Duration, bool)>,
    counts: Counts,
}

impl Report {
    pub(super) fn stage(
        &mut self,
        name: &'static str,
        run: impl FnOnce() -> Result<Counts>,
    ) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        let result = run();
        self.stages.push((name, start.elapsed(), result.is_ok()));
        match &result {
            Ok(counts) => self.counts.add(*counts),
            Err(error) => {
                let counts = error.downcast_ref::<Failed>().map(|failed| failed.0);
                let mut counts = counts.unwrap_or_default();
                // A check that fails, or a runner that dies, is a failure even if no test says so.
                counts.failed = counts.failed.max(1);
                self.counts.add(counts);
            }
        }
        result.map(drop)
    }

    /// A line a stage; the last line is what machines read.
    pub(super) fn summary(&self) -> String {
        let mut text = String::from("\n");
        for (name, time, succeeded) in &self.stages {
            let verdict = if *succeeded { "ok" } else { "FAILED" };
            text += &format!("{name:<24}{:>8.1} s  {verdict}\n", time.as_secs_f64());
        }
        let Counts {
            passed,
            failed,
            skipped,
        } = self.counts;
        text += &format!("\n{passed} passed, {failed} failed");
        if skipped > 0 {
            text += &format!(", {skipped} skipped");
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::super::counts::Counts;
    use super::Report;

    fn last_line(report: &Report) -> String {
        report.summary().lines().last().unwrap().to_owned()
    }

    #[test]
    fn sums_up_all_stages() {
        let mut report = Report::default();
        let counts = Counts {
            passed: 3,
            failed: 0,
            skipped: 0,
        };
        report.stage("check", || Ok(Counts::default())).unwrap();
        report.stage("tests", || Ok(counts)).unwrap();
        assert_eq!(last_line(&report), "3 passed, 0 failed");
        report
            .stage("more", || {
                Ok(Counts {
                    skipped: 2,
                    ..counts
                })
            })
            .unwrap();
        assert_eq!(last_line(&report), "6 passed, 0 failed, 2 skipped");
    }

    #[test]
    fn a_failed_stage_is_counted_and_named() {
        let counts = Counts {
            passed: 3,
            failed: 2,
            skipped: 0,
        };
        let mut report = Report::default();
        let error = report.stage("tests", || counts.verdict(false)).unwrap_err();
        assert_eq!(error.to_string(), "2 tests failed");
        assert_eq!(last_line(&report), "3 passed, 2 failed");

        let mut report = Report::default();
        report.stage("check", || Err(anyhow!("no"))).unwrap_err();
        assert_eq!(last_line(&report), "0 passed, 1 failed");
        let line = report.summary().lines().nth(1).unwrap().to_owned();
        assert!(
            line.starts_with("check ") && line.ends_with("FAILED"),
            "{line}"
        );
    }
}
