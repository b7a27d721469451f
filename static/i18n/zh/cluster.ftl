# 集群房间。

cluster-empty = 没有打开的运行。
cluster-open-first = 打开“leader 宕机”
fact-replicas = AR
fact-isr = ISR
fact-leader = leader
fact-no-leader = 无
fact-epoch = leader epoch
fact-change = 更改 { $name }，现为 { $value }
fact-under-min-isr = 低于最小 ISR
fact-assumed = { $n ->
   *[other] 有 { $n } 个值是假定的
 }
send = 发送记录
send-value = 值
send-values-hint = 值之间用空格分开，每个值单独成为一个批次。
send-now = 发送
send-acks = acks
read-consumer = 作为消费者读取
read-from = 起始偏移量

lane-name = broker { $broker }
lane-leader = leader，epoch { $epoch }
lane-zombie = 仍在 epoch { $epoch } 中领导；controller 已经换人
lane-follower = 跟随 broker { $leader }
lane-follower-waiting = follower，没有 leader
lane-none = 尚未得知自己的角色
lane-crashed = { $time } 起停机
lane-disk-keeps = 磁盘保留偏移量 { $from }–{ $last }
lane-disk-empty = 磁盘上没有记录
lane-in-isr = 在 ISR 中
lane-out-of-isr = 不在 ISR 中
lane-joining = 正在加入 ISR
lane-leaving = 正在离开 ISR
lane-old-epoch = 仍在 epoch { $epoch }
lane-paused = { $time } 起暂停
lane-fenced = 被认定已死
lane-cut-off = 被隔离
lane-starting = 正在启动
lane-shutting-down = 正在关闭
lane-fetch-truncating = 询问日志在哪里分开
lane-fetch-backoff = { $time } 后重试
lane-fetch-unreachable = 连不上 leader
lane-fetch-failed = 已停止拉取
lane-remote = leader 所知 LEO 为 { $leo }
lane-remote-lag = leader 所知 LEO 为 { $leo }，{ $time } 前曾追上
lane-remote-unknown = leader 还不知道它的 LEO
lane-epoch = epoch { $epoch }
lane-epoch-short = e{ $epoch }
lane-epoch-from = epoch { $epoch } 从 { $offset } 起
lane-epoch-empty = epoch { $epoch } 从这里开始，尚无记录
lane-next-cut = 将截断 { $from } → { $to }
lane-summary = broker { $broker }：日志从 { $start } 到 { $leo }，HW { $hw }
record-summary = 偏移量 { $offset }，epoch { $epoch }
record-acknowledged = 以 acks={ $acks } 确认，尚未提交
record-differs = 另一副本在此处的记录不同，且都在 HW 之前
record-duplicate = 这个值也在另一偏移量上
record-about-to-go = 即将被截断
record-cut = 在这一步被截断
marker-hw = HW { $offset }
marker-leo = LEO { $offset }
marker-start = 起点 { $offset }
controller = controller
controller-zookeeper = ZooKeeper 模式
controller-kraft = KRaft 模式

broker-actions = 操作 broker { $broker }
act-crash = 宕机
act-power-loss = 断电
act-disk-loss = 丢失磁盘
act-restart = 重新启动
act-shut-down = 正常关闭
act-pause = 暂停
act-resume = 继续
act-isolate = 隔离
act-heal-all = 恢复所有链路
act-elect-preferred = 首选副本选举
act-elect-unclean = unclean 选举

in-flight = 传输中的消息
in-flight-about = 与 { $partition } 有关：{ $total } 条中的 { $n } 条
in-flight-none = 没有消息在途中。
in-flight-more = 另有 { $n ->
   *[other] { $n } 条
 }
message-route = { $from } → { $to }
message-arrives-in = { $time } 后到达
message-in = { $time }
message-never = 将会丢失
message-held = 已扣住
message-behind = 排在被扣住的之后
message-twice = ×2
message-from-to = 从、到
message-sent = 发出
message-partition = 关于
message-drop = 丢弃
message-hold = 扣住
message-release = 放行
message-delay = 延迟…
message-deliver = 立即送达
message-duplicate = 复制
delay-by = 延迟多少毫秒
delay-now = 延迟
timer-in = 还剩 { $time }
timer-expire = 立即到期
timer-expire-named = 立即到期：{ $timer }
timers-more = 另有 { $n ->
   *[other] { $n } 个定时器
 }

partitions-of = `{ $topic }` 的分区
partitions-all = 所有分区
partitions-topic = 主题
partitions-only = 显示
partitions-only-all = 所有分区
partitions-only-offline = 没有 leader 的
partitions-only-min-isr = 低于最小 ISR 的
partitions-only-under = 副本不足的
partitions-only-not-preferred = 不由首选副本领导的
partitions-leaders = 每个 broker 的 leader 数
partitions-none = 没有匹配的分区。
partitions-was = 原为 { $n }
partitions-choose = 显示 { $partition }
partitions-table = 以表格显示
partitions-range = 第 { NUMBER($from) }–{ NUMBER($to) } 个，共 { NUMBER($n) } 个
partitions-earlier = 前面的分区
partitions-later = 后面的分区
partitions-drawn = 分区 { $from } 到 { $to }，{ $n } 个 broker；下面的表格内容相同。
column-partition = 分区
column-leader = Leader
column-replicas = 副本
column-isr = ISR
column-broker = Broker
state-leader = leader
state-in-sync = 在 ISR 中
state-out-of-sync = 不在 ISR 中
state-offline = 离线
state-offline-in-isr = 离线，仍在 ISR 中
state-preferred = 首选副本
state-elected = 刚刚当选
cell-name = broker { $broker } 上的 { $partition }：{ $state }

totals-partitions = { $n ->
   *[other] 个分区
 }
totals-offline = 没有 leader
totals-min-isr = 低于最小 ISR
totals-under = 副本不足
totals-not-preferred = 不由首选副本领导
totals-moved = { $n ->
   *[other] 个 leader 在这一步移动
 }

controller-title = Controller
controller-stored-zookeeper = ZooKeeper，改动的键加下划线
controller-stored-kraft = 元数据日志，改动的字段加下划线
controller-brokers = 存活的 broker
controller-applied = broker { $broker } 到 { $offset }
controller-applied-all = 所有 broker 都已应用
controller-end = 元数据日志到 { $offset } 为止

balance-title = leader 均衡
balance-hint = 柱：现有 leader 数；线：首选副本数
balance-summary = 每个 broker 的 leader 数：{ $list }。
balance-item = broker { $broker } 领导 { $leaders } 个，首选 { $preferred } 个

ledger-written = 条已写入
ledger-committed = 条已提交
ledger-acknowledged = 条已确认但未提交
ledger-lost = 条丢失
ledger-duplicated = 条重复
ledger-holds = 至此没有违反任何不变式
ledger-broken = { $n ->
   *[other] 违反了 { $n } 个不变式：{ $ids }
 }
violation-since = { $id }，自事件 { $step } 起
violation-allowed = 允许它发生的是：{ $what }
violation-ours = 没有什么允许这样：是 Tidemark 的错误
allowance-truncate = 截断到 HW
allowance-end-offset = 2.0 之前的 epoch 答复
allowance-no-fencing = Fetch 不带 leader epoch
allowance-unclean = unclean 选举
allowance-record-loss = 记录丢失
allowance-weak-acks = acks 低于 all
allowance-by-hand = 手动步骤

edit = 编辑
group = 消费者组
group-title = 消费者组在哪里？
group-name = group.id
group-find = 查找
group-partition = `{ $group }` 在 `__consumer_offsets-{ $partition }`。
group-broker = 它的 coordinator 是 broker { $broker }。
group-no-broker = 该分区现在没有 leader：这个组没有 coordinator。
group-no-topic = 这个拓扑里没有 __consumer_offsets。

working = 正在运行：事件 { NUMBER($step) }，{ $time }
cancel = 取消

learn-title = 场景
learn-hint = 每个场景都是真实规则的一次运行。打开、逐步查看、改动它。

view-lanes = 泳道
view-spacetime = 时空图
view-hint = 画法
why-hint = 为什么是这个值？

# Ways out of the room.

take = 带走
present = 演示
compare = 比较
