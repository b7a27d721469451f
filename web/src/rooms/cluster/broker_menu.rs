//! What can be done to a broker: its name opens the list.

use crate::component::Part;
use crate::parts::use_dismiss;
use crate::platform::dom;
use crate::state::Page;
use crate::words::say;
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::ProcessView;
use tidemark_core::session::request::Request;
use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::topology::PartitionId;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, html, use_node_ref};

/// The name and the list.
#[derive(PartialEq)]
pub(super) struct BrokerMenu {
    /// The page.
    pub(super) page: Page,
    /// The broker.
    pub(super) broker: BrokerId,
    /// Its process.
    pub(super) process: Option<ProcessView>,
    /// The chosen partition, for what concerns only that.
    pub(super) partition: PartitionId,
}

impl Part for BrokerMenu {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let node = use_node_ref().run(hooks);
        use_dismiss(&node).run(hooks);
        let (broker, partition) = (self.broker, self.partition);
        let crash = |how| Command::Crash { broker, how };
        let running = [
            (words.act_crash(), crash(Crash::Kill)),
            (words.act_power_loss(), crash(Crash::PowerLoss)),
            (words.act_disk_loss(), crash(Crash::DiskLoss)),
            (
                words.act_shut_down(),
                Command::ControlledShutdown { broker },
            ),
            (words.act_pause(), Command::Pause { broker }),
            (
                words.act_isolate(),
                Command::Isolate {
                    brokers: vec![broker],
                },
            ),
            (words.act_heal_all(), Command::HealAll),
            (
                words.act_elect_preferred(),
                Command::PreferredElection {
                    partition: Some(partition),
                },
            ),
            (
                words.act_elect_unclean(),
                Command::UncleanElection {
                    partition: Some(partition),
                },
            ),
        ];
        let items: Vec<(String, Command)> = match self.process {
            Some(ProcessView::Down) => vec![(words.act_restart(), Command::Restart { broker })],
            Some(ProcessView::Paused) => vec![
                (words.act_resume(), Command::Resume { broker }),
                (words.act_crash(), crash(Crash::Kill)),
            ],
            _ => running.into(),
        };
        let menu = node.clone();
        let items = items.into_iter().map(|(label, command)| {
        let (handle, node) = (self.page.handle.clone(), menu.clone());
        let onclick = Callback::from(move |_| {
            dom::close_details(&node);
            handle.ask(Request::Act(command.clone()));
        });
        html! { <button key={label.clone()} class="tb" type="button" {onclick}>{ label }</button> }
    });
        html! {
            <details class="menu" ref={node}>
                <summary aria-label={say!(words, broker_actions, broker = broker)}>
                    <span>{ say!(words, lane_name, broker = broker) }</span>
                </summary>
                <div class="menu-items">for item in items { { item } }</div>
            </details>
        }
    }
}
