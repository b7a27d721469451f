//! The keys of a describe line and the text between them.
//!
//! It knows where fields begin, not what they mean. A key counts only at the start of a word.

use crate::import::form::Fault;
use crate::import::text::Piece;
use crate::import::warning::Field;

/// The keys, in no order that matters; the two-word ones are found by their second word.
static KEYS: [(&str, Field); 15] = [
    ("Topic", Field::Topic),
    ("TopicId", Field::TopicId),
    ("PartitionCount", Field::PartitionCount),
    ("ReplicationFactor", Field::ReplicationFactor),
    ("Configs", Field::Configs),
    ("MarkedForDeletion", Field::MarkedForDeletion),
    ("Partition", Field::Partition),
    ("Leader", Field::Leader),
    ("Replicas", Field::Replicas),
    ("Isr", Field::Isr),
    ("Elr", Field::Elr),
    ("LastKnownElr", Field::LastKnownElr),
    ("Offline", Field::Offline),
    ("LiveObservers", Field::LiveObservers),
    ("Observers", Field::Observers),
];

/// How many [`Field`]s a describe line can have: the first of them, up to this one.
const FIELDS: usize = Field::Observers as usize + 1;

/// A line taken apart.
#[derive(Debug)]
pub(super) struct Fields<'t> {
    /// The whole line.
    pub(super) line: Piece<'t>,
    /// Whether the first key is in lower case: 0.8.0 only.
    pub(super) lower_case: bool,
    found: [Option<Piece<'t>>; FIELDS],
    last: Field,
}

impl<'t> Fields<'t> {
    /// Takes a line apart if it begins with the key `Topic:` and one word for its value.
    pub(super) fn split(line: Piece<'t>) -> Option<Self> {
        let first = line.text.as_bytes().first()?;
        if !first.eq_ignore_ascii_case(&b't') {
            return None;
        }
        let mut fields = Self {
            line,
            lower_case: *first == b't',
            found: [None; FIELDS],
            last: Field::Topic,
        };
        let mut value_from = 0;
        let mut open = None;
        let mut word_before = line.slice(0, 0);
        let mut rest = line;
        loop {
            let (word, after) = rest.word();
            if word.is_empty() {
                break;
            }
            let key = key_of(word.text, word_before.text, open);
            if let Some((field, length)) = key.filter(|&(field, _)| !fields.has_or_is(field, open))
            {
                let two_words = matches!(field, Field::AddingReplicas | Field::RemovingReplicas);
                let start = if two_words { word_before } else { word };
                match open {
                    Some(field) => fields.add(field, line.slice(value_from, start.at - line.at)),
                    None if field == Field::Topic => {}
                    None => return None,
                }
                open = Some(field);
                value_from = word.at - line.at + length;
            } else if open.is_none() {
                return None;
            }
            word_before = word;
            rest = after;
        }
        fields.add(open?, line.from(value_from));
        let name = fields.value(Field::Topic)?;
        (name.word().0.text.len() == name.text.len()).then_some(fields)
    }

    /// Whether the line has the field.
    pub(super) fn has(&self, field: Field) -> bool {
        self.raw(field).is_some()
    }

    /// The value of a field without blanks around it.
    pub(super) fn value(&self, field: Field) -> Option<Piece<'t>> {
        self.raw(field).map(Piece::trim)
    }

    /// The value of a field that a record can't be without.
    pub(super) fn required(&self, field: Field) -> Result<Piece<'t>, Fault> {
        let value = self.value(field).filter(|value| !value.is_empty());
        value.ok_or(Fault::Short(field))
    }

    /// The value of a field with the blanks that stand before it.
    pub(super) fn raw(&self, field: Field) -> Option<Piece<'t>> {
        self.found.get(field as usize).copied().flatten()
    }

    /// Whether the value of the last field is empty.
    pub(super) fn ends_empty(&self) -> bool {
        self.value(self.last).is_some_and(Piece::is_empty)
    }

    fn has_or_is(&self, field: Field, open: Option<Field>) -> bool {
        open == Some(field) || self.has(field)
    }

    fn add(&mut self, field: Field, piece: Piece<'t>) {
        if let Some(slot) = self.found.get_mut(field as usize) {
            *slot = Some(piece);
            self.last = field;
        }
    }
}

/// Whether a line begins with a key that is not the first of a record.
pub(super) fn starts_with_inner_key(line: Piece<'_>) -> bool {
    let (first, rest) = line.word();
    let (second, _) = rest.word();
    key_of(first.text, "", None).is_some_and(|(field, _)| field != Field::Topic)
        || key_of(second.text, first.text, None).is_some_and(|(field, _)| {
            matches!(field, Field::AddingReplicas | Field::RemovingReplicas)
        })
}

/// The key a word begins with and where its value begins.
fn key_of(word: &str, before: &str, open: Option<Field>) -> Option<(Field, usize)> {
    let colon = word.find(':')?;
    let name = word.get(..colon)?;
    let &(_, field) = KEYS
        .iter()
        .find(|(key, _)| key.eq_ignore_ascii_case(name))?;
    let field = match field {
        Field::Replicas if before.eq_ignore_ascii_case("adding") => Field::AddingReplicas,
        Field::Replicas if before.eq_ignore_ascii_case("removing") => Field::RemovingReplicas,
        _ => field,
    };
    // Values of configs may look like keys; only one key can follow them.
    let inside_configs = open == Some(Field::Configs) && field != Field::MarkedForDeletion;
    (!inside_configs).then_some((field, colon + 1))
}
