# The frame round every room.

page-title = Tidemark
page-title-room = Tidemark · { $room }
skip-to-stage = Skip to the stage
home-link = Tidemark, home
rooms = Rooms
room-cluster = Cluster
room-learn = Learn
room-log = Log
switch-language = Language: English. Switch to 简体中文
theme-switch = Light or dark
theme-is-light = Light. Switch to dark
theme-is-dark = Dark. Switch to light
help = Help
help-hint = Help (?)
close = Close

save = Save
save-hint = Save this run as a file

transport = Transport
to-start = To start (Home)
step-back = Step back (←)
play = Play (Space)
pause = Pause (Space)
step-forward = Step forward (→)
to-end = To end (End)
speed = Speed
speed-times = { $factor }×
place = Event { $step } of { $total }
scrubber = Timeline
scrubber-value = Event { $step } of { $total }, { $time }
scrubber-ticks = { $n ->
    [one] one event
   *[other] { NUMBER($n) } events
 } here
next-election = Next election
next-hw-move = Next HW move
next-violation = Next violation
no-further-election = No further election in this run.
no-further-hw-move = The HW does not move again in this run.
no-violation = No violation in this run.
branches-shown = Branches: { $name }
branch-main = main line
branch-main-facts = { $n ->
    [one] one event; last: { $last }
   *[other] { NUMBER($n) } events; last: { $last }
 }
branch-facts = { $n ->
    [0] from event { $step }; nothing since
    [one] from event { $step }, one event; last: { $last }
   *[other] from event { $step }, { NUMBER($n) } events; last: { $last }
 }
branch-compare = Compare with…
branch-rename = Rename { $name }
branch-name = Name of the fork
branch-name-keep = Rename
branch-delete = Delete { $name }
branches-deleted = { $n ->
    [one] The fork is deleted.
   *[other] { $n } forks are deleted.
 }
undo = Undo

explain = Explain
explain-event = Event { $step }
explain-rule = Rule
explain-setting = Setting
explain-cause = Caused by
explain-nothing-yet = Nothing has happened yet.
explain-start = Step forwards to see what the first event is.
explain-start-idle = Everything is in step. Choose a broker by its name and crash it, or send records.
events = Events
events-count = { NUMBER($n) }, timers folded
events-count-all = { NUMBER($n) }
events-filter = Filter
events-search = Search events
events-search-none = No event matches.
events-kind-you = you
events-kind-replication = replication
events-kind-client = client
events-kind-control = control
events-kind-timer = timers
events-kind-violation = violations

help-title = Help
help-keys = Keys
help-about = Tidemark runs Kafka’s own rules on Kafka’s own file formats, in this page. Nothing is uploaded.
help-reading = How to read a lane
key-space = Space
key-left = ←
key-right = →
key-home = Home
key-end = End
key-question = ?
does-play = Play or pause
does-back = One step back
does-forward = One step forward
does-start = To the start
does-end = To the end
does-drop = Drop the selected message
does-hold = Hold or release it
does-delay = Delay it
does-duplicate = Have it arrive twice
does-deliver = Have it arrive now
does-help = This help

loading-engine = Loading the engine
engine-restarted = The engine stopped at event { $step } and was started again there. Your run is safe.
engine-failed = Tidemark made a mistake at event { $step }. Your run is safe.
page-failed = Tidemark made a mistake. Your run is safe.
reload = Reload
storage-full = This browser’s storage is full. The session is not saved.
events-kind = Kind of event
events-kind-all = all kinds
events-kind-high-watermark = HW moves
events-show-timers = timers
events-only-partition = only this partition

help-hw = The high watermark: what is left of it is on every in-sync replica and is never lost while one of them stays in charge.
help-leo = The log end offset: where the next record of this replica goes.
help-committed = Committed: below the HW, on the water.
help-written = Written, above the HW: it may still be lost.
help-cut = About to be cut.

refused = This can’t be done at this step.
refused-main-branch = The main line can’t be deleted.
refused-unknown = There is no such broker or partition here.
refused-not-running = This broker is not running.
refused-running = This broker is running already.
refused-not-paused = This broker is not paused.
refused-not-by-hand = This command belongs to a schedule by hand.
refused-nothing-to-undo = Nothing was done here that could be undone.
refused-kafka = Kafka refuses: { $error }
refused-too-large = That is more than a saved run can hold.
scenario-wrong = { $n ->
    [one] The scenario has a mistake at line { $line }, column { $column }.
   *[other] The scenario has { $n } mistakes; the first is at line { $line }, column { $column }.
 }
file-not-read = { $name } can’t be read as text.
file-too-large = { $name } is larger than the { $n } MB that are read.
part-not-loaded = A part of the page could not be loaded. Check the connection, then try again.

share = Share
share-hint = Share this run as a link
share-title = Share this run
share-copied = The link is in the clipboard.
share-copy = Copy this link:
share-link = The link
share-holds = { $n ->
    [one] It holds the whole run as text, shown at event { $step }.
   *[other] It holds the whole run as text with its { $n } branches, shown at event { $step }.
 } Tidemark sends it nowhere; whoever has the link can read all of it.
share-too-long = This run is too long for a link: a link has room for 8 KB. As a file it opens the same way: drop it on the page.
share-file = Save as a file
drop-hint = Drop the file to open it

link-too-long = This link is too long: { NUMBER($n) } characters, and at most { NUMBER($max) } are read.
link-foreign = This is no link of Tidemark’s.
link-other-format = This link has format { $found }; this page reads format { $known } only.
link-damaged = This link is damaged: a part is missing, or was changed on its way.
link-damaged-at = This link is damaged at character { $position }.
link-opened = This is the link’s run. Your own run is kept.
link-other-rules-same = This link was made under rules version { $found }, this page has version { $known }. Up to here both give the same run.
link-other-rules = This link was made under rules version { $found }, this page has version { $known }, and gives another run: what happens up to here differs from what the sender saw.
link-differs = The link promises another run than this page computes from it: what happens up to here differs from what the sender saw.
link-not-kept = The link is not opened: this browser has no room to keep your own run. Save that first, then open the link in a new window.
link-back = Back to my run
