//! Leader balance: how many partitions each broker leads, against how many prefer it.

use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::BrokerView;

/// The chart's data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balance {
    /// One bar a broker.
    pub(crate) bars: Vec<Bar>,
    /// The end of the vertical axis.
    pub(crate) top: u32,
}

/// One broker's bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    /// The broker.
    pub(crate) broker: BrokerId,
    /// Partitions it leads.
    pub(crate) leaders: u32,
    /// Partitions that have it as preferred replica.
    pub(crate) preferred: u32,
}

/// The chart for these brokers.
pub(crate) fn balance(brokers: &[BrokerView]) -> Balance {
    let bars: Vec<Bar> = brokers
        .iter()
        .map(|broker| Bar {
            broker: broker.id,
            leaders: broker.leaders,
            preferred: broker.preferred,
        })
        .collect();
    let top = bars
        .iter()
        .map(|bar| bar.leaders.max(bar.preferred))
        .max()
        .unwrap_or(0);
    Balance {
        top: top.max(1),
        bars,
    }
}

/// More bars than these touch each other.
const PARTED_MAX: usize = 60;

/// The corners of the area in which bars stand, in px.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) left: i32,
    pub(crate) right: i32,
    pub(crate) top: i32,
    pub(crate) bottom: i32,
}

impl Area {
    /// How high a value stands if `end` is the end of the axis.
    pub(crate) fn y(self, value: u32, end: u32) -> i32 {
        let height = i64::from(self.bottom - self.top);
        let up = (i64::from(value) * height * 2 / i64::from(end.max(1)) + 1) / 2;
        self.bottom - i32::try_from(up).unwrap_or(0)
    }

    /// Where the column of a bar begins; that of the one behind the last is the area's end.
    fn x(self, bar: usize, bars: usize) -> i32 {
        let width = i64::from(self.right - self.left);
        let along = width * bar as i64 / (bars as i64).max(1);
        self.left + i32::try_from(along).unwrap_or(0)
    }
}

/// One bar's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The column it stands in.
    pub(crate) from: i32,
    /// The column's end.
    pub(crate) to: i32,
    /// Its left edge.
    pub(crate) left: i32,
    /// Its right edge.
    pub(crate) right: i32,
    /// Its upper edge.
    pub(crate) leaders: i32,
    /// Where it should end.
    pub(crate) preferred: i32,
}

/// The places of all bars.
pub(crate) fn shapes(data: &Balance, area: Area) -> Vec<Shape> {
    let count = data.bars.len();
    let gap = if count > PARTED_MAX { 0 } else { 2 };
    let place = |(at, bar): (usize, &Bar)| {
        let (from, to) = (area.x(at, count), area.x(at + 1, count));
        Shape {
            from,
            to,
            left: from + gap,
            right: to - gap,
            leaders: area.y(bar.leaders, data.top),
            preferred: area.y(bar.preferred, data.top),
        }
    };
    data.bars.iter().enumerate().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area {
        left: 30,
        right: 130,
        top: 0,
        bottom: 80,
    };

    const fn bar(broker: BrokerId, leaders: u32, preferred: u32) -> Bar {
        Bar {
            broker,
            leaders,
            preferred,
        }
    }

    #[test]
    fn bars_share_the_width_and_stand_on_one_scale() {
        let data = Balance {
            bars: vec![bar(0, 4, 2), bar(1, 0, 3)],
            top: 4,
        };
        let expected = [
            Shape {
                from: 30,
                to: 80,
                left: 32,
                right: 78,
                leaders: 0,
                preferred: 40,
            },
            Shape {
                from: 80,
                to: 130,
                left: 82,
                right: 128,
                leaders: 80,
                preferred: 20,
            },
        ];
        assert_eq!(shapes(&data, AREA), expected);
    }

    #[test]
    fn many_bars_touch_each_other() {
        let data = Balance {
            bars: (0..100).map(|broker| bar(broker, 1, 1)).collect(),
            top: 3,
        };
        let shapes = shapes(&data, AREA);
        assert_eq!((shapes[1].left, shapes[1].right), (31, 32));
        assert_eq!(shapes[1].leaders, 53);
    }
}
