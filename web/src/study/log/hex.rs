//! Bytes as they are, and what each says: one points at a field, and sees its bytes, or the other way round.

use super::store;
use crate::words::{Words, say};
use tidemark_core::files::{BatchFields, Crc, Field, FieldName, FieldValue, Flag, Shown};
use tidemark_core::record::Codec;
use yew::{Callback, Html, MouseEvent, classes, html};

/// Bytes in a row.
const ROW: usize = 16;

/// The bytes of a place, with what its fields say beside them.
pub(super) fn place(shown: &Shown, field: Option<usize>, words: Words) -> Html {
    let fields = shown.batch.as_ref().ok();
    let pointed = field.and_then(|field| fields?.fields.get(field));
    let rows = shown.bytes.chunks(ROW).enumerate().map(|(row, bytes)| {
        let start = row * ROW;
        let address = shown.position + start as u64;
        let cells = bytes.iter().enumerate().map(|(column, byte)| {
            let at = start + column;
            let owner = fields.and_then(|fields| owner(fields, at));
            let is_pointed = pointed.is_some_and(|field| holds(field, at));
            let class = classes!(
                owner.is_some_and(|owner| owner % 2 == 1).then_some("odd"),
                is_pointed.then_some("on"),
            );
            let onclick = Callback::from(move |_: MouseEvent| store::point_at(owner));
            html! { <span key={at} {class} {onclick}>{ format!("{byte:02x}") }</span> }
        });
        html! { <div class="hex-row" key={row}><i>{ address }</i>{ for cells }</div> }
    });
    html! {
        <>
            <div class="hex" role="img" tabindex="0" aria-label={say!(words, log_bytes, start = shown.position, end = shown.position + shown.bytes.len() as u64)}>
                { for rows }
            </div>
            if let Some(fields) = fields { { tree(fields, field, words) } }
        </>
    }
}

/// The number of the innermost field that a byte belongs to.
fn owner(fields: &BatchFields, at: usize) -> Option<usize> {
    fields
        .fields
        .iter()
        .rposition(|field| field.name != FieldName::Record && !field.is_inside && holds(field, at))
}

const fn holds(field: &Field, at: usize) -> bool {
    let start = field.position as usize;
    !field.is_inside && start <= at && at < start + field.size as usize
}

fn tree(batch: &BatchFields, pointed: Option<usize>, words: Words) -> Html {
    let fields = batch.fields.iter().enumerate().map(|(number, field)| {
        let is_on = pointed == Some(number);
        let onclick = Callback::from(move |_: MouseEvent| {
            store::point_at((!is_on).then_some(number));
        });
        let class = classes!(
            is_record(field.name).then_some("in"),
            (field.name == FieldName::Record).then_some("whole"),
        );
        html! {
            <li key={number}>
                <button type="button" {class} {onclick} aria-pressed={if is_on { "true" } else { "false" }}>
                    <i>{ format!("+{}", field.position) }</i>
                    <span>{ name(field.name) }</span>
                    <b>{ value(&field.value, words) }</b>
                </button>
            </li>
        }
    });
    html! {
        <>
            <ul class="fields" tabindex="0" aria-label={words.log_fields()}>{ for fields }</ul>
            if let Some(size) = batch.section_size {
                <p class="sub">{ say!(words, log_uncompressed, size = size) }</p>
            }
            if batch.records_left > 0 {
                <p class="sub">{ say!(words, log_records_left, n = batch.records_left) }</p>
            }
        </>
    }
}

/// What Kafka's source calls the field.
const fn name(name: FieldName) -> &'static str {
    match name {
        FieldName::BaseOffset => "baseOffset",
        FieldName::Length => "length",
        FieldName::PartitionLeaderEpoch => "partitionLeaderEpoch",
        FieldName::Magic => "magic",
        FieldName::Crc => "crc",
        FieldName::Attributes | FieldName::RecordAttributes => "attributes",
        FieldName::LastOffsetDelta => "lastOffsetDelta",
        FieldName::BaseTimestamp => "baseTimestamp",
        FieldName::MaxTimestamp => "maxTimestamp",
        FieldName::ProducerId => "producerId",
        FieldName::ProducerEpoch => "producerEpoch",
        FieldName::BaseSequence => "baseSequence",
        FieldName::RecordsCount => "recordsCount",
        FieldName::Records => "records",
        FieldName::Record => "record",
        FieldName::RecordLength => "length",
        FieldName::TimestampDelta => "timestampDelta",
        FieldName::OffsetDelta => "offsetDelta",
        FieldName::KeyLength => "keyLength",
        FieldName::Key => "key",
        FieldName::ValueLength => "valueLength",
        FieldName::Value => "value",
        FieldName::HeadersCount => "headersCount",
        FieldName::HeaderKeyLength => "headerKeyLength",
        FieldName::HeaderKey => "headerKey",
        FieldName::HeaderValueLength => "headerValueLength",
        FieldName::HeaderValue => "headerValue",
        FieldName::Offset => "offset",
        FieldName::MessageSize => "size",
        FieldName::Timestamp => "timestamp",
    }
}

const fn is_record(name: FieldName) -> bool {
    matches!(
        name,
        FieldName::RecordLength
            | FieldName::RecordAttributes
            | FieldName::TimestampDelta
            | FieldName::OffsetDelta
            | FieldName::KeyLength
            | FieldName::Key
            | FieldName::ValueLength
            | FieldName::Value
            | FieldName::HeadersCount
            | FieldName::HeaderKeyLength
            | FieldName::HeaderKey
            | FieldName::HeaderValueLength
            | FieldName::HeaderValue
    )
}

fn value(value: &FieldValue, words: Words) -> Html {
    match value {
        FieldValue::Number(number) => number.to_string().into(),
        FieldValue::Crc(Crc { stored, computed }) if stored == computed => {
            format!("{stored:08x} ✓").into()
        }
        FieldValue::Crc(Crc { stored, computed }) => {
            let stored = format!("{stored:08x}");
            let computed = format!("{computed:08x}");
            html! {
                <span class="bad">{ say!(words, log_crc_wrong, stored = &stored, computed = &computed) }</span>
            }
        }
        FieldValue::Flags(flags) if flags.is_empty() => "0".into(),
        FieldValue::Flags(flags) => {
            let named: Vec<&str> = flags.iter().map(|flag| flag_name(*flag)).collect();
            named.join(" ").into()
        }
        FieldValue::Bytes(_, Some(text)) if !text.is_empty() => text.clone().into(),
        FieldValue::Bytes(size, _) => say!(words, log_byte_count, n = *size).into(),
        FieldValue::Null => "null".into(),
        FieldValue::Record(number, offset, timestamp) => say!(
            words,
            log_record_at,
            number = *number,
            offset = *offset,
            timestamp = *timestamp
        )
        .into(),
    }
}

/// What Kafka's tools call it.
const fn flag_name(flag: Flag) -> &'static str {
    match flag {
        Flag::Codec(codec) => codec_name(codec),
        Flag::LogAppendTime => "LogAppendTime",
        Flag::Transactional => "transactional",
        Flag::Control => "control",
        Flag::DeleteHorizon => "deleteHorizon",
    }
}

/// A codec's name, as in `compression.type`.
pub(super) const fn codec_name(codec: Codec) -> &'static str {
    match codec {
        Codec::None => "none",
        Codec::Gzip => "gzip",
        Codec::Snappy => "snappy",
        Codec::Lz4 => "lz4",
        Codec::Zstd => "zstd",
        Codec::Unknown(_) => "?",
    }
}
