//! The page's door to the engine: requests in, frames out.
//!
//! A session holds the lanes that are compared, usually one. Long moves are done in slices, so that
//! whoever drives it can show progress and stop it: [`Session::handle`] then answers
//! [`Reply::Working`], and [`Session::resume`] goes on.

mod captions;
mod forks;
pub mod frame;
mod frames;
mod moves;
pub mod request;
mod saving;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use frame::Frame;
use request::{DeletedBranches, Look, Request, SettingWhen};
use serde::{Deserialize, Serialize};

pub(crate) use moves::lens_passes;
pub(crate) use moves::line;
pub use moves::{is_landmark, kind_of};

use crate::history::{Going, Lane};
use crate::kafka::BrokerId;
use crate::replication::error_code::ErrorCode;
use crate::replication::group_partition;
use crate::replication::settings::{SettingChange, SettingError};
use crate::scenario::{Scenario, ScenarioErrors};
use crate::sim::admin::Admin;
use crate::sim::command::Command;
use crate::sim::event::VirtualTime;
use crate::topology::PartitionId;
use moves::PendingMove;

/// The topic whose partitions coordinate consumer groups.
const OFFSETS_TOPIC: &str = "__consumer_offsets";

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// What to draw.
    Frame(Box<Frame>),
    /// What to draw after branches were taken away.
    BranchesDeleted {
        /// What to draw.
        frame: Box<Frame>,
        /// What was taken away.
        deleted: DeletedBranches,
    },
    /// A long move is under way: call [`Session::resume`].
    Working {
        /// The step it has reached.
        step: u32,
        /// Virtual time there.
        time: VirtualTime,
    },
    /// The text is no scenario; the session is as it was.
    ScenarioErrors(ScenarioErrors),
    /// The session as scenario text.
    Saved(String),
    /// Where a group's coordinator is.
    Coordinator(CoordinatorView),
    /// The request can't be carried out; the session is as it was.
    Refused(Refusal),
}

impl Reply {
    /// What to draw, if it is about that.
    #[must_use]
    pub fn frame(&self) -> Option<&Frame> {
        match self {
            Self::Frame(frame) | Self::BranchesDeleted { frame, .. } => Some(frame),
            _ => None,
        }
    }
}

/// Where a group's coordinator is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoordinatorView {
    /// The group.
    pub group: String,
    /// Java's hash of its name.
    pub hash: i32,
    /// How many partitions the offsets topic has.
    pub partitions: i32,
    /// The group's partition.
    pub number: i32,
    /// That partition in this cluster; `None` if the topology lacks it.
    pub partition: Option<PartitionId>,
    /// Its leader: the coordinator; `None` while there is none.
    pub coordinator: Option<BrokerId>,
}

/// Why a request can't be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// There is no session yet.
    NothingOpen,
    /// Nobody did anything on this branch.
    NothingToUndo,
    /// The cluster has no such partition.
    NoSuchPartition,
    /// The cluster has no such broker.
    NoSuchBroker,
    /// The broker does not host the partition.
    NoSuchReplica,
    /// The broker is not running.
    BrokerNotRunning,
    /// The broker is running.
    BrokerRunning,
    /// The broker is not paused.
    BrokerNotPaused,
    /// There is no such branch.
    NoSuchBranch,
    /// The branch that all others come from stays.
    MainBranch,
    /// The setting can't have this value.
    Setting(SettingError),
    /// This command belongs to a schedule by hand.
    NotByHand,
    /// There is no topic `__consumer_offsets`.
    NoOffsetsTopic,
    /// More than a scenario may hold, or what it can't: saved, the session would not open again.
    TooLarge,
    /// Kafka itself would refuse it.
    Kafka(ErrorCode),
}

/// A session.
#[derive(Debug, Default)]
pub struct Session {
    opened: Option<Opened>,
    look: Look,
    /// Parts of the frame that the page has seen already.
    seen: frames::Seen,
    pending: Option<PendingMove>,
}

/// What is open: the scenario it began with, and the lanes.
#[derive(Clone, Debug)]
struct Opened {
    scenario: Scenario,
    lanes: Vec<Lane>,
}

impl Opened {
    fn lane(&self) -> &Lane {
        // A session is opened with one lane, and none is ever taken away.
        &self.lanes[0]
    }

    fn lane_mut(&mut self) -> &mut Lane {
        &mut self.lanes[0]
    }
}

impl Session {
    /// A session in which nothing is open.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The lanes; empty if nothing is open.
    #[must_use]
    pub fn lanes(&self) -> &[Lane] {
        self.opened.as_ref().map_or(&[], |opened| &opened.lanes)
    }

    /// The lane, to record ahead of what is shown.
    pub(crate) fn lane_mut(&mut self) -> Option<&mut Lane> {
        self.opened.as_mut().map(Opened::lane_mut)
    }

    /// The session as scenario text.
    pub(crate) fn text(&self) -> Option<String> {
        self.opened.as_ref().map(saving::text_of)
    }

    /// The scenario it began with.
    pub(crate) fn scenario(&self) -> Option<&Scenario> {
        self.opened.as_ref().map(|opened| &opened.scenario)
    }

    /// A session of its own in which the same is open, at the same place; nothing of it has been shown.
    #[must_use]
    pub(crate) fn twin(&self) -> Self {
        Self {
            opened: self.opened.clone(),
            ..Self::default()
        }
    }

    /// Carries out a request. A long move under way is stopped first.
    pub fn handle(&mut self, request: Request) -> Reply {
        self.pending = None;
        match request {
            Request::Open { text, at } => self.open(&text, at),
            Request::Move(go) => self.begin_move(go),
            Request::Act(command) => self.act(command),
            Request::ChangeSetting { change, when } => self.change_setting(change, when),
            Request::SelectBranch(id) => self.select_branch(id),
            Request::Caption { language, text } => self.write_caption(language, text),
            Request::RenameBranch(id, name) => self.rename_branch(id, name),
            Request::DeleteBranch(id) => self.delete_branch(id),
            Request::RestoreBranches(deleted) => self.restore_branches(deleted),
            Request::Look(look) => {
                self.look = look;
                self.seen.forget_ticks();
                self.frame()
            }
            Request::Save => match self.text() {
                Some(text) => Reply::Saved(text),
                None => Reply::Refused(Refusal::NothingOpen),
            },
            Request::Cancel => self.frame(),
            Request::FindCoordinator { group } => self.find_coordinator(group),
            Request::Undo => self.undo(),
        }
    }

    /// Goes on with a long move.
    pub fn resume(&mut self) -> Reply {
        match self.pending.take() {
            Some(pending) => self.go_on(pending),
            None => self.frame(),
        }
    }

    /// The frame of the present step, or a refusal if nothing is open.
    fn frame(&mut self) -> Reply {
        match &self.opened {
            Some(opened) => {
                let frame = frames::build(opened, &self.look, &mut self.seen);
                Reply::Frame(Box::new(frame))
            }
            None => Reply::Refused(Refusal::NothingOpen),
        }
    }

    fn act(&mut self, command: Command) -> Reply {
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        if let Err(refusal) = check(opened.lane(), &command) {
            return Reply::Refused(refusal);
        }
        let lane = opened.lane_mut();
        let mut going = lane.act(command);
        while going == Going::Busy {
            going = lane.step_forward();
        }
        self.seen.forget_branches();
        self.seen.forget_ticks();
        self.frame()
    }

    fn change_setting(&mut self, change: SettingChange, when: SettingWhen) -> Reply {
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        let mut settings = opened.lane().simulation().settings().clone();
        if let Err(error) = settings.set(change) {
            return Reply::Refused(Refusal::Setting(error));
        }
        match when {
            SettingWhen::FromHere => self.act(Command::Set(change)),
            SettingWhen::FromTheStart => {
                let time = opened.lane().simulation().time();
                opened.lane_mut().redo_with(Command::Set(change));
                self.seen.forget_branches();
                self.seen.forget_ticks();
                self.begin_move(request::Move::ToTime(time))
            }
        }
    }

    fn find_coordinator(&self, group: String) -> Reply {
        let Some(opened) = &self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        let simulation = opened.lane().simulation();
        let topology = simulation.topology();
        let topic = topology
            .topics
            .iter()
            .find(|topic| topic.name == OFFSETS_TOPIC);
        // The highest number counts: an import may lack rows.
        let partitions = topic
            .and_then(|topic| topic.partitions.last())
            .map(|last| last + 1);
        let number = partitions.and_then(|count| group_partition::partition_for(&group, count));
        let (Some(partitions), Some(number)) = (partitions, number) else {
            return Reply::Refused(Refusal::NoOffsetsTopic);
        };
        let partition = topology.find(OFFSETS_TOPIC, number);
        let coordinator = partition
            .and_then(|partition| simulation.cell(partition))
            .and_then(|cell| cell.state.leader);
        Reply::Coordinator(CoordinatorView {
            hash: group_partition::java_hash_code(&group),
            group,
            partitions,
            number,
            partition,
            coordinator,
        })
    }
}

/// Whether a command can be carried out now.
fn check(lane: &Lane, command: &Command) -> Result<(), Refusal> {
    use crate::cluster::broker::Process;
    let simulation = lane.simulation();
    let broker = |id: BrokerId| simulation.broker(id).ok_or(Refusal::NoSuchBroker);
    let partition = |id: PartitionId| {
        simulation
            .cell(id)
            .filter(|cell| cell.exists())
            .ok_or(Refusal::NoSuchPartition)
            .map(|_| ())
    };
    if !crate::scenario::fits(simulation.topology(), command) {
        return Err(Refusal::TooLarge);
    }
    match command {
        Command::Produce(produce) => {
            partition(produce.partition)?;
            if let Some(id) = produce.broker {
                broker(id)?;
            }
        }
        Command::ConsumerFetch {
            partition: id,
            broker: at,
            ..
        } => {
            partition(*id)?;
            broker(*at)?;
            let hosted = simulation.cell(*id).and_then(|cell| cell.replica(*at));
            if hosted.is_none() {
                return Err(Refusal::NoSuchReplica);
            }
        }
        Command::Crash { broker: id, .. } => {
            if broker(*id)?.process == Process::Down {
                return Err(Refusal::BrokerNotRunning);
            }
        }
        Command::Restart { broker: id } => {
            if broker(*id)?.process != Process::Down {
                return Err(Refusal::BrokerRunning);
            }
        }
        Command::ControlledShutdown { broker: id } | Command::Pause { broker: id } => {
            if broker(*id)?.process != Process::Running {
                return Err(Refusal::BrokerNotRunning);
            }
        }
        Command::Resume { broker: id } => {
            if broker(*id)?.process != Process::Paused {
                return Err(Refusal::BrokerNotPaused);
            }
        }
        Command::Isolate { brokers } => {
            for id in brokers {
                broker(*id)?;
            }
        }
        Command::CutLink { from, to, .. } | Command::HealLink { from, to, .. } => {
            for node in [from, to] {
                if let crate::sim::node::Node::Broker(id) = node {
                    broker(*id)?;
                }
            }
        }
        Command::Message { name, .. } => {
            for node in [name.flow.from, name.flow.to] {
                if let crate::sim::node::Node::Broker(id) = node {
                    broker(id)?;
                }
            }
            if let Some(id) = name.flow.partition {
                partition(id)?;
            }
        }
        Command::ExpireTimer(timer) => {
            if let Some(id) = timer.broker() {
                broker(id)?;
            }
            if let Some(id) = timer.partition() {
                partition(id)?;
            }
        }
        Command::DeleteRecords {
            partition: id,
            before_offset,
        } => {
            partition(*id)?;
            let error = simulation.records_to_delete(*id, *before_offset).err();
            error.map_or(Ok(()), |error| Err(Refusal::Kafka(error)))?;
        }
        Command::Admin(admin) => {
            if let Admin::SetBroker { config, .. } = admin {
                let applied = config.applied_to(simulation.settings());
                applied.map_err(Refusal::Setting)?;
            }
            let error = simulation.admin_error(admin);
            error.map_or(Ok(()), |error| Err(Refusal::Kafka(error)))?;
        }
        Command::PreferredElection { partition: id }
        | Command::UncleanElection { partition: id } => {
            if let Some(id) = id {
                partition(*id)?;
            }
        }
        Command::Manual(_) if !simulation.is_by_hand() => return Err(Refusal::NotByHand),
        Command::Set(change) => {
            let mut settings = simulation.settings().clone();
            settings.set(*change).map_err(Refusal::Setting)?;
        }
        Command::HealAll
        | Command::RunByItself
        | Command::RunByHand
        | Command::Manual(_)
        | Command::Wait => {}
    }
    Ok(())
}
