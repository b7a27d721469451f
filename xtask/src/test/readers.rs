//! An independent reader and writer of batches, in both directions: kafka-python with its codecs.
//!
//! It reads what this encoder wrote, and this reader reads what it wrote, all from one list of records.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tidemark_core::record::{AnyBatch, Attributes, Batch, BatchHeader, Codec, Header, Record};

use super::counts::Counts;
use crate::cargo;

/// The first offset of what is written here.
const BASE_OFFSET: i64 = 1000;

/// More than the list holds.
const SIZE_MAX: usize = 1 << 24;

/// The codecs that are written here.
const WRITTEN: [(&str, Codec); 3] = [
    ("none", Codec::None),
    ("gzip", Codec::Gzip),
    ("lz4", Codec::Lz4),
];

/// How many files the other side writes: three formats, five codecs, but zstd for the last format only.
const THEIRS: u32 = 13;

/// One record of the list.
struct Expected {
    timestamp: i64,
    key: Option<Vec<u8>>,
    value: Option<Vec<u8>>,
    headers: Vec<(String, Option<Vec<u8>>)>,
}

/// Writes, has it read, has theirs written, and reads.
pub(super) fn run() -> Result<Counts> {
    let packages = packages()?;
    let folder = cargo::scratch()?.join("independent");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("ours"))?;
    let records = records();
    let list: Vec<Value> = records.iter().map(told).collect();
    fs::write(folder.join("records.json"), Value::from(list).to_string())?;
    for (name, codec) in WRITTEN {
        for kind in ["plain", "transactional"] {
            let bytes = ours(&records, codec, kind == "transactional")?;
            fs::write(folder.join(format!("ours/2-{name}-{kind}.log")), bytes)?;
        }
    }

    let mut counts = Counts::default();
    let mut python = Command::new(python()?);
    python
        .env("PYTHONPATH", packages)
        .arg(home().join("batches.py"))
        .arg(&folder);
    let succeeded = cargo::run_seen(&mut python, |line| {
        counts.passed += u32::from(line.starts_with("read "));
    })?;
    ensure!(
        succeeded,
        "kafka-python reads something else than was written"
    );

    let mut theirs = 0;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder.join("theirs"))? {
        files.push(entry?.path());
    }
    files.sort();
    for path in files {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        check(&fs::read(&path)?, &name, &records)
            .with_context(|| format!("{name}, as kafka-python wrote it"))?;
        println!("read {name} of kafka-python");
        theirs += 1;
    }
    ensure!(
        theirs == THEIRS,
        "kafka-python wrote {theirs} of {THEIRS} files"
    );
    counts.passed += theirs;
    Ok(counts)
}

/// Nulls, empty fields, headers, times that go back, and more than a block of the codecs.
fn records() -> Vec<Expected> {
    let mut records = Vec::new();
    for number in 0..300_u32 {
        let text = format!("key {}", number % 17).into_bytes();
        let length = match number {
            250 => 200_000,
            number => (number * number) % 900,
        };
        let value: Vec<u8> = (0..length)
            .map(|index| ((index % 997 * (index / 5 % 89 + number)) >> 3 & 0x7f) as u8)
            .collect();
        records.push(Expected {
            timestamp: 1_700_000_000_000 + i64::from(number * 37 % 100),
            key: (number % 5 != 0).then_some(text),
            value: (number % 7 != 3).then_some(value),
            headers: (0..number % 3)
                .map(|header| {
                    (
                        format!("header {header} é"),
                        (number % 2 == 0).then(|| vec![1, 0, 255]),
                    )
                })
                .collect(),
        });
    }
    records.push(Expected {
        timestamp: 1_700_000_000_000,
        key: Some(Vec::new()),
        value: Some(Vec::new()),
        headers: Vec::new(),
    });
    records
}

fn told(record: &Expected) -> Value {
    let headers: Vec<_> = record
        .headers
        .iter()
        .map(|(key, value)| json!([key, hex(value.as_deref())]))
        .collect();
    json!({
        "timestamp": record.timestamp,
        "key": hex(record.key.as_deref()),
        "value": hex(record.value.as_deref()),
        "headers": headers,
    })
}

fn hex(bytes: Option<&[u8]>) -> Option<String> {
    bytes.map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn ours(records: &[Expected], codec: Codec, is_transactional: bool) -> Result<Vec<u8>> {
    let base_timestamp = records.first().map_or(-1, |record| record.timestamp);
    let timestamps = records.iter().map(|record| record.timestamp);
    let plain = BatchHeader {
        base_offset: BASE_OFFSET,
        attributes: Attributes::default().with_codec(codec),
        last_offset_delta: i32::try_from(records.len())? - 1,
        base_timestamp,
        max_timestamp: timestamps.max().unwrap_or(-1),
        ..BatchHeader::default()
    };
    let header = if is_transactional {
        BatchHeader {
            attributes: plain.attributes.transactional(),
            producer_id: 9,
            producer_epoch: 2,
            base_sequence: 41,
            ..plain
        }
    } else {
        plain
    };
    let records = records.iter().zip(0..).map(|(record, offset_delta)| {
        let headers = record.headers.iter().map(|(key, value)| Header {
            key: key.as_bytes(),
            value: value.as_deref(),
        });
        Record {
            timestamp_delta: record.timestamp - base_timestamp,
            offset_delta,
            key: record.key.as_deref(),
            value: record.value.as_deref(),
            headers: headers.collect(),
            ..Record::default()
        }
    });
    let batch = Batch {
        header,
        records: records.collect(),
    };
    Ok(batch.encode_compressed()?)
}

/// Whether all batches of a file together hold the list.
fn check(bytes: &[u8], name: &str, expected: &[Expected]) -> Result<()> {
    let magic = match name.split('-').next() {
        Some("0") => 0,
        Some("1") => 1,
        _ => 2,
    };
    let mut expected = expected.iter();
    let mut position = 0;
    let mut first_offset = None;
    while position < bytes.len() {
        let batch = AnyBatch::read(&bytes[position..], position as u64)?;
        ensure!(batch.magic() == magic, "magic {}", batch.magic());
        batch.check_crc()?;
        position += batch.size();
        let section = batch.section(SIZE_MAX)?;
        for record in batch.records_in(&section)? {
            let record = record?;
            let Some(wanted) = expected.next() else {
                bail!("more records than were asked for");
            };
            let first = *first_offset.get_or_insert(record.offset);
            let number = record.offset - first;
            ensure!(
                record.key == wanted.key.as_deref(),
                "key of record {number}"
            );
            ensure!(
                record.value == wanted.value.as_deref(),
                "value of record {number}"
            );
            let timestamp = if magic == 0 { -1 } else { wanted.timestamp };
            ensure!(
                record.timestamp == timestamp,
                "timestamp of record {number}"
            );
            let headers: Vec<_> = record
                .headers
                .map(|header| (header.key, header.value))
                .collect();
            let wanted: Vec<_> = wanted
                .headers
                .iter()
                .map(|(key, value)| (key.as_bytes(), value.as_deref()))
                .collect();
            ensure!(magic < 2 || headers == wanted, "headers of record {number}");
        }
    }
    let left = expected.count();
    ensure!(left == 0, "{left} records are missing");
    Ok(())
}

/// Where the script and the list of packages are.
fn home() -> PathBuf {
    cargo::root().join("tests/independent")
}

fn python() -> Result<PathBuf> {
    let names = ["python3", "python"];
    let found = names.iter().find(|name| {
        let mut version = Command::new(name);
        let output = version.args(["-c", "import sys; assert sys.version_info >= (3, 10)"]);
        output.output().is_ok_and(|output| output.status.success())
    });
    found.map(PathBuf::from).context(
        "Python 3.10 or newer with pip is needed for the independent reader of batches: \
         install it from https://python.org",
    )
}

/// The folder of the packages, which are installed anew when their list has changed.
fn packages() -> Result<PathBuf> {
    let list = home().join("requirements.txt");
    let wanted = fs::read(&list)?;
    let folder = cargo::scratch()?.join("python");
    let installed = folder.join("installed.txt");
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut install = Command::new(python()?);
    install
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ])
        .args(["--no-deps", "--only-binary", ":all:"])
        .arg("--target")
        .arg(&folder)
        .arg("--requirement")
        .arg(&list);
    if env::var_os("PIP_ROOT_USER_ACTION").is_none() {
        install.env("PIP_ROOT_USER_ACTION", "ignore");
    }
    cargo::run(&mut install).with_context(|| {
        format!(
            "kafka-python and its codecs can't be installed: `python3 -m pip install --target {} -r {}` has to succeed",
            folder.display(),
            shown(&list)
        )
    })?;
    fs::write(installed, wanted)?;
    Ok(folder)
}

fn shown(path: &Path) -> String {
    let relative = path.strip_prefix(cargo::root()).unwrap_or(path);
    relative.display().to_string()
}
