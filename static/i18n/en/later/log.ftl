# The Log room.

log-title = A partition’s folder, byte for byte
log-what = Drop a partition folder here, a whole log dir, or some of their files. Tidemark reads every batch, checks every checksum and index entry, and says at which byte something is wrong.
log-choose-files = Choose files…
log-choose-folder = Choose a folder…
log-none-at-hand = No folder at hand? This one is the log of the picture in most courses: offset 3 at position 756, a second segment from 6 on.
log-example = Open first-0
log-of-run = Or look at what a simulated broker has on its disk. Partition { $partition } of the run, where it stands now:
log-broker = Broker { $broker }
log-at-step = at step { $step } of the run
log-no-replica = Broker { $broker } has no replica of { $partition } in the run that is open.
log-no-run = No run is open, so there is no simulated broker to look at. Scenarios to open:
log-zip = Download .zip
log-zip-hint = All files, and the log dir’s checkpoints, as a broker that closes its logs in order leaves them
log-which = Files: .log .index .timeindex .txnindex .snapshot leader-epoch-checkpoint partition.metadata and a log dir’s checkpoints. Kafka 0.8 to 4.x, all codecs.
log-stays = Nothing is sent anywhere, and nothing is kept: after a reload the files have to be chosen again.
log-failed = The browser could not read the files: { $why }
log-nothing = There was no file in it.
log-reading = Reading the files…
log-read-so-far = { $done } of { $total } bytes
log-loose-files = Files without a folder
log-folder = Folder
log-start-offset = log start
log-records-bytes = { $records ->
    [one] One record
   *[other] { $records } records
  }, { $bytes } bytes
log-other-files = Other files…
log-find = Find
log-find-by = What is searched
log-find-by-hint = A timestamp in ms since 1970; −1 is the end, −2 the beginning, −3 the largest timestamp
log-by-offset = offset
log-by-time = timestamp
log-find-hint = An offset: a whole number
log-search = Find
log-strip = Segments and batches
log-no-segment = There is no .log among the files.
log-more-segments = { $n ->
    [one] one more segment
   *[other] { $n } more segments
  }
log-segment = segment { $base }
log-active = last
log-box = { $batches ->
    [one] Batch { $offsets }, { $bytes } bytes at { $position }
   *[other] { $batches } batches, { $offsets }, { $bytes } bytes from { $position } on
  }
log-files = Files
log-bytes-unit = bytes
log-faults-in = { $file }: { $n ->
    [one] one fault
   *[other] { $n } faults
  }
log-lookup = Lookup
log-lookup-of = Lookup of { $target }
log-try = Type an offset above to see, comparison by comparison, how a broker finds it.
log-batch = Batch
log-batch-at = Batch at position { $position }
log-bytes-at = Bytes at position { $position }
log-of-file = of { $file }
log-earlier = The batch before
log-later = The batch after
log-choose-batch = Choose a batch in the strip above, or a file.
log-bytes = Bytes { $start } to { $end }; the table below names them
log-uncompressed = The records are compressed; taken out they have { $size } bytes. Their positions count from there.
log-records-left = { $n } more records are not taken apart.
log-crc-wrong = { $stored }, the bytes have { $computed }
log-byte-count = { $n } bytes
log-record-at = { $number }, offset { $offset }, { $timestamp }
log-index = Index
log-no-entries = The index has no entry: reading begins at position 0.
log-largest-entry = largest entry ≤ { $target }
log-fields = Fields
log-entry = entry
log-compared = compared
log-scan = Scan
log-from-position = from position { $position }
log-size = size
log-not-read = not read
log-below-all = No segment begins at or below this offset.
log-is-warm = { $offset } < { $target }: search the end of the index
log-is-not-warm = { $offset } ≥ { $target }: not in the end of the index
log-is-before = { $offset } > { $target }: before all entries
log-is-not-before = { $offset } ≤ { $target }: not before all entries
log-half-right = { $offset } < { $target }: keep, go right
log-half-equal = { $offset }: the answer
log-half-left = { $offset } > { $target }: go left
log-skip = ends at { $last } < { $target }: skip
log-found = ends at { $last } ≥ { $target }: found
log-h-segment = Segment { $base } has the largest base offset up to { $target }.
log-h-next = The offset lies in a gap: the next segment, { $base }, is read.
log-h-end = The log has nothing at { $target } or beyond.
log-h-no-batch = No batch begins at position { $position }: the log is damaged there, or the index is wrong.
log-h-too-far = After 4,096 batches the search was given up: the index must be wrong.
log-h-entry = Entry { $entry }: { $told }
log-h-found = Offset { $target } starts at byte { $position }: { $comparisons ->
    [0] no comparison in the index,
    [one] one comparison in the index,
   *[other] { $comparisons } comparisons in the index,
  } { $batches ->
    [one] one batch header read.
   *[other] { $batches } batch headers read.
  }
log-h-skip = Batch { $batch } ends before { $target }: on to the next.
log-below-start = No segment begins at or below { $target }: a broker answers OFFSET_OUT_OF_RANGE.
log-rule = Rule
log-cost = Cost
log-cost-told = Batch headers read: { $with }. Without the index: { $without }, from the segment’s start.
log-r-segment = The base offsets are an ordered map in memory: no file is read for this.
log-r-next = When a segment ends before the offset, reading goes on with the next one: compaction leaves such gaps.
log-r-warm = The last 8,192 bytes of an index are searched first. Lookups near the log’s end touch the same pages again and again, and those stay in the page cache (KAFKA-6432).
log-r-before = If the first entry lies beyond the offset, there is nothing to search: reading begins at position 0.
log-r-half = Binary search: the answer is the last entry whose offset is not larger.
log-r-scan = The first batch at or after the entry’s position that ends at the offset or beyond. Records are never looked at, only baseOffset + lastOffsetDelta of each batch.
log-r-none = A fetch beyond the log’s end is OFFSET_OUT_OF_RANGE; at its end it waits.
log-step = Step { $step } of { $total }
log-explained = What the files hold
log-survey = Survey
log-sound = Nothing is wrong with these files.
log-unsound = { $n ->
    [one] One thing is wrong with these files.
   *[other] { $n } things are wrong with these files.
  }
log-summary = { $files ->
    [one] One file
   *[other] { $files } files
  }, { $segments ->
    [one] one segment
   *[other] { $segments } segments
  }, { $batches ->
    [one] one batch
   *[other] { $batches } batches
  }, { $records ->
    [one] one record
   *[other] { $records } records
  }. Each checksum was computed, each index entry held against its log.
log-findings = Findings
log-findings-count = { $n ->
    [0] none
   *[other] { $n }
  }
log-at = { $file }, byte { $position }
log-more = ({ $n } more of this kind)
log-empty-file = The file is empty.
log-foreign = This is no such file: it looks like { $kind }.
log-foreign-unknown = This is no such file.
log-tail = The last batch is not whole: { $available } of { $needed } bytes. A broker cuts it off when it starts after a crash.
log-zero-tail = { $n } zeros at the end: room that was reserved and never written, or lost.
log-zeroed = { $n } zeros where data should be, as after a lost page.
log-unreadable = { $n } bytes hold no batch: { $why }
log-crc = The checksum of the batch from offset { $offset } is wrong: { $stored } stored, { $computed } computed.
log-records = The records of the batch from offset { $offset } can’t be read: { $why }
log-unknown-codec = Codec { $codec } was never one of Kafka’s.
log-codec-left-out = Compressed with { $codec }, which this reader was built without.
log-legacy = Messages of magic { $magic }, from before Kafka 0.11.
log-offset-back = The batch begins at offset { $found }; after the one before it that should be { $least } or more.
log-offset-range = Offset { $found } does not fit a segment with base offset { $base }.
log-epoch-back = Leader epoch { $found } comes after { $latest }.
log-gap = Offsets { $start } to { $last } are not there: compacted away, or never written.
log-time-back = Timestamp { $found } comes after { $largest }: the time index keeps the larger one.
log-time-future = Timestamp { $found } is later than now, { $now }: retention by time waits for it.
log-max-time = maxTimestamp says { $stored }, the records’ largest is { $computed }.
log-index-entry = Entry { $entry } (offset { $offset }, position { $position }): { $why }
log-time-entry = Entry { $entry } (timestamp { $timestamp }, offset { $offset }): { $why }
log-transaction-entry = Entry { $entry } (producer { $producer }, marker at { $offset }): { $why }
log-abort = The transaction of producer { $producer } that is aborted at offset { $offset } is missing from the .txnindex.
log-unused = { $n } entries were never written: the broker had the index open.
log-corrupt = The file can’t be right: { $why }
log-snapshot-beyond = Producer { $producer } has its last record at { $offset }, which the snapshot should not know yet.
log-epoch-other = Offset { $offset } has leader epoch { $log } in the log, and { $checkpoint } in the checkpoint.
log-epoch-missing = Offset { $offset } has leader epoch { $log } in the log, and none in the checkpoint.
log-overlap = Segment { $base } begins before the one before it ends, at { $least }.
log-fault-order = it does not follow the entry before it.
log-fault-beyond = it points beyond the end of the log.
log-fault-inside = no batch begins there; the one from { $position } holds that byte.
log-fault-offsets = the batch there has offsets { $first } to { $last }.
log-fault-first = it has the first offset of its batch, as Kafka wrote it up to 1.0.
log-fault-append = it has the last offset of an append of several batches, as Kafka wrote it up to 4.0.
log-fault-no-offset = no batch has that offset.
log-fault-timestamp = the batch with that offset has { $found } as its largest.
log-fault-larger = a record before it has { $largest }.
log-fault-no-abort = the log has no such marker there.
log-fault-begins = the transaction begins at { $found } in the log.
log-error-incomplete = { $available } of { $needed } bytes are there.
log-error-size = its length is { $length }, the least is { $least }.
log-error-magic = no format has magic { $magic }.
log-error-crc = the checksum is { $stored }, that of the bytes { $computed }.
log-error-record = record { $record }: { $why }
log-error-compressed = { $codec }: { $why }
log-error-unsupported = { $format } is not read.

# The views of the room.
log-views = Views of the folder
log-view-files = Files and lookup
log-view-retention = Retention
log-view-compaction = Compaction
log-view-pair = Two replicas
log-view-io = I/O path
log-compacted-examples = Compacted, as in their picture of prices by key, where offset 6 goes:
log-example-prices = Open prices-0
log-example-cleaned = an hour after its round
log-for-ever = for ever
log-no-limit = no limit
log-setting-wrong = { $name }: a whole number from { $least } on, or a span like 7d, 12h, 30m
log-setting-out = { $name }: a whole number from { $least } to { $most }
log-setting = Setting
log-too-large = The folder has { $bytes } bytes of logs; up to { $most } are opened for this at once.

# The search of a time.
time-latest = the end (−1)
time-earliest = the beginning (−2)
time-max = the largest timestamp (−3)
time-found = Offset { $offset } is the first that is new enough: { $time }.
time-named = The answer is offset { $offset }.
time-none = No offset: nothing that a client may read is so new.
time-segment-chosen = Segment { $base } reaches to { $time }: new enough.
time-segment-old = Segment { $base } reaches to { $time }: too old.
time-entry-late = Time entry { $entry }, { $time } at offset { $offset }: later
time-entry-early = Time entry { $entry }, { $time } at offset { $offset }: not later
time-index-says = The time index says: nothing before offset { $offset } is new enough.
time-offset-above = Offset entry { $entry }, offset { $offset }: beyond it
time-offset-below = Offset entry { $entry }, offset { $offset }: not beyond it
time-position = Reading begins at position { $position }.
time-batch = Batch at { $position } is read, up to offset { $last }.
time-r-segment = The first segment, from the oldest on, whose largest timestamp is not before the time. No file is read for this.
time-r-index = The last entry of the .timeindex that is not later. An entry says: up to this offset, no timestamp is larger.
time-r-offset = The same search in the .index, for the position of that offset.
time-r-batch = Batches whose maxTimestamp is too old are passed over by their header; in the first other one records are compared.
time-r-answer = ListOffsets answers with the first record, by offset, in that segment that has the time or a later one, if it lies below the high watermark.
time-is-warm = does the end of the index do?
time-is-before = is it before all entries?
time-is-half = in which half?
