# What a step says in the event list and in Explain. A command first, then effects, messages, timers.

you-produce = You send { $values } to { $partition }
you-produce-key = You send { $values } to { $target } with key { $key }
you-produce-acks = You send { $values } to { $partition } with acks={ $acks }
you-consume = A consumer asks broker { $broker } for { $partition } from offset { $offset }
you-crash = You crash broker { $broker }
you-power-loss = The power of broker { $broker } fails
you-keep-below = The power of broker { $broker } fails; offsets below { $offset } were on the disk
you-disk-loss = Broker { $broker } loses its disk
you-restart = You start broker { $broker } again
you-shut-down = You shut broker { $broker } down in an orderly way
you-pause = You pause broker { $broker }
you-resume = You let broker { $broker } go on
you-cut = You cut the link from { $from } to { $to }
you-cut-both = You cut the link between { $from } and { $to }
you-heal = You heal the link from { $from } to { $to }
you-heal-both = You heal the link between { $from } and { $to }
you-isolate = You cut off { $n ->
    [one] broker { $brokers }
   *[other] brokers { $brokers }
 }
you-heal-all = You heal all links
you-elect-preferred = You ask for a preferred election of { $partition }
you-elect-preferred-all = You ask for a preferred election of all partitions
you-elect-unclean = You ask for an unclean election of { $partition }
you-elect-unclean-all = You ask for an unclean election of all partitions
you-delete-records = You delete the records of { $partition } below offset { $offset }
you-set = You set { $name } to { $value }
you-run-by-itself = From here on the cluster runs by itself
you-run-by-hand = From here on nothing happens by itself
you-message-drop = You drop { $message }
you-message-hold = You hold { $message }
you-message-release = You release { $message }
you-message-delay = You delay { $message } by { $time }
you-message-deliver = You deliver { $message } at once
you-message-duplicate = You send { $message } a second time
message-numbered = { $name } { $nth }, { $from } → { $to }
message-numbered-copy = the copy of { $name } { $nth }, { $from } → { $to }
you-expire = You let a timer run out now: { $timer }
act-refused = { $act }: { $why }
not-in-flight = it is not in flight
held-already = it is held already
not-held = it is not held
never-twice = this kind never arrives twice
timer-not-running = it does not run
you-wait = Nothing happens
hand-fetch = Broker { $follower } fetches { $partition } from broker { $leader }
hand-fetch-lost = Broker { $follower } fetches { $partition } from broker { $leader }; the answer is lost
hand-metadata = Broker { $broker } learns the controller’s state
hand-fence = The controller takes broker { $broker } for dead
hand-elect = The controller makes broker { $broker } the leader of { $partition }
hand-shrink = Broker { $leader } takes { $remove } out of the ISR of { $partition }
hand-ask-isr = Broker { $leader } asks for ISR { $isr } of { $partition }
hand-answer-isr = The controller answers broker { $leader } about the ISR of { $partition }

appended-leader = Broker { $broker } appends { $n ->
    [one] offset { $from }
   *[other] offsets { $from }–{ $last }
 } to { $partition }
appended-follower = Broker { $broker } copies { $n ->
    [one] offset { $from }
   *[other] offsets { $from }–{ $last }
 } of { $partition }
remote-leo = Broker { $leader } learns that broker { $follower }’s log ends at { $to }
hw-leader = HW of { $partition }: { $from } → { $to }
hw-leader-headline = The HW of { $partition } moves from { $from } to { $to }. { $n ->
    [one] Offset { $from } is committed.
   *[other] Offsets { $from }–{ $last } are committed.
 }
hw-follower = Broker { $broker } learns HW { $to } of { $partition }
truncated = Broker { $broker } cuts { $from } → { $to }
truncated-headline = Broker { $broker } cuts its log of { $partition } from { $from } to { $to }.
log-start = The log of { $partition } on broker { $broker } now starts at { $to }
records-lost = Broker { $broker } lost { $n ->
    [one] offset { $from }
   *[other] offsets { $from }–{ $last }
 } of { $partition }
became-leader = Broker { $broker } leads { $partition } from offset { $offset }
became-leader-headline = Broker { $broker } now leads { $partition }. Its log ends at { $offset }, so epoch { $epoch } starts at { $offset }.
became-follower = Broker { $broker } follows broker { $leader } in epoch { $epoch }
became-follower-headline = Broker { $broker } now follows broker { $leader } in epoch { $epoch } of { $partition }.
became-waiting = Broker { $broker } waits: { $partition } has no leader
leader-saw-isr = Broker { $broker } learns ISR { $isr } of { $partition }
leader-changed = { $partition }: leader { $from } → { $to }, ISR { $isr }, epoch { $epoch }
leader-changed-headline = The controller makes broker { $to } the leader of { $partition }, in epoch { $epoch }. ISR { $isr }.
leader-gone = { $partition }: leader { $from } → none, ISR { $isr }
leader-gone-headline = { $partition } has no leader. ISR { $isr } is kept, and nobody in it is alive.
isr-changed = { $partition }: ISR { $from } → { $to }
epoch-changed = { $partition }: epoch { $epoch }, ISR { $isr }
nobody = none
partition-created = { $partition } is created, with replicas { $replicas }
partition-deleted = { $partition } is deleted
replica-deleted = Broker { $broker } deletes its folder of { $partition }
broker-unregistered = The controller forgets broker { $broker }
election-failed = No leader for { $partition }: { $error }
isr-asked = Broker { $broker } asks for ISR { $isr } of { $partition }
isr-stands = ISR { $isr } of { $partition } stands
isr-refused = The controller refuses broker { $broker }’s ISR of { $partition }: { $error }
acknowledged = { $values } acknowledged, acks={ $acks }
acknowledged-headline = Broker { $broker } acknowledges { $values } with acks={ $acks }.
produce-failed = { $values } refused: { $error }
duplicate-batch = Broker { $broker } has this batch already, at offset { $offset }
produce-waits = The answer waits for HW { $offset }
consumer-read = A consumer reads { $values } from offset { $offset }
consumer-read-nothing = A consumer finds nothing to read at offset { $offset }
consumer-refused = A consumer’s fetch at offset { $offset } is refused: { $error }
fetch-refused = Broker { $leader } refuses broker { $follower }’s fetch: { $error }
fetcher-stopped = Broker { $broker } stops fetching { $partition }: { $error }
broker-down = Broker { $broker } is down
broker-stopped = Broker { $broker } has shut down
broker-started = Broker { $broker } starts
log-opened = Broker { $broker } opens its log of { $partition }: HW { $hw }, LEO { $leo }
broker-fenced = The controller takes broker { $broker } for dead
broker-unfenced = The controller counts broker { $broker } as alive
connection-closed = Broker { $broker }: the connection is closed; { $n ->
    [one] one message
   *[other] { $n } messages
 } on it { $n ->
    [one] is
   *[other] are
 } lost
registration-refused = The controller refuses broker { $broker }’s registration: { $error }
invariant-broken = { $id } broken on { $partition }
invariant-broken-headline = { $id } is broken on { $partition }.
invariant-holds = { $id } holds again on { $partition }

message-arrives = { $name } { $from } → { $to }
message-arrives-headline = { $name } from { $from } arrives at { $to }.
message-lost = { $name } { $from } → { $to }: lost
message-lost-headline = { $name } from { $from } does not reach { $to }.
fetch-at = Fetch { $from } → { $to } at offset { $offset }
fetch-answer = Answer { $from } → { $to }: { $n ->
    [0] no records
    [one] one record
   *[other] { $n } records
 }, HW { $hw }
fetch-answer-diverging = Answer { $from } → { $to }: logs part at epoch { $epoch }, offset { $offset }
answer-error = Answer { $from } → { $to }: { $error }
epoch-asked = Broker { $from } asks broker { $to }: where does epoch { $epoch } end?
epoch-answer = Broker { $from } answers broker { $to }: epoch { $epoch } ends at { $offset }
node-broker = broker { $id }
node-controller = the controller
node-controller-short = controller
node-client = the client
node-client-short = client

timer-session = session of broker { $broker }
timer-session-line = The session of broker { $broker } expires
timer-lag = lag check of broker { $broker }
timer-lag-line = Broker { $broker } looks for followers that lag
timer-fetch-wait = fetch of broker { $follower }, parked at { $broker }
timer-fetch-wait-line = Broker { $broker } answers broker { $follower }’s fetch: it has waited long enough
timer-fetch-retry = fetch retry of broker { $broker }
timer-fetch-retry-line = Broker { $broker } tries its fetch again
timer-request = request of broker { $broker }
timer-request-line = Broker { $broker } got no answer in time
timer-produce = produce request at broker { $broker }
timer-produce-line = A produce request has waited too long at broker { $broker }
timer-registration = registration of broker { $broker }
timer-registration-line = Broker { $broker } tries to register
timer-heartbeat = heartbeat of broker { $broker }
timer-heartbeat-line = Broker { $broker } sends a heartbeat
timer-alter-retry = ISR request of broker { $broker }
timer-alter-retry-line = Broker { $broker } sends its ISR request again
timer-connection = connection of broker { $broker } and { $peer }
timer-connection-line = Nothing came for too long between broker { $broker } and { $peer }
timer-balance = leader balance
timer-balance-line = The controller looks for leaders that are not preferred
timer-producer = client { $client }: next record
timer-producer-line = Client { $client } sends its next record
timer-unclean = unclean election check
timer-unclean-line = The controller looks for partitions without leader
