//! What the Cluster room's address asks for beyond the room: the diagram in place of the lanes, and what
//! stands in the place of Explain.

use crate::platform::route;
use tidemark_core::study::record::Which;
use tidemark_core::study::why::Value;

const ROOM: &str = "/cluster";
const SPACETIME: &str = "spacetime";

/// The address.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Way {
    /// The diagram stands in place of the lanes.
    pub(crate) spacetime: bool,
    /// What stands in the place of Explain.
    pub(crate) side: Option<Side>,
    /// What lies over all that, or takes its place.
    pub(crate) over: Option<Over>,
}

/// What can lie over the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// What a reader takes away.
    TakeAway,
    /// The run is shown to a room full of people.
    Present,
}

/// What can stand in the place of Explain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Side {
    /// The causes of a value.
    Why(Value),
    /// A record's life.
    Record(Which),
}

impl Way {
    /// The present address.
    pub(crate) fn now() -> Self {
        Self::of_hash(&route::hash())
    }

    /// An address; what it does not understand is as if it were not there.
    pub(crate) fn of_hash(hash: &str) -> Self {
        let mut rest = hash
            .strip_prefix(ROOM)
            .unwrap_or_default()
            .split('/')
            .filter(|part| !part.is_empty())
            .peekable();
        let spacetime = rest.next_if_eq(&SPACETIME).is_some();
        let mut over = None;
        let side = match rest.next() {
            Some("why") => value(rest.next(), rest.next()).map(Side::Why),
            Some("record") => record(rest.next(), rest.next()).map(Side::Record),
            Some("take") => {
                over = Some(Over::TakeAway);
                None
            }
            Some("present") => {
                over = Some(Over::Present);
                None
            }
            _ => None,
        };
        Self {
            spacetime,
            side,
            over,
        }
    }

    /// The link to it.
    pub(crate) fn href(&self) -> String {
        let mut href = format!("#{ROOM}");
        if self.spacetime {
            href.push('/');
            href.push_str(SPACETIME);
        }
        match &self.side {
            Some(Side::Why(value)) => {
                href.push_str("/why/");
                href.push_str(&name(*value));
            }
            Some(Side::Record(Which::At { broker, offset })) => {
                href.push_str(&format!("/record/{broker}/{offset}"));
            }
            Some(Side::Record(Which::Value(value))) => {
                href.push_str("/record/value/");
                href.push_str(&encoded(value));
            }
            None => {}
        }
        match self.over {
            Some(Over::TakeAway) => href.push_str("/take"),
            Some(Over::Present) => href.push_str("/present"),
            None => {}
        }
        href
    }

    /// The same picture with something else in the place of Explain.
    pub(crate) fn with(side: Option<Side>) -> Self {
        Self {
            side,
            over: None,
            ..Self::now()
        }
    }
}

fn value(kind: Option<&str>, broker: Option<&str>) -> Option<Value> {
    let broker = || broker?.parse().ok();
    Some(match kind? {
        "leo" => Value::LogEndOffset(broker()?),
        "hw" => Value::HighWatermark(broker()?),
        "epoch" => Value::ReplicaLeaderEpoch(broker()?),
        "isr" => Value::Isr,
        "leader" => Value::Leader,
        "leader-epoch" => Value::LeaderEpoch,
        _ => return None,
    })
}

fn name(value: Value) -> String {
    match value {
        Value::LogEndOffset(broker) => format!("leo/{broker}"),
        Value::HighWatermark(broker) => format!("hw/{broker}"),
        Value::ReplicaLeaderEpoch(broker) => format!("epoch/{broker}"),
        Value::Isr => "isr".to_owned(),
        Value::Leader => "leader".to_owned(),
        Value::LeaderEpoch => "leader-epoch".to_owned(),
    }
}

fn record(first: Option<&str>, second: Option<&str>) -> Option<Which> {
    let second = second?;
    if first? == "value" {
        return Some(Which::Value(decoded(second)?));
    }
    Some(Which::At {
        broker: first?.parse().ok()?,
        offset: second.parse().ok()?,
    })
}

/// A text as an address holds it: letters and digits as they are, every other byte as `%20`.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_leads_back_to_itself() {
        let ways = [
            Way::default(),
            Way {
                spacetime: true,
                side: None,
                over: None,
            },
            Way {
                spacetime: true,
                side: Some(Side::Why(Value::HighWatermark(12))),
                over: None,
            },
            Way {
                spacetime: false,
                side: Some(Side::Why(Value::LeaderEpoch)),
                over: None,
            },
            Way {
                spacetime: false,
                side: Some(Side::Record(Which::At {
                    broker: 1,
                    offset: 17,
                })),
                over: None,
            },
            Way {
                spacetime: true,
                side: Some(Side::Record(Which::Value("a/ü b".to_owned()))),
                over: None,
            },
        ];
        let over = [Over::TakeAway, Over::Present].map(|over| Way {
            spacetime: true,
            side: None,
            over: Some(over),
        });
        for way in ways.into_iter().chain(over) {
            assert_eq!(Way::of_hash(&way.href()[1..]), way);
        }
        assert_eq!(Way::of_hash("/cluster/why/nothing"), Way::default());
        assert_eq!(Way::of_hash("/cluster/record/value/%zz"), Way::default());
    }
}
