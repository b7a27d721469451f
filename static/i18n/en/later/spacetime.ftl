# The space-time diagram: brokers, clients and controller as lines, messages as arrows.

st-title = { $partition }, in space and time
st-zoom-in = Zoom in (+)
st-zoom-out = Zoom out (−)
st-fit = Whole run
st-kinds = Messages
st-kind-replication = Replication
st-kind-client = Clients
st-kind-control = Controller
st-processes = Processes
st-hide = Hide { $name }
st-show = Show { $name }
st-summary = Events { $first } to { $last } of { $partition }
st-left-out = { $before } earlier and { $after } later events are not shown.
st-left-out-others = { $others } events of other partitions or kinds between them are not shown.
st-by-hand = Driven by hand: a fetch, its answer and what they change are one event. Distances mean order, not time.
st-shortened = Long pauses are drawn shorter.
st-loading = Looking at the run…
st-nothing = Nothing has happened here yet.

st-client = client
st-role-client = sends
st-role-leader = leader, epoch { $epoch }
st-role-follower = follower
st-role-out = out of the ISR
st-role-down = down
st-role-controller = one for the cluster

st-fetch = Fetch at { $offset }
st-answer = { $n ->
    [0] no records
    [one] one record
   *[other] { $n } records
 }, HW { $hw }
st-answer-diverging = logs part: epoch { $epoch } ends at { $offset }
st-produce = Produce { $n ->
    [one] one record
   *[other] { $n } records
 }
st-stored = stored at { $offset }
st-epoch-asked = Where does epoch { $epoch } end?
st-epoch-answer = epoch { $epoch } ends at { $offset }

st-leo = LEO { $to }
st-remote-leo = LEO[{ $broker }] = { $to }
st-hw = HW { $from } → { $to }
st-cut = cut { $from } → { $to }
st-lost = lost { $from } → { $to }
st-leads = leads epoch { $epoch }
st-follows = follows { $leader }
st-follows-nobody = no leader
st-isr = ISR { $isr }
st-leader = leader { $leader }, epoch { $epoch }
st-no-leader = no leader, epoch { $epoch }
st-isr-asked = asks for ISR { $isr }
st-acknowledged = acknowledges { $values }
st-failed = { $error }
st-down = down
st-starts = starts
st-fenced = fences { $broker }
st-unfenced = unfences { $broker }
st-opened = opens its log, HW { $hw }
st-start = log start { $to }
st-refused = refuses: { $error }

st-message = { $name }, { $from } → { $to }: { $what }. Sent { $sent }, arrived { $arrived }, after { $delay }.
st-message-lost = { $name }, { $from } → { $to }: { $what }. Sent { $sent }, lost { $lost }.
st-message-never = { $name }, { $from } → { $to }: { $what }. Sent { $sent }, never arrives.
st-message-flight = { $name }, { $from } → { $to }: { $what }. Sent { $sent }, arrives { $arrives }.
st-message-held = { $name }, { $from } → { $to }: { $what }. Sent { $sent }, stands still.
st-message-hand = { $name }, { $from } → { $to }: { $what }. Part of event { $step }.
st-event = Event { $step }, { $time }: { $what }
st-wait = fetch of { $broker } waits { $time }
st-wait-open = fetch of { $broker } waits
st-wait-again = fetch of { $broker } waits and asks again, { $n } times: nothing new
st-away-down = { $broker } is down
st-away-starting = { $broker } starts
st-away-paused = { $broker } stands still
st-away-fenced = { $broker } is taken for dead

st-legend-trigger = the trigger: each step waited for the one before
st-legend-needed = needed too, but already there
st-legend-led-to = what it led to
st-legend-none = no part in it
st-legend-wait = fetch waiting at the leader
st-legend-replication = replication
st-legend-client = client
st-legend-control = controller

st-table = The same as a table
st-table-event = Event
st-table-sent = Sent
st-table-time = Happened
st-table-from = From
st-table-to = At
st-table-what = What
st-table-changes = Changed

st-lens = Only with
st-lens-all = all brokers
st-through-lens = Only what the event list’s filter lets through.
