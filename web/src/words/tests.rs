//! The compiler of messages against its reader, on texts of our own.

use super::compose::compose;
use super::*;
use tidemark_translations::{MESSAGE_END, Translations};

fn compile(en: &str, zh: &str) -> Result<Translations, Vec<String>> {
    let files = [("en.ftl", en), ("zh.ftl", zh)];
    Translations::compile(&files.map(|(name, text)| vec![(name.to_owned(), text.to_owned())]))
}

#[track_caller]
fn check(source: &str, arguments: &[Argument<'_>], expected: [&str; 2]) {
    let translations = compile(source, source).unwrap();
    let languages = [Language::English, Language::Chinese];
    for (at, language) in languages.into_iter().enumerate() {
        let table = translations.table(at);
        let pattern = table.strip_suffix(MESSAGE_END).unwrap();
        assert_eq!(compose(pattern, arguments, language), expected[at]);
    }
}

#[track_caller]
fn refuse(en: &str, zh: &str, expected: &[&str]) {
    assert_eq!(compile(en, zh).unwrap_err(), expected);
}

#[test]
fn arguments_are_numbered_by_name_not_by_place() {
    check(
        "a = Broker { $broker } cuts { $from } → { $at }.",
        &[
            Argument::Number(5),
            Argument::Number(2),
            Argument::Number(7),
        ],
        [
            "Broker 2 cuts 7 → 5.",
            "Broker\u{a0}2 cuts\u{a0}7 →\u{a0}5.",
        ],
    );
}

#[test]
fn a_plural_is_chosen_by_the_language() {
    let source =
        "a = { $n ->\n    [0] none\n    [one] one record\n   *[other] { NUMBER($n) } records\n }.";
    check(source, &[Argument::Number(0)], ["none."; 2]);
    check(
        source,
        &[Argument::Number(1)],
        ["one record.", "1 records."],
    );
    check(
        source,
        &[Argument::Number(12_345)],
        ["12\u{202f}345 records."; 2],
    );
}

#[test]
fn a_word_selects_and_selectors_nest() {
    let source = "a = { $role ->\n    [leader] leads{ $n ->\n        [one] {\" \"}it\n       *[other] {\" \"}{ $n }\n    }\n   *[follower] follows\n } here";
    let leader = |n| [Argument::Number(n), Argument::Text("leader")];
    check(source, &leader(1), ["leads it here", "leads\u{a0}1 here"]);
    check(source, &leader(2), ["leads 2 here", "leads\u{a0}2 here"]);
    let follower = [Argument::Number(1), Argument::Text("follower")];
    check(source, &follower, ["follows here"; 2]);
}

#[test]
fn an_argument_cannot_carry_a_mark() {
    check(
        "a = `{ $name }`",
        &[Argument::Text("x\u{f}\u{1}y")],
        ["\u{e}xy\u{e}"; 2],
    );
}

#[test]
fn what_one_language_lacks_is_named() {
    refuse(
        "a = A\nb = B\n",
        "a = A\n",
        &["en.ftl:2: b is missing in zh"],
    );
    refuse("a = A { $x }\n", "a = A\n", &["zh.ftl:1: a: $x is missing"]);
    refuse(
        "a = A\n",
        "a = A { $x }\n",
        &["zh.ftl:1: a: $x is unknown to the other language"],
    );
    refuse(
        "a = { $x ->\n  [up] U\n *[down] D\n }\n",
        "a = { $x ->\n  [left] U\n *[down] D\n }\n",
        &[r#"zh.ftl:1: a: $x selects from ["down", "up"] and from ["down", "left"]"#],
    );
}

#[test]
fn what_is_not_supported_is_named() {
    refuse(
        "-a = A\n",
        "",
        &["en.ftl: the term -a is not supported: write it out"],
    );
    refuse(
        "a = **A\n",
        "a = A\n",
        &["en.ftl:1: a: a ` or ** is not closed"],
    );
    refuse(
        "a = A\na = B\n",
        "a = A\n",
        &["en.ftl:2: a stands in en.ftl:1 already"],
    );
    refuse(
        "a = at { DATETIME($x) }\n",
        "a = { $x }\n",
        &[
            "en.ftl:1: a: DATETIME with these arguments is not supported",
            "zh.ftl:1: a: $x is unknown to the other language",
        ],
    );
}

#[test]
fn marks_become_spans() {
    let rich = Rich("With \u{e}acks=1\u{e} it is \u{f}lost, \u{e}m5\u{e}\u{f}.".to_owned());
    let spans: Vec<_> = rich.spans().iter().map(|s| (s.style, s.text)).collect();
    assert_eq!(
        spans,
        [
            (Style::Plain, "With "),
            (Style::Code, "acks=1"),
            (Style::Plain, " it is "),
            (Style::Strong, "lost, "),
            (Style::StrongCode, "m5"),
            (Style::Plain, "."),
        ]
    );
}

#[test]
fn quantities() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(-8_200), "-8\u{202f}200");
    assert_eq!(grouped(737_794), "737\u{202f}794");
    assert_eq!(instant(14_006), "14.006\u{a0}s");
    assert_eq!(
        [0, 400, 1999].map(time_left),
        ["0\u{a0}ms", "400\u{a0}µs", "1\u{a0}ms"]
    );
    assert_eq!(duration(994), "994\u{a0}ms");
    assert_eq!(duration(31_000), "31\u{a0}s");
    assert_eq!(duration(4_500), "4.5\u{a0}s");
    assert_eq!(duration(300_000), "5\u{a0}min");
    assert_eq!(duration(604_800_000), "7\u{a0}d");
    assert_eq!(duration(90_061_000), "25\u{a0}h 1\u{a0}min");
}
