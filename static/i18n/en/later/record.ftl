# Following one record through all replicas and branches.

record-follow-one = Follow one record
record-branch = Branch { $id }
record-title = { $value }, from its sending on
record-close = Back to Explain (Esc)
record-loading = Following the record…
record-none = There is no such record.
record-branch-main = main
record-branch-left = leaves its parent after event { $step }
record-copies = It stands on { $places }.
record-no-copies = No log has it.
record-duplicated = It stands there more than once.
record-place = broker { $broker } at { $offset }
record-left-out = { $n } more events are not told.
record-fate-not-sent = Not sent in this branch.
record-fate-not-stored = No log has it, and nobody was told that it is stored.
record-fate-written = Written, not committed.
record-fate-acknowledged = Acknowledged, not committed.
record-fate-committed = Committed.
record-fate-undecided = Nobody leads: the leader that comes decides.
record-fate-deleted = Deleted: it lies below the log’s start.
record-fate-lost = Lost: it was acknowledged or committed, and the leader lacks it.
record-there = It is there: broker { $broker }, offset { $offset }
record-sent = A producer sends it
record-appended = Broker { $broker } appends it at { $offset }
record-copied = Broker { $broker } copies it from { $leader }
record-committed = Committed: the HW of broker { $broker } passes it
record-readable = Readable on broker { $broker }, too
record-acked = Acknowledged with acks={ $acks }
record-failed = Its producer gets { $error }
record-recognised = Sent again: broker { $broker } knows it already
record-read = A consumer reads it from broker { $broker }
record-cut-off = Broker { $broker } cuts it off
record-vanished = Broker { $broker } loses it with its page cache or disk
record-deleted = Deleted on broker { $broker }
record-leader-lacks = Broker { $broker } leads epoch { $epoch } and lacks it
