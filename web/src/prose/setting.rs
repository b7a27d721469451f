//! Names and values of settings. A setting of Kafka's keeps its own name.

use crate::words::{Words, grouped, say};
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{
    EpochAnswer, MetadataMode, SettingKey, SettingValue, SettingsConflict, Truncation,
};

/// The setting's name.
pub(crate) fn name(words: Words, key: SettingKey) -> String {
    match key {
        SettingKey::Release => words.setting_release(),
        SettingKey::MetadataMode => words.setting_metadata_mode(),
        SettingKey::Truncation => words.setting_truncation(),
        SettingKey::EpochAnswer => words.setting_epoch_answer(),
        SettingKey::LeaderEpochFencing => words.setting_leader_epoch_fencing(),
        SettingKey::StrictMinIsr => words.setting_strict_min_isr(),
        SettingKey::ShrinkBumpsLeaderEpoch => words.setting_shrink_bumps_leader_epoch(),
        SettingKey::RestartNoticed => words.setting_restart_noticed(),
        kafka => kafka.name().to_owned(),
    }
}

/// A value in words.
pub(crate) fn value(words: Words, value: SettingValue) -> String {
    match value {
        SettingValue::Flag(true) => words.value_on(),
        SettingValue::Flag(false) => words.value_off(),
        SettingValue::Number(number) => grouped(i64::try_from(number).unwrap_or(i64::MAX)),
        SettingValue::Release(release) => release.to_string(),
        SettingValue::MetadataMode(MetadataMode::Zookeeper) => words.value_zookeeper(),
        SettingValue::MetadataMode(MetadataMode::Kraft) => words.value_kraft(),
        SettingValue::Truncation(Truncation::HighWatermark) => words.value_truncate_hw(),
        SettingValue::Truncation(Truncation::OffsetsForLeaderEpoch) => words.value_truncate_epoch(),
        SettingValue::Truncation(Truncation::OnFetch) => words.value_truncate_fetch(),
        SettingValue::EpochAnswer(EpochAnswer::EndOffset) => words.value_end_offset(),
        SettingValue::EpochAnswer(EpochAnswer::EpochAndEndOffset) => words.value_epoch_and_end(),
        SettingValue::Acks(acks) => acks.as_str().to_owned(),
    }
}

/// Why a mix can't be.
pub(crate) fn conflict(words: Words, conflict: SettingsConflict, release: Release) -> String {
    let release = release.to_string();
    match conflict {
        SettingsConflict::KraftBefore28 => words.conflict_kraft_before(),
        SettingsConflict::ZookeeperSince40 => words.conflict_zookeeper_since(),
        SettingsConflict::KraftTruncation => words.conflict_kraft_truncation(),
        SettingsConflict::TruncationNotInRelease => {
            say!(words, conflict_truncation, release = &release)
        }
        SettingsConflict::EpochAnswerNotInRelease => {
            say!(words, conflict_epoch_answer, release = &release)
        }
        SettingsConflict::FencingNotInRelease => say!(words, conflict_fencing, release = &release),
        SettingsConflict::FetchWaitAboveLagTime => words.conflict_fetch_wait(),
        SettingsConflict::HeartbeatAboveSession => words.conflict_heartbeat(),
    }
}
