//! The lanes of the chosen partition, one a replica, and the controller below.

use super::lane::Lane;
use super::lane_notes::notes;
use crate::parts::{Glyph, Icon};
use crate::platform::dom;
use crate::prose::Teller;
use crate::view::lane;
use std::rc::Rc;
use tidemark_core::session::frame::Frame;
use yew::{Html, Properties, component, html, use_effect_with, use_node_ref};

#[derive(PartialEq, Properties)]
pub(super) struct LanesProps {
    /// The frame.
    pub(super) frame: Rc<Frame>,
    /// Tells steps.
    pub(super) teller: Teller,
}

/// The picture.
#[component]
pub(super) fn Lanes(props: &LanesProps) -> Html {
    let words = props.teller.words;
    let partition = &props.frame.partition;
    let columns = lane::columns(partition);
    let committed_below = lane::committed_below(partition);
    let track = use_node_ref();
    use_effect_with((columns, partition.id), {
        let track = track.clone();
        // The end of the log is where things happen.
        move |_| dom::scroll_to_end(&track)
    });
    let lanes = partition.lanes.iter().enumerate().map(|(at, view)| {
        let broker = props
            .frame
            .brokers
            .iter()
            .find(|broker| broker.id == view.broker)
            .cloned();
        html! {
            <Lane
                key={at}
                shape={lane::lane(view, partition.first_offset, committed_below)}
                notes={notes(view, broker.as_ref(), partition, &props.teller)}
                broker={view.broker}
                process={broker.as_ref().map(|broker| broker.process)}
                role={view.role}
                in_isr={view.in_isr}
                fenced={broker.as_ref().is_some_and(|broker| !broker.registered)}
                assumed={!partition.assumed.is_empty() && view.log_end_offset == view.log_start_offset}
                partition={partition.id}
                preferred={partition.replicas.first() == Some(&view.broker)}
            />
        }
    });
    let controller = if props.frame.controller.zookeeper {
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
            aria-label={props.teller.names.partition(partition.id)}>
            <div class="ruler" aria-hidden="true">for offset in offsets { { offset } }</div>
            <div>for lane in lanes { { lane } }</div>
            <div class="lane control">
                <div class="who">
                    <span class="role">
                        <Icon glyph={Glyph::Control} class="k-control" />{ words.controller() }
                    </span>
                </div>
                <div class="log">{ controller }</div>
            </div>
        </div>
    }
}
