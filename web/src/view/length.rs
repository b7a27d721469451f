//! Lengths as a drawing writes them: to a tenth.
//!
//! A float can write itself, exactly and shortly; the code for that is as large as a room of the page.

/// The length to a tenth.
pub(crate) fn tenths(length: f64) -> String {
    let tenths = (length * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::tenths;

    #[test]
    fn lengths_are_written_to_a_tenth() {
        let written = [0.0, 8.04, 8.05, 12.96, -0.04, -0.26, -7.0, 1000.0].map(tenths);
        assert_eq!(
            written,
            ["0.0", "8.0", "8.1", "13.0", "0.0", "-0.3", "-7.0", "1000.0"]
        );
    }
}
