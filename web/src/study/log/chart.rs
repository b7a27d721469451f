//! Lines over a time or a setting, drawn with plotters; the style sheet colours them.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use yew::{AttrValue, Html, html};

const SIZE: (u32, u32) = (860, 150);
/// The area of the lines: left, right, top, bottom.
const AREA: (i32, i32, i32, i32) = (74, 852, 8, 124);

/// Colours that lines are drawn in, and what the style sheet puts in their place.
const INKS: [(RGBColor, &str, &str); 4] = [
    (RGBColor(1, 1, 1), "#010101", "var(--ink-2)"),
    (RGBColor(2, 2, 2), "#020202", "var(--tide)"),
    (RGBColor(3, 3, 3), "#030303", "var(--edge)"),
    (RGBColor(4, 4, 4), "#040404", "var(--warn)"),
];
const AXIS: usize = 0;

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// The one that counts.
    Main,
    /// What it is held against.
    Beside,
    /// A limit.
    Limit,
}

impl Ink {
    const fn number(self) -> usize {
        match self {
            Self::Main => 1,
            Self::Beside => 2,
            Self::Limit => 3,
        }
    }
}

/// A line: a value holds until the next point.
#[derive(Debug, PartialEq)]
pub(super) struct Line {
    /// How it is drawn.
    pub(super) ink: Ink,
    /// Its points, from left to right.
    pub(super) points: Vec<(i64, u64)>,
}

/// A chart.
#[derive(Debug, PartialEq)]
pub(super) struct Chart {
    /// What lies at the left edge, and at the right one.
    pub(super) span: (i64, i64),
    /// The value at the upper edge.
    pub(super) top: u64,
    /// The lines, those below first.
    pub(super) lines: Vec<Line>,
    /// Places on the horizontal axis with their names.
    pub(super) below: Vec<(i64, String)>,
    /// Values on the vertical axis with their names.
    pub(super) beside: Vec<(u64, String)>,
    /// Where the present is.
    pub(super) now: Option<i64>,
}

impl Chart {
    /// The picture, with what it says in words.
    pub(super) fn draw(&self, label: String) -> Html {
        let svg = self.drawn().unwrap_or_default();
        let picture = Html::from_html_unchecked(AttrValue::from(svg));
        html! { <div class="lw chart" tabindex="0" role="img" aria-label={label}>{ picture }</div> }
    }

    fn drawn(&self) -> Option<String> {
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
            self.axes(&root)?;
            for line in &self.lines {
                let width = if line.ink == Ink::Main { 3 } else { 2 };
                let style = INKS[line.ink.number()].0.stroke_width(width);
                root.draw(&PathElement::new(self.stepped(&line.points), style))
                    .ok()?;
            }
            if let Some(now) = self.now {
                let x = self.x(now);
                let style = INKS[Ink::Main.number()].0.stroke_width(1);
                let line = vec![(x, AREA.2 - 6), (x, AREA.3)];
                root.draw(&PathElement::new(line, style)).ok()?;
            }
            root.present().ok()?;
        }
        for (_, drawn, ink) in INKS {
            svg = svg.replace(drawn, ink);
        }
        Some(svg)
    }

    fn axes(&self, root: &DrawingArea<SVGBackend<'_>, Shift>) -> Option<()> {
        let ink = INKS[AXIS].0;
        let corner = (AREA.0, AREA.3);
        let axes = vec![(AREA.0, AREA.2), corner, (AREA.1, AREA.3)];
        root.draw(&PathElement::new(axes, ink)).ok()?;
        let text = |text: &str, place, at: (HPos, VPos)| {
            let style = ("sans-serif", 11).into_font().color(&ink);
            let style = style.pos(Pos::new(at.0, at.1));
            root.draw(&Text::new(text.to_owned(), place, style)).ok()
        };
        for (value, name) in &self.beside {
            let y = self.y(*value);
            root.draw(&PathElement::new(vec![(AREA.0 - 4, y), (AREA.0, y)], ink))
                .ok()?;
            text(name, (AREA.0 - 8, y), (HPos::Right, VPos::Center))?;
        }
        for (place, name) in &self.below {
            let x = self.x(*place);
            let side = match x {
                x if x < AREA.0 + 60 => HPos::Left,
                x if x > AREA.1 - 60 => HPos::Right,
                _ => HPos::Center,
            };
            root.draw(&PathElement::new(vec![(x, AREA.3), (x, AREA.3 + 4)], ink))
                .ok()?;
            text(name, (x, AREA.3 + 8), (side, VPos::Top))?;
        }
        Some(())
    }

    fn stepped(&self, points: &[(i64, u64)]) -> Vec<(i32, i32)> {
        let mut path: Vec<(i32, i32)> = Vec::with_capacity(points.len() * 2);
        for (at, value) in points {
            let (x, y) = (self.x(*at), self.y(*value));
            if let Some((_, before)) = path.last().copied()
                && before != y
            {
                path.push((x, before));
            }
            path.push((x, y));
        }
        path
    }

    fn x(&self, at: i64) -> i32 {
        let length = (i128::from(self.span.1) - i128::from(self.span.0)).max(1);
        let at = (i128::from(at) - i128::from(self.span.0)).clamp(0, length);
        AREA.0 + (at * i128::from(AREA.1 - AREA.0) / length) as i32
    }

    fn y(&self, value: u64) -> i32 {
        let top = i128::from(self.top.max(1));
        let value = i128::from(value).clamp(0, top);
        AREA.3 - (value * i128::from(AREA.3 - AREA.2) / top) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_holds_until_the_next_one() {
        let chart = Chart {
            span: (0, 100),
            top: 10,
            lines: Vec::new(),
            below: Vec::new(),
            beside: Vec::new(),
            now: None,
        };
        assert_eq!(
            chart.stepped(&[(0, 0), (50, 10), (100, 10), (200, 20)]),
            [(74, 124), (463, 124), (463, 8), (852, 8), (852, 8)]
        );
    }
}
