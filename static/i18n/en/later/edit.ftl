# The cluster is edited while it runs.

edit-title = Edit the cluster
edit-undo = Undo: { $command }
edit-redo = Redo: { $command }
edit-nothing-to-undo = Nothing to undo
edit-create = Create a topic
edit-name = Name
edit-partitions = Partitions
edit-factor = Replicas of each
edit-default = default: { $value }
edit-create-now = Create
edit-change = Change a topic
edit-topic = Topic
edit-total = Partitions in all
edit-grow = Add partitions
edit-set = Set
edit-partition = Partition
edit-before = Before offset
edit-before-hint = the HW
edit-trim = Delete records
edit-show = Show its replicas
edit-delete = Delete topic { $topic }
edit-brokers = Brokers
edit-rack = Rack
edit-add-broker = Add broker
edit-remove = Unregister broker { $broker }
edit-remove-hint = A broker can be unregistered when it is down.
edit-own = A broker’s own settings
edit-own-at-once = Kafka changes these while the broker runs. Of min.insync.replicas the leader’s value counts, where the topic has none.
edit-own-at-start = Kafka reads these when the broker starts. Of the lag time the leader’s value counts, of fetches the follower’s.
edit-own-set = Set for broker { $broker }
edit-own-waits = { $name }: { $value } from the next start of broker { $broker } on, { $now } until then.
edit-keyed = Send a record with a key
edit-keyed-hint = The key chooses the partition: murmur2 of its bytes, modulo the number of partitions.
edit-key = Key
edit-producers = Producers that go on
edit-producing = Client { $client } → { $topic }, every { $ms } ms
edit-stop = Stop client { $client }
edit-value = Values begin with
edit-every = Every … ms
edit-start = Start
edit-levels = A topic’s own value comes first, then that of the broker that leads the partition, then the one for all, which is changed in the settings. unclean.leader.election.enable is decided by the controller, which is no broker here.
edit-refused = { $why } ({ $error })
error-topic-exists = There is a topic of this name.
error-topic-name = Up to 249 letters, digits, “.”, “_” and “-”, not “.” or “..”, and no other topic that differs by “.” and “_” only.
error-partitions = At least one, and more than the topic has.
error-factor = At least one, and not more than there are brokers; with ZooKeeper only live ones count, in KRaft one has to be unfenced.
error-offset = Not beyond the HW.
error-broker-exists = There is a broker of this id. If it is down, restart it.
error-not-registered = The controller knows no such broker; start it first.
error-zookeeper = With ZooKeeper nobody is unregistered: a broker is gone when its session ends.

you-create-topic = You create topic { $topic } with { $n ->
    [one] { $n } partition
   *[other] { $n } partitions
 } and replication factor { $factor }
you-create-topic-set = You create topic { $topic } with { $n ->
    [one] { $n } partition
   *[other] { $n } partitions
 }, replication factor { $factor } and { $config }
you-add-partitions = You give topic { $topic } more partitions: { $total } in all
you-delete-topic = You delete topic { $topic }
you-set-topic = You set for topic { $topic }: { $config }
you-unset-topic = You take its own settings from topic { $topic }
you-set-broker = You set for broker { $broker }: { $config }
you-unset-broker = You take its own settings from broker { $broker }
you-add-broker = You add broker { $broker }
you-add-broker-rack = You add broker { $broker } in rack { $rack }
you-remove-broker = You unregister broker { $broker }
you-start-producer = You have client { $client } send to { $topic }, one record every { $time }
you-start-producer-with = You have client { $client } send to { $topic }, one record every { $time } ({ $with })
you-stop-producer = You stop client { $client }

# Keys, for the help.
key-undo = Take back what was done last
key-redo = Do again what was taken back
key-next-difference = Compare: to the next difference
key-previous-difference = Compare: to the previous difference
key-zoom-in = Space-time diagram: fewer events
key-zoom-out = Space-time diagram: more events
