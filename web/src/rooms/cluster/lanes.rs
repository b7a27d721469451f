//! The lanes of the chosen partition, one a replica, and the controller below.

use super::lane::Lane;
use super::lane_notes::notes;
use crate::component::{Given, Part, part_of, use_watch};
use crate::parts::{Glyph, icon};
use crate::platform::dom;
use crate::prose::Teller;
use crate::state::Page;
use crate::view::lane;
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::Frame;
use yew::functional::{Hook, HookContext};
use yew::{Html, html, use_node_ref};

/// The picture.
#[derive(PartialEq)]
pub(crate) struct Lanes {
    /// The page.
    pub(crate) page: Page,
    /// The frame.
    pub(crate) frame: Given<Frame>,
    /// Tells steps.
    pub(crate) teller: Teller,
    /// It is the open run, on which one can act.
    pub(crate) acts: bool,
    /// So many columns are there even for a shorter log.
    pub(crate) columns_min: u32,
    /// What is said beside some lanes besides.
    pub(crate) remarks: Vec<(BrokerId, String)>,
}

impl Part for Lanes {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.teller.words;
        let partition = &self.frame.partition;
        let columns = lane::columns(partition, self.columns_min);
        let committed_below = lane::committed_below(partition);
        let track = use_node_ref().run(hooks);
        use_watch((columns, partition.id), {
            let track = track.clone();
            // The end of the log is where things happen.
            move || dom::scroll_to_end(&track)
        })
        .run(hooks);
        let lanes = partition.lanes.iter().enumerate().map(|(at, view)| {
            let broker = self
                .frame
                .brokers
                .iter()
                .find(|broker| broker.id == view.broker);
            let mut said = notes(view, broker, partition, &self.teller);
            let remarks = self.remarks.iter();
            let own = remarks.filter(|(broker, _)| *broker == view.broker);
            said.extend(own.map(|(_, remark)| remark.clone()));
            let lane = Lane {
                page: self.page.clone(),
                shape: lane::lane(view, partition.first_offset, committed_below),
                notes: said,
                broker: view.broker,
                process: broker.map(|broker| broker.process),
                role: view.role,
                in_isr: view.in_isr,
                fenced: broker.is_some_and(|broker| !broker.registered),
                assumed: !partition.assumed.is_empty()
                    && view.log_end_offset == view.log_start_offset,
                partition: partition.id,
                acts: self.acts,
            };
            part_of(at, lane)
        });
        let controller = if self.frame.controller.zookeeper {
            words.controller_zookeeper()
        } else {
            words.controller_kraft()
        };
        let offsets = (0..columns).map(|column| {
            let offset = partition.first_offset + i64::from(column);
            html! { <span key={offset}>{ offset }</span> }
        });
        html! {
            <div class="track" ref={track} style={format!("--columns:{columns}")} tabindex="0" role="group"
                aria-label={self.teller.names.partition(partition.id)}>
                <div class="ruler" aria-hidden="true">for offset in offsets { { offset } }</div>
                <div>for lane in lanes { { lane } }</div>
                if self.acts {
                <div class="lane control">
                    <div class="who">
                        <span class="role">
                            { icon(Glyph::Control, "k-control") }{ words.controller() }
                        </span>
                    </div>
                    <div class="log">{ controller }</div>
                </div>
                }
            </div>
        }
    }
}
