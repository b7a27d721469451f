//! Damage that is the same on every machine: what is given to whatever reads input from outside.

use crate::faults::Draw;

/// What draws the damage.
#[derive(Clone, Debug)]
pub struct Noise(Draw);

impl Noise {
    /// Damage of its own for each seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(Draw::new(seed))
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        // What is below a length is a length.
        self.0.below(end.max(1) as u64) as usize
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.below(256).to_le_bytes()[0]
    }

    /// A letter, a digit or a mark.
    pub fn printable(&mut self) -> u8 {
        b' ' + self.below(95).to_le_bytes()[0]
    }

    /// Some bytes changed, zeroed, taken out, doubled, put in, or cut off.
    pub fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let end = bytes.len().min(at + 1 + self.below(64));
            match self.below(8) {
                0 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
                1 if !bytes.is_empty() => bytes[at] = self.byte(),
                2 if !bytes.is_empty() => bytes[at] = self.printable(),
                3 => bytes.insert(at, self.printable()),
                4 => bytes.truncate(at),
                5 => bytes[at..end].fill(0),
                6 => {
                    bytes.drain(at..end);
                }
                _ => {
                    let copy = bytes[at..end].to_vec();
                    let to = self.below(bytes.len() + 1);
                    bytes.splice(to..to, copy);
                }
            }
        }
    }

    /// `original`, damaged.
    #[must_use]
    pub fn damaged(&mut self, original: &[u8]) -> Vec<u8> {
        let mut bytes = original.to_vec();
        self.damage(&mut bytes);
        bytes
    }
}
