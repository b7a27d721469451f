//! Copies, the table of the disk model, and what the page cache does.

use super::*;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

const PRESETS: [Device; 4] = [
    Device::HARD_DISK,
    Device::RAID_5,
    Device::SATA_SSD,
    Device::NVME_SSD,
];

/// A number cut to its first `digits` digits, rounded: what a table shows.
fn rounded(value: u64, unit: u64) -> u64 {
    (value + unit / 2) / unit
}

fn all(figure: impl Fn(&Device) -> u64) -> [u64; 4] {
    PRESETS.map(|device| figure(&device))
}

#[test]
fn a_long_run_goes_at_the_rate_of_all_disks() {
    let rates = all(|device| device.sequential_rate() / 1_000_000);
    assert_eq!(rates, [120, 600, 500, 3000]);
    let milliseconds = all(|device| rounded(device.run_ps(GIB), 1_000_000_000));
    assert_eq!(milliseconds, [8961, 1802, 2148, 358]);
    let tenths_of_mb = all(|device| rounded(throughput(GIB, device.run_ps(GIB)), 100_000));
    assert_eq!(tenths_of_mb, [1198, 5958, 5000, 29_998]);
}

#[test]
fn small_writes_at_random_places_cost_their_access_and_with_parity_a_revolution() {
    let microseconds = |size| all(|device| rounded(device.random_write_ps(size), 1_000_000));
    assert_eq!(microseconds(2048), [12_684, 21_017, 104, 21]);
    assert_eq!(microseconds(4096), [12_701, 21_034, 108, 21]);
    assert_eq!(microseconds(STRIPE_UNIT), [13_213, 21_546, 231, 42]);
    let rate = |size| all(|device| throughput(size, device.random_write_ps(size)));
    // As a table shows them: the first two in tenths of kB a second, the others in tenths of MB.
    let shown = |rates: [u64; 4]| {
        let units = [100, 100, 100_000, 100_000];
        [0, 1, 2, 3].map(|number| rounded(rates[number], units[number]))
    };
    assert_eq!(shown(rate(2048)), [1615, 974, 197, 990]);
    assert_eq!(shown(rate(4096)), [3225, 1947, 379, 1917]);
    let whole_stripes = rate(STRIPE_UNIT);
    assert_eq!(shown(whole_stripes)[2..], [2836, 15_661]);
    assert_eq!(
        whole_stripes.map(|rate| rounded(rate, 10_000))[..2],
        [496, 304]
    );
}

#[test]
fn the_documentations_factor_of_6000_needs_requests_of_2_kib() {
    let factor = |size, tenth: u64| {
        let random = |device: &Device| throughput(size, device.random_write_ps(size));
        all(|device| rounded(device.sequential_rate() * tenth, random(device)))
    };
    assert_eq!(factor(4096, 1)[..2], [372, 3081]);
    assert_eq!(factor(4096, 10)[2..], [132, 156]);
    assert_eq!(factor(2048, 1)[1], 6157);
}

#[test]
fn long_runs_at_different_places_come_near_the_sequential_rate() {
    let rate = |length| {
        all(|device| rounded(throughput(10 * length, device.runs_ps(10, length)), 100_000))
    };
    assert_eq!(rate(MIB), [490, 727, 4772, 28_376]);
    assert_eq!(rate(8 * MIB), [1016, 3148, 4970, 29_787]);
    assert_eq!(rate(64 * MIB), [1173, 5390, 4996, 29_973]);
    let half = all(Device::half_speed_run);
    assert_eq!(half.map(|bytes| rounded(bytes, 10_000)), [152, 760, 5, 6]);
}

#[test]
fn a_piece_is_copied_as_often_as_its_path_has_hops() {
    let of = |path: SendPath| {
        (
            path.hops().len(),
            path.copies_by(CopiedBy::Cpu),
            path.context_switches(),
        )
    };
    assert_eq!(of(SendPath::ReadWrite), (4, 2, 4));
    assert_eq!(of(SendPath::Sendfile), (3, 1, 2));
    assert_eq!(of(SendPath::SendfileGather), (2, 0, 2));
    for path in SendPath::ALL {
        let hops = path.hops();
        assert_eq!(hops[0].from, Station::Disk);
        assert_eq!(hops[hops.len() - 1].to, Station::NetworkCard);
        assert!(hops.windows(2).all(|pair| pair[0].to == pair[1].from));
    }
}

#[test]
fn ten_readers_cost_40_copies_or_11() {
    assert_eq!(SendPath::ReadWrite.copies(10, Cached::Never), 40);
    assert_eq!(SendPath::ReadWrite.copies(10, Cached::AfterFirst), 31);
    assert_eq!(SendPath::Sendfile.copies(10, Cached::AfterFirst), 21);
    assert_eq!(SendPath::SendfileGather.copies(10, Cached::AfterFirst), 11);
    assert_eq!(SendPath::SendfileGather.copies(10, Cached::Already), 10);
    assert_eq!(SendPath::SendfileGather.copies(0, Cached::AfterFirst), 0);
}

#[test]
fn tls_takes_sendfile_away() {
    assert_eq!(SendPath::taken(false, true), SendPath::SendfileGather);
    assert_eq!(SendPath::taken(false, false), SendPath::Sendfile);
    assert_eq!(SendPath::taken(true, true), SendPath::ReadWrite);
}

#[test]
fn each_replica_has_its_disk_and_each_follower_its_share_of_the_network() {
    let cost = ReplicaCost::of(MIB, 3, 10);
    assert_eq!(cost.disk, 3 * MIB);
    assert_eq!(cost.leader_in, MIB);
    assert_eq!(cost.to_followers, 2 * MIB);
    assert_eq!(cost.to_consumers, 10 * MIB);
    assert_eq!(ReplicaCost::of(MIB, 0, 0).to_followers, 0);
}

#[test]
fn what_was_just_written_is_read_without_the_disk() {
    let mut cache = Cache::new(4, 2, 5);
    cache.write(Page { file: 0, number: 0 }, 0);
    cache.write(Page { file: 0, number: 1 }, 0);
    let read = cache.read(0, 0..2, 2, 1);
    assert_eq!((read.hits, read.misses), (2, 0));
    assert_eq!(cache.counters().disk_reads, 0);
    assert_eq!(cache.write_back(4), []);
    assert_eq!(cache.write_back(5).len(), 2);
    assert_eq!(cache.counters().written_back, 2);
}

#[test]
fn a_miss_fetches_what_is_behind_it_and_the_least_recently_used_gives_way() {
    let mut cache = Cache::new(4, 3, 100);
    for number in 0..3 {
        cache.write(Page { file: 1, number }, 0);
    }
    cache.read(1, 0..1, 3, 1);
    let read = cache.read(0, 0..1, 10, 2);
    assert_eq!(read.requests, [(0, 3)]);
    let gone = [1, 2].map(|number| Page { file: 1, number });
    assert_eq!(cache.take_evicted(), gone);
    // They were dirty, and are on the disk now.
    assert_eq!(cache.counters().written_back, 2);
    let read = cache.read(0, 1..4, 10, 3);
    assert_eq!((read.hits, read.misses), (2, 1));
    // The end of the file bounds what is read ahead.
    let read = cache.read(0, 9..12, 10, 4);
    assert_eq!(read.requests, [(9, 1)]);
}

#[test]
fn power_that_fails_takes_what_was_never_written_back() {
    let mut cache = Cache::new(8, 1, 100);
    cache.write(Page { file: 0, number: 0 }, 0);
    cache.write(Page { file: 1, number: 0 }, 0);
    assert_eq!(cache.flush(0), [Page { file: 0, number: 0 }]);
    assert_eq!(cache.power_loss(), [Page { file: 1, number: 0 }]);
    assert_eq!(cache.pages().count(), 0);
}

/// Disk reads of a run: for the reader from far behind, and for others.
fn disk_reads(setting: &CatchingUp, until: usize) -> (u64, u64) {
    let run = catching_up(setting);
    let reads = run.ticks.iter().take(until).map(|tick| tick.disk_reads);
    reads.fold((0, 0), |sum, reads| (sum.0 + reads.0, sum.1 + reads.1))
}

#[test]
fn one_reader_from_far_behind_makes_another_pay() {
    let setting = CatchingUp::default();
    // Up to 1.8 s, when the second partition of audit is polled.
    assert_eq!(disk_reads(&setting, 19), (56, 9));
    let none = CatchingUp {
        old_reader_pages: 0,
        ..setting
    };
    assert_eq!(disk_reads(&none, 32), (0, 0));
    let roomy = CatchingUp {
        cache_pages: 200,
        ..setting
    };
    assert_eq!(disk_reads(&roomy, 19), (56, 0));
    let slow = CatchingUp {
        old_reader_pages: 2,
        ..setting
    };
    assert_eq!(disk_reads(&slow, 19).1, 2);
    let often = CatchingUp {
        audit_poll: 10,
        ..setting
    };
    assert_eq!(disk_reads(&often, 19).1, 0);
}

#[test]
fn the_poll_that_pays_is_told_with_its_pages() {
    let run = catching_up(&CatchingUp::default());
    let polled = Happened::Polled {
        file: 5,
        pages: 18,
        from_disk: 9,
    };
    assert!(run.ticks[18].happened.contains(&polled));
    assert_eq!(
        run.ticks[14].happened.last(),
        Some(&Happened::EvictedUnread(5, [58, 59].to_vec()))
    );
    // Six partitions, six ticks: what is written back 0.6 s later is dirty until then.
    let dirty = run.ticks[18]
        .cached
        .iter()
        .filter(|(_, _, is_dirty)| *is_dirty);
    assert_eq!(dirty.count(), 36);
    assert!(run.ticks.iter().all(|tick| tick.cached.len() <= 120));
}

#[test]
fn any_setting_comes_to_an_end() {
    for cache_pages in [0, 1, 7, 1000] {
        for read_ahead in [0, 1, 64, u64::MAX] {
            let setting = CatchingUp {
                cache_pages,
                read_ahead,
                write_back_after: 0,
                old_reader_pages: u64::MAX / 2,
                audit_poll: 0,
            };
            assert_eq!(catching_up(&setting).ticks.len(), 32);
        }
    }
}
