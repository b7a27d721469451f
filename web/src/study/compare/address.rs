//! What an address says is compared: `#/compare/S10/S11`, `#/compare/S14/S14,acks=all`, `#/compare/@0/@1`.
//!
//! A side is a scenario of the catalogue, or a branch of the open session behind `@`; settings that are
//! changed follow, each by the name and the value that it has in a scenario. Behind the sides stands where one
//! is, if one has moved: `#/compare/S10/S11/p0/r9` is partition 0, row 9.

use std::fmt;
use tidemark_core::history::BranchId;
use tidemark_core::replication::settings::{SettingChange, SettingKey};
use tidemark_core::study::compare::{Pair, Preset};
use tidemark_core::topology::PartitionId;

/// The room's address, before the sides.
pub(crate) const ROOM: &str = "#/compare";
/// More changes than this nobody oversees.
const CHANGES_MAX: usize = 8;

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SideAddress {
    /// What runs.
    pub(super) run: RunAddress,
    /// What is set differently in it.
    pub(super) changes: Vec<SettingChange>,
}

/// Where one stands in a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The partition looked at.
    pub(super) partition: PartitionId,
    /// The row.
    pub(super) row: u32,
}

/// What runs on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RunAddress {
    /// A scenario of the catalogue, by its id.
    Scenario(String),
    /// A branch of the open session.
    Branch(BranchId),
}

/// Both sides.
pub(super) type Sides = Pair<SideAddress>;

impl RunAddress {
    /// Reads one as it is written.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if let Some(branch) = text.strip_prefix('@') {
            return branch.parse().ok().map(|id| Self::Branch(BranchId(id)));
        }
        let is_id = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
        is_id.then(|| Self::Scenario(text.to_owned()))
    }
}

impl SideAddress {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(',');
        let run = RunAddress::parse(parts.next()?)?;
        let changes = parts.take(CHANGES_MAX).map(|part| {
            let (name, value) = part.split_once('=')?;
            let key = SettingKey::parse(name)?;
            let value = key.parse_value(value)?;
            Some(SettingChange { key, value })
        });
        Some(Self {
            run,
            changes: changes.collect::<Option<_>>()?,
        })
    }
}

impl fmt::Display for RunAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scenario(id) => f.write_str(id),
            Self::Branch(id) => write!(f, "@{}", id.0),
        }
    }
}

impl fmt::Display for SideAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.run)?;
        for change in &self.changes {
            write!(f, ",{}={}", change.key.name(), change.value)?;
        }
        Ok(())
    }
}

/// The sides an address names; `None` where it names none, or nothing that can be compared.
pub(super) fn sides(hash: &str) -> Option<Sides> {
    let rest = hash.strip_prefix(&ROOM[1..])?.strip_prefix('/')?;
    let mut parts = rest.split('/');
    Some(Pair::new(
        SideAddress::parse(parts.next()?)?,
        SideAddress::parse(parts.next()?)?,
    ))
}

/// Where an address says that one stands; nowhere if it says so of no row.
pub(super) fn place(hash: &str) -> Option<Place> {
    let (rest, row) = hash.rsplit_once("/r")?;
    let (_, partition) = rest.rsplit_once("/p")?;
    Some(Place {
        partition: PartitionId(partition.parse().ok()?),
        row: row.parse().ok()?,
    })
}

/// The address of a place in a comparison.
pub(super) fn address_at(sides: &Sides, place: Option<Place>) -> String {
    let sides = address(sides);
    match place {
        Some(Place { partition, row }) => format!("{sides}/p{}/r{row}", partition.0),
        None => sides,
    }
}

/// The address of a comparison.
pub(super) fn address(sides: &Sides) -> String {
    format!("{ROOM}/{}/{}", sides.left, sides.right)
}

/// The sides of a preset.
pub(super) fn preset(preset: Preset) -> Sides {
    preset.sides().map(|(id, changes)| SideAddress {
        run: RunAddress::Scenario(id.to_owned()),
        changes,
    })
}

/// The preset that has these sides.
pub(super) fn preset_of(sides: &Sides) -> Option<Preset> {
    Preset::ALL
        .into_iter()
        .find(|known| preset(*known) == *sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidemark_core::replication::acks::Acks;
    use tidemark_core::replication::settings::SettingValue;

    #[test]
    fn each_preset_has_an_address_that_leads_to_it() {
        for known in Preset::ALL {
            let written = address(&preset(known));
            let read = sides(&written[1..]).expect("it was written just now");
            assert_eq!(preset_of(&read), Some(known), "{written}");
        }
        assert_eq!(address(&preset(Preset::Truncation)), "#/compare/S10/S11");
        assert_eq!(address(&preset(Preset::Acks)), "#/compare/S14/S14,acks=all");
    }

    #[test]
    fn branches_and_changes_are_read() {
        let read = sides("/compare/@0/@2,acks=1,min.insync.replicas=2").expect("two sides");
        assert_eq!(read.left.run, RunAddress::Branch(BranchId(0)));
        assert_eq!(read.right.run, RunAddress::Branch(BranchId(2)));
        let changes = [
            SettingChange {
                key: SettingKey::Acks,
                value: SettingValue::Acks(Acks::Leader),
            },
            SettingChange {
                key: SettingKey::MinInsyncReplicas,
                value: SettingValue::Number(2),
            },
        ];
        assert_eq!(read.right.changes, changes);
    }

    #[test]
    fn a_place_stands_behind_the_sides() {
        let at = Place {
            partition: PartitionId(4),
            row: 9,
        };
        let written = address_at(&preset(Preset::Acks), Some(at));
        assert_eq!(written, "#/compare/S14/S14,acks=all/p4/r9");
        assert_eq!(sides(&written[1..]), Some(preset(Preset::Acks)));
        assert_eq!(place(&written[1..]), Some(at));
        for hash in [
            "/compare/S14/S14,acks=all",
            "/compare/S10/S11/p1",
            "/compare/S10/S11/p1/rx",
            "/compare/S10/S11/p-1/r2",
        ] {
            assert_eq!(place(hash), None, "{hash}");
        }
        assert_eq!(
            address_at(&preset(Preset::Truncation), None),
            "#/compare/S10/S11"
        );
    }

    #[test]
    fn what_names_no_sides_names_none() {
        for hash in [
            "/compare",
            "/compare/",
            "/compare/S10",
            "/compare/S10/",
            "/compare/S10/@x",
            "/compare/S10/S11,colour=red",
            "/compare/S10/S11,acks=many",
            "/compare/S10/S1<b>",
            "/cluster",
        ] {
            assert_eq!(sides(hash), None, "{hash}");
        }
    }
}
