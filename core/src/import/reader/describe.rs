//! The topics of describe output while they are read: which topic a row belongs to, and whether
//! its header's count holds.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use crate::import::form::add_all;
use crate::import::model::{Answer, Layout, Partition, Topic};
use crate::import::topics::{Header, Row};

/// What a header said that is checked when all rows are there.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeaderLine {
    pub(super) line: u32,
    /// Where the count stands in the text as given.
    pub(super) count_at: usize,
    pub(super) count_length: u32,
    pub(super) count: i32,
    /// The layout that the header alone tells.
    pub(super) layout: Layout,
}

/// A topic whose rows are still coming in.
#[derive(Debug)]
struct Growing {
    topic: Topic,
    header: Option<HeaderLine>,
    /// The rows in text order; one that was replaced by a later one is gone.
    rows: Vec<Option<Partition>>,
    row_of: BTreeMap<i32, usize>,
}

/// A count that doesn't hold.
#[derive(Debug)]
pub(super) struct Mismatch {
    pub(super) header: HeaderLine,
    pub(super) topic: String,
    pub(super) found: u32,
}

/// All topics, and which of them belong to the open section.
#[derive(Debug, Default)]
pub(super) struct Topics {
    topics: Vec<Growing>,
    in_section: BTreeMap<String, usize>,
    /// The topic of the last record, if it belongs to the open section: rows come in runs.
    latest: Option<usize>,
}

impl Topics {
    /// Forgets the open section.
    pub(super) fn close_section(&mut self) {
        self.in_section.clear();
        self.latest = None;
    }

    /// Whether the open section has the topic.
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The header of a topic in the open section.
    pub(super) fn header_of(&self, name: &str) -> Option<HeaderLine> {
        self.growing(name)?.header
    }

    /// Whether the topic has no rows yet.
    pub(super) fn is_bare(&self, name: &str) -> bool {
        self.growing(name)
            .is_none_or(|growing| growing.rows.is_empty())
    }

    /// Whether the topic is all that the open section has.
    pub(super) fn is_alone(&self, name: &str) -> bool {
        self.in_section.len() == 1 && self.has(name)
    }

    /// Moves a topic out of the open section into a new one, which is the open one from then on.
    pub(super) fn split_off(&mut self, name: &str, section: usize) {
        let index = self.find(name);
        self.close_section();
        if let Some(index) = index {
            self.in_section.insert(String::from(name), index);
            if let Some(growing) = self.topics.get_mut(index) {
                growing.topic.section = section;
            }
        }
    }

    pub(super) fn add_header(&mut self, section: usize, header: Header<'_>, line: HeaderLine) {
        let index = self.index(section, header.name);
        let Some(growing) = self.topics.get_mut(index) else {
            return;
        };
        growing.header = Some(line);
        let topic = &mut growing.topic;
        topic.topic_id = header.topic_id;
        topic.partition_count = Some(header.partition_count.0);
        topic.replication_factor = Some(header.replication_factor);
        topic.configs = Some(header.configs);
        topic.marked_for_deletion = header.marked_for_deletion;
    }

    /// Adds a row; true if it takes the place of an earlier one.
    pub(super) fn add_row(&mut self, section: usize, row: Row<'_>) -> bool {
        let index = self.index(section, row.topic);
        let Some(growing) = self.topics.get_mut(index) else {
            return false;
        };
        let place = growing.rows.len();
        let earlier = growing.row_of.insert(row.partition.partition, place);
        if let Some(replaced) = earlier.and_then(|place| growing.rows.get_mut(place)) {
            *replaced = None;
        }
        growing.rows.push(Some(row.partition));
        earlier.is_some()
    }

    /// The topics with their rows, and the counts that don't hold.
    pub(super) fn finish(self) -> (Vec<Topic>, Vec<Mismatch>) {
        let mut mismatches = Vec::new();
        let topics = self.topics.into_iter().map(|growing| {
            let mut topic = growing.topic;
            topic.partitions = growing.rows.into_iter().flatten().collect();
            if let Some(header) = growing.header
                && usize::try_from(header.count) != Ok(topic.partitions.len())
            {
                mismatches.push(Mismatch {
                    header,
                    topic: topic.name.clone(),
                    found: u32::try_from(topic.partitions.len()).unwrap_or(u32::MAX),
                });
            }
            topic
        });
        (topics.collect(), mismatches)
    }

    fn find(&self, name: &str) -> Option<usize> {
        let latest = self.latest.filter(|&index| {
            let growing = self.topics.get(index);
            growing.is_some_and(|growing| growing.topic.name == name)
        });
        latest.or_else(|| self.in_section.get(name).copied())
    }

    fn growing(&self, name: &str) -> Option<&Growing> {
        self.topics.get(self.find(name)?)
    }

    /// The index of a topic of the open section, new if it has none of that name.
    fn index(&mut self, section: usize, name: &str) -> usize {
        if let Some(index) = self.find(name) {
            self.latest = Some(index);
            return index;
        }
        let index = self.topics.len();
        self.in_section.insert(String::from(name), index);
        self.topics.push(Growing {
            topic: Topic {
                section,
                name: String::from(name),
                topic_id: None,
                partition_count: None,
                replication_factor: None,
                configs: None,
                marked_for_deletion: None,
                partitions: Vec::new(),
            },
            header: None,
            rows: Vec::new(),
            row_of: BTreeMap::new(),
        });
        self.latest = Some(index);
        index
    }
}

/// Adds every broker id of a row.
pub(super) fn collect_brokers(partition: &Partition, brokers: &mut BTreeSet<i32>) {
    brokers.extend(partition.leader);
    add_all(brokers, &partition.replicas);
    add_all(brokers, &partition.isr);
    for answer in [&partition.elr, &partition.last_known_elr] {
        if let Some(Answer::Listed(ids)) = answer {
            add_all(brokers, ids);
        }
    }
    let optional = [
        &partition.adding,
        &partition.removing,
        &partition.offline,
        &partition.observers,
        &partition.live_observers,
    ];
    for ids in optional.into_iter().flatten() {
        add_all(brokers, ids);
    }
}
