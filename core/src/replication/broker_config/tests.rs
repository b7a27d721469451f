//! What a broker may have for itself, and from when on it counts.

use alloc::vec::Vec;

use super::{BrokerConfig, BrokerUpdate};
use crate::replication::release::Release;
use crate::replication::settings::{SettingError, SettingKey, SettingValue, Settings};

fn config(own: &[(SettingKey, u64)]) -> BrokerConfig {
    BrokerConfig(own.to_vec())
}

#[test]
fn all_are_numbers_and_ascend() {
    let settings = Settings::for_release(Release::V4_0);
    let mut ascending = Vec::from(SettingKey::OF_BROKERS);
    ascending.sort_unstable();
    assert_eq!(ascending, SettingKey::OF_BROKERS);
    for key in SettingKey::OF_BROKERS {
        assert!(matches!(settings.get(key), SettingValue::Number(_)));
    }
}

/// Update modes as in Kafka's documentation: cluster-wide (which a broker may have for itself, too) or read-only.
#[test]
fn what_changes_while_a_broker_runs() {
    let at_once = SettingKey::OF_BROKERS.map(|key| key.broker_update() == BrokerUpdate::AtOnce);
    let expected = [true, false, false, false, false, false, false, false, true];
    assert_eq!(at_once, expected);
}

#[test]
fn a_process_keeps_what_it_read_at_its_start() {
    let read = config(&[
        (SettingKey::MinInsyncReplicas, 2),
        (SettingKey::ReplicaLagTimeMaxMs, 5_000),
    ]);
    let set = config(&[
        (SettingKey::ReplicaLagTimeMaxMs, 7_000),
        (SettingKey::ReplicaFetchWaitMaxMs, 900),
        (SettingKey::LogFlushIntervalMessages, 1),
    ]);
    let expected = config(&[
        (SettingKey::ReplicaLagTimeMaxMs, 5_000),
        (SettingKey::LogFlushIntervalMessages, 1),
    ]);
    assert_eq!(read.while_running(&set), expected);
}

#[test]
fn its_own_count_over_the_clusters() {
    let settings = Settings::for_release(Release::V4_0);
    let own = config(&[(SettingKey::ReplicaLagTimeMaxMs, 5_000)]);
    let applied = own.applied_to(&settings);
    let applied = applied.map(|own| (own.replica_lag_time_max_ms, own.min_insync_replicas));
    assert_eq!(applied, Ok((5_000, 1)));
}

#[test]
fn what_is_none_of_a_brokers_is_refused() {
    let settings = Settings::for_release(Release::V4_0);
    let refused = |own: &[(SettingKey, u64)]| config(own).applied_to(&settings).err();
    let wrong = Some(SettingError::WrongKind);
    assert_eq!(
        refused(&[(SettingKey::BrokerSessionTimeoutMs, 9_000)]),
        wrong
    );
    assert_eq!(
        refused(&[
            (SettingKey::ReplicaLagTimeMaxMs, 1_000),
            (SettingKey::MinInsyncReplicas, 1),
        ]),
        wrong
    );
    assert_eq!(
        refused(&[
            (SettingKey::MinInsyncReplicas, 1),
            (SettingKey::MinInsyncReplicas, 2),
        ]),
        wrong
    );
    assert_eq!(
        refused(&[(SettingKey::MinInsyncReplicas, 101)]),
        Some(SettingError::OutOfBounds { min: 1, max: 100 })
    );
}
