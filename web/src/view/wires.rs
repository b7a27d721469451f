//! Messages on the wire: an arc from lane to lane, and a dot at its share of the way.

use tidemark_core::sim::event::VirtualTime;

/// How far the outermost arc bulges, in px.
const BULGE_MAX: f64 = 84.0;
/// How far the innermost does.
const BULGE_MIN: f64 = 26.0;
/// An arrow ends this far right of the lanes.
const GAP: f64 = 4.0;

/// A point, in px from the top right corner of the lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// To the right.
    pub(crate) x: f64,
    /// Down.
    pub(crate) y: f64,
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wire {
    /// The arc's path data.
    pub(crate) data: String,
    /// Where the dot is.
    pub(crate) dot: Point,
}

/// The share of its way that a message has gone, from 0 to 1.
pub(crate) fn progress(sent: VirtualTime, arrives: VirtualTime, now: VirtualTime) -> f64 {
    let whole = arrives.0.saturating_sub(sent.0);
    if whole == 0 {
        return 1.0;
    }
    (now.0.saturating_sub(sent.0) as f64 / whole as f64).clamp(0.0, 1.0)
}

/// The arc number `index` of `count`, from one lane's middle to another's.
pub(crate) fn wire(from_y: f64, to_y: f64, index: usize, count: usize, progress: f64) -> Wire {
    let share = (index + 1) as f64 / count.max(1) as f64;
    let bulge = BULGE_MIN + (BULGE_MAX - BULGE_MIN) * share;
    // A message of a broker to itself still needs a way to go.
    let (from_y, to_y) = if from_y == to_y {
        (from_y + 6.0, to_y - 6.0)
    } else {
        (from_y, to_y)
    };
    let ends = [
        Point { x: 0.0, y: from_y },
        Point {
            x: bulge,
            y: from_y,
        },
        Point { x: bulge, y: to_y },
        Point { x: GAP, y: to_y },
    ];
    Wire {
        data: {
            let [from_y, bulge, to_y, gap] = [from_y, bulge, to_y, GAP].map(|px| px.round() as i64);
            format!("M0 {from_y}C{bulge} {from_y} {bulge} {to_y} {gap} {to_y}")
        },
        dot: on_curve(ends, progress),
    }
}

/// A point of a cubic curve.
fn on_curve([a, b, c, d]: [Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum = |of: fn(&Point) -> f64| {
        [a, b, c, d]
            .iter()
            .zip(weights)
            .map(|(p, w)| of(p) * w)
            .sum()
    };
    Point {
        x: sum(|p| p.x),
        y: sum(|p| p.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dot_goes_its_share_of_the_way() {
        let at = |now| progress(VirtualTime(2_000), VirtualTime(6_000), VirtualTime(now));
        assert_eq!(
            [at(0), at(2_000), at(3_000), at(6_000), at(9_000)],
            [0.0, 0.0, 0.25, 1.0, 1.0]
        );
        assert_eq!(
            progress(VirtualTime(5), VirtualTime(5), VirtualTime(5)),
            1.0
        );
    }

    #[test]
    fn an_arc_begins_and_ends_at_its_lanes() {
        let start = wire(60.0, 180.0, 0, 1, 0.0);
        assert_eq!(start.dot, Point { x: 0.0, y: 60.0 });
        assert_eq!(start.data, "M0 60C84 60 84 180 4 180");
        assert_eq!(wire(60.0, 180.0, 0, 1, 1.0).dot, Point { x: 4.0, y: 180.0 });
        assert_eq!(
            wire(60.0, 180.0, 0, 1, 0.5).dot,
            Point { x: 63.5, y: 120.0 }
        );
    }

    #[test]
    fn arcs_lie_beside_each_other() {
        assert_eq!(wire(0.0, 10.0, 0, 2, 0.0).data, "M0 0C55 0 55 10 4 10");
        assert_eq!(wire(0.0, 10.0, 1, 2, 0.0).data, "M0 0C84 0 84 10 4 10");
        assert_eq!(wire(10.0, 10.0, 0, 1, 0.0).data, "M0 16C84 16 84 4 4 4");
    }
}
