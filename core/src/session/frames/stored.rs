//! A partition's state exactly as the controller stores it.
//!
//! ZooKeeper: the JSON of `/brokers/topics/T/partitions/P/state`. KRaft: the fields of the partition's
//! record, in the form that `kafka-dump-log.sh --cluster-metadata-decoder` prints.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::cluster::partition_state::PartitionState;
use crate::kafka::BrokerId;

/// The epoch of the one controller there is.
const CONTROLLER_EPOCH: i32 = 1;

pub(super) fn partition_state(state: &PartitionState, zookeeper: bool) -> String {
    let leader = state.leader.unwrap_or(-1);
    let isr = list(&state.isr);
    if zookeeper {
        let recovering = if state.recovering {
            ",\"leader_recovery_state\":1"
        } else {
            ""
        };
        return format!(
            "{{\"controller_epoch\":{CONTROLLER_EPOCH},\"leader\":{leader},\"version\":1,\
             \"leader_epoch\":{},\"isr\":{isr}{recovering}}}",
            state.leader_epoch
        );
    }
    format!(
        "{{\"replicas\":{},\"isr\":{isr},\"leader\":{leader},\"leaderRecoveryState\":{},\
         \"leaderEpoch\":{},\"partitionEpoch\":{}}}",
        list(&state.replicas),
        i32::from(state.recovering),
        state.leader_epoch,
        state.partition_epoch
    )
}

fn list(ids: &[BrokerId]) -> String {
    let ids: Vec<String> = ids.iter().map(|id| format!("{id}")).collect();
    format!("[{}]", ids.join(","))
}
