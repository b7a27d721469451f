# Retention on a clock.
log-hw-assumed = assumed: the log’s end
log-retention-hint = A segment goes when its newest record is too old, and nothing older is left before it. Times are UTC.
log-retention-events = What goes when
log-if-nothing-comes = if nothing is appended
log-older-than = older than { $span }
log-now = now { $time }
log-record-count = { $n ->
    [one] one record
   *[other] { $n } records
  }
log-goes-now = goes at the next check
log-offset = offset { $offset }
log-keeps-it = keeps it { $left } more
log-past = ; { $past } of its { $records } records are past { $span }
log-hold-young = too young
log-hold-behind = waits for segment { $base }: the oldest goes first
log-hold-watermark = reaches above the high watermark
log-hold-empty = empty, and the one that is written to
log-hold-policy = the policy deletes nothing
log-hold-policy-told = cleanup.policy is compact: only what lies below the log start offset is deleted.
log-hold-unlimited = no limit
log-hold-size = within retention.bytes
log-h-goes = Segment { $base } goes at the next check.
log-h-young = Segment { $base } stays for another { $left }.
log-h-behind = Segment { $base } waits for segment { $older }: another { $left }.
log-h-stuck = Segment { $base } waits for segment { $older }, which never goes as things are.
log-h-never = Segment { $base } never goes as things are.
log-r-start = All of it lies below the log start offset, and a next segment exists: that is deleted whatever the policy is.
log-r-size = Without it the log still has retention.bytes or more. Only .log bytes of this replica count, and it never cuts below the limit.
log-r-time = Its newest record is older than { $span }, strictly. What other records it has doesn’t matter.
log-r-young = A segment is deleted whole, when its newest record is older than { $span }. Older records in it wait for that one.
log-r-behind = Deletion goes from the oldest segment on and stops at the first that stays, even where later ones have expired.
log-r-watermark = Nothing is deleted that reaches above the high watermark: it is not committed yet.
log-r-empty = An empty active segment is never deleted.
log-r-policy = A log with cleanup.policy=compact is not deleted by age or size.
log-r-unlimited = retention.ms and retention.bytes are both without limit.
log-r-within = retention.ms is without limit, and without this segment the log would have less than retention.bytes.
log-newest = Newest
log-newest-told = offset { $offset }, { $time }
log-read-until = Readable
log-read-until-told = until { $from } for sure; the check comes every { $interval }, so { $to } at the latest
log-on-disk-until = On disk
log-on-disk-told = until { $to } at the latest: files are renamed to .deleted, and removed { $delay } after that
log-if-more-comes = If appends go on
log-active-told = it is closed by the first append after { $closed }, or when it is full, and gone by { $gone } at the latest
log-log-size = Log
log-ahead = A record from the future:
log-ahead-told = its newest timestamp is later than now. Retention by time waits for it, and everything behind it waits, too. A producer’s clock, or a timestamp in seconds or microseconds, is the usual cause.
log-untimed = No record in it has a timestamp: then the time counts at which the file was changed last, which the browser doesn’t tell here.
log-segment-goes = Segment { $base }: offsets { $offsets }
log-due-now = at the next check
log-due-never = never, as things are
log-size-over-time = Size over time
log-size-as-set = with these limits
log-size-unlimited = without limits
log-size-at = { $now } now; without limits { $most }.
log-size-assumes = As if every batch had come at its timestamp, and nothing came after the last.
