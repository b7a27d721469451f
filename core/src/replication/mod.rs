//! The rules of replication over plain numbers.
//!
//! Nothing here knows that a cluster, a message or a clock exists: times are arguments, replicas are
//! rows of a table. So a test of a rule needs no cluster, and a search can use the same rule.

pub mod acks;
pub mod alter_partition;
pub mod balance;
pub mod broker_config;
pub mod election;
pub mod error_code;
pub mod group_partition;
pub mod high_watermark;
pub mod isr;
pub mod partition_change;
pub mod partitioner;
pub mod placement;
pub mod produce;
pub mod release;
pub mod settings;
pub mod truncation;
