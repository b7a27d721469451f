//! A canvas as a painter: rectangles, crosses and small text in the style sheet's colours.

use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::NodeRef;

/// The inks a picture may use; the style sheet says what they look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Paper,
    Wash,
    Full,
    Soft,
    Faint,
    Warn,
    Bad,
    Control,
}

const INKS: [(Ink, &str); 8] = [
    (Ink::Paper, "var(--paper)"),
    (Ink::Wash, "var(--tide-wash)"),
    (Ink::Full, "var(--ink)"),
    (Ink::Soft, "var(--ink-2)"),
    (Ink::Faint, "var(--ink-3)"),
    (Ink::Warn, "var(--warn)"),
    (Ink::Bad, "var(--bad)"),
    (Ink::Control, "var(--k-control)"),
];

/// Paints one picture.
pub(crate) struct Painter {
    context: CanvasRenderingContext2d,
    colours: [String; INKS.len()],
}

impl Painter {
    /// Clears the canvas, sharp on any screen, and takes the colours of the theme shown.
    pub(crate) fn begin(canvas: &NodeRef, width: u32, height: u32) -> Option<Self> {
        let canvas: HtmlCanvasElement = canvas.cast()?;
        let ratio = window().device_pixel_ratio().max(1.0);
        canvas.set_width((f64::from(width) * ratio) as u32);
        canvas.set_height((f64::from(height) * ratio) as u32);
        let style = canvas.style();
        style.set_property("width", &format!("{width}px")).ok()?;
        style.set_property("height", &format!("{height}px")).ok()?;
        // A custom property has no computed colour; a colour made of one has.
        let colours = INKS.map(|(_, colour)| {
            let _ = style.set_property("color", colour);
            let computed = window().get_computed_style(&canvas).ok().flatten();
            computed
                .and_then(|computed| computed.get_property_value("color").ok())
                .unwrap_or_default()
        });
        let context = canvas
            .get_context("2d")
            .ok()??
            .dyn_into::<CanvasRenderingContext2d>()
            .ok()?;
        context.scale(ratio, ratio).ok()?;
        context.set_font("11px sans-serif");
        Some(Self { context, colours })
    }

    /// A filled rectangle.
    pub(crate) fn fill(&self, ink: Ink, x: f64, y: f64, width: f64, height: f64) {
        self.context.set_fill_style_str(self.colour(ink));
        self.context.fill_rect(x, y, width, height);
    }

    /// The outline of a square.
    pub(crate) fn frame(&self, ink: Ink, x: f64, y: f64, side: f64) {
        self.context.set_stroke_style_str(self.colour(ink));
        self.context.set_line_width(1.5);
        self.context.stroke_rect(x, y, side, side);
    }

    /// The upper and lower side of a square.
    pub(crate) fn dashed(&self, ink: Ink, x: f64, y: f64, side: f64) {
        self.fill(ink, x, y, side, 1.5);
        self.fill(ink, x, y + side - 1.5, side, 1.5);
    }

    /// A cross from corner to corner.
    pub(crate) fn cross(&self, ink: Ink, x: f64, y: f64, side: f64) {
        self.context.set_stroke_style_str(self.colour(ink));
        self.context.set_line_width(2.0);
        self.context.begin_path();
        self.context.move_to(x, y);
        self.context.line_to(x + side, y + side);
        self.context.move_to(x + side, y);
        self.context.line_to(x, y + side);
        self.context.stroke();
    }

    /// Text on a baseline.
    pub(crate) fn text(&self, ink: Ink, text: &str, x: f64, y: f64) {
        self.context.set_fill_style_str(self.colour(ink));
        let _ = self.context.fill_text(text, x, y);
    }

    fn colour(&self, ink: Ink) -> &str {
        let at = INKS
            .iter()
            .position(|(known, _)| *known == ink)
            .unwrap_or(0);
        &self.colours[at]
    }
}
