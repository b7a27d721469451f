# The settings panel.

settings = Settings
settings-release = Kafka release
settings-release-hint = A release sets all rules and defaults that go together. Each can then be changed.
settings-name = Setting
settings-value = Value
settings-default = Default of { $release }
settings-changed = { $n ->
    [0] As in the release
    [one] One setting differs from the release
   *[other] { $n } settings differ from the release
 }
settings-reset = Back to the default
settings-kafka = Kafka’s settings
settings-rules = Rules of the release
settings-ask = { $name }: { $value }
settings-ask-when = From when on?
settings-from-start = Run again from the start
settings-from-start-hint = The same commands, the new value from step 0.
settings-from-here = Go on from here
settings-from-here-hint = The value changes at event { $step }. If the run already went on, a fork begins.
settings-cancel = Keep { $value }
settings-bounds = Between { $min } and { $max }.
settings-no-number = { $text } is no whole number.

setting-release = release
setting-metadata-mode = metadata
setting-truncation = truncation
setting-epoch-answer = answer to an epoch question
setting-leader-epoch-fencing = fetches carry the leader epoch
setting-strict-min-isr = HW stands still below min ISR
setting-shrink-bumps-leader-epoch = ISR shrink raises the leader epoch
setting-restart-noticed = a quick restart counts as failure

value-on = on
value-off = off
value-zookeeper = ZooKeeper
value-kraft = KRaft
value-truncate-hw = to high watermark
value-truncate-epoch = by OffsetsForLeaderEpoch
value-truncate-fetch = on fetch
value-end-offset = end offset only
value-epoch-and-end = epoch and end offset

conflict-title = No Kafka release mixes these
conflict-kraft-before = KRaft exists since 2.8.
conflict-zookeeper-since = ZooKeeper is gone since 4.0.
conflict-kraft-truncation = KRaft has always truncated on fetch.
conflict-truncation = { $release } truncates another way.
conflict-epoch-answer = { $release } answers epoch questions another way.
conflict-fencing = { $release } handles leader epochs in fetches another way.
conflict-fetch-wait = replica.fetch.wait.max.ms has to be below replica.lag.time.max.ms.
conflict-heartbeat = The heartbeat interval has to be below the session timeout.
