# Two runs side by side.

compare-empty = Two runs on one clock: what is equal is shown as equal, and the first step that is not is found.
compare-example = For example: { $title }
compare-open-example = Open this comparison
compare-presets = Worth comparing
compare-own = Choose two runs
compare-left = Left
compare-right = Right
compare-run = Run
compare-change = With
compare-change-none = nothing changed
compare-value = Value
compare-start = Compare
compare-other = Compare something else
compare-branches = This session
compare-catalogue = Catalogue
compare-same = Both sides are the same run. Change a setting, or choose another one.
compare-working = Running both: { NUMBER($done) } of { NUMBER($of) } ms.
compare-loading = Loading both runs.
compare-stopped = Stopped. Nothing is compared.
compare-not-loaded = A scenario could not be loaded.
compare-nothing-open = No run is open to compare with. Open one in the Cluster room, or choose from the catalogue.
compare-no-branch = { $side }: the session has no such branch.
compare-no-scenario = { $side }: line { $line } of the scenario can’t be read.
compare-bad-value = { $side }: the setting can’t have this value.
compare-bad-bounds = { $side }: the value must be between { NUMBER($min) } and { NUMBER($max) }.

compare-truncation = One crash, two protocols
compare-truncation-why = The power fails on both brokers. One protocol lets their logs differ for good, the other mends them.
compare-truncation-left = Truncate to the high watermark
compare-truncation-right = Leader epochs
compare-acks = One crash, two promises
compare-acks-why = The leader dies before anybody has fetched the record. What was its producer told?
compare-acks-left = acks=1
compare-acks-right = acks=all
compare-min-isr = One lost disk, two minimums
compare-min-isr-why = The ISR shrinks to the leader alone, and the leader loses its disk.
compare-min-isr-left = min.insync.replicas=1
compare-min-isr-right = min.insync.replicas=2
compare-unclean = One outage, two elections
compare-unclean-why = The whole ISR is gone. A leader with holes at once, or none until a complete one returns?
compare-unclean-left = Unclean election allowed
compare-unclean-right = Clean elections only
compare-metadata = One crash, two controllers
compare-metadata-why = How long until the crashed leader is noticed: a ZooKeeper session, or heartbeats in KRaft?
compare-metadata-left = ZooKeeper
compare-metadata-right = KRaft

compare-title = { $left } and { $right }
compare-side-scenario = release { $release }; scenario { $id }
compare-side-session = release { $release }; this session
compare-main = main line
compare-fork = fork { $number }
compare-partition = Partition
compare-same-seed = same seed
compare-same-commands = same commands
compare-cut-off = only the first { NUMBER($n) } events of each are compared
compare-settings-differ = Set differently
compare-setting = { $name }: { $left } | { $right }

compare-place = Step { $step } of { $total }
compare-both-lanes = both runs
compare-difference = difference { $number } of { $total }
compare-mark-equal = equal
compare-mark-again = equal again
compare-mark-first = first difference
compare-mark-before = differs as before
compare-mark-none = no difference in these runs

compare-headline-start = Both runs begin in the same state.
compare-headline-equal = Both runs do the same: { $what }
compare-headline-again = Both runs are in the same state again.
compare-headline-first = Here the two runs part: { $what }
compare-headline-first-start = The two runs differ from the first moment on.
compare-headline-different = The difference changes: { $what }
compare-headline-as-before = The difference stays as it is: { $what }
compare-sentence-left = **Left:** { $what }
compare-sentence-right = **Right:** { $what }
compare-sentence-none-left = **Left:** has no such step here.
compare-sentence-none-right = **Right:** has no such step here.
compare-what-differs = **Different now:** { $what }
compare-differs-leader = leader
compare-differs-epoch = leader epoch
compare-differs-isr = ISR
compare-differs-roles = roles of replicas
compare-differs-offsets = LEO or HW
compare-differs-records = records
compare-differs-books = acknowledged, committed or lost records
compare-differs-invariants = broken invariants
compare-differs-elsewhere = other partitions
compare-rule = Rule
compare-rule-left = Rule left
compare-rule-right = Rule right
compare-broken = Broken
compare-broken-left = **{ $id }** left, since { $since }: { $promise }
compare-broken-right = **{ $id }** right, since { $since }: { $promise }
compare-broken-both = **{ $id }** on both sides: { $promise }
compare-mended-left = { $id } holds again on the left since { $since }.
compare-mended-right = { $id } holds again on the right since { $since }.
compare-blame = #{ $step } { $what }
compare-blame-left = left
compare-blame-right = right
compare-lost-both = **Not saved by either:** { $values }. { $n ->
    [one] It was
   *[other] They were
 } acknowledged, and both runs have lost { $n ->
    [one] it
   *[other] them
 }.
compare-no-difference = **No difference.** Both runs are equal from the first to the last step.

compare-verdict-diverged = **Offset { $offset } holds { $records }, all below the HW.** A consumer’s answer depends on which broker leads.
compare-record-on = { $value } on broker { $broker }
compare-verdict-broken-until = **{ $id } is broken** from event { $since } on, and holds again in event { $until }.
compare-verdict-broken-on = **{ $id } is broken** since event { $since }; no later event of this run repairs it.
compare-verdict-lost = **Lost: { $values }.** { $n ->
    [one] It was
   *[other] They were
 } acknowledged, and the leader’s log lacks { $n ->
    [one] it
   *[other] them
 }.
compare-verdict-no-leader = **No broker leads.** Nothing can be written or read until one does.
compare-verdict-under-min = **The ISR has { $isr } of { $min } members.** Writes with acks=all are refused.
compare-verdict-not-committed = **Acknowledged, not committed: { $values }.** A crash of the leader can still take { $n ->
    [one] it
   *[other] them
 }.
compare-verdict-duplicated = **Twice in the log: { $values }.**
compare-verdict-cut-hw = **Broker { $broker } cuts { $from } → { $to }:** to its own HW.
compare-verdict-cut-epoch = **Broker { $broker } cuts { $from } → { $to }:** to where the leader says that its epoch ends.
compare-verdict-cut-fetch = **Broker { $broker } asked with its last epoch and was told where that ends.** It cuts { $from } → { $to }.
compare-verdict-cut-range = **Broker { $broker } cuts { $from } → { $to }:** the leader’s log ends there.
compare-verdict-cut-start = **Broker { $broker } cuts { $from } → { $to }:** the leader’s log begins beyond its end.
compare-verdict-mended = **{ $id } holds again** since event { $step }.
compare-verdict-holds = **Nothing is broken,** and what was acknowledged is there.
compare-verdict-nothing-else = **Nothing else is wrong** but what neither run is spared.

compare-table = Step by step
compare-same-rows = { $n ->
    [0] different from the first moment on
    [one] only the first moment is the same
   *[other] steps 0–{ $last } are the same
 }
compare-all-same = all steps are the same
compare-table-name = Both runs step by step
compare-column-step = Step
compare-column-equal = Equal?
compare-column-isr = ISR
compare-column-unit = LEO/HW
compare-earlier = Earlier steps
compare-later = Later steps
compare-sign-equal = =
compare-sign-again = = again
compare-sign-first = ≠ first
compare-sign-different = ≠
compare-sign-records = ≠ records
compare-sign-books = ≠ ledger
compare-sign-elsewhere = ≠ elsewhere
compare-only-left = only left
compare-only-right = only right
compare-go-to = Step { $step }: { $what }
compare-start-row = first moment
compare-events = Events
compare-events-count = { $n ->
    [one] one in both runs
   *[other] { NUMBER($n) } in both runs
 }
compare-first-difference = First difference
compare-next-difference = Next difference (N)
compare-previous-difference = Previous difference (P)
compare-scrubber = Timeline of both runs
compare-run-as-one = left and right run as one until step { $step }
compare-lane-equal = = equal on both sides
