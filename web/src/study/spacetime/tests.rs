//! Facts of the catalogue's runs, laid out: what is drawn, and where.

use super::axis::Axis;
use super::layout::{View, lay_out};
use super::marks::Marks;
use super::rows::rows;
use super::shapes::{Arrow, LeadsTo, Part, Picture, Tip};
use crate::component::Given;
use crate::prose::Teller;
use crate::view::names::Names;
use crate::words::{Language, Words};
use tidemark_core::scenario::catalogue;
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{Lens, Move, Request};
use tidemark_core::session::{Reply, Session};
use tidemark_core::sim::node::Node;
use tidemark_core::study::spacetime::{self, Kinds, Window};
use tidemark_core::study::why::{self, Value};
use tidemark_core::topology::PartitionId;

struct Scene {
    session: Session,
    frame: Frame,
    teller: Teller,
    window: Window,
}

fn scene(id: &str, step: u32, steps: u32) -> Scene {
    let entry = catalogue().iter().find(|entry| entry.id == id);
    let text = entry.expect("it is in the catalogue").text.to_owned();
    let mut session = Session::new();
    let opened = frame(session.handle(Request::Open { text, at: None }));
    let names = Names::new(opened.scenario.map(Given::new));
    let frame = frame(session.handle(Request::Move(Move::To(step))));
    let ask = spacetime::Ask {
        partition: PartitionId(0),
        steps,
        kinds: Kinds::ALL,
        lens: Lens::default(),
    };
    let window = spacetime::tell(&session.lanes()[0], &ask);
    Scene {
        session,
        teller: Teller {
            words: Words(Language::English),
            names,
            zookeeper: frame.controller.zookeeper,
        },
        frame,
        window,
    }
}

#[track_caller]
fn frame(reply: Reply) -> Frame {
    match reply {
        Reply::Frame(frame) => *frame,
        other => panic!("expected a frame, got {other:?}"),
    }
}

impl Scene {
    fn view<'a>(narrow: bool, hidden: &'a [Node], marks: Option<&'a Marks>) -> View<'a> {
        View {
            room: if narrow { 336.0 } else { 1000.0 },
            narrow,
            hidden,
            marks,
        }
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        lay_out(&self.window, view, &self.frame, &self.teller)
    }

    fn wide(&self) -> Picture {
        self.picture(&Self::view(false, &[], None))
    }

    fn marks(&self, value: Value) -> Marks {
        let ask = why::Ask {
            partition: PartitionId(0),
            value,
        };
        let why = why::tell(&self.session.lanes()[0], &ask);
        let (title, rule) = crate::study::why::words_of(&self.teller, &why);
        Marks::new(&why, title, rule)
    }
}

#[test]
fn processes_lie_under_each_other_in_the_order_of_the_assignment() {
    let picture = scene("S01", 5, 24).wide();
    let names: Vec<&str> = picture.lines.iter().map(|line| &*line.name).collect();
    assert_eq!(names, ["client", "broker 0", "broker 1", "broker 2"]);
    let heights: Vec<f64> = picture.lines.iter().map(|line| line.ends[0].y).collect();
    assert_eq!(heights, [64.0, 214.0, 364.0, 514.0]);
    assert!(picture.width >= 1000.0);
}

#[test]
fn narrow_the_time_runs_down_and_everything_stands_in_the_width_there_is() {
    let picture = scene("S01", 5, 24).picture(&Scene::view(true, &[], None));
    assert!(picture.narrow);
    assert!(picture.height > picture.width);
    for line in &picture.lines {
        assert!((line.ends[0].x - line.ends[1].x).abs() < f64::EPSILON);
        assert!(line.ends[1].y > line.ends[0].y);
    }
    for dot in &picture.dots {
        assert!((0.0..=336.0).contains(&dot.at.x), "{dot:?}");
    }
}

#[test]
fn a_message_by_itself_goes_forward_in_time() {
    let picture = scene("A01", 20, 20).wide();
    assert!(picture.arrows.len() > 8);
    for arrow in &picture.arrows {
        assert!(arrow.to.x > arrow.from.x - 0.5, "{arrow:?}");
        assert!((arrow.to.y - arrow.from.y).abs() > 20.0, "{arrow:?}");
    }
}

#[test]
fn no_two_texts_overlap() {
    for (id, step, steps) in [
        ("S01", 5, 24),
        ("A01", 30, 40),
        ("S08", 9, 30),
        ("A02", 33, 60),
    ] {
        let scene = scene(id, step, steps);
        for narrow in [false, true] {
            let picture = scene.picture(&Scene::view(narrow, &[], None));
            let mut texts = picture.texts.clone();
            texts.extend(picture.breaks.clone());
            for (at, one) in texts.iter().enumerate() {
                for other in &texts[at + 1..] {
                    let same = (one.at.y - other.at.y).abs() < 8.0
                        && (one.at.x - other.at.x).abs() < 4.0
                        && one.anchor == other.anchor;
                    assert!(!same, "{id}: {one:?} on {other:?}");
                }
            }
        }
    }
}

fn part_of(picture: &Picture, part: Part) -> Vec<&str> {
    let arrows = picture.arrows.iter().filter(|arrow| arrow.part == part);
    let mut labels: Vec<&str> = arrows
        .map(|arrow: &Arrow| arrow.label.split(':').next().unwrap_or_default())
        .collect();
    labels.sort_unstable();
    labels
}

/// As in the mock-up: thick what each step waited for, thin what was there already, dotted what it led to.
#[test]
fn the_chain_of_a_value_is_marked() {
    let scene = scene("S01", 5, 24);
    let marks = scene.marks(Value::HighWatermark(0));
    let picture = scene.picture(&Scene::view(false, &[], Some(&marks)));
    assert_eq!(
        part_of(&picture, Part::Trigger),
        [
            "Fetch, 2 → 0",
            "Fetch, 2 → 0",
            "FetchResponse, 0 → 2",
            "Produce, client → 0",
        ]
    );
    assert_eq!(
        part_of(&picture, Part::Needed),
        ["Fetch, 1 → 0", "Fetch, 1 → 0", "FetchResponse, 0 → 1"]
    );
    assert_eq!(
        part_of(&picture, Part::LedTo),
        [
            "FetchResponse, 0 → 1",
            "FetchResponse, 0 → 2",
            "ProduceResponse, 0 → client",
        ]
    );
    let callout = picture.callout.expect("the value was set in the window");
    assert_eq!(callout.title, "HW of broker 0: 0 → 1");
    assert_eq!(callout.rule, ["min(LEO 1, LEO[1] 1, LEO[2] 1)"]);
}

#[test]
fn what_is_lost_ends_in_a_cross_and_who_is_down_is_hatched() {
    let picture = scene("A01", 29, 12).wide();
    let crosses = picture
        .arrows
        .iter()
        .filter(|arrow| arrow.tip == Tip::Cross);
    assert_eq!(crosses.count(), 1);
    assert_eq!(picture.spans.len(), 1);
    assert_eq!(picture.spans[0].label, "broker 0 is down");
}

#[test]
fn a_hidden_process_takes_its_messages_along() {
    let scene = scene("A01", 20, 20);
    let hidden = [Node::Broker(2)];
    let picture = scene.picture(&Scene::view(false, &hidden, None));
    assert!(picture.lines.iter().all(|line| line.name != "broker 2"));
    assert!(picture.arrows.len() < scene.wide().arrows.len());
    let rows = rows(&scene.window, &hidden, &scene.teller);
    assert!(
        rows.iter()
            .all(|row| row.from.as_deref() != Some("broker 2"))
    );
}

#[test]
fn a_shape_leads_to_its_step() {
    let picture = scene("S01", 5, 24).wide();
    let steps: Vec<u32> = picture
        .arrows
        .iter()
        .filter_map(|arrow| match arrow.leads_to {
            Some(LeadsTo::Step(step)) => Some(step),
            _ => None,
        })
        .collect();
    assert_eq!(steps.len(), picture.arrows.len());
    assert!(steps.contains(&5));
}

#[test]
fn the_table_says_what_the_picture_shows() {
    let scene = scene("S01", 5, 24);
    let rows = rows(&scene.window, &[], &scene.teller);
    let now: Vec<(&str, Vec<&str>)> = rows
        .iter()
        .filter(|row| row.now)
        .map(|row| {
            let changes = row.changes.iter().map(String::as_str).collect();
            (&*row.what, changes)
        })
        .collect();
    assert_eq!(
        now,
        [
            ("Fetch, 2 → 0: Fetch at 1. Part of event 5.", vec![]),
            (
                "FetchResponse, 0 → 2: no records, HW 1. Part of event 5.",
                vec![]
            ),
            (
                "ProduceResponse, 0 → client: stored at 0. Part of event 5.",
                vec![
                    "broker 0: LEO[2] = 1",
                    "broker 0: HW 0 → 1",
                    "broker 0: acknowledges m0",
                    "broker 2: HW 0 → 1",
                ]
            ),
        ]
    );
}

#[test]
fn an_axis_is_true_to_scale_where_that_leaves_room_and_marks_where_it_is_not() {
    let dense = scene("A01", 18, 6);
    let axis = Axis::new(&dense.window, 900.0);
    assert!((axis.length - 900.0).abs() < 2.0, "{}", axis.length);
    let sparse = scene("A01", 30, 40);
    let axis = Axis::new(&sparse.window, 900.0);
    assert!(!axis.pauses.is_empty());
    let moments = axis.moments();
    for pair in moments.windows(2) {
        assert!(pair[0].1 < pair[1].1, "{pair:?}");
    }
}

#[test]
fn every_text_is_there_in_chinese_too() {
    let mut scene = scene("A01", 30, 40);
    scene.teller.words = Words(Language::Chinese);
    let picture = scene.wide();
    assert!(
        picture
            .arrows
            .iter()
            .all(|arrow| arrow.label.contains('，'))
    );
}

/// Narrow, time stands still where the callout is: it lies over no moment but its own.
#[test]
fn a_callout_covers_no_moment() {
    for (id, step, steps) in [("S01", 5, 24), ("A01", 30, 40), ("S08", 9, 30)] {
        let scene = scene(id, step, steps);
        for broker in [0, 1] {
            let marks = scene.marks(Value::HighWatermark(broker));
            for narrow in [false, true] {
                let picture = scene.picture(&Scene::view(narrow, &[], Some(&marks)));
                let Some(callout) = &picture.callout else {
                    continue;
                };
                let (at, size) = (callout.at, callout.size);
                assert!(at.x >= 0.0 && at.x + size.x <= picture.width, "{callout:?}");
                for dot in &picture.dots {
                    let covered = (at.x..at.x + size.x).contains(&dot.at.x)
                        && (at.y..at.y + size.y).contains(&dot.at.y);
                    assert!(!covered, "{id} {narrow}: {dot:?} under {callout:?}");
                }
            }
        }
    }
}

#[test]
fn a_value_that_changed_can_be_asked_about() {
    let picture = scene("S01", 5, 24).wide();
    let asks = |text: &str| {
        let mut texts = picture.texts.iter();
        texts.find(|it| it.text == text).and_then(|it| it.asks)
    };
    assert_eq!(asks("HW 0 → 1"), Some((5, Value::HighWatermark(0))));
    assert_eq!(asks("LEO 1"), Some((1, Value::LogEndOffset(0))));
    assert_eq!(asks("Fetch at 1"), None);
}

#[test]
fn many_lines_side_by_side_have_ids_and_glyphs() {
    let scene = scene("A01", 30, 40);
    let picture = scene.picture(&Scene::view(true, &[], None));
    assert!(picture.tight);
    let names: Vec<&str> = picture.lines.iter().map(|line| &*line.name).collect();
    assert_eq!(names, ["client", "0", "1", "2", "controller"]);
    let scene = self::scene("S01", 5, 24);
    let hidden = [Node::Broker(2), Node::Client(1)];
    assert!(!scene.picture(&Scene::view(true, &hidden, None)).tight);
}
