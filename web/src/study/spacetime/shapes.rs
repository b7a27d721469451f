//! What a space-time diagram looks like, as plain data: positions, texts and what each shape means.
//!
//! Nothing here knows the page: it is drawn by `drawing`, and can be written as a file as well.

use tidemark_core::sim::event::VirtualTime;
use tidemark_core::sim::naming::MessageName;
use tidemark_core::study::why::Value;

/// A diagram. Lengths are in px, from the top left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Picture {
    /// Its width.
    pub(crate) width: f64,
    /// Its height.
    pub(crate) height: f64,
    /// Time runs down, not to the right.
    pub(crate) narrow: bool,
    /// The lines stand so close that their names have no room: ids and glyphs stand for them.
    pub(crate) tight: bool,
    /// The processes.
    pub(crate) lines: Vec<Line>,
    /// Points of time that are named.
    pub(crate) ticks: Vec<Tick>,
    /// Where the time between two events is drawn shorter than it is.
    pub(crate) breaks: Vec<Text>,
    /// Spans in which a process was not there.
    pub(crate) spans: Vec<Span>,
    /// Fetches that wait at a leader.
    pub(crate) bars: Vec<Bar>,
    /// Messages.
    pub(crate) arrows: Vec<Arrow>,
    /// Moments of the processes.
    pub(crate) dots: Vec<Dot>,
    /// Texts beside arrows and dots.
    pub(crate) texts: Vec<Text>,
    /// The value that is asked about.
    pub(crate) callout: Option<Callout>,
    /// Where the current moment is: a line across all processes.
    pub(crate) now: Option<[Point; 2]>,
}

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    /// To the right.
    pub(crate) x: f64,
    /// Down.
    pub(crate) y: f64,
}

/// A process.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// Its name.
    pub(crate) name: String,
    /// What it is.
    pub(crate) role: String,
    /// The glyph of what it is.
    pub(crate) glyph: ProcessGlyph,
    /// Where it begins and ends.
    pub(crate) ends: [Point; 2],
}

/// What a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcessGlyph {
    /// A producer or consumer.
    Client,
    /// It leads.
    Leader,
    /// It follows, in the ISR.
    InSync,
    /// It follows, out of the ISR.
    OutOfSync,
    /// It is not running.
    Offline,
    /// The controller.
    Controller,
}

/// A named point of time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// The line across.
    pub(crate) ends: [Point; 2],
    /// Where the label stands.
    pub(crate) at: Point,
    /// The time.
    pub(crate) label: String,
}

/// A span in which a process was not there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Span {
    /// The corner.
    pub(crate) at: Point,
    /// Its width and height.
    pub(crate) size: Point,
    /// In which way it was not.
    pub(crate) kind: SpanKind,
    /// The same in words.
    pub(crate) label: String,
}

/// In which way a process is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpanKind {
    /// It does not run.
    Down,
    /// It stands still, or nobody counts on it.
    Away,
}

/// A fetch that waits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bar {
    /// The corner.
    pub(crate) at: Point,
    /// Its width and height.
    pub(crate) size: Point,
    /// It still waits.
    pub(crate) open: bool,
    /// It was renewed meanwhile.
    pub(crate) renewed: bool,
    /// The same in words.
    pub(crate) label: String,
}

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arrow {
    /// Where it was sent, or where the window begins.
    pub(crate) from: Point,
    /// Where it ended.
    pub(crate) to: Point,
    /// How it ends.
    pub(crate) tip: Tip,
    /// What it has to do with the value that is asked about.
    pub(crate) part: Part,
    /// Its kind.
    pub(crate) kind: Kind,
    /// It arrives after the current step.
    pub(crate) future: bool,
    /// The same in words.
    pub(crate) label: String,
    /// What happens when it is chosen.
    pub(crate) leads_to: Option<LeadsTo>,
}

/// How an arrow ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tip {
    /// It arrived.
    Head,
    /// It was lost.
    Cross,
    /// It is on its way.
    Open,
    /// It stands still on its way.
    Held,
}

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Replication.
    Replication,
    /// A client's.
    Client,
    /// The controller's.
    Control,
}

/// What something has to do with the value that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Nobody asks about a value.
    Unasked,
    /// No part in it.
    None,
    /// What it led to.
    LedTo,
    /// It was needed too, but already there.
    Needed,
    /// Each step waited for the one before.
    Trigger,
}

/// Where one gets by choosing a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeadsTo {
    /// To a step.
    Step(u32),
    /// To a message in flight.
    Message(MessageName),
    /// To a step, and to the causes of a value there.
    Why(u32, Value),
}

/// A moment of a process.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dot {
    /// Where.
    pub(crate) at: Point,
    /// What it has to do with the value that is asked about.
    pub(crate) part: Part,
    /// It is part of the current step.
    pub(crate) now: bool,
    /// It comes after the current step.
    pub(crate) future: bool,
    /// The step, and the same in words; a moment in which something is only sent may have none.
    pub(crate) step: Option<u32>,
    /// The same in words.
    pub(crate) label: String,
}

/// A text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    /// Where it stands: its baseline's beginning, middle or end.
    pub(crate) at: Point,
    /// Which of them.
    pub(crate) anchor: Anchor,
    /// The text.
    pub(crate) text: String,
    /// What it is.
    pub(crate) tone: Tone,
    /// The value that it tells of, and the step that set it: that can be asked about.
    pub(crate) asks: Option<(u32, Value)>,
}

/// Which point of a text its place names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Of something that has no part in what is asked, or comes later.
    Quiet,
    /// Of a message.
    Message,
    /// Of a message that is part of the chain.
    Chain,
    /// A change of a log.
    Change,
    /// A change of a high watermark.
    Tide,
    /// Something that was lost or went down.
    Bad,
}

/// The value that is asked about, beside the moment that set it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Callout {
    /// The corner.
    pub(crate) at: Point,
    /// Its width and height.
    pub(crate) size: Point,
    /// The moment.
    pub(crate) dot: Point,
    /// What became of the value.
    pub(crate) title: String,
    /// The rule with its numbers, if there is one to show: line by line.
    pub(crate) rule: Vec<String>,
}

/// A row of the table that says the same as the picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The step that comes of it; `None` for what has not ended.
    pub(crate) step: Option<u32>,
    /// When it was sent, if it travelled.
    pub(crate) sent: Option<VirtualTime>,
    /// When it happened; `None` for what has not ended.
    pub(crate) time: Option<VirtualTime>,
    /// Who sent it.
    pub(crate) from: Option<String>,
    /// Where it happened.
    pub(crate) to: Option<String>,
    /// What.
    pub(crate) what: String,
    /// What it changed.
    pub(crate) changes: Vec<String>,
    /// It is the current step.
    pub(crate) now: bool,
}
