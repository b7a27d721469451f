//! What the reader makes of JSON that is none, with the places of what it complains about.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::format;

use super::{Balance, Document, Node, Value, read};
use crate::import::text::Piece;

/// A document printed back as JSON, and its problems as `at: words`.
#[track_caller]
fn check(text: &str, value: &str, problems: &[&str]) {
    let Document {
        root,
        problems: found,
        ..
    } = read(Piece { text, at: 0 });
    let found: Vec<String> = found
        .iter()
        .map(|problem| format!("{}: {}", problem.at, problem.reason))
        .collect();
    assert_eq!((print(&root).as_str(), found), (value, strings(problems)));
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn print(node: &Node<'_>) -> String {
    let text = match &node.value {
        Value::Other => String::from("?"),
        Value::Integer(value) => value.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(print).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{key}:{}", print(value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    };
    if node.whole { text } else { text + "!" }
}

#[test]
fn json_is_read() {
    check(
        r#" {"a": [1, -2, 3.5, true, null], "b": {"c": "d\n\u00e9\ud83e\udd80"}} "#,
        r#"{a:[1,-2,?,?,?],b:{c:"d\né🦀"}}"#,
        &[],
    );
}

#[test]
fn what_is_nearly_json_is_mended() {
    check("[1,2,]", "[1,2]", &["4: JSON mended: comma too many"]);
    check("[,1,,2]", "[1,2]", &["1: JSON mended: comma too many"]);
    check("{'a':1}", "{a:1}", &["1: JSON mended: single quotes"]);
    check(
        "{\u{201C}a\u{201D}:1}",
        "{a:1}",
        &["1: JSON mended: typographic quotes"],
    );
    check(
        "{\"re\n  plicas\":[1\n0,tr\nue]}",
        "{replicas:[10,?]}",
        &["4: JSON mended: line end inside a token"],
    );
}

#[test]
fn a_fault_costs_the_entry_around_it() {
    check(
        r#"[{"a":x,"b":1},{"a":2}]"#,
        r#"[{b:1}!,{a:2}]!"#,
        &["6: value expected, found \"x\""],
    );
    check(
        r#"[{"a" 1},{"a":2}]"#,
        r#"[{}!,{a:2}]!"#,
        &["6: colon expected, found \"1\""],
    );
    check(
        r#"{"a":[1,2},"b":3}"#,
        r#"{a:[1,2]!}!"#,
        &["9: comma or closing bracket expected, found \"}\""],
    );
}

#[test]
fn left_out_entries_are_no_fault() {
    check(r#"[{"a":1},...,{"a":2}]"#, r#"[{a:1},{a:2}]!"#, &[]);
}

#[test]
fn whole_entries_of_a_cut_text_are_kept() {
    check(r#"[{"a":1},{"a":2},{"a"#, r#"[{a:1},{a:2},{}!]!"#, &[]);
    check(r#"[{"a":1},{"a":[2"#, r#"[{a:1},{a:[2]!}!]!"#, &[]);
}

#[test]
fn brackets_that_never_close_are_not_followed_for_ever() {
    let deep = "[".repeat(100_000);
    let document = read(Piece { text: &deep, at: 0 });
    assert!(document.partial);
    assert_eq!(document.problems.len(), 1);
}

#[test]
fn brackets_in_strings_don_t_count() {
    let mut balance = Balance::default();
    assert_eq!(balance.feed(r#"{"a":"}","#), None);
    assert_eq!(balance.feed(r#""b\"}": [{}]} rest"#), Some(13));
}
