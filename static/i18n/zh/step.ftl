# 一步在事件列表和“解释”中的说法：先是命令，然后是结果、消息、定时器。

you-produce = 你把 { $values } 发往 { $partition }
you-produce-key = 你以 key { $key } 向 { $target } 发送 { $values }
you-produce-acks = 你用 acks={ $acks } 把 { $values } 发往 { $partition }
you-consume = 消费者向 broker { $broker } 读 { $partition }，从偏移量 { $offset } 开始
you-crash = 你让 broker { $broker } 宕机
you-power-loss = broker { $broker } 断电
you-keep-below = broker { $broker } 断电；偏移量 { $offset } 之前的已落盘
you-disk-loss = broker { $broker } 的磁盘丢失
you-restart = 你重新启动 broker { $broker }
you-shut-down = 你正常关闭 broker { $broker }
you-pause = 你暂停 broker { $broker }
you-resume = 你让 broker { $broker } 继续
you-cut = 你切断 { $from } 到 { $to } 的链路
you-cut-both = 你切断 { $from } 与 { $to } 之间的链路
you-heal = 你恢复 { $from } 到 { $to } 的链路
you-heal-both = 你恢复 { $from } 与 { $to } 之间的链路
you-isolate = { $n ->
   *[other] 你隔离 broker { $brokers }
 }
you-heal-all = 你恢复所有链路
you-elect-preferred = 你要求对 { $partition } 做首选副本选举
you-elect-preferred-all = 你要求对所有分区做首选副本选举
you-elect-unclean = 你要求对 { $partition } 做 unclean 选举
you-elect-unclean-all = 你要求对所有分区做 unclean 选举
you-delete-records = 你删除 { $partition } 在偏移量 { $offset } 之前的记录
you-set = 你把 { $name } 设为 { $value }
you-run-by-itself = 从这里起集群自行运行
you-run-by-hand = 从这里起一切由手动推进
you-message-drop = 你丢弃 { $message }
you-message-hold = 你扣住 { $message }
you-message-release = 你放行 { $message }
you-message-delay = 你把 { $message } 推迟 { $time }
you-message-deliver = 你让 { $message } 立即送达
you-message-duplicate = 你让 { $message } 再到一次
message-numbered = { $name } { $nth }，{ $from } → { $to }
message-numbered-copy = { $name } { $nth } 的副本，{ $from } → { $to }
you-expire = 你让定时器立即到期：{ $timer }
act-refused = { $act }：{ $why }
not-in-flight = 它不在途中
held-already = 它已被扣住
not-held = 它没有被扣住
never-twice = 这种消息不会到达两次
timer-not-running = 它没有在运行
you-wait = 什么也没有发生
hand-fetch = broker { $follower } 从 broker { $leader } 拉取 { $partition }
hand-fetch-lost = broker { $follower } 从 broker { $leader } 拉取 { $partition }；应答丢失
hand-metadata = broker { $broker } 得知 controller 的状态
hand-fence = controller 认定 broker { $broker } 已死
hand-elect = controller 让 broker { $broker } 成为 { $partition } 的 leader
hand-shrink = broker { $leader } 把 { $remove } 移出 { $partition } 的 ISR
hand-ask-isr = broker { $leader } 为 { $partition } 申请 ISR { $isr }
hand-answer-isr = controller 答复 broker { $leader } 对 { $partition } 的 ISR 申请

appended-leader = broker { $broker } 向 { $partition } 追加{ $n ->
    [1] 偏移量 { $from }
   *[other] 偏移量 { $from }–{ $last }
 }
appended-follower = broker { $broker } 复制 { $partition } 的{ $n ->
    [1] 偏移量 { $from }
   *[other] 偏移量 { $from }–{ $last }
 }
remote-leo = broker { $leader } 得知 broker { $follower } 的日志到 { $to } 为止
hw-leader = { $partition } 的 HW：{ $from } → { $to }
hw-leader-headline = { $partition } 的 HW 从 { $from } 移到 { $to }。{ $n ->
    [1] 偏移量 { $from } 已提交。
   *[other] 偏移量 { $from }–{ $last } 已提交。
 }
hw-follower = broker { $broker } 得知 { $partition } 的 HW 为 { $to }
truncated = broker { $broker } 截断 { $from } → { $to }
truncated-headline = broker { $broker } 把 { $partition } 的日志从 { $from } 截断到 { $to }。
log-start = broker { $broker } 上 { $partition } 的日志现从 { $to } 开始
records-lost = broker { $broker } 丢失 { $partition } 的{ $n ->
    [1] 偏移量 { $from }
   *[other] 偏移量 { $from }–{ $last }
 }
became-leader = broker { $broker } 从偏移量 { $offset } 起领导 { $partition }
became-leader-headline = 分区 { $partition } 现由 broker { $broker } 领导。它的日志到 { $offset } 为止，所以 epoch { $epoch } 从 { $offset } 开始。
became-follower = broker { $broker } 在 epoch { $epoch } 跟随 broker { $leader }
became-follower-headline = broker { $broker } 现在 { $partition } 的 epoch { $epoch } 中跟随 broker { $leader }。
became-waiting = broker { $broker } 等待：{ $partition } 没有 leader
leader-saw-isr = broker { $broker } 得知 { $partition } 的 ISR 为 { $isr }
leader-changed = { $partition }：leader { $from } → { $to }，ISR { $isr }，epoch { $epoch }
leader-changed-headline = controller 让 broker { $to } 成为 { $partition } 的 leader，进入 epoch { $epoch }。ISR { $isr }。
leader-gone = { $partition }：leader { $from } → 无，ISR { $isr }
leader-gone-headline = { $partition } 没有 leader。ISR { $isr } 保留，但其中没有存活的成员。
isr-changed = { $partition }：ISR { $from } → { $to }
epoch-changed = { $partition }：epoch { $epoch }，ISR { $isr }
nobody = 无
partition-created = { $partition } 已创建，副本 { $replicas }
partition-deleted = { $partition } 已删除
replica-deleted = broker { $broker } 删除了 { $partition } 的目录
broker-unregistered = controller 注销了 broker { $broker }
election-failed = { $partition } 选不出 leader：{ $error }
isr-asked = broker { $broker } 为 { $partition } 申请 ISR { $isr }
isr-stands = { $partition } 的 ISR { $isr } 生效
isr-refused = controller 拒绝 broker { $broker } 为 { $partition } 申请的 ISR：{ $error }
acknowledged = { $values } 已确认，acks={ $acks }
acknowledged-headline = broker { $broker } 以 acks={ $acks } 确认 { $values }。
produce-failed = { $values } 被拒绝：{ $error }
duplicate-batch = broker { $broker } 已有这个批次，在偏移量 { $offset }
produce-waits = 应答要等 HW 到 { $offset }
consumer-read = 消费者从偏移量 { $offset } 读到 { $values }
consumer-read-nothing = 消费者在偏移量 { $offset } 处没有可读的记录
consumer-refused = 消费者在偏移量 { $offset } 的读取被拒绝：{ $error }
fetch-refused = broker { $leader } 拒绝 broker { $follower } 的 Fetch：{ $error }
fetcher-stopped = broker { $broker } 停止拉取 { $partition }：{ $error }
broker-down = broker { $broker } 已停止
broker-stopped = broker { $broker } 已正常关闭
broker-started = broker { $broker } 启动
log-opened = broker { $broker } 打开 { $partition } 的日志：HW { $hw }，LEO { $leo }
broker-fenced = controller 认定 broker { $broker } 已死
broker-unfenced = controller 认定 broker { $broker } 存活
connection-closed = { $n ->
   *[other] broker { $broker } 的连接关闭，其上的 { $n } 条消息丢失
 }
registration-refused = controller 拒绝 broker { $broker } 的注册：{ $error }
invariant-broken = { $partition } 违反 { $id }
invariant-broken-headline = { $partition } 违反了 { $id }。
invariant-holds = { $partition } 重新满足 { $id }

message-arrives = { $name } { $from } → { $to }
message-arrives-headline = 来自 { $from } 的 { $name } 到达 { $to }。
message-lost = { $name } { $from } → { $to }：丢失
message-lost-headline = 来自 { $from } 的 { $name } 没有到达 { $to }。
fetch-at = Fetch { $from } → { $to }，从偏移量 { $offset } 起
fetch-answer = 应答 { $from } → { $to }：{ $n ->
    [0] 没有记录
   *[other] { $n } 条记录
 }，HW { $hw }
fetch-answer-diverging = 应答 { $from } → { $to }：日志在 epoch { $epoch }、偏移量 { $offset } 处分开
answer-error = 应答 { $from } → { $to }：{ $error }
epoch-asked = broker { $from } 问 broker { $to }：epoch { $epoch } 到哪里为止？
epoch-answer = broker { $from } 答 broker { $to }：epoch { $epoch } 到 { $offset } 为止
node-broker = broker { $id }
node-controller = controller
node-controller-short = controller
node-client = 客户端
node-client-short = 客户端

timer-session = broker { $broker } 的会话
timer-session-line = broker { $broker } 的会话过期
timer-lag = broker { $broker } 的滞后检查
timer-lag-line = broker { $broker } 检查哪些 follower 滞后
timer-fetch-wait = broker { $follower } 的 Fetch，在 { $broker } 上等待
timer-fetch-wait-line = broker { $broker } 应答 broker { $follower } 的 Fetch：等待时间已到
timer-fetch-retry = broker { $broker } 的 Fetch 重试
timer-fetch-retry-line = broker { $broker } 重试 Fetch
timer-request = broker { $broker } 的请求
timer-request-line = broker { $broker } 没有及时收到应答
timer-produce = broker { $broker } 上的 Produce 请求
timer-produce-line = 一个 Produce 请求在 broker { $broker } 上等待过久
timer-registration = broker { $broker } 的注册
timer-registration-line = broker { $broker } 尝试注册
timer-heartbeat = broker { $broker } 的心跳
timer-heartbeat-line = broker { $broker } 发送心跳
timer-alter-retry = broker { $broker } 的 ISR 申请
timer-alter-retry-line = broker { $broker } 重发 ISR 申请
timer-connection = broker { $broker } 与 { $peer } 的连接
timer-connection-line = broker { $broker } 与 { $peer } 之间太久没有回音
timer-balance = leader 均衡
timer-balance-line = controller 检查哪些 leader 不是首选副本
timer-producer = client { $client }：下一条记录
timer-producer-line = client { $client } 发送下一条记录
timer-unclean = unclean 选举检查
timer-unclean-line = controller 检查没有 leader 的分区
