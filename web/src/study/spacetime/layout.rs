//! Where everything stands: from facts to shapes. Wide, time runs to the right and the processes lie under
//! each other; narrow, time runs down and they stand side by side.

use super::axis::Axis;
use super::labels;
use super::marks::Marks;
use super::rows::is_shown;
use super::shapes::{
    Anchor, Arrow, Bar, Callout, Dot, Kind, LeadsTo, Line, Part, Picture, Point, ProcessGlyph,
    Span, SpanKind, Text, Tick, Tip, Tone,
};
use crate::prose::Teller;
use crate::words::{duration, instant};
use tidemark_core::event::Effect;
use tidemark_core::session::frame::{Frame, RoleView};
use tidemark_core::sim::event::VirtualTime;
use tidemark_core::sim::naming::MessageType;
use tidemark_core::sim::node::Node;
use tidemark_core::study::spacetime::{AbsenceKind, End, Message, Place, Window};
use tidemark_core::study::why::Value;

mod room;
use room::Room;

/// The names' column, and the room right of the last moment.
const NAMES: f64 = 124.0;
const AFTER: f64 = 44.0;
/// The first line, and what is below the last one.
const ABOVE: f64 = 64.0;
const BELOW: f64 = 84.0;
/// From one line to the next.
const LINES: f64 = 150.0;
const LINES_MANY: f64 = 118.0;
/// The same narrow: the times' column, what is above, and what is below.
const TIMES: f64 = 40.0;
const HEADS: f64 = 66.0;
const FEET: f64 = 28.0;
/// Narrow, each moment has so much room.
const NARROW_MOMENT: f64 = 26.0;
/// Ticks are at least so far apart.
const TICKS: f64 = 76.0;
const NARROW_TICKS: f64 = 34.0;
/// An arrow ends short of the line.
const SHORT: f64 = 6.0;
/// The height of a bar, and its distance from its line and from the next bar.
const BAR: f64 = 6.0;
const BAR_LIFT: f64 = 17.0;
const BAR_NEXT: f64 = 12.0;
/// What is in flight ends so far right of the last moment.
const IN_FLIGHT: f64 = 18.0;
/// The callout: one line of it, what is around them, and its distance from its moment.
const CALLOUT_LINE: f64 = 18.0;
const CALLOUT_PAD: f64 = 10.0;
const CALLOUT_OFF: f64 = 16.0;
/// A letter of the callout's.
const CALLOUT_LETTER: f64 = 7.4;
/// Names of processes side by side need so much room each.
const NAME_ROOM: f64 = 76.0;
/// Half the thickness of a hatched span.
const SPAN: f64 = 9.0;

/// How a window is looked at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View<'a> {
    /// The width there is.
    pub(crate) room: f64,
    /// Time runs down.
    pub(crate) narrow: bool,
    /// Processes that are not drawn.
    pub(crate) hidden: &'a [Node],
    /// The chain that is marked.
    pub(crate) marks: Option<&'a Marks>,
}

/// The picture of a window.
pub(crate) fn lay_out(window: &Window, view: &View<'_>, frame: &Frame, teller: &Teller) -> Picture {
    let nodes: Vec<Node> = window
        .processes
        .iter()
        .copied()
        .filter(|node| !view.hidden.contains(node))
        .collect();
    let room = if view.narrow {
        let moments = window.events.len() as f64;
        (moments * NARROW_MOMENT).max(240.0)
    } else {
        (view.room - NAMES - AFTER).max(200.0)
    };
    let axis = Axis::new(window, room);
    let mut laying = Laying {
        window,
        view,
        frame,
        teller,
        nodes,
        axis,
        picture: Picture::default(),
        taken: Room::default(),
    };
    laying.make_room_for_callout();
    laying.frame_up();
    laying.ticks();
    laying.spans();
    laying.bars();
    laying.arrows();
    laying.dots();
    laying.callout();
    laying.name_changes();
    laying.name_arrows();
    laying.picture
}

struct Laying<'a> {
    window: &'a Window,
    view: &'a View<'a>,
    frame: &'a Frame,
    teller: &'a Teller,
    nodes: Vec<Node>,
    axis: Axis,
    picture: Picture,
    /// Where texts stand already.
    taken: Room,
}

impl Laying<'_> {
    /// A point of the axis and of a line; the one between two lines if that is no whole number.
    fn point(&self, along: f64, line: f64) -> Point {
        if self.view.narrow {
            Point {
                x: self.across(line),
                y: HEADS + along,
            }
        } else {
            Point {
                x: NAMES + along,
                y: self.across(line),
            }
        }
    }

    fn across(&self, line: f64) -> f64 {
        let last = self.nodes.len().saturating_sub(1).max(1) as f64;
        if self.view.narrow {
            let room = (self.view.room - TIMES - 2.0 * FEET).max(120.0);
            TIMES + FEET + room * line / last
        } else {
            ABOVE + self.between_lines() * line
        }
    }

    /// Whether names side by side would lie over each other.
    fn is_tight(&self) -> bool {
        self.view.narrow && self.across(1.0) - self.across(0.0) < NAME_ROOM
    }

    fn between_lines(&self) -> f64 {
        if self.nodes.len() > 4 {
            LINES_MANY
        } else {
            LINES
        }
    }

    fn line_of(&self, node: Node) -> Option<f64> {
        let at = self.nodes.iter().position(|known| *known == node)?;
        Some(at as f64)
    }

    fn frame_up(&mut self) {
        let length = self.axis.length + AFTER - 8.0;
        let last = self.nodes.len().saturating_sub(1) as f64;
        let corner = self.point(length, last);
        if self.view.narrow {
            self.picture.width = self.view.room;
            self.picture.height = corner.y + 8.0;
        } else {
            self.picture.width = (corner.x + 8.0).max(self.view.room);
            self.picture.height = corner.y + BELOW;
        }
        self.picture.narrow = self.view.narrow;
        self.picture.tight = self.is_tight();
        let lines = self.nodes.iter().enumerate().map(|(at, node)| {
            let (role, glyph) = self.role(*node);
            let name = match node {
                // Side by side there is room for an id only.
                Node::Broker(id) if self.picture.tight => id.to_string(),
                node => labels::name(self.teller, *node),
            };
            Line {
                name,
                role,
                glyph,
                ends: [self.point(-6.0, at as f64), self.point(length, at as f64)],
            }
        });
        self.picture.lines = lines.collect();
        if !self.view.narrow {
            // No text lies on a line.
            for line in &self.picture.lines {
                let [from, to] = line.ends;
                let corner = Point {
                    x: from.x,
                    y: from.y - 3.0,
                };
                let size = Point {
                    x: to.x - from.x,
                    y: 6.0,
                };
                self.taken.take_area(corner, size);
            }
        }
        let now = self.axis.place(Place {
            time: self.window.now,
            step: self.current_step(),
            moment: self.last_moment(),
        });
        if self.window.position > 0 {
            self.picture.now = Some([self.point(now, -0.25), self.point(now, last + 0.25)]);
        }
    }

    fn current_step(&self) -> Option<u32> {
        let mut steps = self.window.events.iter().map(|event| event.step);
        steps.find(|step| *step == self.window.position)
    }

    /// The last moment of the current step that has a place.
    fn last_moment(&self) -> tidemark_core::study::spacetime::Moment {
        use tidemark_core::study::spacetime::Moment;
        let events = &self.window.events;
        let event = events
            .iter()
            .find(|event| event.step == self.window.position);
        let changes = event.into_iter().flat_map(|event| &event.changes);
        let ends = self.window.messages.iter().filter_map(|message| {
            let End::Arrived(at) = message.end else {
                return None;
            };
            (at.step == Some(self.window.position)).then_some(at.moment)
        });
        let moments = changes.map(|change| change.moment).chain(ends);
        moments.max().unwrap_or(Moment::First)
    }

    fn role(&self, node: Node) -> (String, ProcessGlyph) {
        let words = self.teller.words;
        let id = match node {
            Node::Client(_) => return (words.st_role_client(), ProcessGlyph::Client),
            Node::Controller => return (words.st_role_controller(), ProcessGlyph::Controller),
            Node::Broker(id) => id,
        };
        let lanes = &self.frame.partition.lanes;
        let Some(lane) = lanes.iter().find(|lane| lane.broker == id) else {
            return (String::new(), ProcessGlyph::OutOfSync);
        };
        match lane.role {
            RoleView::Down => (words.st_role_down(), ProcessGlyph::Offline),
            RoleView::Leader => (
                crate::words::say!(words, st_role_leader, epoch = lane.leader_epoch),
                ProcessGlyph::Leader,
            ),
            _ if lane.in_isr => (words.st_role_follower(), ProcessGlyph::InSync),
            _ => (words.st_role_out(), ProcessGlyph::OutOfSync),
        }
    }

    fn ticks(&mut self) {
        let apart = if self.view.narrow {
            NARROW_TICKS
        } else {
            TICKS
        };
        let marks = match (self.axis.scale, self.axis.times()) {
            (Some(scale), Some(times)) => even_ticks(scale, times, apart),
            _ => self
                .axis
                .moments()
                .into_iter()
                .map(|(time, _)| time)
                .collect(),
        };
        let last = self.nodes.len().saturating_sub(1) as f64;
        let mut free = f64::MIN;
        for time in marks {
            let along = self.axis.time(time);
            if along < free {
                continue;
            }
            let label = self.tick_label(time);
            let ends = if self.view.narrow {
                [
                    Point {
                        x: TIMES - 4.0,
                        y: HEADS + along,
                    },
                    Point {
                        x: self.view.room,
                        y: HEADS + along,
                    },
                ]
            } else {
                [self.point(along, -0.28), self.point(along, last + 0.36)]
            };
            let at = if self.view.narrow {
                Point {
                    x: 0.0,
                    y: HEADS + along + 4.0,
                }
            } else {
                Point {
                    x: NAMES + along,
                    y: self.picture.height - 8.0,
                }
            };
            let anchor = if self.view.narrow {
                Anchor::Start
            } else {
                Anchor::Middle
            };
            if self.taken.take((at, anchor), &label) {
                free = along + apart;
                self.picture.ticks.push(Tick { ends, at, label });
            }
        }
        for (along, micros) in self.axis.pauses.clone() {
            let text = format!("≈ {}", duration(micros / 1000));
            let mut at = self.point(along, -0.3);
            if self.view.narrow {
                at = Point {
                    x: 0.0,
                    y: HEADS + along + 4.0,
                };
            }
            let place = (
                at,
                if self.view.narrow {
                    Anchor::Start
                } else {
                    Anchor::Middle
                },
            );
            if self.taken.take(place, &text) {
                self.picture.breaks.push(Text {
                    at,
                    anchor: place.1,
                    text,
                    tone: Tone::Quiet,
                    asks: None,
                });
            }
        }
    }

    fn tick_label(&self, time: VirtualTime) -> String {
        let label = instant(time.as_millis());
        if self.view.narrow {
            // The column has room for the digits only.
            let digits = label.split('\u{a0}').next().unwrap_or_default();
            return digits.to_owned();
        }
        label
    }

    fn spans(&mut self) {
        for absence in &self.window.absences {
            let Some(line) = self.line_of(Node::Broker(absence.broker)) else {
                continue;
            };
            let from = self.axis.place(absence.from);
            let until = absence
                .until
                .map_or(self.axis.length + AFTER - 8.0, |until| {
                    self.axis.place(until)
                });
            let [at, size] = self.rectangle([from, until], line, [-SPAN, SPAN]);
            self.picture.spans.push(Span {
                at,
                size,
                kind: match absence.kind {
                    AbsenceKind::Down | AbsenceKind::Starting => SpanKind::Down,
                    AbsenceKind::Paused | AbsenceKind::Fenced => SpanKind::Away,
                },
                label: labels::absence(self.teller, absence.broker, absence.kind),
            });
        }
    }

    /// A rectangle along a line: its corner and its size.
    fn rectangle(&self, along: [f64; 2], line: f64, across: [f64; 2]) -> [Point; 2] {
        let start = self.point(along[0], line);
        let length = (along[1] - along[0]).max(1.0);
        let thickness = across[1] - across[0];
        if self.view.narrow {
            [
                Point {
                    x: start.x + across[0],
                    y: start.y,
                },
                Point {
                    x: thickness,
                    y: length,
                },
            ]
        } else {
            [
                Point {
                    x: start.x,
                    y: start.y + across[0],
                },
                Point {
                    x: length,
                    y: thickness,
                },
            ]
        }
    }

    fn bars(&mut self) {
        let mut rows: Vec<(Node, f64, f64)> = Vec::new();
        for wait in &self.window.waits {
            let leader = Node::Broker(wait.leader);
            let Some(line) = self.line_of(leader) else {
                continue;
            };
            if self.view.hidden.contains(&Node::Broker(wait.follower)) {
                continue;
            }
            let from = self.axis.time(wait.from);
            let until = wait.until.map_or(self.axis.length + AFTER - 20.0, |until| {
                self.axis.time(until)
            });
            if until - from < 3.0 {
                continue;
            }
            // Bars that overlap lie over each other.
            let mut row = 0.0;
            while rows
                .iter()
                .any(|(at, known, end)| *at == leader && *known == row && *end > from)
            {
                row += 1.0;
            }
            rows.push((leader, row, until));
            let lift = -BAR_LIFT - BAR_NEXT * row;
            let [at, size] = self.rectangle([from, until], line, [lift, lift + BAR]);
            let label = labels::wait(self.teller, wait);
            if !self.view.narrow && until - from > 60.0 {
                let text = Text {
                    at: Point {
                        x: at.x + size.x / 2.0,
                        y: at.y - 4.0,
                    },
                    anchor: Anchor::Middle,
                    text: label.clone(),
                    tone: Tone::Quiet,
                    asks: None,
                };
                if self.is_inside(text.at, text.anchor, &text.text)
                    && self.taken.take((text.at, text.anchor), &text.text)
                {
                    self.picture.texts.push(text);
                }
            }
            self.picture.bars.push(Bar {
                at,
                size,
                open: wait.until.is_none(),
                renewed: wait.renewals > 0,
                label,
            });
        }
    }

    fn arrows(&mut self) {
        let mut arrows: Vec<Arrow> = self
            .window
            .messages
            .iter()
            .filter(|message| is_shown(message, self.view.hidden))
            .filter_map(|message| self.arrow(message))
            .collect();
        // What matters most is drawn last.
        arrows.sort_by_key(|arrow| arrow.part);
        self.picture.arrows = arrows;
    }

    fn arrow(&self, message: &Message) -> Option<Arrow> {
        let (one, other) = (
            self.line_of(message.head.from)?,
            self.line_of(message.head.to)?,
        );
        let sent = self.axis.place(message.sent);
        let (along, share, tip) = match message.end {
            End::Arrived(at) => (self.axis.place(at), 1.0, Tip::Head),
            End::Lost(at) => (self.axis.place(at), 1.0, Tip::Cross),
            End::NeverArrives(at) => (self.axis.place(at), 0.7, Tip::Cross),
            End::Dropped { at, arrives } => {
                let share = share(message.sent.time, at.time, arrives);
                (self.axis.place(at), share.clamp(0.2, 0.9), Tip::Cross)
            }
            End::InFlight {
                arrives, stalled, ..
            } => {
                let end = self.axis.times().map_or(self.window.now, |(_, last)| last);
                let tip = if stalled { Tip::Held } else { Tip::Open };
                // One that has only been sent is to be seen, too.
                let share = share(message.sent.time, end, arrives).clamp(0.3, 0.88);
                (self.axis.length + IN_FLIGHT, share, tip)
            }
        };
        let from = self.point(sent, one);
        let whole = self.point(along, one + (other - one) * share);
        let to = if tip == Tip::Head {
            shortened(from, whole)
        } else {
            whole
        };
        let step = super::rows::ends_in(message);
        let part = self
            .view
            .marks
            .map_or(Part::Unasked, |marks| match message.end {
                End::Arrived(_) => marks.part(step, message.head.to),
                _ => Part::None,
            });
        Some(Arrow {
            from,
            to,
            tip,
            part,
            kind: kind(message.head.kind.message_type()),
            future: step.is_some_and(|step| step > self.window.position),
            label: labels::message(self.teller, self.window, message),
            leads_to: match message.end {
                End::InFlight { name, .. } => Some(LeadsTo::Message(name)),
                _ => step.map(LeadsTo::Step),
            },
        })
    }

    fn dots(&mut self) {
        let mut dots: Vec<Dot> = Vec::new();
        let mut add = |dot: Dot| {
            match dots.iter_mut().find(|known| known.at == dot.at) {
                // An event tells more than a message that is sent in it.
                Some(known) if known.step.is_none() => *known = dot,
                Some(known) => known.part = known.part.max(dot.part),
                None => dots.push(dot),
            }
        };
        for event in &self.window.events {
            let mut places: Vec<(Node, tidemark_core::study::spacetime::Moment)> = event
                .changes
                .iter()
                .map(|change| (change.node, change.moment))
                .collect();
            let ended = self.window.messages.iter().filter_map(|message| {
                let (End::Arrived(at) | End::Lost(at)) = message.end else {
                    return None;
                };
                (at.step == Some(event.step)).then_some((message.head.to, at.moment))
            });
            places.extend(ended);
            if let (Some(node), true) = (event.node, places.is_empty()) {
                places.push((node, tidemark_core::study::spacetime::Moment::First));
            }
            for (node, moment) in places {
                let Some(line) = self.line_of(node) else {
                    continue;
                };
                let place = Place {
                    time: event.time,
                    step: Some(event.step),
                    moment,
                };
                add(Dot {
                    at: self.point(self.axis.place(place), line),
                    part: self.part(Some(event.step), node),
                    now: event.step == self.window.position,
                    future: event.step > self.window.position,
                    step: Some(event.step),
                    label: labels::event(self.teller, event),
                });
            }
        }
        let shown = self
            .window
            .messages
            .iter()
            .filter(|message| is_shown(message, self.view.hidden));
        for message in shown {
            let Some(line) = self.line_of(message.head.from) else {
                continue;
            };
            let step = message.sent.step;
            add(Dot {
                at: self.point(self.axis.place(message.sent), line),
                part: self.part(step, message.head.from),
                now: step == Some(self.window.position),
                future: step.is_some_and(|step| step > self.window.position),
                step,
                label: labels::message(self.teller, self.window, message),
            });
        }
        self.picture.dots = dots;
    }

    fn part(&self, step: Option<u32>, node: Node) -> Part {
        self.view
            .marks
            .map_or(Part::Unasked, |marks| marks.part(step, node))
    }

    /// Narrow, moments stand so close that the callout would lie over some of them: time stands still there.
    fn make_room_for_callout(&mut self) {
        if !self.view.narrow {
            return;
        }
        self.dots();
        if let Some((marks, dot)) = self.set_moment() {
            let height = callout_height(&self.callout_lines(marks));
            self.axis
                .make_room(dot.y - HEADS, CALLOUT_OFF + height + NARROW_MOMENT / 2.0);
        }
        self.picture.dots.clear();
    }

    /// The moment in which the value was set that is asked about.
    fn set_moment(&self) -> Option<(&Marks, Point)> {
        let marks = self.view.marks?;
        let (step, node) = marks.set?;
        let mut dots = self.picture.dots.iter();
        let dot = dots.find(|dot| dot.step == Some(step) && self.is_at(dot.at, node));
        dot.map(|dot| (marks, dot.at))
    }

    /// The rule, in lines that fit.
    fn callout_lines(&self, marks: &Marks) -> Vec<String> {
        let fit = ((self.view.room - 40.0) / CALLOUT_LETTER) as usize;
        let mut lines: Vec<String> = Vec::new();
        for part in marks
            .rule
            .iter()
            .flat_map(|rule| rule.split_inclusive(", "))
        {
            match lines.last_mut() {
                Some(line) if line.chars().count() + part.trim_end().chars().count() <= fit => {
                    line.push_str(part);
                }
                _ => lines.push(part.to_owned()),
            }
        }
        lines
    }

    fn callout(&mut self) {
        let Some((marks, dot)) = self.set_moment() else {
            return;
        };
        let rule = self.callout_lines(marks);
        let letters = rule.iter().map(|line| line.trim_end().chars().count());
        let letters = letters
            .chain([marks.title.chars().count()])
            .max()
            .unwrap_or(0);
        let title = marks.title.clone();
        let size = Point {
            x: (letters as f64 * CALLOUT_LETTER + 24.0).min(self.picture.width - 16.0),
            y: callout_height(&rule),
        };
        let most = (self.picture.width - 4.0 - size.x).max(4.0);
        let right = (dot.x + 20.0).clamp(4.0, most);
        let left = (dot.x - 20.0 - size.x).clamp(4.0, most);
        let above = (dot.y - CALLOUT_OFF - size.y).max(0.0);
        let below = dot.y + CALLOUT_OFF;
        let places = [(right, below), (left, below), (right, above), (left, above)];
        let covers = |(x, y): (f64, f64)| {
            let dots = self.picture.dots.iter();
            let covered = dots.filter(|dot| {
                (x - 6.0..x + size.x + 6.0).contains(&dot.at.x)
                    && (y - 6.0..y + size.y + 6.0).contains(&dot.at.y)
            });
            covered.count()
        };
        let best = places.into_iter().min_by_key(|place| covers(*place));
        let (x, y) = best.unwrap_or((right, below));
        let at = Point { x, y };
        self.taken.take_area(at, size);
        self.picture.callout = Some(Callout {
            at,
            size,
            dot,
            title,
            rule,
        });
    }

    /// Whether a point lies on a process's line.
    fn is_at(&self, point: Point, node: Node) -> bool {
        self.line_of(node).is_some_and(|line| {
            let across = self.across(line);
            let own = if self.view.narrow { point.x } else { point.y };
            (own - across).abs() < 0.5
        })
    }

    fn name_changes(&mut self) {
        let mut told: Vec<(Part, Point, Named)> = Vec::new();
        for event in &self.window.events {
            for change in &event.changes {
                let (Some(line), Some((text, tone))) = (
                    self.line_of(change.node),
                    labels::change(self.teller, &change.effect),
                ) else {
                    continue;
                };
                let place = Place {
                    time: event.time,
                    step: Some(event.step),
                    moment: change.moment,
                };
                let at = self.point(self.axis.place(place), line);
                let part = self.part(Some(event.step), change.node);
                let tone = match (part, event.step > self.window.position) {
                    (Part::None, _) | (Part::Unasked, true) => Tone::Quiet,
                    _ => tone,
                };
                // The callout says it.
                let is_said = self
                    .picture
                    .callout
                    .as_ref()
                    .is_some_and(|callout| callout.dot == at && tone == Tone::Tide);
                let asks = asked(&change.effect).map(|value| (event.step, value));
                if !is_said {
                    told.push((part, at, Named { text, tone, asks }));
                }
            }
        }
        told.sort_by_key(|(part, ..)| core::cmp::Reverse(*part));
        for (_, at, named) in told {
            self.write_beside(at, named);
        }
    }

    /// Writes a text beside a moment, where there is room.
    fn write_beside(&mut self, at: Point, named: Named) {
        let Named { text, tone, asks } = named;
        let places = if self.view.narrow {
            [
                (10.0, 4.0, Anchor::Start),
                (-10.0, 4.0, Anchor::End),
                (10.0, 17.0, Anchor::Start),
                (-10.0, 17.0, Anchor::End),
                (10.0, -9.0, Anchor::Start),
                (-10.0, -9.0, Anchor::End),
            ]
        } else {
            [
                (5.0, -9.0, Anchor::Start),
                (0.0, 20.0, Anchor::Middle),
                (9.0, 16.0, Anchor::Start),
                (-5.0, -9.0, Anchor::End),
                (-9.0, 16.0, Anchor::End),
                (0.0, 34.0, Anchor::Middle),
            ]
        };
        for (x, y, anchor) in places {
            let place = Point {
                x: at.x + x,
                y: at.y + y,
            };
            if self.is_inside(place, anchor, &text) && self.taken.take((place, anchor), &text) {
                self.picture.texts.push(Text {
                    at: place,
                    anchor,
                    text,
                    tone,
                    asks,
                });
                return;
            }
        }
    }

    fn is_inside(&self, at: Point, anchor: Anchor, text: &str) -> bool {
        let [from, to] = room::extent(at.x, anchor, text);
        let left = if self.view.narrow {
            TIMES - 6.0
        } else {
            NAMES - 8.0
        };
        from >= left && to <= self.picture.width
    }

    fn name_arrows(&mut self) {
        let mut named: Vec<(Part, bool, [Point; 2], String)> = Vec::new();
        for message in &self.window.messages {
            if !is_shown(message, self.view.hidden) {
                continue;
            }
            let Some(arrow) = self.arrow(message) else {
                continue;
            };
            let text = labels::content(self.teller, &message.head);
            named.push((arrow.part, arrow.future, [arrow.from, arrow.to], text));
        }
        named.sort_by_key(|(part, future, ..)| (core::cmp::Reverse(*part), *future));
        for (part, future, ends, text) in named {
            let tone = match part {
                Part::Trigger => Tone::Chain,
                Part::Needed | Part::LedTo => Tone::Message,
                Part::Unasked if !future => Tone::Message,
                Part::None | Part::Unasked => Tone::Quiet,
            };
            for share in [0.5, 0.38, 0.62, 0.28, 0.72, 0.82] {
                let middle = between(ends, share);
                let sides = if self.view.narrow {
                    [(0.0, -5.0, Anchor::Middle), (0.0, 14.0, Anchor::Middle)]
                } else {
                    [(7.0, 4.0, Anchor::Start), (-7.0, 4.0, Anchor::End)]
                };
                let found = sides.into_iter().find_map(|(x, y, anchor)| {
                    let at = Point {
                        x: middle.x + x,
                        y: middle.y + y,
                    };
                    let fits =
                        self.is_inside(at, anchor, &text) && self.taken.take((at, anchor), &text);
                    fits.then_some((at, anchor))
                });
                if let Some((at, anchor)) = found {
                    self.picture.texts.push(Text {
                        at,
                        anchor,
                        text,
                        tone,
                        asks: None,
                    });
                    break;
                }
            }
        }
    }
}

/// What stands beside a moment.
struct Named {
    text: String,
    tone: Tone,
    asks: Option<(u32, Value)>,
}

/// The value that an effect set, if its causes can be asked for.
const fn asked(effect: &Effect) -> Option<Value> {
    Some(match effect {
        Effect::Appended { broker, .. }
        | Effect::Truncated { broker, .. }
        | Effect::RecordsLost { broker, .. } => Value::LogEndOffset(*broker),
        Effect::HighWatermark { broker, .. } => Value::HighWatermark(*broker),
        Effect::BecameLeader { broker, .. } | Effect::BecameFollower { broker, .. } => {
            Value::ReplicaLeaderEpoch(*broker)
        }
        Effect::LeaderSawIsr { .. } | Effect::IsrChangeCommitted { .. } => Value::Isr,
        Effect::PartitionChanged { .. } => Value::Leader,
        _ => return None,
    })
}

fn callout_height(rule: &[String]) -> f64 {
    CALLOUT_LINE * (rule.len() as f64 + 1.0) + CALLOUT_PAD
}

/// Round times, at least so far apart.
fn even_ticks(
    scale: f64,
    (first, last): (VirtualTime, VirtualTime),
    apart: f64,
) -> Vec<VirtualTime> {
    // To the millisecond: that is what the labels say.
    let mut step: u64 = 1_000;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut unit = 1_000;
    while (step as f64) * scale < apart && step < u64::MAX / 100 {
        let factor = factors.next().unwrap_or(10);
        step = unit * factor;
        if factor == 10 {
            unit = step;
        }
    }
    let from = first.0.div_ceil(step) * step;
    (0..)
        .map(|index| from + index * step)
        .take_while(|time| *time <= last.0)
        .map(VirtualTime)
        .collect()
}

/// The share of its way that a message has gone.
fn share(sent: VirtualTime, now: VirtualTime, arrives: VirtualTime) -> f64 {
    let whole = arrives.0.saturating_sub(sent.0).max(1);
    (now.0.saturating_sub(sent.0) as f64 / whole as f64).clamp(0.0, 1.0)
}

/// The end of an arrow, a little short of where it leads.
fn shortened(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y).max(1.0);
    Point {
        x: to.x - x / length * SHORT,
        y: to.y - y / length * SHORT,
    }
}

fn between([from, to]: [Point; 2], share: f64) -> Point {
    Point {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
    }
}

const fn kind(message: MessageType) -> Kind {
    match message {
        MessageType::Produce | MessageType::ProduceResponse => Kind::Client,
        MessageType::Fetch
        | MessageType::FetchResponse
        | MessageType::OffsetsForLeaderEpoch
        | MessageType::OffsetsForLeaderEpochResponse
        | MessageType::ListOffsets
        | MessageType::ListOffsetsResponse => Kind::Replication,
        _ => Kind::Control,
    }
}
