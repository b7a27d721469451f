//! Where texts stand already: no two of them overlap.

use super::super::shapes::{Anchor, Point};

/// The width of a letter, of a capital, and of a Han character, in px.
const LETTER: f64 = 6.7;
const CAPITAL: f64 = 8.4;
const HAN: f64 = 12.2;
/// How far a text reaches above and below its baseline.
const ABOVE: f64 = 10.0;
const BELOW: f64 = 3.0;

/// Rectangles that are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Room(Vec<[f64; 4]>);

impl Room {
    /// Takes the place of a text, if nothing stands there.
    pub(super) fn take(&mut self, (at, anchor): (Point, Anchor), text: &str) -> bool {
        let [from, to] = extent(at.x, anchor, text);
        let area = [from, at.y - ABOVE, to, at.y + BELOW];
        let free = self.0.iter().all(|other| !overlaps(&area, other));
        if free {
            self.0.push(area);
        }
        free
    }

    /// Takes a rectangle, whatever stands there.
    pub(super) fn take_area(&mut self, at: Point, size: Point) {
        self.0.push([at.x, at.y, at.x + size.x, at.y + size.y]);
    }
}

/// From where to where a text reaches.
pub(super) fn extent(x: f64, anchor: Anchor, text: &str) -> [f64; 2] {
    let width: f64 = text
        .chars()
        .map(|letter| match letter {
            'A'..='Z' | '_' => CAPITAL,
            '\u{2e80}'.. => HAN,
            _ => LETTER,
        })
        .sum();
    match anchor {
        Anchor::Start => [x, x + width],
        Anchor::Middle => [x - width / 2.0, x + width / 2.0],
        Anchor::End => [x - width, x],
    }
}

fn overlaps(one: &[f64; 4], other: &[f64; 4]) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
