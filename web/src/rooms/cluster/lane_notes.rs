//! What is said beside a lane's name: its role, and what is not as it should be.

use crate::prose::Teller;
use crate::words::{Words, duration, instant, say};
use tidemark_core::session::frame::{
    BrokerView, FetcherView, LaneView, PartitionView, ProcessView, RoleView,
};

/// A follower that was caught up longer ago than this is worth a word.
const LAG_TOLD_MS: u64 = 1000;
/// More lines don't fit beside a lane.
const LINES_MAX: usize = 4;

/// The notes, most important first.
pub(crate) fn notes(
    lane: &LaneView,
    broker: Option<&BrokerView>,
    partition: &PartitionView,
    teller: &Teller,
) -> Vec<String> {
    let words = teller.words;
    let mut notes = role(lane, broker, words);
    if lane.role != RoleView::Down {
        notes.extend(membership(lane, partition, words));
        notes.extend(broker.and_then(|broker| trouble(broker, words)));
        notes.extend(fetcher(lane, words));
        notes.extend(remote(lane, words));
    }
    notes.truncate(LINES_MAX);
    notes
}

fn role(lane: &LaneView, broker: Option<&BrokerView>, words: Words) -> Vec<String> {
    match lane.role {
        RoleView::Down => {
            let since = broker.map_or(0, |broker| broker.since.as_millis());
            let state = match broker.map(|broker| broker.process) {
                Some(ProcessView::Starting) => words.lane_starting(),
                _ => say!(words, lane_crashed, time = &instant(since)),
            };
            let disk = if lane.log_end_offset > lane.log_start_offset {
                say!(
                    words,
                    lane_disk_keeps,
                    from = lane.log_start_offset,
                    last = lane.log_end_offset - 1
                )
            } else {
                words.lane_disk_empty()
            };
            vec![state, disk]
        }
        RoleView::Leader if lane.zombie => {
            vec![say!(words, lane_zombie, epoch = lane.leader_epoch)]
        }
        RoleView::Leader => vec![say!(words, lane_leader, epoch = lane.leader_epoch)],
        RoleView::Follower => vec![match lane.follows {
            Some(leader) => say!(words, lane_follower, leader = leader),
            None => words.lane_follower_waiting(),
        }],
        RoleView::None => vec![words.lane_none()],
    }
}

fn membership(lane: &LaneView, partition: &PartitionView, words: Words) -> Vec<String> {
    let mut notes = Vec::new();
    notes.push(match (lane.in_isr, lane.joining_isr, lane.leaving_isr) {
        (_, true, _) => words.lane_joining(),
        (_, _, true) => words.lane_leaving(),
        (true, _, _) => words.lane_in_isr(),
        (false, _, _) => words.lane_out_of_isr(),
    });
    let behind = lane.leader_epoch < partition.leader_epoch && lane.leader_epoch >= 0;
    if behind && lane.role == RoleView::Follower {
        notes.push(say!(words, lane_old_epoch, epoch = lane.leader_epoch));
    }
    notes
}

fn trouble(broker: &BrokerView, words: Words) -> Option<String> {
    if broker.process == ProcessView::Paused {
        Some(say!(
            words,
            lane_paused,
            time = &instant(broker.since.as_millis())
        ))
    } else if broker.cut_off {
        Some(words.lane_cut_off())
    } else if broker.shutting_down {
        Some(words.lane_shutting_down())
    } else if !broker.registered {
        Some(words.lane_fenced())
    } else {
        None
    }
}

fn fetcher(lane: &LaneView, words: Words) -> Option<String> {
    match lane.fetcher {
        // That a fetch waits or is under way is the normal state, and the wire shows it.
        FetcherView::None | FetcherView::Fetching { .. } => None,
        FetcherView::Truncating => Some(words.lane_fetch_truncating()),
        FetcherView::Backoff { retry_in_ms } => Some(say!(
            words,
            lane_fetch_backoff,
            time = &duration(retry_in_ms)
        )),
        FetcherView::Unreachable => Some(words.lane_fetch_unreachable()),
        FetcherView::Failed => Some(words.lane_fetch_failed()),
    }
}

/// What the leader knows, where that is not what is so.
fn remote(lane: &LaneView, words: Words) -> Option<String> {
    let remote = lane.remote?;
    match remote.caught_up_ago_ms {
        _ if remote.log_end_offset < 0 => Some(words.lane_remote_unknown()),
        Some(ago) if ago > LAG_TOLD_MS => Some(say!(
            words,
            lane_remote_lag,
            leo = remote.log_end_offset,
            time = &duration(ago)
        )),
        _ if remote.log_end_offset != lane.log_end_offset => {
            Some(say!(words, lane_remote, leo = remote.log_end_offset))
        }
        _ => None,
    }
}
