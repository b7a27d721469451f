# The way of a broker’s bytes.
io-title = Page cache of a broker
io-cache = cache
io-pages-of = pages of 4 KiB
io-read-ahead = read-ahead
io-pages = pages
io-write-back = write-back after
io-old-reader = reader from page 0
io-pages-tick = pages a tick
io-audit-poll = audit-1 polls every
io-map = Pages of the files, as the page cache has them
io-page-of = page of 4096 bytes
io-hot = used in the last { $time }
io-warm = in the last { $time }
io-cold = older, the next to go
io-gone = gone just now
io-on-disk = on the disk; beyond it dirty: in the page cache only
io-two-readers = two readers
io-tailing = read at its end
io-polls = polled every { $time }
io-old-at = a reader from 0, now at { $page }
io-lost = { $lost } of { $pages } pages were gone: disk
io-reads = Disk reads
io-reads-unit = pages in each 0.1 s
io-reads-at = { $time }: { $n ->
    [one] one page read from the disk
   *[other] { $n } pages read from the disk
  }
io-copies = From disk to network card
io-copies-hint = copies of one piece of the log; thick: by the CPU
io-readers = readers
io-switches = switches
io-for-readers = { $n ->
    [one] one reader
   *[other] { $n } readers
  }
io-disk = disk
io-page-cache = page cache
io-application = application
io-socket-buffer = socket buffer
io-network-card = network card
io-path-told = { $copies } copies, { $cpu } by CPU
io-arithmetic = Copies for { $readers } readers of one piece: { $never } if each reads it from the disk and writes it, { $warm } if the page cache still has it after the first, { $sendfile } with sendfile, { $gather } if the card gathers; { $produced } if it was just produced and the disk is not touched at all.
io-tls-told = With TLS the first row holds: the bytes have to be encrypted in the application, and sendfile is lost. So it is when an old client makes the broker convert messages.
io-no-tls-told = Kafka stores what producers send and sends what it stores: a fetch is answered with a piece of a file, and the last row holds.
io-replicas-told = Replicas: each MB produced with replication.factor { $factor } is { $disk } MB on disks; the leader’s card takes 1 MB in, and sends { $followers } MB to followers and { $groups } MB to readers.
io-orders = Sequential against random
io-orders-of = { $n } pages, two orders
io-head-over-time = the head over time
io-hdd = HDD, 7200 rpm
io-raid = 6 × HDD, RAID-5
io-sata = SATA SSD
io-nvme = NVMe SSD
io-sequential = sequential
io-random = random
io-sequential-told = one access,
io-random-told = { $n } accesses,
io-at-rate = { $rate }
io-long-run = long run
io-run-of = runs of 1 MiB
io-random-writes = random 4 KiB writes
io-factor = long : random
io-half-speed = half speed from
io-claim = Kafka’s documentation has “600 MB/s against 100k/sec, a difference of over 6000X” for six disks as RAID-5 and names no request size: requests of 2 KiB give that, 4 KiB half of it. Appends and reads of a log are the left picture; many partitions with little data each are runs that the page cache has gathered: the middle column.
io-sum-read = pages read from the disk
io-sum-old = of them for the reader from 0
io-sum-others = for readers at the ends
io-sum-back = written back
io-sum-dirty = dirty
io-next-read = Next disk read
io-next-loss = Next victim
io-events = Events
io-events-hint = appends and write-backs left out
io-explained = What the page cache does
io-tick = Tick { $tick }
io-what = Six partitions get a page each tenth of a second. Who reads at the end finds the pages that were just written. A reader from far behind brings old pages in, and something has to give way.
io-rule = About least recently used, over all files of the machine. A dirty page is written back before it goes.
io-hits = Hits
io-hits-told = { $hits } of { $asked } pages that were read were in the cache
io-requests = Disk
io-requests-told = { $requests ->
    [one] one request
   *[other] { $requests } requests
  } for { $pages } pages: a miss fetches what is behind it, too
io-no-copy = No copy
io-no-copy-told = Kafka keeps no data cache in its heap. The page cache is the cache, and it survives a restart of the process, but not of the machine.
io-try = Try it:
io-alternatives = over the whole run the readers at the ends get { $now } pages from the disk. It would be { $larger } with a cache of { $pages } pages, { $often } with a poll every { $time }, { $without } without the reader from page 0.
io-h-lost = { $lost } of the { $pages } pages that { $file } polled had given way to a reader from the past.
io-h-found = { $file } polls { $pages } pages, and all are still there.
io-h-starts = A reader comes from far behind, at page 0.
io-h-evicted = Pages that { $file } has yet to read give way.
io-h-reads = The reader from page 0 goes to the disk.
io-h-quiet = Everything is read without the disk.
io-e-back = { $n } pages written back
io-e-starts = A reader of orders-1 starts at page 0
io-e-reads = Disk: pages { $pages }
io-e-polls = { $file } polls: { $pages } pages, { $lost ->
    [0] all there
   *[other] { $lost } from the disk
  }
io-e-evicted = Gone unread: { $file }, pages { $pages }
