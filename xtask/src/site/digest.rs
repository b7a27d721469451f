//! A short digest: tells one content from another in a name. Not for anything an adversary touches.

/// FNV-1a, 64 bits.
pub(super) struct Digest(u64);

impl Digest {
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(super) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    /// The test vectors published with the function.
    #[test]
    fn is_fnv_1a() {
        for (input, expected) in [
            ("", "cbf29ce484222325"),
            ("a", "af63dc4c8601ec8c"),
            ("foobar", "85944171f73967e8"),
        ] {
            let mut digest = Digest::new();
            digest.update(input.as_bytes());
            assert_eq!(digest.text(), expected, "{input}");
        }
    }
}
