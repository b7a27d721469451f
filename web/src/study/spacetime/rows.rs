//! The table that says the same as the picture: a row for each step, and for each message that has not
//! arrived.

use super::labels;
use super::shapes::Row;
use crate::prose::Teller;
use tidemark_core::sim::node::Node;
use tidemark_core::study::spacetime::{End, Message, Window};

/// The rows, in the order of time.
pub(crate) fn rows(window: &Window, hidden: &[Node], teller: &Teller) -> Vec<Row> {
    let mut rows = Vec::new();
    for event in &window.events {
        let changes: Vec<String> = event
            .changes
            .iter()
            .filter_map(|change| {
                let (told, _) = labels::change(teller, &change.effect)?;
                Some(format!("{}: {told}", labels::name(teller, change.node)))
            })
            .collect();
        let ended: Vec<&Message> = window
            .messages
            .iter()
            .filter(|message| ends_in(message) == Some(event.step))
            .filter(|message| is_shown(message, hidden))
            .collect();
        let now = event.step == window.position;
        // A step by hand has several messages; what it changed is told once.
        for (at, message) in ended.iter().enumerate() {
            rows.push(Row {
                step: Some(event.step),
                sent: Some(message.sent.time),
                time: Some(event.time),
                from: Some(labels::name(teller, message.head.from)),
                to: Some(labels::name(teller, message.head.to)),
                what: labels::message(teller, window, message),
                changes: if at + 1 == ended.len() {
                    changes.clone()
                } else {
                    Vec::new()
                },
                now,
            });
        }
        if ended.is_empty() && event.node.is_none_or(|node| !hidden.contains(&node)) {
            rows.push(Row {
                step: Some(event.step),
                sent: None,
                time: Some(event.time),
                from: None,
                to: event.node.map(|node| labels::name(teller, node)),
                what: labels::what(teller, event),
                changes,
                now,
            });
        }
    }
    let open = window
        .messages
        .iter()
        .filter(|message| ends_in(message).is_none() && is_shown(message, hidden));
    rows.extend(open.map(|message| Row {
        step: None,
        sent: Some(message.sent.time),
        time: None,
        from: Some(labels::name(teller, message.head.from)),
        to: Some(labels::name(teller, message.head.to)),
        what: labels::message(teller, window, message),
        changes: Vec::new(),
        now: false,
    }));
    rows
}

/// The step in which a message ended.
pub(super) const fn ends_in(message: &Message) -> Option<u32> {
    match message.end {
        End::Arrived(at) | End::Lost(at) | End::NeverArrives(at) | End::Dropped { at, .. } => {
            at.step
        }
        End::InFlight { .. } => None,
    }
}

pub(super) fn is_shown(message: &Message, hidden: &[Node]) -> bool {
    !hidden.contains(&message.head.from) && !hidden.contains(&message.head.to)
}
