//! What a reader downloads, part by part, against the budget.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::read_folder;

/// First paint and first scenario may take this much, compressed with brotli: what any host that counts
/// bytes sends. Gzip is measured beside it, for those that know nothing better.
pub(crate) const BUDGET_BYTES: usize = 350_000;
/// What we'd like it to take.
const AIM_BYTES: usize = 250_000;

/// What is loaded when somebody asks for it lives here, and is not in the budget,
const LATER: &str = "later/";
/// but for the list of scenarios and the first of them.
const FIRST: [&str; 2] = ["later/catalogue-", "later/catalogue/S02-"];

/// The sizes of one file, or of several.
#[derive(Clone, Copy, Default)]
struct Sizes {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Prints a table of a site's parts, ending with the verdict; too large a site is an error.
pub(crate) fn check(folder: &Path) -> Result<()> {
    let (table, first) = measured(folder)?;
    print!("{table}");
    println!("{}", verdict(first.brotli)?);
    Ok(())
}

/// What first paint and first scenario take, compressed with brotli.
pub(crate) fn first_paint_bytes(folder: &Path) -> Result<usize> {
    Ok(measured(folder)?.1.brotli)
}

/// A table of a site's parts, and the sum of those that are in the budget.
fn measured(folder: &Path) -> Result<(String, Sizes)> {
    let mut table = row("", ["raw", "gzip -9", "brotli -11"].map(str::to_owned));
    let (mut first, mut later) = (Sizes::default(), Sizes::default());
    for (name, content) in read_folder(folder)? {
        let sizes = measure(&content)?;
        let is_first = FIRST.iter().any(|start| name.starts_with(start));
        let sum = if name.starts_with(LATER) && !is_first {
            &mut later
        } else {
            &mut first
        };
        sum.raw += sizes.raw;
        sum.gzip += sizes.gzip;
        sum.brotli += sizes.brotli;
        table += &numbers(&name, sizes);
    }
    table += &numbers("first paint and first scenario", first);
    if later.raw > 0 {
        table += &numbers("loaded later", later);
    }
    Ok((table, first))
}

fn verdict(brotli: usize) -> Result<String> {
    let text = format!(
        "{} of {} bytes (brotli -11); the aim is {}",
        grouped(brotli),
        grouped(BUDGET_BYTES),
        grouped(AIM_BYTES)
    );
    if brotli > BUDGET_BYTES {
        bail!("the page is over its budget: {text}");
    }
    Ok(text)
}

fn measure(content: &[u8]) -> Result<Sizes> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(content)?;
    let mut brotli = brotli::CompressorWriter::new(Vec::new(), 1 << 16, 11, 24);
    brotli.write_all(content)?;
    Ok(Sizes {
        raw: content.len(),
        gzip: gzip.finish()?.len(),
        brotli: brotli.into_inner().len(),
    })
}

fn numbers(name: &str, sizes: Sizes) -> String {
    row(name, [sizes.raw, sizes.gzip, sizes.brotli].map(grouped))
}

fn row(name: &str, cells: [String; 3]) -> String {
    let mut row = format!("{name:<40}");
    for cell in cells {
        let _ = write!(row, "{cell:>12}");
    }
    row.push('\n');
    row
}

/// 1234567 as `1,234,567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{grouped, verdict};

    #[test]
    fn groups_digits() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn over_the_budget_is_an_error() {
        assert_eq!(
            verdict(350_000).unwrap(),
            "350,000 of 350,000 bytes (brotli -11); the aim is 250,000"
        );
        assert_eq!(
            verdict(350_001).unwrap_err().to_string(),
            "the page is over its budget: 350,001 of 350,000 bytes (brotli -11); the aim is 250,000"
        );
    }
}
