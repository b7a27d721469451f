//! Messages: Kafka's name, who to whom, and what they say.

use super::{Teller, id_list};
use crate::words::say;
use tidemark_core::sim::event::{MessageHead, MessageKind};
use tidemark_core::sim::naming::{MessageName, MessageType};
use tidemark_core::sim::node::Node;

impl Teller {
    /// A node in a sentence: `broker 2`, `controller`, `client`.
    pub(super) fn node(&self, node: Node) -> String {
        match node {
            Node::Broker(id) => say!(self.words, node_broker, id = id),
            Node::Controller => self.words.node_controller(),
            Node::Client(_) => self.words.node_client(),
        }
    }

    /// A node in a route: `2`, `controller`, `client`.
    pub(crate) fn node_short(&self, node: Node) -> String {
        match node {
            Node::Broker(id) => id.to_string(),
            Node::Controller => self.words.node_controller_short(),
            Node::Client(_) => self.words.node_client_short(),
        }
    }

    /// Kafka's name of the message.
    pub(crate) fn message_name(&self, kind: &MessageKind) -> String {
        self.type_name(kind.message_type()).to_owned()
    }

    /// A message by its name: `FetchResponse 17, 2 → 1`.
    pub(crate) fn numbered(&self, name: &MessageName) -> String {
        let MessageName { flow, nth, copy } = name;
        let mut kind = self.type_name(flow.kind).to_owned();
        if let Some(partition) = flow.partition {
            kind.push(' ');
            kind.push_str(&self.names.partition(partition));
        }
        let (from, to) = (self.node_short(flow.from), self.node_short(flow.to));
        let (words, nth) = (self.words, i64::from(*nth));
        if *copy > 0 {
            say!(
                words,
                message_numbered_copy,
                name = &kind,
                nth = nth,
                from = &from,
                to = &to
            )
        } else {
            say!(
                words,
                message_numbered,
                name = &kind,
                nth = nth,
                from = &from,
                to = &to
            )
        }
    }

    const fn type_name(&self, kind: MessageType) -> &'static str {
        match kind {
            MessageType::Fetch => "Fetch",
            MessageType::FetchResponse => "FetchResponse",
            MessageType::OffsetsForLeaderEpoch => "OffsetsForLeaderEpoch",
            MessageType::OffsetsForLeaderEpochResponse => "OffsetsForLeaderEpochResponse",
            MessageType::ListOffsets => "ListOffsets",
            MessageType::ListOffsetsResponse => "ListOffsetsResponse",
            MessageType::Produce => "Produce",
            MessageType::ProduceResponse => "ProduceResponse",
            MessageType::AlterPartition => "AlterPartition",
            MessageType::AlterPartitionResponse => "AlterPartitionResponse",
            MessageType::PartitionStates if self.zookeeper => "LeaderAndIsr",
            // Not a request of its own in Kafka: brokers fetch the metadata log.
            MessageType::PartitionStates => "MetadataFetch",
            MessageType::BrokerRegistration => "BrokerRegistration",
            MessageType::BrokerRegistrationResponse => "BrokerRegistrationResponse",
            MessageType::BrokerHeartbeat => "BrokerHeartbeat",
            MessageType::BrokerHeartbeatResponse => "BrokerHeartbeatResponse",
        }
    }

    /// An arriving message as one line.
    pub(super) fn message_line(&self, head: &MessageHead) -> String {
        let words = self.words;
        let (from, to) = (self.node_short(head.from), self.node_short(head.to));
        match &head.kind {
            MessageKind::Fetch { fetch_offset, .. } => {
                say!(
                    words,
                    fetch_at,
                    from = &from,
                    to = &to,
                    offset = *fetch_offset
                )
            }
            MessageKind::FetchResponse {
                diverging: Some((epoch, offset)),
                ..
            } => {
                say!(
                    words,
                    fetch_answer_diverging,
                    from = &from,
                    to = &to,
                    epoch = *epoch,
                    offset = *offset
                )
            }
            MessageKind::FetchResponse {
                error,
                records,
                high_watermark,
                ..
            } if !error.is_error() => {
                say!(
                    words,
                    fetch_answer,
                    from = &from,
                    to = &to,
                    n = *records,
                    hw = *high_watermark
                )
            }
            MessageKind::OffsetsForLeaderEpoch { epoch } => {
                say!(words, epoch_asked, from = &from, to = &to, epoch = *epoch)
            }
            MessageKind::OffsetsForLeaderEpochResponse {
                error,
                epoch,
                end_offset,
            } if !error.is_error() => {
                say!(
                    words,
                    epoch_answer,
                    from = &from,
                    to = &to,
                    epoch = *epoch,
                    offset = *end_offset
                )
            }
            kind => match error_of(kind) {
                Some(error) => say!(words, answer_error, from = &from, to = &to, error = error),
                None => say!(
                    words,
                    message_arrives,
                    name = &self.message_name(kind),
                    from = &from,
                    to = &to
                ),
            },
        }
    }

    /// What the message carries, as Kafka's field names and their values.
    pub(crate) fn message_fields(&self, head: &MessageHead) -> Vec<(&'static str, String)> {
        match &head.kind {
            MessageKind::Fetch {
                fetch_offset,
                leader_epoch,
                last_fetched_epoch,
            } => {
                let mut fields = vec![("fetch_offset", fetch_offset.to_string())];
                fields
                    .extend(leader_epoch.map(|epoch| ("current_leader_epoch", epoch.to_string())));
                fields.extend(
                    last_fetched_epoch.map(|epoch| ("last_fetched_epoch", epoch.to_string())),
                );
                fields
            }
            MessageKind::FetchResponse {
                error,
                records,
                high_watermark,
                diverging,
            } => {
                let mut fields = vec![
                    ("error_code", error.to_string()),
                    ("records", records.to_string()),
                    ("high_watermark", high_watermark.to_string()),
                ];
                fields.extend(
                    diverging
                        .map(|(epoch, end)| ("diverging_epoch", format!("{epoch}, end {end}"))),
                );
                fields
            }
            MessageKind::OffsetsForLeaderEpoch { epoch } => {
                vec![("leader_epoch", epoch.to_string())]
            }
            MessageKind::OffsetsForLeaderEpochResponse {
                error,
                epoch,
                end_offset,
            } => vec![
                ("error_code", error.to_string()),
                ("leader_epoch", epoch.to_string()),
                ("end_offset", end_offset.to_string()),
            ],
            MessageKind::ListOffsetsResponse {
                error,
                earliest,
                latest,
            } => vec![
                ("error_code", error.to_string()),
                ("earliest", earliest.to_string()),
                ("latest", latest.to_string()),
            ],
            MessageKind::Produce { acks, records } => {
                vec![
                    ("acks", acks.as_str().to_owned()),
                    ("records", records.to_string()),
                ]
            }
            MessageKind::ProduceResponse { error, base_offset } => {
                vec![
                    ("error_code", error.to_string()),
                    ("base_offset", base_offset.to_string()),
                ]
            }
            MessageKind::AlterPartition { isr } => vec![("new_isr", id_list(isr))],
            MessageKind::AlterPartitionResponse { error, isr } => {
                vec![("error_code", error.to_string()), ("isr", id_list(isr))]
            }
            MessageKind::PartitionStates { count } => vec![("partition_states", count.to_string())],
            MessageKind::BrokerRegistrationResponse { error } => {
                vec![("error_code", error.to_string())]
            }
            MessageKind::BrokerHeartbeat { want_shut_down } => {
                vec![("want_shut_down", want_shut_down.to_string())]
            }
            MessageKind::BrokerHeartbeatResponse { should_shut_down } => {
                vec![("should_shut_down", should_shut_down.to_string())]
            }
            MessageKind::ListOffsets | MessageKind::BrokerRegistration => Vec::new(),
        }
    }
}

/// The error a response carries, if it is one.
fn error_of(kind: &MessageKind) -> Option<&'static str> {
    let (MessageKind::FetchResponse { error, .. }
    | MessageKind::OffsetsForLeaderEpochResponse { error, .. }
    | MessageKind::ListOffsetsResponse { error, .. }
    | MessageKind::ProduceResponse { error, .. }
    | MessageKind::AlterPartitionResponse { error, .. }
    | MessageKind::BrokerRegistrationResponse { error }) = kind
    else {
        return None;
    };
    error.is_error().then(|| error.name())
}
