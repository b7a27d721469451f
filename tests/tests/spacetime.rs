//! The space-time diagram's facts: what was sent when, what became of it, and what each step changed.

use tidemark_core::history::Lane;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::Settings;
use tidemark_core::session::request::{Lens, Request, StepKind};
use tidemark_core::sim::Simulation;
use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::event::{MessageHead, MessageKind};
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::node::Node;
use tidemark_core::sim::start::ClusterSpec;
use tidemark_core::sim::workload::Size;
use tidemark_core::study::spacetime::{
    Absence, AbsenceKind, Ask, End, Kinds, Message, Moment, Place, Wait, Window, tell,
};
use tidemark_core::topology::PartitionId;
use tidemark_tests::runs::{at, go, run_to_the_end};

const P: PartitionId = PartitionId(0);

fn window(scenario: &str, step: u32, steps: u32) -> Window {
    let mut session = run_to_the_end(scenario);
    tell(at(&mut session, step), &ask(steps))
}

const fn ask(steps: u32) -> Ask {
    Ask {
        partition: P,
        steps,
        kinds: Kinds::ALL,
        lens: Lens {
            partition: None,
            broker: None,
            kind: None,
        },
    }
}

/// As `window`, through a lens.
fn through(scenario: &str, step: u32, steps: u32, lens: Lens) -> Window {
    let mut session = run_to_the_end(scenario);
    let ask = Ask { lens, ..ask(steps) };
    tell(at(&mut session, step), &ask)
}

fn node(node: Node) -> String {
    match node {
        Node::Client(_) => "client".to_owned(),
        other => other.to_string(),
    }
}

fn place(place: Place) -> String {
    let step = place.step.map_or("-".to_owned(), |step| step.to_string());
    let moment = match place.moment {
        Moment::First => "",
        Moment::Middle => "m",
        Moment::Last => "l",
    };
    format!("{}us #{step}{moment}", place.time.0)
}

fn told(message: &Message) -> String {
    let MessageHead { from, to, kind, .. } = &message.head;
    let what = match kind {
        MessageKind::Fetch { fetch_offset, .. } => format!("fetch at {fetch_offset}"),
        MessageKind::FetchResponse {
            records,
            high_watermark,
            error,
            ..
        } if !error.is_error() => format!("{records} records, HW {high_watermark}"),
        MessageKind::FetchResponse { error, .. } => error.name().to_owned(),
        MessageKind::Produce { records, .. } => format!("produce {records}"),
        MessageKind::ProduceResponse { base_offset, .. } => format!("stored at {base_offset}"),
        MessageKind::PartitionStates { .. } => "states".to_owned(),
        other => format!("{other:?}"),
    };
    let end = match message.end {
        End::Arrived(at) => place(at),
        End::Lost(at) => format!("lost {}", place(at)),
        End::Dropped { at, arrives } => format!("dropped {}, not {}us", place(at), arrives.0),
        End::NeverArrives(at) => format!("never {}", place(at)),
        End::InFlight {
            arrives, stalled, ..
        } => format!(
            "in flight until {}us{}",
            arrives.0,
            if stalled { ", held" } else { "" }
        ),
    };
    let (from, to) = (node(*from), node(*to));
    format!("{from} to {to}: {what}; {}; {end}", place(message.sent))
}

fn all_told(window: &Window) -> Vec<String> {
    window.messages.iter().map(told).collect()
}

/// The spec's trace 3.5: who asked for which offset, and which HW each answer carried.
#[test]
fn a_step_by_hand_holds_a_request_and_its_answer() {
    let window = window("S01", 3, 12);
    assert!(window.by_hand);
    assert_eq!((window.first, window.last), (1, 12));
    assert_eq!(
        window.processes,
        [
            Node::Client(1),
            Node::Broker(0),
            Node::Broker(1),
            Node::Broker(2)
        ]
    );
    assert_eq!(
        all_told(&window)[..13],
        [
            "client to 0: produce 1; 0us #1; 0us #1m",
            "1 to 0: fetch at 0; 100000us #2; 100000us #2m",
            "0 to 1: 1 records, HW 0; 100000us #2m; 100000us #2l",
            "2 to 0: fetch at 0; 200000us #3; 200000us #3m",
            "0 to 2: 1 records, HW 0; 200000us #3m; 200000us #3l",
            "1 to 0: fetch at 1; 300000us #4; 300000us #4m",
            "0 to 1: 0 records, HW 0; 300000us #4m; 300000us #4l",
            "2 to 0: fetch at 1; 400000us #5; 400000us #5m",
            "0 to 2: 0 records, HW 1; 400000us #5m; 400000us #5l",
            "0 to client: stored at 0; 400000us #5m; 400000us #5l",
            "1 to 0: fetch at 1; 500000us #6; 500000us #6m",
            "0 to 1: 0 records, HW 1; 500000us #6m; 500000us #6l",
            "2 to 0: fetch at 1; 600000us #7; 600000us #7m",
        ]
    );
}

#[test]
fn an_answer_by_hand_that_is_lost_never_arrives() {
    let window = window("S08", 3, 4);
    let lost: Vec<String> = all_told(&window)
        .into_iter()
        .filter(|told| told.contains("never"))
        .collect();
    assert_eq!(
        lost,
        ["1 to 0: 0 records, HW 2; 200000us #3m; never 200000us #3l"]
    );
}

/// A01: two records, from the producer to both followers and back; then the crash.
#[test]
fn messages_have_their_delays_and_waits_their_ends() {
    let shown = window("A01", 20, 14);
    assert!(!shown.by_hand);
    assert_eq!(
        all_told(&shown),
        [
            "client to 0: produce 2; 4000000us #14; 4003007us #15",
            "0 to 2: 2 records, HW 3; 4003007us #15; 4004392us #16",
            "0 to 1: 2 records, HW 3; 4003007us #15; 4006752us #17",
            "2 to 0: fetch at 5; 4004392us #16; 4007420us #18",
            "1 to 0: fetch at 5; 4006752us #17; 4010866us #19",
            "0 to client: stored at 3; 4010866us #19; 4012449us #20",
            "0 to 2: 0 records, HW 5; 4507420us #21; 4508805us #22",
            "2 to 0: fetch at 5; 4508805us #22; 4511833us #24",
            "0 to 1: 0 records, HW 5; 4510866us #23; 4514611us #25",
            "1 to 0: fetch at 5; 4514611us #25; 4518725us #26",
        ]
    );
}

/// The idle polls make no steps: how often they were renewed before the crash at 10 s is computed.
#[test]
fn idle_polls_wait_and_are_renewed_until_something_happens() {
    let shown = window("A01", 27, 14);
    let waits: Vec<&Wait> = shown
        .waits
        .iter()
        .filter(|wait| wait.follower == 2 && wait.leader == 0)
        .collect();
    let last = waits.last().expect("broker 2 fetched from broker 0");
    // 4.511833 s + 10 rounds of 504.413 ms = 9.555963 s: the eleventh wait was under way.
    assert_eq!(last.from.0, 4_511_833);
    assert_eq!(last.until.map(|until| until.0), Some(10_000_000));
    assert_eq!(
        (last.renewals, last.wait_us, last.period_us),
        (10, 500_000, 504_413)
    );
}

#[test]
fn who_is_down_is_absent_and_what_is_sent_to_it_is_lost() {
    let shown = window("A01", 27, 30);
    let down: Vec<&Absence> = shown
        .absences
        .iter()
        .filter(|absence| absence.kind == AbsenceKind::Down)
        .collect();
    assert_eq!(down.len(), 1);
    assert_eq!(
        (down[0].broker, down[0].from.step, down[0].from.time.0),
        (0, Some(27), 10_000_000)
    );
    let lost: Vec<String> = all_told(&shown)
        .into_iter()
        .filter(|told| told.contains("lost"))
        .collect();
    assert_eq!(
        lost,
        ["client to 0: produce 1; 12000000us #28; lost 12004249us #29"]
    );
}

#[test]
fn a_dropped_message_ends_where_it_was_dropped() {
    let shown = window("A03", 7, 8);
    let dropped: Vec<String> = all_told(&shown)
        .into_iter()
        .filter(|told| told.contains("dropped"))
        .collect();
    assert_eq!(
        dropped,
        ["1 to 0: 0 records, HW 2; 4509667us #6; dropped 4511000us #7, not 4513356us"]
    );
}

#[test]
fn what_is_in_flight_at_the_end_of_the_run_so_far_stays_open() {
    let mut session = run_to_the_end("A01");
    at(&mut session, 2);
    // On a branch of its own nothing is recorded yet.
    go(&mut session, Request::Act(Command::Wait));
    let shown = tell(&session.lanes()[0], &ask(10));
    assert_eq!((shown.first, shown.last, shown.position), (1, 3, 3));
    assert_eq!(
        all_told(&shown),
        [
            "client to 0: produce 3; 1000000us #1; 1003748us #2",
            "0 to 2: 3 records, HW 0; 1003748us #2; in flight until 1005133us",
            "0 to 1: 3 records, HW 0; 1003748us #2; in flight until 1007493us",
        ]
    );
}

#[test]
fn a_window_holds_what_was_asked_for_and_tells_what_it_leaves_out() {
    let mut session = run_to_the_end("A01");
    let recorded = session.lanes()[0].branch().recorded();
    let lane = at(&mut session, 30);
    let small = tell(lane, &ask(10));
    assert_eq!(small.events.len(), 10);
    assert!(small.left_out.before > 0 && small.left_out.after > 0);
    let whole = tell(lane, &ask(10_000));
    let left = whole.left_out;
    assert_eq!((left.before, left.after), (0, 0));
    assert_eq!(
        whole.last - whole.first + 1,
        u32::try_from(whole.events.len()).expect("few") + left.others
    );
    assert!(whole.last <= recorded);
    let quiet = Ask {
        kinds: Kinds {
            replication: false,
            ..Kinds::ALL
        },
        ..ask(240)
    };
    let quiet = tell(lane, &quiet);
    let fetches = quiet.messages.iter().filter(|message| {
        matches!(
            message.head.kind,
            MessageKind::Fetch { .. } | MessageKind::FetchResponse { .. }
        )
    });
    assert_eq!(fetches.count(), 0);
    assert!(!quiet.messages.is_empty());
}

#[test]
fn a_partition_that_is_not_there_has_an_empty_window() {
    let mut session = run_to_the_end("S01");
    let nowhere = Ask {
        partition: PartitionId(99),
        ..ask(20)
    };
    let shown = tell(at(&mut session, 4), &nowhere);
    assert!(shown.messages.is_empty() && shown.waits.is_empty());
}

#[test]
fn a_lens_on_a_broker_leaves_out_what_goes_on_without_it() {
    let lens = Lens {
        broker: Some(2),
        ..Lens::default()
    };
    let window = through("A01", 20, 40, lens);
    let all = window_ends(&window);
    assert!(all.len() > 6);
    for ends in all {
        assert!(ends.contains(&Node::Broker(2)), "{ends:?}");
    }
    for wait in &window.waits {
        assert!(wait.leader == 2 || wait.follower == 2, "{wait:?}");
    }
    assert!(window.processes.contains(&Node::Broker(2)));
    // What it says to nobody, and nobody to it, has no line.
    assert!(
        !window.processes.contains(&Node::Client(1)),
        "{:?}",
        window.processes
    );
}

#[test]
fn a_lens_on_a_kind_leaves_only_who_takes_part() {
    let lens = Lens {
        kind: Some(StepKind::Client),
        ..Lens::default()
    };
    let window = through("A01", 20, 40, lens);
    assert!(!window.messages.is_empty());
    for message in &window.messages {
        let client = |node| matches!(node, Node::Client(_));
        assert!(client(message.head.from) || client(message.head.to));
    }
    // Broker 0 led, and broker 1 after it. The controller and broker 2 have nothing to do with clients.
    let leaders = [Node::Broker(0), Node::Broker(1)];
    assert_eq!(window.processes[0], Node::Client(1));
    assert_eq!(window.processes[1..], leaders);
    assert!(window.waits.is_empty());
}

/// A broker that holds no replica of the partition is shown with what it has to do with the controller.
#[test]
fn a_lens_on_another_broker_shows_its_dealings_with_the_controller() {
    let size = Size {
        brokers: 100,
        partitions: 100,
        replication_factor: 3,
    };
    let settings = Settings::for_release(Release::V4_0);
    let spec = ClusterSpec::placed(size, settings, NetworkSpec::default()).expect("enough brokers");
    let mut lane = Lane::new(Simulation::new(&spec), Vec::new());
    lane.act(Command::Crash {
        broker: 57,
        how: Crash::Kill,
    });
    lane.act(Command::Restart { broker: 57 });
    for _ in 0..40 {
        lane.step_forward();
    }
    let lens = Lens {
        broker: Some(57),
        ..Lens::default()
    };
    let window = tell(&lane, &Ask { lens, ..ask(60) });
    assert_eq!(window.processes, [Node::Broker(57), Node::Controller]);
    let all = tell(&lane, &ask(60));
    assert!(!all.processes.contains(&Node::Broker(57)));
}

fn window_ends(window: &Window) -> Vec<[Node; 2]> {
    let messages = window.messages.iter();
    messages
        .map(|message| [message.head.from, message.head.to])
        .collect()
}
