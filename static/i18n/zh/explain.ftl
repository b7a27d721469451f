# 规则，每条最多三句；一步意味着什么；下一步是什么。

next-is = **下一步：**{ $what }
next-nothing = 不会再自行发生任何事。
setting-is = `{ $name }` 为 **{ $value }**
setting-is-default = `{ $name }` 为 **{ $value }**（默认 { $default }）
setting-of-broker = broker { $broker } 的 `{ $name }` 为 **{ $value }**（其余为 { $default }）
cause-step = #{ $step } { $what }

rule-hw-leader = HW 是 leader 所知的 ISR 及即将加入者各自 LEO 中最小的一个，而不是全部副本的最小值。同一个 leader epoch 内它从不后退。
rule-hw-follower = follower 的 HW 取自己的 LEO 与 leader 应答中的 HW 之较小者。那个应答是在计入本次 Fetch 之前作出的，所以晚一轮。
rule-append-leader = leader 先追加到自己的日志。这还不算提交。
rule-append-follower = follower 追加 Fetch 应答带来的记录，偏移量和 epoch 都用 leader 的。
rule-remote-leo = 从偏移量 { $offset } 开始的 Fetch 说明 follower 已有 { $offset } 之前的一切。leader 没有别的途径得知 LEO。
rule-truncate-hw = 0.11 之前，follower 跟随新 leader 时把日志截断到自己的 HW，不问 leader 是否有这些记录。
rule-truncate-epoch = follower 询问自己最新的 epoch 在 leader 上到哪里为止，截掉其后的部分。
rule-truncate-fetch = Fetch 带上 follower 最新的 epoch。日志分开之处由应答指出，follower 在那里截断。
rule-truncate-range = leader 的日志比 follower 的短：follower 截断到 leader 的末尾。
rule-truncate-start = leader 的日志从 follower 末尾之后才开始：follower 丢弃自己的日志，从 leader 的起点重新开始。
rule-became-leader = 新 leader 的 epoch 从自己的 LEO 开始。它的 HW 仍是做 follower 时所知的值，直到 ISR 来拉取。
rule-became-follower = follower 先让自己的日志成为 leader 日志的前缀，然后才复制。
rule-elect-isr = 按分配顺序，第一个存活且在 ISR 中的副本成为 leader；每次变更 leader epoch 加一。
rule-elect-unclean = 允许 unclean 选举时，ISR 之外的存活副本也可以领导。它缺少的记录就此丢失，即使已经提交。
rule-elect-preferred = 分配列表的第一个副本若存活且在 ISR 中，就由它领导。
rule-elect-shutdown = broker 关闭之前，controller 把它的领导权移给其他 ISR 成员。
rule-elect-none = 只有 ISR 成员可以领导，而它们都不在线。分区等待。
rule-isr-shrink = follower 若在 `replica.lag.time.max.ms` 内没有追上 leader 的 LEO，就离开 ISR。leader 申请，controller 决定。
rule-isr-grow = follower 的 LEO 到达 leader 的 HW 和该 leader epoch 的起点后加入 ISR。controller 答复之前，HW 按较大的 ISR 计算。
rule-isr-answer = controller 写入之后 ISR 才生效。partition epoch 必须是 leader 所知的那个。
rule-acks-0 = acks=0 时生产者什么也不等：丢了也可能无人告知。
rule-acks-1 = acks=1 时 leader 追加到自己的日志后就应答。若在 follower 拿到之前它失败，记录就没了。
rule-acks-all = acks=all 时，HW 越过记录后 leader 才应答：ISR 的每个成员都有它。
rule-min-isr = acks=all 时，ISR 小于 `min.insync.replicas` 则 leader 不接受记录。
rule-idempotence = 批次带有 producer id 和序列号。leader 已有的序列号不会再追加。
rule-consumer = 消费者只能读到所问副本的 HW 之前的偏移量。
rule-fencing = Fetch 带上 follower 所知的 leader epoch。两边不同时，旧的一方要先得知新状态。
rule-session = 超过会话超时没有任何动静，controller 就认定 broker 已死，不论它是否真的死了。
rule-crash = 宕机后日志仍在磁盘上。只在页缓存里的内容，进程被杀时还在，断电则不在。
rule-restart = 重启的 broker 从上次检查点的 HW 开始，但不高于它的 LEO。
rule-registration = 启动的 broker 向 controller 注册；一个 broker id 同时只有一个会话。
rule-lost-message = 没有人通知发送方，它只能等到超时才知道。
rule-delete = 删除记录会抬高日志起始偏移量；之前的内容不能再读。
rule-balance = 某个 broker 的领导权流失过多时，controller 把它们移回首选副本。

sentence = { $line }。
and-leo = broker { $leader } 得知：broker { $follower } 的日志到 { $to } 为止，不是 { $from }。
and-leo-first = broker { $leader } 得知：broker { $follower } 的日志到 { $to } 为止。
tail-at-risk = { $n ->
   *[other] **{ $values } 即将丢失。**生产者得到的答复是“已写入”。
 }
lost-now = { $n ->
   *[other] **已丢失：{ $values }。**它们已被确认，而 leader 的日志里没有。
 }

invariant-i1 = 已提交的记录在之后每个 leader 的日志里。
invariant-i2 = ISR 的每个成员都有 leader 的 HW 之前的全部记录。
invariant-i3 = 一个 leader epoch 内最多有一个副本领导。
invariant-i4 = 同一个 leader epoch 内，leader 的 HW 从不减小。
invariant-i5 = 每个副本上：日志起点 ≤ HW ≤ LEO。
invariant-i6 = 任意两个存活副本，在较小的 HW 之前的每个偏移量上一致。
invariant-i7 = 同一偏移量上 epoch 相同，则记录相同，之前的部分也相同。
invariant-i8 = 以 acks=all 确认的记录，当时至少在 min.insync.replicas 份日志里。
invariant-i9 = 以 acks=all 确认的记录已经提交。
invariant-i10 = 以 acks=1 或 acks=0 确认的记录之后会提交。
invariant-i11 = leader 在 ISR 中，或者没有 leader。
invariant-i12 = ISR 是分配列表的一部分。
invariant-i13 = ISR 不为空。
invariant-i14 = controller 上的 leader epoch 和 partition epoch 从不减小。
invariant-i15 = leader 的最大 ISR 包含 controller 的 ISR。
invariant-i16 = 启用幂等后，日志中没有值出现两次，每个生产者的顺序保持不变。
invariant-i17 = 消费者从不读到所问副本的 HW 及其之后。
invariant-i18 = 只有在没有合格副本存活时，分区才没有 leader。
