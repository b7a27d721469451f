//! Sequential against random: the same pages in two orders, on a disk of choice.

use super::super::store;
use super::Io;
use crate::platform::dom;
use crate::words::{Words, grouped, say};
use tidemark_core::disk::PAGE_SIZE;
use tidemark_core::io_path::{Device, throughput};
use yew::{Callback, Event, Html, html};

/// Pages that are read in both orders.
const PAGES: u64 = 1000;
/// Places that the drawing of a random order has.
const DRAWN: u64 = 18;
const SIZE: (u64, u64) = (150, 74);

const DEVICES: [Device; 4] = [
    Device::HARD_DISK,
    Device::RAID_5,
    Device::SATA_SSD,
    Device::NVME_SSD,
];

fn name(device: Device, words: Words) -> String {
    match DEVICES.iter().position(|known| *known == device) {
        Some(0) => words.io_hdd(),
        Some(1) => words.io_raid(),
        Some(2) => words.io_sata(),
        _ => words.io_nvme(),
    }
}

/// The panel.
pub(super) fn disk(io: &Io, words: Words) -> Html {
    let device = io.device;
    let page = PAGE_SIZE as u64;
    let sequential = device.run_ps(PAGES * page);
    let random = PAGES * device.random_read_ps(page);
    let options = DEVICES.iter().enumerate().map(|(number, own)| {
        html! { <option key={number} value={number.to_string()} selected={*own == device}>{ name(*own, words) }</option> }
    });
    let onchange = Callback::from(|event: Event| {
        let chosen = dom::value(event.target()).parse::<usize>();
        if let Some(device) = chosen.ok().and_then(|number| DEVICES.get(number)) {
            store::set_io(|io| io.device = *device);
        }
    });
    // Coprime with the number of places: each comes once, in an order that looks like none.
    let order: Vec<u64> = (0..DRAWN).map(|at| at * 7 % DRAWN).collect();
    let straight: Vec<u64> = (0..DRAWN).collect();
    html! {
        <section aria-label={words.io_orders()}>
            <div class="sec"><h2>{ say!(words, io_orders_of, n = PAGES) }</h2><span class="cap">{ words.io_head_over_time() }</span></div>
            <div class="settings"><label class="setting"><span>{ words.io_disk() }</span><select {onchange}>{ for options }</select></label></div>
            <div class="orders">
                { order_of(words.io_sequential(), &straight, sequential, words.io_sequential_told(), words) }
                { order_of(words.io_random(), &order, random, say!(words, io_random_told, n = PAGES), words) }
            </div>
            { table(words) }
            <p class="sub">{ words.io_claim() }</p>
        </section>
    }
}

fn order_of(title: String, places: &[u64], time_ps: u64, told: String, words: Words) -> Html {
    let points: Vec<String> = (0..)
        .zip(places)
        .map(|(at, place)| {
            let x = 6 + at * (SIZE.0 - 12) / (DRAWN - 1);
            let y = SIZE.1 - 6 - place * (SIZE.1 - 12) / (DRAWN - 1);
            format!("{x},{y}")
        })
        .collect();
    let rate = throughput(PAGES * PAGE_SIZE as u64, time_ps);
    html! {
        <div>
            <b>{ title }</b>
            <svg viewBox={format!("0 0 {} {}", SIZE.0, SIZE.1)} aria-hidden="true"><polyline points={points.join(" ")} /></svg>
            <strong>{ time(time_ps) }</strong>
            <small>{ told }{ " " }{ say!(words, io_at_rate, rate = &speed(rate)) }</small>
        </div>
    }
}

/// The same for all disks: how far random is from sequential, and how long a run has to be.
fn table(words: Words) -> Html {
    let rows = DEVICES.map(|device| {
        let random = throughput(PAGE_SIZE as u64, device.random_write_ps(PAGE_SIZE as u64));
        let runs = throughput(1 << 20, device.run_ps(1 << 20));
        let factor = device.sequential_rate() * 10 / random.max(1);
        html! {
            <tr>
                <td>{ name(device, words) }</td>
                <td>{ speed(device.sequential_rate()) }</td>
                <td>{ speed(runs) }</td>
                <td>{ speed(random) }</td>
                <td>{ factor_text(factor) }</td>
                <td>{ size(device.half_speed_run()) }</td>
            </tr>
        }
    });
    html! {
        <div class="lw" tabindex="0"><table class="lk disks">
            <thead><tr>
                <td></td>
                <th>{ words.io_long_run() }</th>
                <th>{ words.io_run_of() }</th>
                <th>{ words.io_random_writes() }</th>
                <th>{ words.io_factor() }</th>
                <th>{ words.io_half_speed() }</th>
            </tr></thead>
            <tbody>{ for rows }</tbody>
        </table></div>
    }
}

fn factor_text(tenths: u64) -> String {
    if tenths < 1000 {
        format!("{}.{}", tenths / 10, tenths % 10)
    } else {
        grouped((tenths / 10) as i64)
    }
}

/// A time of three digits: `33.4 ms`, `12.7 s`.
fn time(ps: u64) -> String {
    let units = [
        (1_000_000_000_000, "s"),
        (1_000_000_000, "ms"),
        (1_000_000, "µs"),
    ];
    of_three_digits(ps, &units)
}

fn speed(bytes_per_second: u64) -> String {
    of_three_digits(bytes_per_second, &[(1_000_000, "MB/s"), (1000, "kB/s")])
}

fn size(bytes: u64) -> String {
    of_three_digits(bytes, &[(1_000_000, "MB"), (1000, "kB")])
}

/// A number in the largest unit that it reaches, with a decimal place where it is below a hundred.
fn of_three_digits(number: u64, units: &[(u64, &str)]) -> String {
    let found = units
        .iter()
        .find(|(unit, _)| number >= *unit)
        .or(units.last());
    let Some((unit, name)) = found else {
        return number.to_string();
    };
    let tenths = (u128::from(number) * 10 + u128::from(unit / 2)) / u128::from(*unit);
    let (whole, tenth) = (tenths / 10, tenths % 10);
    if whole >= 100 {
        let rounded = (number + unit / 2) / unit;
        format!("{}\u{a0}{name}", grouped(rounded as i64))
    } else {
        format!("{whole}.{tenth}\u{a0}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_digits_that_matter() {
        assert_eq!(time(33_400_000_000), "33.4\u{a0}ms");
        assert_eq!(time(12_700_800_000_000), "12.7\u{a0}s");
        assert_eq!(time(104_096_000), "104\u{a0}µs");
        assert_eq!(speed(194_744), "195\u{a0}kB/s");
        assert_eq!(speed(3_000_000_000), "3\u{202f}000\u{a0}MB/s");
        assert_eq!(size(50_000), "50.0\u{a0}kB");
        assert_eq!(factor_text(132), "13.2");
        assert_eq!(factor_text(30_812), "3\u{202f}081");
    }
}
