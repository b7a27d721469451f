# Rules, in at most three sentences each; what a step means; what comes next.

next-is = **Next:** { $what }
next-nothing = Nothing more can happen by itself.
setting-is = `{ $name }` is **{ $value }**
setting-is-default = `{ $name }` is **{ $value }** (default { $default })
setting-of-broker = `{ $name }` of broker { $broker } is **{ $value }** (all others { $default })
cause-step = #{ $step } { $what }

rule-hw-leader = The HW is the smallest LEO over the ISR and those about to join it, as the leader knows them; never over all replicas. Within one leader epoch it never moves back.
rule-hw-follower = A follower’s HW is the smaller of its own LEO and the HW in the leader’s answer. That answer was made before this fetch was counted, so it is one round behind.
rule-append-leader = The leader appends to its own log first. Nothing is committed by that.
rule-append-follower = A follower appends what the answer to its fetch carries, with the leader’s offsets and epochs.
rule-remote-leo = A fetch from offset { $offset } says that the follower has everything below { $offset }. The leader learns LEOs in no other way.
rule-truncate-hw = Before 0.11, a follower of a new leader cuts its log to its own HW, without asking whether the leader has the records.
rule-truncate-epoch = The follower asks where its latest epoch ends on the leader, and cuts what lies beyond.
rule-truncate-fetch = The fetch carries the follower’s latest epoch. Where the logs part, the answer says so, and the follower cuts there.
rule-truncate-range = The leader’s log ends before the follower’s: the follower cuts to the leader’s end.
rule-truncate-start = The leader’s log starts after the follower’s end: the follower throws its log away and starts where the leader’s does.
rule-became-leader = A new leader’s epoch starts at its own LEO. Its HW stays what it knew as a follower, until the ISR has fetched.
rule-became-follower = A follower makes its log a prefix of the leader’s before it copies anything.
rule-elect-isr = The first replica in the order of the assignment that is alive and in the ISR becomes the leader; each change raises the leader epoch.
rule-elect-unclean = With unclean election, a live replica outside the ISR may lead. What it lacks is lost, even if it was committed.
rule-elect-preferred = Leadership goes to the first replica of the assignment, if it is alive and in the ISR.
rule-elect-shutdown = Before a broker shuts down, the controller moves its leaderships to other ISR members.
rule-elect-none = Only ISR members may lead, and none of them is alive. The partition waits.
rule-isr-shrink = A follower that was not caught up with the leader’s LEO for `replica.lag.time.max.ms` leaves the ISR. The leader asks, the controller decides.
rule-isr-grow = A follower joins when its LEO has reached the leader’s HW and the start of the leader’s epoch. Until the controller has answered, the larger ISR counts for the HW.
rule-isr-answer = The ISR stands once the controller has written it. The partition epoch must be the one the leader knew.
rule-acks-0 = With acks=0 the producer waits for nothing: it may be told nothing of a loss.
rule-acks-1 = With acks=1 the leader answers after its own append. If it fails before a follower has the record, the record is gone.
rule-acks-all = With acks=all the leader answers when the HW has passed the record: every member of the ISR has it.
rule-min-isr = With acks=all a leader takes no records while the ISR is smaller than `min.insync.replicas`.
rule-idempotence = The batch carries a producer id and a sequence. A sequence that the leader has already is not appended again.
rule-consumer = A consumer reads offsets below the HW of the replica it asks, never beyond.
rule-fencing = A fetch carries the leader epoch the follower knows. If the two differ, the older side has to learn first.
rule-session = Without a sign of life for the session timeout, the controller takes a broker for dead, whether it is or not.
rule-crash = A crash keeps the log on the disk. What was only in the page cache survives a killed process, not a power failure.
rule-restart = A restarted broker begins with the HW of its last checkpoint, never higher than its LEO.
rule-registration = A broker that starts registers with the controller; one broker id has one session at a time.
rule-lost-message = Nothing tells the sender. It learns of it by waiting.
rule-delete = Deleting records raises the log start offset; what lies below can’t be read any more.
rule-balance = The controller moves leaderships back to preferred replicas when too many of a broker’s have gone elsewhere.

sentence = { $line }.
and-leo = Broker { $leader } learns: broker { $follower }’s log ends at { $to }, not at { $from }.
and-leo-first = Broker { $leader } learns: broker { $follower }’s log ends at { $to }.
tail-at-risk = **{ $values } { $n ->
    [one] is
   *[other] are
 } about to be lost.** The producer was told “stored”.
lost-now = **Lost: { $values }.** { $n ->
    [one] It was
   *[other] They were
 } acknowledged, and the leader’s log lacks { $n ->
    [one] it
   *[other] them
 }.

invariant-i1 = A committed record is in the log of every later leader.
invariant-i2 = Every member of the ISR has all records below the leader’s HW.
invariant-i3 = At most one replica leads in one leader epoch.
invariant-i4 = A leader’s HW never decreases within one leader epoch.
invariant-i5 = On every replica: log start ≤ HW ≤ LEO.
invariant-i6 = Any two live replicas agree on every offset below the smaller of their HWs.
invariant-i7 = The same epoch at the same offset means the same record and the same prefix.
invariant-i8 = What was acknowledged with acks=all was then in at least min.insync.replicas logs.
invariant-i9 = What was acknowledged with acks=all is committed.
invariant-i10 = What was acknowledged with acks=1 or acks=0 is committed later.
invariant-i11 = The leader is in the ISR, or there is none.
invariant-i12 = The ISR is a part of the assignment.
invariant-i13 = The ISR is not empty.
invariant-i14 = Leader epoch and partition epoch never decrease at the controller.
invariant-i15 = The leader’s maximal ISR contains the controller’s.
invariant-i16 = With idempotence no value stands twice in a log, and each producer’s order is kept.
invariant-i17 = No consumer reads at or beyond the HW of the replica it asks.
invariant-i18 = A partition has no leader only while no eligible replica is alive.
