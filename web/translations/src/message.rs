//! Reads Fluent files into messages, and checks that all languages say the same things.
//!
//! Of Fluent's syntax it takes what a page needs: placeables, `NUMBER($n)` for a number whose
//! thousands are parted, and selectors on numbers or on words. Anything else is an error with its
//! place, never ignored. Two marks of our own stand in the text: `` `code` `` and `**strong**`.
//! It doesn't know how messages are stored: that is `emit`.

use fluent_syntax::ast;
use std::collections::BTreeMap;

/// A piece of a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// Text as it is.
    Text(String),
    /// A mark that opens or closes code.
    Code,
    /// A mark that opens or closes strong text.
    Strong,
    /// The argument as it is: an offset, an id, a name.
    Plain(String),
    /// The argument as a number with parted thousands.
    Grouped(String),
    /// One of several texts; the default is the last.
    Select(String, Vec<(String, Vec<Self>)>),
}

/// What an argument has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A number or a text.
    Any,
    /// A number: it is grouped, or selects a plural.
    Number,
    /// One of a few words that select a text.
    Word,
}

/// One message of one language.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// File and line.
    pub(crate) place: String,
    /// The text.
    pub(crate) parts: Vec<Part>,
}

/// All messages of one language.
pub(crate) struct Catalogue {
    language: String,
    messages: BTreeMap<String, Message>,
}

/// A message with its text in every language.
#[derive(Debug)]
pub(crate) struct Merged {
    /// Its name as a Rust identifier.
    pub(crate) name: String,
    /// Its arguments, sorted by name.
    pub(crate) arguments: Vec<(String, Kind)>,
    /// Its text in each language.
    pub(crate) texts: Vec<Vec<Part>>,
}

impl Merged {
    /// Whether some part of it is code or strong.
    pub(crate) fn is_rich(&self) -> bool {
        fn rich(parts: &[Part]) -> bool {
            parts.iter().any(|part| match part {
                Part::Code | Part::Strong => true,
                Part::Select(_, variants) => variants.iter().any(|(_, parts)| rich(parts)),
                _ => false,
            })
        }
        self.texts.iter().any(|parts| rich(parts))
    }
}

impl Catalogue {
    /// An empty catalogue.
    pub(crate) fn new(language: &str) -> Self {
        Self {
            language: language.to_owned(),
            messages: BTreeMap::new(),
        }
    }

    /// Adds the messages of one file.
    pub(crate) fn read(&mut self, name: &str, source: &str, complaints: &mut Vec<String>) {
        let resource = match fluent_syntax::parser::parse(source) {
            Ok(resource) => resource,
            Err((resource, errors)) => {
                for error in errors {
                    let line = line_at(source, error.pos.start);
                    complaints.push(format!("{name}:{line}: {:?}", error.kind));
                }
                resource
            }
        };
        for entry in resource.body {
            match entry {
                ast::Entry::Message(message) => {
                    let key = message.id.name.to_owned();
                    if let Some(value) = &message.value {
                        self.add(name, source, key.clone(), value, complaints);
                    }
                    for attribute in &message.attributes {
                        let key = format!("{key}-{}", attribute.id.name);
                        self.add(name, source, key, &attribute.value, complaints);
                    }
                }
                ast::Entry::Term(term) => complaints.push(format!(
                    "{name}: the term -{} is not supported: write it out",
                    term.id.name
                )),
                _ => {}
            }
        }
    }

    fn add(
        &mut self,
        file: &str,
        source: &str,
        key: String,
        pattern: &ast::Pattern<&str>,
        complaints: &mut Vec<String>,
    ) {
        let place = format!("{file}:{}", line_of(source, pattern));
        let mut parts = Vec::new();
        if let Err(reason) = read_pattern(pattern, &mut parts) {
            complaints.push(format!("{place}: {key}: {reason}"));
        }
        if unbalanced(&parts) {
            complaints.push(format!("{place}: {key}: a ` or ** is not closed"));
        }
        let message = Message {
            place: place.clone(),
            parts,
        };
        if let Some(other) = self.messages.insert(key.clone(), message) {
            complaints.push(format!("{place}: {key} stands in {} already", other.place));
        }
    }
}

/// Puts the languages side by side; complains about all that they don't share.
pub(crate) fn merge(catalogues: &[Catalogue], complaints: &mut Vec<String>) -> Vec<Merged> {
    let mut names: BTreeMap<&str, &Message> = BTreeMap::new();
    for catalogue in catalogues {
        for (name, message) in &catalogue.messages {
            names.entry(name).or_insert(message);
        }
    }
    let mut merged = Vec::new();
    for (name, first) in names {
        let mut arguments: Option<BTreeMap<String, Use>> = None;
        let mut texts = Vec::new();
        for catalogue in catalogues {
            let Some(message) = catalogue.messages.get(name) else {
                complaints.push(format!(
                    "{}: {name} is missing in {}",
                    first.place, catalogue.language
                ));
                continue;
            };
            let mut uses = BTreeMap::new();
            if let Err(reason) = collect(&message.parts, &mut uses) {
                complaints.push(format!("{}: {name}: {reason}", message.place));
            }
            match &mut arguments {
                None => arguments = Some(uses),
                Some(known) => {
                    if let Err(reason) = reconcile(known, &uses) {
                        complaints.push(format!("{}: {name}: {reason}", message.place));
                    }
                }
            }
            texts.push(message.parts.clone());
        }
        merged.push(Merged {
            name: name.replace('-', "_"),
            arguments: arguments
                .unwrap_or_default()
                .into_iter()
                .map(|(name, used)| (name, used.kind))
                .collect(),
            texts,
        });
    }
    merged
}

/// How a message uses an argument; the words are those that select.
struct Use {
    kind: Kind,
    words: Vec<String>,
}

fn collect(parts: &[Part], uses: &mut BTreeMap<String, Use>) -> Result<(), String> {
    for part in parts {
        match part {
            Part::Plain(name) => note(uses, name, Kind::Any, Vec::new())?,
            Part::Grouped(name) => note(uses, name, Kind::Number, Vec::new())?,
            Part::Select(name, variants) => {
                let numeric = variants.iter().all(|(key, _)| is_numeric(key));
                let mut words: Vec<String> = variants.iter().map(|(key, _)| key.clone()).collect();
                words.sort();
                if numeric {
                    note(uses, name, Kind::Number, Vec::new())?;
                } else {
                    note(uses, name, Kind::Word, words)?;
                }
                for (_, parts) in variants {
                    collect(parts, uses)?;
                }
            }
            Part::Text(_) | Part::Code | Part::Strong => {}
        }
    }
    Ok(())
}

fn note(
    uses: &mut BTreeMap<String, Use>,
    name: &str,
    kind: Kind,
    words: Vec<String>,
) -> Result<(), String> {
    let used = uses.entry(name.to_owned()).or_insert(Use {
        kind,
        words: words.clone(),
    });
    used.kind = join(used.kind, kind).ok_or(format!("${name} is a number and a word"))?;
    if used.words.is_empty() {
        used.words = words;
    } else if !words.is_empty() && used.words != words {
        return Err(format!(
            "${name} selects from {:?} and from {words:?}",
            used.words
        ));
    }
    Ok(())
}

fn reconcile(
    known: &mut BTreeMap<String, Use>,
    uses: &BTreeMap<String, Use>,
) -> Result<(), String> {
    for (name, used) in uses {
        let Some(other) = known.get_mut(name) else {
            return Err(format!("${name} is unknown to the other language"));
        };
        other.kind =
            join(other.kind, used.kind).ok_or(format!("${name} is a number and a word"))?;
        if !other.words.is_empty() && !used.words.is_empty() && other.words != used.words {
            return Err(format!(
                "${name} selects from {:?} and from {:?}",
                other.words, used.words
            ));
        }
    }
    match known.keys().find(|name| !uses.contains_key(*name)) {
        Some(name) => Err(format!("${name} is missing")),
        None => Ok(()),
    }
}

fn join(a: Kind, b: Kind) -> Option<Kind> {
    match (a, b) {
        (Kind::Any, other) | (other, Kind::Any) => Some(other),
        (a, b) => (a == b).then_some(a),
    }
}

fn is_numeric(key: &str) -> bool {
    matches!(key, "one" | "other") || key.parse::<i64>().is_ok()
}

fn read_pattern(pattern: &ast::Pattern<&str>, parts: &mut Vec<Part>) -> Result<(), String> {
    for element in &pattern.elements {
        match element {
            ast::PatternElement::TextElement { value } => read_text(value, parts)?,
            ast::PatternElement::Placeable { expression } => read_expression(expression, parts)?,
        }
    }
    Ok(())
}

fn read_expression(
    expression: &ast::Expression<&str>,
    parts: &mut Vec<Part>,
) -> Result<(), String> {
    match expression {
        ast::Expression::Inline(inline) => read_inline(inline, parts),
        ast::Expression::Select { selector, variants } => {
            let ast::InlineExpression::VariableReference { id } = selector else {
                return Err("only a variable can select".to_owned());
            };
            let mut read = Vec::new();
            for variant in variants
                .iter()
                .filter(|v| !v.default)
                .chain(variants.iter().filter(|v| v.default))
            {
                let key = match &variant.key {
                    ast::VariantKey::Identifier { name } => *name,
                    ast::VariantKey::NumberLiteral { value } => *value,
                };
                let mut inner = Vec::new();
                read_pattern(&variant.value, &mut inner)?;
                read.push((key.to_owned(), inner));
            }
            parts.push(Part::Select(id.name.to_owned(), read));
            Ok(())
        }
    }
}

fn read_inline(inline: &ast::InlineExpression<&str>, parts: &mut Vec<Part>) -> Result<(), String> {
    match inline {
        ast::InlineExpression::VariableReference { id } => {
            parts.push(Part::Plain(id.name.to_owned()))
        }
        ast::InlineExpression::StringLiteral { value } => {
            push_text(
                &fluent_syntax::unicode::unescape_unicode_to_string(value),
                parts,
            )?;
        }
        ast::InlineExpression::FunctionReference { id, arguments } => {
            let [ast::InlineExpression::VariableReference { id: variable }] =
                &arguments.positional[..]
            else {
                return Err(format!("{} takes one variable", id.name));
            };
            if id.name != "NUMBER" || !arguments.named.is_empty() {
                return Err(format!("{} with these arguments is not supported", id.name));
            }
            parts.push(Part::Grouped(variable.name.to_owned()));
        }
        other => return Err(format!("{other:?} is not supported")),
    }
    Ok(())
}

fn read_text(text: &str, parts: &mut Vec<Part>) -> Result<(), String> {
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, from) = rest.split_at(at);
        push_text(before, parts)?;
        if let Some(after) = from.strip_prefix("**") {
            parts.push(Part::Strong);
            rest = after;
        } else if let Some(after) = from.strip_prefix('`') {
            parts.push(Part::Code);
            rest = after;
        } else {
            push_text("*", parts)?;
            rest = &from[1..];
        }
    }
    push_text(rest, parts)
}

fn push_text(text: &str, parts: &mut Vec<Part>) -> Result<(), String> {
    if text.chars().any(|c| c < ' ' && c != '\n') {
        return Err("a control character".to_owned());
    }
    if text.is_empty() {
        return Ok(());
    }
    if let Some(Part::Text(last)) = parts.last_mut() {
        last.push_str(text);
    } else {
        parts.push(Part::Text(text.to_owned()));
    }
    Ok(())
}

/// Marks have to close within the text (or the variant) that opens them.
fn unbalanced(parts: &[Part]) -> bool {
    let count = |mark: &Part| parts.iter().filter(|part| *part == mark).count() % 2 == 1;
    count(&Part::Code)
        || count(&Part::Strong)
        || parts.iter().any(|part| match part {
            Part::Select(_, variants) => variants.iter().any(|(_, parts)| unbalanced(parts)),
            _ => false,
        })
}

/// The line a pattern starts at, found by the address of its first text.
fn line_of(source: &str, pattern: &ast::Pattern<&str>) -> usize {
    fn first<'s>(pattern: &ast::Pattern<&'s str>) -> Option<&'s str> {
        pattern.elements.iter().find_map(|element| match element {
            ast::PatternElement::TextElement { value } => Some(*value),
            ast::PatternElement::Placeable { expression } => match expression {
                ast::Expression::Inline(ast::InlineExpression::VariableReference { id })
                | ast::Expression::Select {
                    selector: ast::InlineExpression::VariableReference { id },
                    ..
                } => Some(id.name),
                _ => None,
            },
        })
    }
    first(pattern).map_or(0, |text| {
        line_at(
            source,
            (text.as_ptr() as usize).saturating_sub(source.as_ptr() as usize),
        )
    })
}

fn line_at(source: &str, at: usize) -> usize {
    source
        .as_bytes()
        .iter()
        .take(at)
        .filter(|byte| **byte == b'\n')
        .count()
        + 1
}
