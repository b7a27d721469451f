//! Lines that carry nothing and deserve no warning: prompts and commands, fences, log lines,
//! stack traces, the chatter of containers, the tools' own prose.
//!
//! It is asked only about lines that are no record.

use super::text::Piece;

/// What a line without data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noise {
    /// Nothing on it.
    Blank,
    /// A code fence or a lone HTML tag.
    Fence,
    /// A prompt or a command: what follows is another output.
    Command,
    /// A mark that something was left out.
    Elision,
    /// An error that the tool printed.
    Error,
    /// Anything else to pass over.
    Chatter,
}

static TOOLS: [&str; 17] = [
    "kafka-topics",
    "kafka-consumer-groups",
    "kafka-share-groups",
    "kafka-streams-groups",
    "kafka-reassign-partitions",
    "kafka-log-dirs",
    "kafka-metadata-quorum",
    "kafka-get-offsets",
    "kafka-dump-log",
    "kafka-configs",
    "kafka-leader-election",
    "kafka-preferred-replica-election",
    "kafka-run-class",
    "kafka-list-topic",
    "kcat",
    "kafkacat",
    "zookeeper-shell",
];

/// Programs that run another one.
static RUNNERS: [&str; 8] = [
    "docker",
    "docker-compose",
    "podman",
    "kubectl",
    "oc",
    "sudo",
    "watch",
    "winpty",
];

static CHATTER_STARTS: [&str; 25] = [
    "SLF4J:",
    "log4j:",
    "OpenJDK ",
    "Java HotSpot",
    "Exception in thread ",
    "Caused by:",
    "Suppressed:",
    "Note:",
    "NOTE:",
    "WARNING:",
    "DEPRECATED",
    "Picked up ",
    "Defaulted container",
    "Defaulting container",
    "If you don't see a command prompt",
    "Unable to use a TTY",
    "Created topic ",
    "Save this to use as the --reassignment-json-file option",
    "Warning: You must run",
    "We must run",
    "Warning: We must run",
    "Throttle was removed",
    "// ",
    "#",
    "<!--",
];

/// What kind of noise a line is, if it is any.
pub(super) fn classify(line: Piece<'_>) -> Option<Noise> {
    let text = line.text.trim();
    if text.is_empty() || text.bytes().all(|byte| byte == b'|' || byte == b' ') {
        return Some(Noise::Blank);
    }
    if is_fence(text) {
        return Some(Noise::Fence);
    }
    if is_elision(text) {
        return Some(Noise::Elision);
    }
    if is_command(text) {
        return Some(Noise::Command);
    }
    if text.starts_with("Error while executing ") || text.starts_with("Error: ") {
        return Some(Noise::Error);
    }
    is_chatter(text).then_some(Noise::Chatter)
}

/// Whether a command goes on in the next line.
pub(super) fn continues(command: &str) -> bool {
    command.trim_end().ends_with(['\\', '^', '`'])
}

fn is_fence(text: &str) -> bool {
    static TAGS: [&str; 8] = [
        "pre", "code", "details", "summary", "p", "br", "div", "span",
    ];
    if text.starts_with("```") || text.starts_with("~~~") {
        return true;
    }
    let tag = text
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'))
        .map(|tag| tag.trim_matches('/').trim());
    tag.is_some_and(|tag| {
        let name = tag.split(char::is_whitespace).next().unwrap_or_default();
        !tag.contains(['<', '>']) && TAGS.iter().any(|known| known.eq_ignore_ascii_case(name))
    })
}

fn is_elision(text: &str) -> bool {
    static MARKS: [&str; 12] = [
        "...",
        "..",
        "\u{2026}",
        "....",
        "<snip>",
        "[snip]",
        "[...]",
        "(...)",
        "[\u{2026}]",
        "<truncated>",
        "etc",
        "etc.",
    ];
    is_one_of(text, &MARKS) || text.starts_with("--More--")
}

fn is_command(text: &str) -> bool {
    after_prompt(text).is_some() || runs_tool(text)
}

/// What follows a prompt, if the line begins with one.
fn after_prompt(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix('$').or_else(|| text.strip_prefix('%')) {
        return starts_blank(rest).then_some(rest);
    }
    if let Some(rest) = text.strip_prefix('#') {
        let word = rest.trim_start().split(char::is_whitespace).next()?;
        return (starts_blank(rest) && (is_tool(word) || word.starts_with("bin/"))).then_some(rest);
    }
    if let Some(rest) = text.strip_prefix("I have no name!@") {
        return Some(rest);
    }
    if let Some(rest) = text.strip_prefix('[') {
        let (inside, rest) = rest.split_once(']')?;
        let rest = rest.strip_prefix('$').or_else(|| rest.strip_prefix('#'))?;
        return (inside.len() < 120 && starts_blank(rest)).then_some(rest);
    }
    let windows = text.strip_prefix("PS ").unwrap_or(text);
    if matches!(windows.as_bytes(), [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic()) {
        return windows.split_once('>').map(|(_, rest)| rest);
    }
    if let Some((place, rest)) = text.split_once(" % ") {
        return (place.contains('@') && place.len() < 120).then_some(rest);
    }
    let at = text.find(['$', '#'])?;
    let (place, rest) = (text.get(..at)?, text.get(at + 1..)?);
    let shell = place.contains(['@', ':', '~', '/'])
        || place.starts_with("bash-")
        || place.starts_with("sh-");
    (shell && starts_blank(rest) && !place.is_empty() && !place.contains(char::is_whitespace))
        .then_some(rest)
}

/// A bare line that starts with a tool's name and has an option.
fn runs_tool(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else {
        return false;
    };
    let runner = is_one_of(first, &RUNNERS);
    (is_tool(first) || runner)
        && words.any(|word| word.starts_with('-') || (runner && is_tool(word)))
}

fn is_tool(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name
        .strip_suffix(".sh")
        .or_else(|| name.strip_suffix(".bat"))
        .unwrap_or(name);
    is_one_of(name, &TOOLS)
}

// Tables are walked, not unrolled: every comparison laid out by itself is a lot of code.

#[inline(never)]
fn is_one_of(text: &str, table: &[&str]) -> bool {
    table.contains(&text)
}

#[inline(never)]
fn starts_with_one_of(text: &str, table: &[&str]) -> bool {
    table.iter().any(|start| text.starts_with(start))
}

fn starts_blank(text: &str) -> bool {
    text.is_empty() || text.starts_with([' ', '\t'])
}

fn is_chatter(text: &str) -> bool {
    starts_with_one_of(text, &CHATTER_STARTS)
        || text == "EOF"
        || text == "//"
        || is_log_line(text)
        || is_stack_trace(text)
        || (text.starts_with("Option ") && text.contains("deprecated"))
        || (text.starts_with("pod \"") && text.ends_with(" deleted"))
        || (text.starts_with("Topic ") && text.ends_with("is marked for deletion."))
}

/// `[date] LEVEL …`.
fn is_log_line(text: &str) -> bool {
    static LEVELS: [&str; 6] = ["TRACE ", "DEBUG ", "INFO ", "WARN ", "ERROR ", "FATAL "];
    text.strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .is_some_and(|(date, rest)| {
            date.starts_with(|c: char| c.is_ascii_digit())
                && starts_with_one_of(rest.trim_start(), &LEVELS)
        })
}

fn is_stack_trace(text: &str) -> bool {
    if let Some(frame) = text.strip_prefix("at ") {
        return frame.contains('(') && frame.contains(')');
    }
    if let Some(rest) = text.strip_prefix("... ") {
        return rest.ends_with(" more");
    }
    let class = text.split([':', ' ']).next().unwrap_or_default();
    class.contains('.') && (class.ends_with("Exception") || class.ends_with("Error"))
}
