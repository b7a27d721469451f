# The first screen.

home-title-see = See Kafka work.
home-title-break = Break it. Find out why.
home-lead = A simulator of Kafka’s own rules, on Kafka’s own file formats. Step forwards and back, crash a broker, hold a message, and see which records survive.
home-start = Crash the leader
home-start-length = about { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
 }
home-picture = Three copies of one log. Everything left of the high watermark, offset { $hw }, is on all three; the tail is not yet safe.
home-picture-water = on every in-sync replica
home-picture-hw = high watermark { $hw }
home-question = Or start from a question
home-all-scenarios = All { $n } scenarios
home-own = Or bring your own
home-paste = Paste the output of a Kafka tool
home-paste-example = Topic: first  PartitionCount: 16  ReplicationFactor: 3
home-choose-file = Choose a file…
home-read = Read this
home-own-hint = Paste `--describe` output or a reassignment. Nothing leaves this page.
home-question-leo = What separates LEO from HW, and when does each move?
home-question-lost = How can a committed record be lost?
home-question-diverged = How can two replicas differ below the HW?
home-question-min-isr = What does min.insync.replicas protect?

# A paste on its way in.

import-title = What was read
import-reading = Reading …
