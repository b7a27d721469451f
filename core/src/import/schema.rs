//! How statements become the keys of one object, as the result schema wants it: a second
//! statement of the same kind gets the suffix `_2`.

use alloc::collections::BTreeMap;
use alloc::format;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::election::ElectionPart;
use super::reassign::ReassignmentPart;

pub(super) fn reassignment<S: Serializer>(
    parts: &[ReassignmentPart],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    object(
        parts.iter().map(|part| (part.says.key(), &part.says)),
        serializer,
    )
}

pub(super) fn elections<S: Serializer>(
    parts: &[ElectionPart],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    object(
        parts.iter().map(|part| (part.says.key(), &part.says)),
        serializer,
    )
}

fn object<'p, T: Serialize + 'p, S: Serializer>(
    parts: impl Iterator<Item = (&'static str, &'p T)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let mut object = serializer.serialize_map(None)?;
    for (key, says) in parts {
        let times = seen.entry(key).or_default();
        *times += 1;
        match *times {
            1 => object.serialize_entry(key, says)?,
            times => object.serialize_entry(&format!("{key}_{times}"), says)?,
        }
    }
    object.end()
}
