//! The folder of a simulated replica: which one the address asks for, and the ways to it.

use crate::route::Route;
use crate::words::{Words, say};
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::Frame;
use tidemark_core::study::folder::{Ask, Folder};
use yew::{Html, html};

const ROOM: &str = "/log/b";

/// The link to a replica's folder.
pub(crate) fn href(broker: BrokerId, topic: &str, partition: i32) -> String {
    format!("#{ROOM}{broker}/{topic}-{partition}")
}

/// The replica that an address, below the room's own, asks for.
pub(super) fn of_path(path: &str) -> Option<Ask> {
    let (broker, folder) = path.strip_prefix("/b")?.split_once('/')?;
    let (topic, partition) = folder.rsplit_once('-')?;
    Some(Ask {
        broker: broker.parse().ok()?,
        topic: topic.to_owned(),
        partition: partition.parse().ok()?,
    })
}

/// The replicas of the partition that is looked at in the run, each with the way to its folder.
pub(super) fn of_run(frame: &Frame, words: Words) -> Html {
    let partition = &frame.partition;
    if partition.lanes.is_empty() {
        return Html::default();
    }
    let name = format!("{}-{}", partition.topic, partition.number);
    let ways = partition.lanes.iter().map(|lane| {
        let href = href(lane.broker, &partition.topic, partition.number);
        html! { <a key={lane.broker} class="btn" {href}>{ say!(words, log_broker, broker = lane.broker) }</a> }
    });
    html! {
        <>
            <p>{ say!(words, log_of_run, partition = &name) }</p>
            <div class="row">{ for ways }</div>
        </>
    }
}

/// Why a replica's folder can't be shown.
pub(super) enum Missing {
    /// No run is open.
    Run,
    /// The run has no such replica.
    Replica(Ask),
}

/// Says why.
pub(super) fn missing(missing: &Missing, words: Words) -> Html {
    let Missing::Replica(ask) = missing else {
        return html! {
            <p class="bad" role="alert">
                { words.log_no_run() }{ " " }
                <a class="link" href={Route::Learn.href()}>{ Route::Learn.name(words) }</a>
            </p>
        };
    };
    let name = format!("{}-{}", ask.topic, ask.partition);
    let told = say!(
        words,
        log_no_replica,
        broker = ask.broker,
        partition = &name
    );
    html! { <p class="bad" role="alert">{ told }</p> }
}

/// Whose folder is shown.
pub(super) fn shown(folder: &Folder, words: Words) -> Html {
    let (_, step) = folder.position;
    html! {
        <span>
            { say!(words, log_broker, broker = folder.of.broker) }{ ", " }
            <a class="link" href={Route::Cluster.href()}>{ say!(words, log_at_step, step = step) }</a>
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_replica() {
        let ask = Ask {
            broker: 2,
            topic: "my-orders.eu".to_owned(),
            partition: 11,
        };
        let href = href(2, "my-orders.eu", 11);
        assert_eq!(href, "#/log/b2/my-orders.eu-11");
        assert_eq!(of_path("/b2/my-orders.eu-11"), Some(ask));
        for other in ["", "/b2", "/b/first-0", "/b2/first", "/b2/first-x"] {
            assert_eq!(of_path(other), None, "{other}");
        }
    }
}
