//! What holds of the importer for every text: it never panics, every warning names a place that
//! exists, and what pastes do to the lines of a description doesn't change what is read.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tidemark_core::import::{self, Import, Topology};

/// Reads a text every way there is and checks what must hold of any result.
fn check(text: &str) -> Import {
    let import = import::read(text);
    let lines = line_count(text);
    for warning in &import.warnings {
        let place = warning.place;
        let line = import::line_text(text, place.line);
        let length = line.map_or(0, |line| line.chars().count());
        assert!(
            warning.line >= 1 && warning.line <= place.line && place.line <= lines,
            "no such line: {warning:?} in {text:?}"
        );
        assert!(
            place.column >= 1 && usize::try_from(place.column).unwrap() <= length + 1,
            "no such column: {warning:?} in {text:?}"
        );
        assert!(!warning.to_string().is_empty());
    }
    let mut sorted = import.warnings.clone();
    sorted.sort_by_key(|warning| (warning.line, warning.code()));
    assert_eq!(sorted, import.warnings);
    serde_json::to_string(&import).expect("serialisable");
    Topology::latest(&import);
    for section in 0..import.sections.len() {
        Topology::of_section(&import, section);
    }
    import
}

fn line_count(text: &str) -> u32 {
    let mut count = 0;
    while import::line_text(text, count + 1).is_some() {
        count += 1;
    }
    count
}

fn samples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/cli");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of samples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    paths.sort();
    let read = |path| fs::read_to_string(path).expect("a sample is UTF-8");
    let samples = paths.iter().map(read);
    samples.filter(|text| text.len() < 4000).collect()
}

/// Pieces that mean something to one reader or another.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "Topic:",
        "Topic: a",
        "topic:",
        "TopicId: ",
        "PartitionCount: 2",
        "PartitionCount:",
        "ReplicationFactor: 1",
        "Configs: ",
        "a.b=c,d",
        "Partition: 0",
        "Partition:",
        "Leader: 1",
        "Leader: none",
        "Replicas: 1,2",
        "Replicas: 1,",
        "Isr: 1",
        "Isr:",
        "Elr: N/A",
        "Elr: 2",
        "Adding Replicas: 3",
        "Removing",
        "Replicas:",
        "MarkedForDeletion: true",
        "\n",
        "\r",
        "\r\n",
        "\t",
        " ",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        "\u{201C}",
        "\u{201D}",
        "\\",
        ":",
        ",",
        "\"partitions\"",
        "\"topic\"",
        "\"replicas\"",
        "\"version\":1",
        "\"topics\"",
        "[1,2]",
        "...",
        "> ",
        "- ",
        "| ",
        "12 ",
        "# ",
        "$ kafka-topics.sh --describe",
        "```",
        "\u{1B}[0m",
        "\u{1B}]0;x",
        "\u{FEFF}",
        "\u{A0}",
        "&amp;",
        "&lt;",
        "Reassignment of partition ",
        "a-0",
        "[a,0]",
        " is complete.",
        "Reassignment of replica a-0-1",
        "Current partition replica assignment",
        "Proposed partition reassignment configuration",
        "Save this to use as the",
        "Successfully started partition reassignments for ",
        "a-0,b-1,",
        "Successfully started reassignment of partitions ",
        "There is no active reassignment of partition a-0",
        ", but replica set is 1 rather than 2.",
        "a-0: replicas: 1,2.",
        " adding: 1.",
        "Status of partition",
        "Successfully completed leader election (",
        "PREFERRED) for partitions",
        "GROUP TOPIC PARTITION",
        "2025-03-02T10:11:12Z ",
        "name  | ",
        "Partition a-0 on broker 1 is being moved to log dir ",
        " instead of ",
        "99999999999999999999",
        "-1",
        "\u{1F980}",
    ]);
    prop_oneof![
        8 => known.prop_map(String::from),
        1 => any::<String>(),
        1 => "[ -~]{0,8}",
    ]
}

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..60).prop_map(|words| words.concat())
}

/// One kind of damage, with where it happens as a fraction of the text.
#[derive(Clone, Debug)]
enum Damage {
    DeleteLine(f64),
    RepeatLine(f64),
    FlipByte(f64, u8),
    Truncate(f64),
    BreakLine(f64),
    Insert(f64, String),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = || 0.0..1.0f64;
    prop_oneof![
        place().prop_map(Damage::DeleteLine),
        place().prop_map(Damage::RepeatLine),
        (place(), any::<u8>()).prop_map(|(at, byte)| Damage::FlipByte(at, byte)),
        place().prop_map(Damage::Truncate),
        place().prop_map(Damage::BreakLine),
        (place(), word()).prop_map(|(at, word)| Damage::Insert(at, word)),
    ]
}

fn damaged(text: &str, damage: &Damage) -> String {
    let index = |at: f64, length: usize| ((length as f64) * at) as usize;
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut characters: Vec<char> = text.chars().collect();
    match damage {
        Damage::DeleteLine(at) => {
            lines.remove(index(*at, lines.len()));
            lines.join("\n")
        }
        Damage::RepeatLine(at) => {
            let at = index(*at, lines.len());
            lines.insert(at, lines[at]);
            lines.join("\n")
        }
        Damage::FlipByte(at, byte) => {
            let mut bytes = text.as_bytes().to_vec();
            let at = index(*at, bytes.len());
            if let Some(flipped) = bytes.get_mut(at) {
                *flipped ^= byte;
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
        Damage::Truncate(at) => {
            characters.truncate(index(*at, characters.len()));
            characters.into_iter().collect()
        }
        Damage::BreakLine(at) => {
            characters.insert(index(*at, characters.len()), '\n');
            characters.into_iter().collect()
        }
        Damage::Insert(at, word) => {
            let at = index(*at, characters.len());
            let (before, after) = characters.split_at(at);
            before
                .iter()
                .chain(word.chars().collect::<Vec<_>>().iter())
                .chain(after)
                .collect()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(966),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_words_are_read(text in words()) {
        check(&text);
    }

    #[test]
    fn damaged_samples_are_read(
        which in 0..1000usize,
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let samples = samples();
        let mut text = samples[which % samples.len()].clone();
        for damage in &damages {
            text = damaged(&text, damage);
        }
        check(&text);
    }

    #[test]
    fn what_pastes_do_changes_nothing(topics in topics(), paste in paste()) {
        let plain = import::read(&describe(&topics));
        prop_assert!(plain.warnings.is_empty(), "{:?}", plain.warnings);
        prop_assert_eq!(plain.topics.len(), topics.len());
        let text = pasted(&describe(&topics), paste);
        let import = check(&text);
        prop_assert_eq!(&import.topics, &plain.topics, "{}", text);
        prop_assert_eq!(&import.brokers, &plain.brokers);
    }
}

#[test]
fn samples_cut_at_any_character_are_read() {
    for text in samples() {
        for (at, _) in text.char_indices() {
            check(&text[..at]);
        }
    }
}

/// A topic as generated: its name, its configs, and leader, replicas and in-sync count of each
/// partition.
type Described = (String, bool, Vec<(Option<usize>, Vec<u16>, usize)>);

fn topics() -> impl Strategy<Value = Vec<Described>> {
    let replicas = prop::collection::btree_set(0..2000u16, 1..4)
        .prop_map(|ids| ids.into_iter().collect::<Vec<_>>())
        .prop_shuffle();
    let partition = (prop::option::of(0..3usize), replicas, 1..4usize);
    let partitions = prop::collection::vec(partition, 1..8);
    let topic = ("[a-z][a-zA-Z0-9._-]{0,30}", any::<bool>(), partitions);
    prop::collection::vec(topic, 1..5).prop_map(|mut topics| {
        topics.sort();
        topics.dedup_by(|one, other| one.0 == other.0);
        topics
    })
}

/// Prints topics as 2.8 and later do.
fn describe(topics: &[Described]) -> String {
    let list = |ids: &[u16]| {
        let ids: Vec<String> = ids.iter().map(u16::to_string).collect();
        ids.join(",")
    };
    let mut text = String::new();
    for (name, configs, partitions) in topics {
        let configs = if *configs {
            "cleanup.policy=compact,delete,min.insync.replicas=2"
        } else {
            ""
        };
        text += &format!(
            "Topic: {name}\tTopicId: 92gGT5WFB60jnu0kwsBj_g\tPartitionCount: {}\tReplicationFactor: {}\tConfigs: {configs}\n",
            partitions.len(),
            partitions[0].1.len(),
        );
        for (number, (leader, replicas, in_sync)) in partitions.iter().enumerate() {
            let isr = &replicas[..(*in_sync).min(replicas.len())];
            let leader = match leader {
                Some(leader) => isr[leader % isr.len()].to_string(),
                None => String::from("none"),
            };
            text += &format!(
                "\tTopic: {name}\tPartition: {number}\tLeader: {leader}\tReplicas: {}\tIsr: {}\n",
                list(replicas),
                list(isr),
            );
        }
    }
    text
}

/// What a paste does to every line.
#[derive(Clone, Copy, Debug)]
enum Paste {
    Quote,
    Bullets,
    Numbers,
    Times,
    Compose,
    Bars,
    WindowsEnds,
    OldMacEnds,
    OneBlank,
    NoBreakBlanks,
    Colours,
    QuotedNumbers,
    TerminalWidth(usize),
    MailWidth(usize),
}

fn paste() -> impl Strategy<Value = Paste> {
    prop_oneof![
        Just(Paste::Quote),
        Just(Paste::Bullets),
        Just(Paste::Numbers),
        Just(Paste::Times),
        Just(Paste::Compose),
        Just(Paste::Bars),
        Just(Paste::WindowsEnds),
        Just(Paste::OldMacEnds),
        Just(Paste::OneBlank),
        Just(Paste::NoBreakBlanks),
        Just(Paste::Colours),
        Just(Paste::QuotedNumbers),
        (72..100usize).prop_map(Paste::MailWidth),
        (60..100usize).prop_map(Paste::TerminalWidth),
    ]
}

fn pasted(text: &str, paste: Paste) -> String {
    let each = |change: &dyn Fn(usize, &str) -> String| -> String {
        let lines = text.lines().enumerate();
        lines
            .map(|(index, line)| change(index + 1, line) + "\n")
            .collect()
    };
    match paste {
        Paste::Quote => each(&|_, line| format!("> {line}")),
        Paste::Bullets => each(&|_, line| format!("- {line}")),
        Paste::Numbers => each(&|number, line| format!("{number:6}\t{line}")),
        Paste::Times => {
            each(&|number, line| format!("2025-03-02T10:11:{:02}.120Z {line}", number % 60))
        }
        Paste::Compose => each(&|_, line| format!("kafka-init-1  | {line}")),
        Paste::Bars => each(&|_, line| format!("| {line} | |")),
        Paste::WindowsEnds => text.replace('\n', "\r\n"),
        Paste::OldMacEnds => text.replace('\n', "\r"),
        Paste::OneBlank => each(&|_, line| line.split_whitespace().collect::<Vec<_>>().join(" ")),
        Paste::NoBreakBlanks => text.replace([' ', '\t'], "\u{A0}"),
        Paste::Colours => text.replace("Leader:", "\u{1B}[01;31m\u{1B}[KLeader:\u{1B}[m\u{1B}[K"),
        Paste::QuotedNumbers => each(&|number, line| format!("> > {number}: {line}")),
        Paste::TerminalWidth(width) => each(&|_, line| cut(&line.replace('\t', "        "), width)),
        Paste::MailWidth(width) => each(&|_, line| wrapped(line, width)),
    }
}

/// Cuts a line into pieces of one width.
fn cut(line: &str, width: usize) -> String {
    let characters: Vec<char> = line.chars().collect();
    let pieces = characters.chunks(width);
    pieces
        .map(|piece| piece.iter().collect::<String>())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Wraps a line at blanks.
fn wrapped(line: &str, width: usize) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in line.split_whitespace() {
        if length > 0 && length + 1 + word.len() > width {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += word.len();
    }
    text
}
