# Reading a paste.

import-nothing = Nothing in this text was understood.
import-understood = { $partitions ->
    [one] One partition
   *[other] { NUMBER($partitions) } partitions
 } of { $topics ->
    [one] one topic
   *[other] { NUMBER($topics) } topics
 } on { $brokers ->
    [one] one broker
   *[other] { NUMBER($brokers) } brokers
 }.
import-offline = { $n ->
    [one] One partition has no leader.
   *[other] { NUMBER($n) } partitions have no leader.
 }
import-too-large = Tidemark simulates at most 100 brokers and 10 000 partitions.
import-assumed = Assumed
import-assumed-hint = The text does not say this. It is drawn hatched.
import-complaints = { $n ->
    [one] One place could not be read, or is odd
   *[other] { NUMBER($n) } places could not be read, or are odd
 }
import-more = { $n ->
    [one] one more
   *[other] { NUMBER($n) } more
 }
import-use = Use what was read
import-line = Line { $line }: { $what }

assume-count = { $what } ({ NUMBER($n) }×)
assume-brokers-from-lists = Brokers without partitions are missing: none is printed.
assume-hosts-unknown = All brokers stand in one place: no racks are printed.
assume-controller-unknown = The controller, and whether it is ZooKeeper or KRaft: release 3.9 decides.
assume-epochs-unknown = All leader epochs begin at 0.
assume-offsets-unknown = All logs are empty: no offsets are printed.
assume-broker-alive = Broker { $broker } is alive: it leads or is in sync somewhere.
assume-broker-down = Broker { $broker } is down: it leads nothing and is in sync nowhere.
assume-broker-not-mentioned = Broker { $broker } is alive: the text does not say.
assume-min-isr-unknown = min.insync.replicas is 1.
assume-unclean-unknown = unclean.leader.election.enable is false.
assume-count-from-rows = A topic has the partitions that were seen: it has no header.
assume-factor-from-rows = The replication factor is that of the first partition seen.
assume-partitions-absent = Partitions without a row are left out.
assume-other-section = A topic was printed at another time than the rest.
assume-elr-unknown = No eligible leader replicas.
assume-isr-unknown = The ISR of partition { $partition } is all its replicas.
assume-leader-unknown = The leader of partition { $partition } is the first in its ISR.
assume-replica-offline = Broker { $broker } is alive, but its replica of partition { $partition } is offline.

reason-unrecognised-line = no known form
reason-other-tool = output of { $tool }, which is not read
reason-short-row = { $field } is missing; the line is left out
reason-cut-line = the line ends too early; it is left out
reason-cut-list = { $field } ends in a comma; the ids before it are kept
reason-cut-config = the text ends inside “{ $token }”
reason-bad-partition = “{ $token }” is no partition number; the line is left out
reason-bad-topic = “{ $token }” can’t be a topic’s name; the line is left out
reason-bad-number = “{ $token }” is no number for { $field }; the line is left out
reason-bad-broker = “{ $token }” in { $field } is no broker id; the line is left out
reason-bad-topic-id = “{ $token }” is no topic id
reason-bad-config = “{ $token }” is no name=value
reason-row-count = { $topic } should have { $expected } partitions, { $found } were found
reason-beyond-count = partition { $partition } of a topic with { $count }
reason-isr-not-replica = { $broker } is in the ISR, but no replica
reason-leader-not-replica = { $broker } leads, but is no replica
reason-leader-not-in-isr = { $broker } leads, but is not in the ISR
reason-duplicate-replica = broker { $broker } twice in one list
reason-duplicate-partition = { $topic }-{ $partition } again; the later one counts
reason-no-header = { $topic } has no header line
reason-joined-lines = put together from { $lines } lines
reason-trailing-text = ignored from “{ $token }” on
reason-error-line = the tool failed: { $text }
reason-truncated-json = the JSON does not close; whole entries are kept
reason-repaired-json = not quite JSON, read all the same
reason-unrecognised-json = JSON of an unknown kind
reason-bad-json = the JSON goes wrong at “{ $found }”
reason-bad-value = “{ $token }” is no value for { $field }
reason-log-dirs-length = { $logdirs } log_dirs for { $replicas } replicas
