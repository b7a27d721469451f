# The Cluster room.

cluster-empty = No run is open.
cluster-open-first = Open the leader crash
fact-replicas = AR
fact-isr = ISR
fact-leader = leader
fact-no-leader = none
fact-epoch = leader epoch
fact-change = Change { $name }, now { $value }
fact-under-min-isr = below min ISR
fact-assumed = { $n ->
    [one] one value assumed
   *[other] { $n } values assumed
 }
send = Send records
send-value = Value
send-values-hint = Values, separated by spaces: each is a batch of its own.
send-now = Send
send-acks = acks
read-consumer = Read as a consumer
read-from = from offset

lane-name = broker { $broker }
lane-leader = leader, epoch { $epoch }
lane-zombie = still leads in epoch { $epoch }; the controller has moved on
lane-follower = follows broker { $leader }
lane-follower-waiting = follower without leader
lane-none = has not learned its role
lane-crashed = down since { $time }
lane-disk-keeps = disk keeps offsets { $from }–{ $last }
lane-disk-empty = disk keeps no records
lane-in-isr = in ISR
lane-out-of-isr = out of the ISR
lane-joining = joining the ISR
lane-leaving = leaving the ISR
lane-old-epoch = still on epoch { $epoch }
lane-paused = paused since { $time }
lane-fenced = taken for dead
lane-cut-off = cut off
lane-starting = starting
lane-shutting-down = shutting down
lane-fetch-truncating = asks where the logs part
lane-fetch-backoff = retries in { $time }
lane-fetch-unreachable = leader not reachable
lane-fetch-failed = stopped fetching
lane-remote = leader knows LEO { $leo }
lane-remote-lag = leader knows LEO { $leo }, caught up { $time } ago
lane-remote-unknown = leader does not know its LEO yet
lane-epoch = epoch { $epoch }
lane-epoch-short = e{ $epoch }
lane-epoch-from = epoch { $epoch } from { $offset }
lane-epoch-empty = epoch { $epoch } starts here, still empty
lane-next-cut = next: cut { $from } → { $to }
lane-summary = broker { $broker }: log from { $start } to { $leo }, HW { $hw }
record-summary = offset { $offset }, epoch { $epoch }
record-acknowledged = acknowledged with acks={ $acks }, not committed
record-differs = another replica has a different record here, below both HWs
record-duplicate = this value stands at another offset, too
record-about-to-go = about to be cut
record-cut = cut in this step
marker-hw = HW { $offset }
marker-leo = LEO { $offset }
marker-start = start { $offset }
controller = controller
controller-zookeeper = in ZooKeeper mode
controller-kraft = in KRaft mode

broker-actions = Act on broker { $broker }
act-crash = Crash
act-power-loss = Fail its power
act-disk-loss = Lose its disk
act-restart = Start again
act-shut-down = Shut down in order
act-pause = Pause
act-resume = Go on
act-isolate = Cut off
act-heal-all = Heal all links
act-elect-preferred = Preferred election
act-elect-unclean = Unclean election

in-flight = In flight
in-flight-about = about { $partition }: { $n } of { $total }
in-flight-none = Nothing is under way.
in-flight-more = { $n ->
    [one] one more
   *[other] { $n } more
 }
message-route = { $from } → { $to }
message-arrives-in = arrives in { $time }
message-in = { $time }
message-never = will be lost
message-held = held
message-behind = behind a held one
message-twice = ×2
message-from-to = from, to
message-sent = sent
message-partition = about
message-drop = Drop
message-hold = Hold
message-release = Release
message-delay = Delay…
message-deliver = Deliver now
message-duplicate = Duplicate
delay-by = By how many ms
delay-now = Delay
timer-in = in { $time }
timer-expire = Expire now
timer-expire-named = Expire now: { $timer }
timers-more = { $n ->
    [one] one more timer
   *[other] { $n } more timers
 }

partitions-of = Partitions of `{ $topic }`
partitions-all = All partitions
partitions-topic = Topic
partitions-only = Show
partitions-only-all = all partitions
partitions-only-offline = without leader
partitions-only-min-isr = below min ISR
partitions-only-under = under-replicated
partitions-only-not-preferred = not led by the preferred replica
partitions-leaders = leaders per broker
partitions-none = No partition matches.
partitions-was = was { $n }
partitions-choose = Show { $partition }
partitions-table = As a table
partitions-range = { NUMBER($from) }–{ NUMBER($to) } of { NUMBER($n) }
partitions-earlier = Earlier partitions
partitions-later = Later partitions
partitions-drawn = Partitions { $from } to { $to } on { $n } brokers; the table below says the same.
column-partition = Partition
column-leader = Leader
column-replicas = Replicas
column-isr = ISR
column-broker = Broker
state-leader = leader
state-in-sync = in ISR
state-out-of-sync = out of the ISR
state-offline = offline
state-offline-in-isr = offline, still in the ISR
state-preferred = preferred
state-elected = elected just now
cell-name = { $partition } on broker { $broker }: { $state }

totals-partitions = { $n ->
    [one] partition
   *[other] partitions
 }
totals-offline = without leader
totals-min-isr = below min ISR
totals-under = under-replicated
totals-not-preferred = not led by the preferred replica
totals-moved = { $n ->
    [one] leader moved in this step
   *[other] leaders moved in this step
 }

controller-title = Controller
controller-stored-zookeeper = ZooKeeper, changed keys underlined
controller-stored-kraft = metadata log, changed fields underlined
controller-brokers = live brokers
controller-applied = broker { $broker } up to { $offset }
controller-applied-all = all brokers have applied it
controller-end = metadata log ends at { $offset }

balance-title = Leader balance
balance-hint = bars: leaders now; line: preferred replicas
balance-summary = Leaders per broker: { $list }.
balance-item = broker { $broker } leads { $leaders } of { $preferred }

ledger-written = written
ledger-committed = committed
ledger-acknowledged = acknowledged, not committed
ledger-lost = lost
ledger-duplicated = duplicated
ledger-holds = no invariant broken so far
ledger-broken = { $n ->
    [one] One invariant is broken: { $ids }
   *[other] { $n } invariants are broken: { $ids }
 }
violation-since = { $id } since event { $step }
violation-allowed = allowed by { $what }
violation-ours = nothing allows this: a mistake of Tidemark’s
allowance-truncate = truncation to the HW
allowance-end-offset = the epoch answer before 2.0
allowance-no-fencing = fetches without fencing
allowance-unclean = unclean election
allowance-record-loss = lost records
allowance-weak-acks = acks below all
allowance-by-hand = steps by hand

edit = Edit
group = Group
group-title = Where does a group live?
group-name = group.id
group-find = Find
group-partition = `{ $group }` lives in `__consumer_offsets-{ $partition }`.
group-broker = Its coordinator is broker { $broker }.
group-no-broker = That partition has no leader now: the group has no coordinator.
group-no-topic = This topology has no __consumer_offsets.

working = Working: event { NUMBER($step) }, { $time }
cancel = Cancel

learn-title = Scenarios
learn-hint = Each is a run of the real rules. Open one, step through it, and change it.

view-lanes = Lanes
view-spacetime = Space-time
view-hint = How the run is drawn
why-hint = Why this value?

# Ways out of the room.

take = Take away
present = Present
compare = Compare
