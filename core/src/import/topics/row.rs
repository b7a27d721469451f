//! The row of a partition.

use alloc::vec::Vec;

use super::fields::Fields;
use crate::import::form::{
    Fault, Whole, bad_number, bad_partition, first_outside, first_repeated, ids, number, only_ids,
    topic_name,
};
use crate::import::model::{Answer, Partition};
use crate::import::text::Piece;
use crate::import::warning::{Field, Problem, Reason, token};

/// A partition row.
#[derive(Debug)]
pub(in crate::import) struct Row<'t> {
    pub(in crate::import) topic: &'t str,
    /// Where the topic's name stands.
    pub(in crate::import) name: Piece<'t>,
    /// Where the partition's number stands.
    pub(in crate::import) number: Piece<'t>,
    pub(in crate::import) partition: Partition,
    /// Whether the keys are in lower case: 0.8.0 only.
    pub(in crate::import) lower_case: bool,
}

/// Reads a row.
pub(super) fn read<'t>(fields: &Fields<'t>) -> Result<Whole<Row<'t>>, Fault> {
    const REQUIRED: [Field; 3] = [Field::Leader, Field::Replicas, Field::Isr];
    if let Some(missing) = REQUIRED.into_iter().find(|&field| !fields.has(field)) {
        return Err(Fault::Short(missing));
    }
    let name = fields.required(Field::Topic)?;
    let number_at = fields.required(Field::Partition)?;
    let leader = fields.required(Field::Leader)?;
    let topic = topic_name(name)?;
    let partition = number(number_at).ok_or_else(|| bad_partition(number_at))?;
    let mut lists = Lists {
        fields,
        problems: Vec::new(),
        open: false,
    };
    let partition = lists.partition(partition, leader)?;
    check(&partition, fields, &mut lists.problems);
    Ok(Whole {
        record: Row {
            topic,
            name,
            number: number_at,
            partition,
            lower_case: fields.lower_case,
        },
        open: lists.open || fields.ends_empty(),
        problems: lists.problems,
    })
}

struct Lists<'f, 't> {
    fields: &'f Fields<'t>,
    problems: Vec<Problem>,
    open: bool,
}

impl Lists<'_, '_> {
    fn partition(&mut self, partition: i32, leader: Piece<'_>) -> Result<Partition, Problem> {
        Ok(Partition {
            partition,
            leader: match leader.text {
                "none" | "-1" => None,
                _ => Some(number(leader).ok_or_else(|| bad_number(leader, Field::Leader))?),
            },
            replicas: self.required(Field::Replicas)?,
            isr: self.isr()?,
            adding: self.optional(Field::AddingReplicas)?,
            removing: self.optional(Field::RemovingReplicas)?,
            elr: self.answer(Field::Elr)?,
            last_known_elr: self.answer(Field::LastKnownElr)?,
            offline: self.optional(Field::Offline)?,
            observers: self.optional(Field::Observers)?,
            live_observers: self.optional(Field::LiveObservers)?,
            marked_for_deletion: self
                .fields
                .value(Field::MarkedForDeletion)
                .map(|value| value.text.eq_ignore_ascii_case("true")),
        })
    }

    fn required(&mut self, field: Field) -> Result<Vec<i32>, Problem> {
        Ok(self.optional(field)?.unwrap_or_default())
    }

    fn optional(&mut self, field: Field) -> Result<Option<Vec<i32>>, Problem> {
        let Some(value) = self.fields.value(field) else {
            return Ok(None);
        };
        let list = only_ids(value, field)?;
        self.cut(list.open, value, field);
        Ok(Some(list.ids))
    }

    /// The in-sync list is the last one in most layouts: people write beside it.
    fn isr(&mut self) -> Result<Vec<i32>, Problem> {
        let Some(value) = self.fields.value(Field::Isr) else {
            return Ok(Vec::new());
        };
        let list = ids(value, Field::Isr)?;
        if !list.rest.is_empty() {
            let reason = Reason::TrailingText {
                token: token(list.rest.word().0.text),
            };
            self.problems.push(Problem::of(list.rest, reason));
        }
        self.cut(list.open, value, Field::Isr);
        Ok(list.ids)
    }

    fn answer(&mut self, field: Field) -> Result<Option<Answer>, Problem> {
        match self.fields.value(field) {
            Some(value) if value.text == "N/A" => Ok(Some(Answer::NotAvailable)),
            _ => Ok(self.optional(field)?.map(Answer::Listed)),
        }
    }

    fn cut(&mut self, open: bool, value: Piece<'_>, field: Field) {
        if open {
            self.open = true;
            self.problems
                .push(Problem::after(value, Reason::CutList { field }));
        }
    }
}

/// What can be true of a real cluster for a moment and still deserves a look.
fn check(partition: &Partition, fields: &Fields<'_>, problems: &mut Vec<Problem>) {
    let value = |field| fields.value(field).unwrap_or(fields.line);
    let replicas = &partition.replicas;
    if let Some(broker) = first_outside(&partition.isr, replicas) {
        let reason = Reason::IsrNotInReplicas { broker };
        problems.push(Problem::of(id_in(value(Field::Isr), broker), reason));
    }
    if let Some((_, broker)) = first_repeated(replicas) {
        let reason = Reason::DuplicateReplica { broker };
        problems.push(Problem::of(id_in(value(Field::Replicas), broker), reason));
    }
    let Some(broker) = partition.leader else {
        return;
    };
    if !replicas.contains(&broker) {
        let reason = Reason::LeaderNotInReplicas { broker };
        problems.push(Problem::of(value(Field::Leader), reason));
    } else if !partition.isr.contains(&broker) {
        let reason = Reason::LeaderNotInIsr { broker };
        problems.push(Problem::of(value(Field::Leader), reason));
    }
}

/// Where an id stands in its list; the last place, if it is there twice.
fn id_in(list: Piece<'_>, id: i32) -> Piece<'_> {
    list.parts(',')
        .map(|part| part.word().0)
        .filter(|part| number(*part) == Some(id))
        .last()
        .unwrap_or(list)
}
