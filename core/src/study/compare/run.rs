//! One side of a comparison: a session of its own, gone through to its end in slices.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ask::{Side, Which};
use super::told::{Hand, Problem};
use super::track::{Observer, Track};
use crate::history::{Branch, BranchId, Going};
use crate::replication::settings::{SettingChange, SettingError, SettingKey, SettingValue};
use crate::scenario::{Scenario, parse, write};
use crate::session::frame::{ScenarioView, SettingsView};
use crate::session::request::{Move, Request};
use crate::session::{Reply, Session};
use crate::sim::Simulation;
use crate::sim::admin::Admin;
use crate::sim::command::Command;
use crate::sim::event::{Step, VirtualTime};
use crate::topology::Topology;

/// Steps of a run that are compared at most.
const STEPS_MAX: u32 = 20_000;

/// A run of which not everything was recorded is gone on with until this long after its last command.
const AFTER_LAST_COMMAND_US: u64 = 20_000_000;

/// A side.
#[derive(Debug)]
pub(super) struct Run {
    /// Its session, which nobody else moves.
    pub(super) session: Session,
    /// What its scenario is.
    pub(super) scenario: ScenarioView,
    /// Its settings at the start.
    pub(super) settings: SettingsView,
    /// How many steps of it are compared.
    pub(super) steps: u32,
    /// It has more of them than are compared.
    pub(super) cut_off: bool,
    observer: Option<Observer>,
    track: Track,
    topology: Rc<Topology>,
    /// How many partitions it has by its end.
    pub(super) partitions: u32,
}

impl Run {
    /// Opens a side; nothing of it has been gone through yet.
    pub(super) fn open(hand: Hand, side: &Side, open: &Session) -> Result<Self, Problem> {
        let mut session = match (&side.run, side.changes.is_empty()) {
            (Which::Branch(id), true) => branch_of(hand, *id, open)?,
            (Which::Branch(id), false) => {
                let text = open.text().ok_or(Problem::NothingOpen)?;
                if open.lanes().iter().all(|lane| !has(lane.branches(), *id)) {
                    return Err(Problem::NoSuchBranch(hand));
                }
                scenario(hand, &text, *id, &side.changes)?
            }
            (Which::Scenario(text), _) => scenario(hand, text, BranchId::MAIN, &side.changes)?,
        };
        let Reply::Frame(frame) = session.handle(Request::Move(Move::Start)) else {
            return Err(Problem::NothingOpen);
        };
        let observer = session
            .lanes()
            .first()
            .map(|lane| Observer::new(lane.simulation()));
        // The first frame of a session has everything.
        let (Some(scenario), Some(settings)) = (frame.scenario, frame.settings) else {
            return Err(Problem::NothingOpen);
        };
        Ok(Self {
            session,
            scenario,
            settings,
            steps: 0,
            cut_off: false,
            observer,
            track: Track::default(),
            topology: Rc::default(),
            partitions: 0,
        })
    }

    /// The time of its last recorded step; where commands are still to come, some time after the last.
    pub(super) fn ends(&self) -> VirtualTime {
        let Some(lane) = self.session.lanes().first() else {
            return VirtualTime(0);
        };
        let branch = lane.branch();
        let recorded = branch
            .steps()
            .last()
            .map_or(VirtualTime(0), |last| last.time);
        match branch.commands().last() {
            Some(last) if last.at > recorded => {
                VirtualTime(last.at.0.saturating_add(AFTER_LAST_COMMAND_US))
            }
            _ => recorded,
        }
    }

    /// Goes on through the run up to a time, at most so many steps. True when it is done.
    pub(super) fn go_on(&mut self, until: VirtualTime, steps: u32) -> bool {
        let (Some(observer), Some(lane)) = (&mut self.observer, self.session.lane_mut()) else {
            return true;
        };
        for _ in 0..steps {
            let going = lane.step_forward();
            let done = match &going {
                Going::Stepped(step) if step.time > until => true,
                Going::Stepped(step) if step.index > STEPS_MAX => {
                    self.cut_off = true;
                    true
                }
                Going::Stepped(step) => {
                    observer.observe(lane.simulation());
                    self.steps = step.index;
                    false
                }
                Going::AtTheEnd => true,
                // Silent work leads beyond the end sooner or later; nothing of it is shown.
                Going::Busy => lane.simulation().time() > until,
            };
            if done {
                self.finish();
                return true;
            }
        }
        false
    }

    /// It has been gone through: what it has by its end is known, topics that came later included.
    fn finish(&mut self) {
        let observer = self.observer.take();
        self.track = observer.map(Observer::finish).unwrap_or_default();
        let end = self.session.handle(Request::Move(Move::To(self.steps)));
        if let Reply::Frame(frame) = end {
            self.scenario = frame.scenario.unwrap_or_else(|| self.scenario.clone());
        }
        if let Some(lane) = self.session.lanes().first() {
            let end = lane.simulation();
            self.topology = Rc::clone(end.shared_topology());
            self.partitions = u32::try_from(end.cells().len()).unwrap_or(u32::MAX);
        }
        self.session.handle(Request::Move(Move::Start));
    }

    /// Its brokers and topics, those included that came later.
    pub(super) fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The steps of it that are compared.
    pub(super) fn taken(&self) -> &[Rc<Step>] {
        let lane = self.session.lanes().first();
        let recorded = lane.map_or(&[][..], |lane| lane.branch().steps());
        recorded.get(..self.steps as usize).unwrap_or(recorded)
    }

    /// Its state where it stands.
    pub(super) fn simulation(&self) -> Option<&Simulation> {
        self.session.lanes().first().map(|lane| lane.simulation())
    }

    /// What was noted of it.
    pub(super) const fn track(&self) -> &Track {
        &self.track
    }
}

fn has(branches: &[Branch], id: BranchId) -> bool {
    branches.iter().any(|branch| branch.id == id)
}

fn branch_of(hand: Hand, id: BranchId, open: &Session) -> Result<Session, Problem> {
    let mut twin = open.twin();
    let lane = twin.lane_mut().ok_or(Problem::NothingOpen)?;
    if lane.branch().id != id && !lane.select(id) {
        return Err(Problem::NoSuchBranch(hand));
    }
    Ok(twin)
}

/// A session in which a branch of a scenario is open as its only one, with settings changed.
fn scenario(
    hand: Hand,
    text: &str,
    branch: BranchId,
    changes: &[SettingChange],
) -> Result<Session, Problem> {
    let mut scenario = parse(text).map_err(|errors| Problem::Scenario(hand, errors))?;
    let commands = scenario.commands_of(branch);
    scenario.commands = commands.into_iter().cloned().collect();
    scenario.branches = Vec::new();
    for change in changes {
        set(&mut scenario, *change).map_err(|error| Problem::Setting(hand, error))?;
    }
    let mut session = Session::new();
    let text = write(&scenario);
    match session.handle(Request::Open { text, at: None }) {
        // The frame that is asked for next has to have everything again.
        Reply::Frame(_) => Ok(session.twin()),
        Reply::ScenarioErrors(errors) => Err(Problem::Scenario(hand, errors)),
        _ => Err(Problem::NothingOpen),
    }
}

/// Changes a setting so that it holds throughout: where a topic or a request has a value of its own, that
/// one changes, too. A release keeps what the scenario sets beside it.
fn set(scenario: &mut Scenario, change: SettingChange) -> Result<(), SettingError> {
    let settings = &mut scenario.cluster.settings;
    let own = settings.changes_from_release();
    settings.set(change)?;
    let brokers = scenario.cluster.topology.brokers.iter_mut();
    let set_later =
        scenario
            .commands
            .iter_mut()
            .filter_map(|command| match &mut command.timed.command {
                Command::Admin(Admin::SetBroker { config, .. }) => Some(config),
                _ => None,
            });
    for config in brokers.map(|broker| &mut broker.config).chain(set_later) {
        config.0.retain(|(own, _)| *own != change.key);
    }
    match (change.key, change.value) {
        (SettingKey::Release, _) => {
            for own in own {
                settings.set(own)?;
            }
        }
        (SettingKey::MinInsyncReplicas, _) => {
            for topic in &mut scenario.cluster.topology.topics {
                topic.min_insync_replicas = None;
            }
        }
        (SettingKey::Acks, SettingValue::Acks(acks)) => {
            for command in &mut scenario.commands {
                if let Command::Produce(produce) = &mut command.timed.command {
                    produce.acks = produce.acks.map(|_| acks);
                }
            }
        }
        _ => {}
    }
    Ok(())
}
