"""Reads batches that Tidemark wrote, and writes batches for it to read, with kafka-python.

`cargo xtask test` runs it with a folder in which `records.json` and `ours/` are. It prints a line for each
file that is as it should be, writes `theirs/`, and stops with an error at the first file that is not.
"""

import json
import pathlib
import sys

from kafka.record import MemoryRecords, MemoryRecordsBuilder

CODECS = {"none": 0, "gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}


def unhex(digits):
    return None if digits is None else bytes.fromhex(digits)


def read(path, expected):
    magic, codec, kind = path.stem.split("-")
    records = MemoryRecords(path.read_bytes())
    batch = records.next_batch()
    assert batch.validate_crc(), "checksum"
    assert batch.magic == int(magic), batch.magic
    assert batch.compression_type == CODECS[codec], batch.compression_type
    assert batch.base_offset == 1000, batch.base_offset
    assert batch.is_transactional == (kind == "transactional")
    producer = (9, 2, 41) if kind == "transactional" else (-1, -1, -1)
    found = (batch.producer_id, batch.producer_epoch, batch.base_sequence)
    assert found == producer, found
    count = 0
    for number, (record, wanted) in enumerate(zip(batch, expected, strict=True)):
        assert record.offset == 1000 + number, record.offset
        assert record.timestamp == wanted["timestamp"], record.timestamp
        assert record.key == unhex(wanted["key"]), record.key
        assert record.value == unhex(wanted["value"]), record.value
        headers = [(key, unhex(value)) for key, value in wanted["headers"]]
        assert list(record.headers) == headers, record.headers
        count += 1
    assert count == len(expected), count
    assert records.next_batch() is None, "more than one batch"


def write(folder, magic, codec, expected):
    builder = MemoryRecordsBuilder(magic, CODECS[codec], batch_size=1 << 24)
    for record in expected:
        headers = [(key, unhex(value)) for key, value in record["headers"]]
        builder.append(
            timestamp=record["timestamp"] if magic > 0 else None,
            key=unhex(record["key"]),
            value=unhex(record["value"]),
            headers=headers if magic > 1 else [],
        )
    builder.close()
    (folder / f"{magic}-{codec}-plain.log").write_bytes(builder.buffer())


def main(folder):
    expected = json.loads((folder / "records.json").read_text())
    for path in sorted((folder / "ours").iterdir()):
        try:
            read(path, expected)
        except AssertionError as error:
            sys.exit(f"{path.name}: {error}")
        print(f"read {path.name}")
    theirs = folder / "theirs"
    theirs.mkdir()
    for magic in (0, 1, 2):
        for codec in CODECS:
            # zstd came with magic 2.
            if codec != "zstd" or magic == 2:
                write(theirs, magic, codec, expected)


main(pathlib.Path(sys.argv[1]))
