# What the log cleaner does.
clean-steps = the round, record by record
clean-asking = The folder is opened and its keys are read…
clean-events = The round
clean-events-hint = record by record
clean-run = Run the round
clean-undo = Back to before the round
clean-nothing = A round would do nothing: nothing below the active segment is dirty.
clean-would = A round would read { $read } records, keep { $written }, and write { $next } to the checkpoint.
clean-checkpoint = cleaner checkpoint
clean-no-checkpoint = none: from the log start
clean-now = now
clean-records = Records before and after the round
clean-before = now
clean-after = after the round
clean-gone = gone
clean-segment = segment { $base }, { $bytes } B
clean-part-clean = clean, { $bytes } B
clean-part-dirty = dirty, { $bytes } B
clean-part-rest = not counted
clean-more-records = { $n ->
    [one] one more record
   *[other] { $n } more records
  }
clean-conditions = Conditions of a round
clean-why-not = Why does nothing happen now?
clean-comes = The cleaner takes this log
clean-c-policy = cleanup.policy has compact
clean-c-closed = there are segments below the active one
clean-c-dirty = bytes below the active segment that were not cleaned yet
clean-c-undecided = a transaction is undecided from offset { $offset } on
clean-c-young = everything dirty is younger than min.compaction.lag.ms, { $lag }
clean-c-ratio = the dirty ratio is above { $least }: { $dirty } / ({ $clean } + { $dirty })
clean-c-overdue = overdue: something dirty is older than max.compaction.lag.ms, { $lag }
clean-active-from = active from { $base }
clean-bytes = { $n } B
clean-roll-starts = When the active segment is closed, { $dirty } of { $total } bytes are dirty, { $ratio }: that starts a round.
clean-roll-not-yet = Even when the active segment is closed, only { $dirty } of { $total } bytes are dirty, { $ratio }.
clean-map = Offset map
clean-map-size = { $used } of { $most } keys
clean-map-empty = Nothing dirty has a key.
clean-map-full = The map was full: the round ends before offset { $offset }.
clean-map-told = Read once through the dirty part; the copy then asks it for every record. 24 bytes a key: its MD5 and its latest offset, at most 90 % full.
clean-key = key
clean-hash = slot: MD5
clean-latest = latest
clean-more-keys = { $n ->
    [one] one more key
   *[other] { $n } more keys
  }
clean-segments = Segments
clean-no-segments = No segment would be rewritten.
clean-of-segments = from
clean-swap-copy = What stays is copied to .log.cleaned and its indexes, and flushed.
clean-swap-rename = They are renamed to .swap: from here on a crash completes the round, before it the round is undone.
clean-swap-delete = The old files are renamed to .deleted, the new ones get their names.
clean-swap-checkpoint = cleaner-offset-checkpoint says { $offset }.
clean-no-key = no key
clean-s-beyond = not reached
clean-s-latest = stays
clean-s-tombstone = stays: a tombstone
clean-s-marker = stays: a marker
clean-s-superseded = newer: { $by }
clean-s-expired = horizon passed
clean-s-aborted = aborted
clean-s-expired-marker = horizon passed
clean-s-no-key = no key
clean-h-stays = { $key } at { $offset } stays: { $why }.
clean-h-goes = { $key } at { $offset } goes: { $why }.
clean-r-beyond = The round ends before it: only what lies below the active segment, and is committed and old enough, is cleaned.
clean-r-latest = The map has no later offset for its key. That the same key may come again further on doesn’t matter: that part isn’t clean yet.
clean-r-tombstone = A null value deletes its key. It stays for delete.retention.ms after the first round that saw it, so that readers hear of the delete; that round writes the horizon into the batch.
clean-r-marker = A marker stays as long as records of its transaction do, and then for delete.retention.ms.
clean-r-superseded = The map has a later offset for its key. Keys are compared by their MD5 alone.
clean-r-expired = The horizon that an earlier round wrote into its batch has passed.
clean-r-aborted = Records of aborted transactions are dropped by the first round that reaches them.
clean-r-expired-marker = None of its transaction’s records was left in an earlier round, and the horizon written then has passed.
clean-r-no-key = A compacted topic takes no records without a key; where one is there all the same, it is dropped.
clean-record = Record { $offset }
clean-written = Written
clean-horizon = Horizon
clean-no-horizon = not set yet: the first round that sees it writes it
clean-h-comes = The next free cleaner thread takes this log.
clean-h-waits = Nothing happens yet: “{ $why }” is not met.
clean-round = Compaction
clean-what = Of each key the newest record stays, of what has been cleaned. The active segment never is, so a key may be there several times. A round rewrites whole segments; offsets never change.
clean-rule = A record stays if the map has no later offset for its key. The last batch of a round stays even without a record, so that the end is not lost.
clean-would-go = Would go
clean-would-go-told = { $gone } of { $read } records
clean-invalid = { $n ->
    [one] one record has no key, and would be dropped
   *[other] { $n } records have no key, and would be dropped
  }
clean-tombstones = Tombstones
clean-tombstones-told = { $n ->
    [one] one. It goes when two rounds have seen it, delete.retention.ms apart, and each needs something dirty.
   *[other] { $n }. They go when two rounds have seen them, delete.retention.ms apart, and each needs something dirty.
  }
clean-offsets = Offsets
clean-offsets-told = The log ends at { $end } before and after. Who asks for an offset that is gone gets the next one that is there.
clean-reset = lies outside of the log: the next round begins at the log start, and the checkpoint is written anew
clean-next = What starts the next round:
clean-uncleanable = A broker can’t clean this log, and marks it as uncleanable: { $why }
clean-cannot-write = What would be left can’t be written here.
clean-ratio = Dirty ratio
clean-ratio-at = { $now } at the last record; a round comes above { $least }.
clean-ratio-told = It jumps when a segment ends: the active one never counts. As if every batch had come at its timestamp, and the clean part had been clean from the beginning.
