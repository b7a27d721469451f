//! The copies of one piece on its way to the network card, for each way to send it.

use super::super::settings::{Field, Unit};
use super::super::store;
use super::Io;
use crate::platform::dom;
use crate::words::{Words, say};
use tidemark_core::io_path::{Cached, CopiedBy, Hop, ReplicaCost, SendPath, Station};
use yew::{Callback, Event, Html, classes, html};

/// Distance of two stations in the drawing.
const STEP: u32 = 84;
const STATIONS: [Station; 5] = [
    Station::Disk,
    Station::PageCache,
    Station::Application,
    Station::SocketBuffer,
    Station::NetworkCard,
];

/// The panel.
pub(super) fn copies(io: &Io, words: Words) -> Html {
    let most = SendPath::ReadWrite.copies(io.readers, Cached::Never).max(1);
    let taken = SendPath::taken(io.has_tls, true);
    let rows = SendPath::ALL
        .into_iter()
        .map(|path| row(io, path, path == taken, most, words));
    let readers = Field {
        name: words.io_readers().into(),
        value: i64::try_from(io.readers).unwrap_or(i64::MAX),
        range: 0..=100_000,
        means: None,
        unit: Unit::Whole,
    };
    let factor = Field {
        name: "replication.factor".into(),
        value: io.replication_factor.into(),
        range: 1..=100,
        means: None,
        unit: Unit::Whole,
    };
    let ontls = Callback::from(|event: Event| {
        let has_tls = dom::checked(event.target());
        store::set_io(|io| io.has_tls = has_tls);
    });
    let stations = STATIONS.map(|station| html! { <i>{ station_name(station, words) }</i> });
    let cost = ReplicaCost::of(
        1,
        io.replication_factor,
        u32::try_from(io.readers).unwrap_or(u32::MAX),
    );
    html! {
        <section aria-label={words.io_copies()}>
            <div class="sec"><h2>{ words.io_copies() }</h2><span class="cap">{ words.io_copies_hint() }</span></div>
            <div class="settings">
                { readers.draw(|value| store::set_io(|io| io.readers = value.unsigned_abs()), words) }
                { factor.draw(|value| store::set_io(|io| io.replication_factor = u32::try_from(value).unwrap_or(1)), words) }
                <label class="setting"><input type="checkbox" checked={io.has_tls} onchange={ontls} /><span>{ "TLS" }</span></label>
            </div>
            <div class="lw" tabindex="0">
                <div class="paths">
                    <p class="path"><span></span><span class="stations">{ for stations }</span><span>{ words.io_switches() }</span><span>{ say!(words, io_for_readers, n = io.readers) }</span></p>
                    { for rows }
                </div>
            </div>
            <p class="sub">{ arithmetic(io.readers, words) }</p>
            <p class="sub">{ if io.has_tls { words.io_tls_told() } else { words.io_no_tls_told() } }</p>
            <p class="sub">{ say!(
                words,
                io_replicas_told,
                factor = io.replication_factor,
                disk = cost.disk,
                followers = cost.to_followers,
                groups = cost.to_consumers
            ) }</p>
        </section>
    }
}

fn arithmetic(readers: u64, words: Words) -> String {
    say!(
        words,
        io_arithmetic,
        readers = readers,
        never = SendPath::ReadWrite.copies(readers, Cached::Never),
        warm = SendPath::ReadWrite.copies(readers, Cached::AfterFirst),
        sendfile = SendPath::Sendfile.copies(readers, Cached::AfterFirst),
        gather = SendPath::SendfileGather.copies(readers, Cached::AfterFirst),
        produced = SendPath::SendfileGather.copies(readers, Cached::Already)
    )
}

fn station_name(station: Station, words: Words) -> String {
    match station {
        Station::Disk => words.io_disk(),
        Station::PageCache => words.io_page_cache(),
        Station::Application => words.io_application(),
        Station::SocketBuffer => words.io_socket_buffer(),
        Station::NetworkCard => words.io_network_card(),
    }
}

fn row(io: &Io, path: SendPath, is_taken: bool, most: u64, words: Words) -> Html {
    let name = match path {
        SendPath::ReadWrite => "read, write",
        SendPath::Sendfile => "sendfile",
        SendPath::SendfileGather => "sendfile, gather",
    };
    // The page cache stays warm after the first reader; who reads and writes is shown at his worst, as the courses do.
    let cached = match path {
        SendPath::ReadWrite => Cached::Never,
        SendPath::Sendfile | SendPath::SendfileGather => Cached::AfterFirst,
    };
    let copies = path.copies(io.readers, cached);
    let width = format!("width:{}%", copies * 100 / most);
    let told = say!(
        words,
        io_path_told,
        copies = path.hops().len(),
        cpu = path.copies_by(CopiedBy::Cpu)
    );
    html! {
        <div key={name} class={classes!("path", is_taken.then_some("taken"))}>
            <span><b>{ name }</b><small>{ told }</small></span>
            { drawing(path.hops(), words) }
            <span class="m">{ path.context_switches() }</span>
            <span class="m"><b>{ copies }</b><i style={width}></i></span>
        </div>
    }
}

fn drawing(hops: &'static [Hop], words: Words) -> Html {
    let x = |station: Station| {
        let number = STATIONS.iter().position(|other| *other == station);
        number.unwrap_or(0) as u32 * STEP + STEP / 2
    };
    let stations = STATIONS.iter().filter(|station| {
        hops.iter()
            .any(|hop| hop.from == **station || hop.to == **station)
    });
    let boxes = stations.map(|station| {
        html! { <rect x={(x(*station) - 6).to_string()} y="24" width="12" height="12" rx="3" class="station" /> }
    });
    let lines = hops.iter().map(|hop| {
        let (from, to) = (x(hop.from) + 8, x(hop.to) - 10);
        let middle = u32::midpoint(from, to);
        let is_far = to - from > STEP;
        let (class, label) = match hop.by {
            CopiedBy::Dma => ("hop", "DMA"),
            CopiedBy::Cpu => ("hop cpu", "CPU"),
        };
        let (path, y) = if is_far {
            (format!("M{from} 26 Q{middle} 0 {to} 26"), 10)
        } else {
            (format!("M{from} 30 H{to}"), 22)
        };
        html! {
            <>
                <path d={path} {class} marker-end="url(#arrow)" />
                <text x={middle.to_string()} y={y.to_string()} text-anchor="middle" {class}>{ label }</text>
            </>
        }
    });
    let told: Vec<String> = hops
        .iter()
        .map(|hop| {
            format!(
                "{} → {}",
                station_name(hop.from, words),
                station_name(hop.to, words)
            )
        })
        .collect();
    let view_box = format!("0 0 {} 40", STEP * STATIONS.len() as u32);
    html! {
        <svg viewBox={view_box} role="img" aria-label={told.join(", ")}>{ for boxes }{ for lines }</svg>
    }
}
