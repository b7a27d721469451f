//! Writes topics, partitions and the logs of their replicas.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::read::default_leader;
use super::command::put_config;
use super::put;
use super::values::{Ids, Log};
use crate::kafka::{BrokerId, Offset};
use crate::sim::start::{ClusterSpec, PartitionSpec, ReplicaSpec};

pub(super) fn put_topics(lines: &mut Vec<String>, cluster: &ClusterSpec) {
    let mut partitions = cluster.partitions.iter();
    for topic in &cluster.topology.topics {
        let mut line = alloc::format!("topic {}", topic.name);
        put_config(&mut line, topic.config());
        lines.push(line);
        for (number, partition) in topic.partitions.iter().zip(&mut partitions) {
            put_partition(lines, *number, partition, &cluster.down);
        }
    }
}

/// The line of a partition says what holds for its first replica; the others say what differs.
fn put_partition(lines: &mut Vec<String>, number: i32, spec: &PartitionSpec, down: &[BrokerId]) {
    let state = &spec.state;
    let mut line = alloc::format!("  partition {number} replicas={}", Ids(&state.replicas));
    if state.isr != state.replicas {
        put(&mut line, format_args!(" isr={}", Ids(&state.isr)));
    }
    if state.leader != default_leader(state, down) {
        match state.leader {
            Some(leader) => put(&mut line, format_args!(" leader={leader}")),
            None => line.push_str(" leader=none"),
        }
    }
    if state.leader_epoch != 0 {
        put(
            &mut line,
            format_args!(" leader-epoch={}", state.leader_epoch),
        );
    }
    if state.partition_epoch != 0 {
        let epoch = state.partition_epoch;
        put(&mut line, format_args!(" partition-epoch={epoch}"));
    }
    if state.recovering {
        line.push_str(" recovering");
    }
    let Some(first) = spec.replicas.first() else {
        lines.push(line);
        return;
    };
    let common = ReplicaSpec {
        stuck: false,
        ..first.clone()
    };
    if !first.records.is_empty() {
        put(&mut line, format_args!(" log={}", Log(&first.records)));
    }
    if first.log_start_offset != 0 {
        put(&mut line, format_args!(" start={}", first.log_start_offset));
    }
    let stated = (first.high_watermark != log_end_offset(first)).then_some(first.high_watermark);
    if let Some(offset) = stated {
        put(&mut line, format_args!(" hw={offset}"));
    }
    lines.push(line);
    let others = spec.replicas.iter().filter(|replica| {
        ReplicaSpec {
            broker: common.broker,
            ..(*replica).clone()
        } != common
    });
    for replica in others {
        lines.push(replica_line(replica, &common, stated));
    }
}

fn replica_line(replica: &ReplicaSpec, common: &ReplicaSpec, stated: Option<Offset>) -> String {
    let mut line = alloc::format!("    replica {}", replica.broker);
    if replica.records != common.records {
        put(&mut line, format_args!(" log={}", Log(&replica.records)));
    }
    if replica.log_start_offset != common.log_start_offset {
        put(
            &mut line,
            format_args!(" start={}", replica.log_start_offset),
        );
    }
    if replica.high_watermark != stated.unwrap_or_else(|| log_end_offset(replica)) {
        put(&mut line, format_args!(" hw={}", replica.high_watermark));
    }
    if replica.stuck {
        line.push_str(" stuck");
    }
    line
}

fn log_end_offset(replica: &ReplicaSpec) -> Offset {
    let count = i64::try_from(replica.records.len()).unwrap_or(i64::MAX);
    replica.log_start_offset.saturating_add(count)
}
