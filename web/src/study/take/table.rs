//! The replicas of a partition as a table that other programs take.

use tidemark_core::session::frame::{LaneView, PartitionView, RoleView};

/// The columns, in Kafka's own terms.
const COLUMNS: [&str; 8] = [
    "partition",
    "broker",
    "role",
    "in ISR",
    "leader epoch",
    "log start offset",
    "high watermark",
    "log end offset",
];

/// A table with a head.
pub(super) struct Table(Vec<[String; COLUMNS.len()]>);

impl Table {
    /// A row for each replica, in the order of the assignment.
    pub(super) fn new(name: &str, partition: &PartitionView) -> Self {
        let row = |lane: &LaneView| {
            [
                name.to_owned(),
                lane.broker.to_string(),
                role(lane.role).to_owned(),
                if lane.in_isr { "yes" } else { "no" }.to_owned(),
                lane.leader_epoch.to_string(),
                lane.log_start_offset.to_string(),
                lane.high_watermark.to_string(),
                lane.log_end_offset.to_string(),
            ]
        };
        Self(partition.lanes.iter().map(row).collect())
    }

    /// As comma-separated values (RFC 4180). Kafka's names hold nothing that would need quotes.
    pub(super) fn csv(&self) -> String {
        let line = |cells: Vec<&str>| cells.join(",") + "\r\n";
        self.lines().map(line).collect()
    }

    /// As a table in Markdown.
    pub(super) fn markdown(&self) -> String {
        let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
        let mut lines = self.lines().map(line);
        let head = lines.next().unwrap_or_default();
        let rule = format!("|{}\n", " --- |".repeat(COLUMNS.len()));
        head + &rule + &lines.collect::<String>()
    }

    fn lines(&self) -> impl Iterator<Item = Vec<&str>> {
        let rows = self.0.iter();
        let rows = rows.map(|row| row.iter().map(String::as_str).collect());
        std::iter::once(COLUMNS.to_vec()).chain(rows)
    }
}

const fn role(role: RoleView) -> &'static str {
    match role {
        RoleView::Leader => "leader",
        RoleView::Follower => "follower",
        RoleView::None => "starting",
        RoleView::Down => "down",
    }
}
