# 两次运行并排比较。

compare-empty = 两次运行共用一个时钟：相同之处标为相同，并找出第一个不同的步骤。
compare-example = 例如：{ $title }
compare-open-example = 打开这个比较
compare-presets = 值得比较
compare-own = 选择两次运行
compare-left = 左
compare-right = 右
compare-run = 运行
compare-change = 改动
compare-change-none = 不改动
compare-value = 值
compare-start = 比较
compare-other = 比较别的
compare-branches = 本次会话
compare-catalogue = 场景目录
compare-same = 两边是同一次运行。请改一个设置，或选择另一次运行。
compare-working = 正在运行两边：{ NUMBER($done) } / { NUMBER($of) } ms。
compare-loading = 正在加载两次运行。
compare-stopped = 已停止，没有比较任何内容。
compare-not-loaded = 有一个场景无法加载。
compare-nothing-open = 没有打开的运行可供比较。请先在集群房间打开一个，或从场景目录中选择。
compare-no-branch = { $side }：会话中没有这个分支。
compare-no-scenario = { $side }：场景第 { $line } 行无法读取。
compare-bad-value = { $side }：该设置不能取这个值。
compare-bad-bounds = { $side }：值必须在 { NUMBER($min) } 与 { NUMBER($max) } 之间。

compare-truncation = 同一次崩溃，两种协议
compare-truncation-why = 两个 broker 同时断电。一种协议让日志永远不同，另一种让它们重新一致。
compare-truncation-left = 截断到高水位
compare-truncation-right = Leader epoch
compare-acks = 同一次崩溃，两种承诺
compare-acks-why = 在任何 follower 拉取记录之前，leader 就崩溃了。producer 得到了什么答复？
compare-acks-left = acks=1
compare-acks-right = acks=all
compare-min-isr = 同一次磁盘丢失，两个下限
compare-min-isr-why = ISR 缩小到只剩 leader，而 leader 丢失了磁盘。
compare-min-isr-left = min.insync.replicas=1
compare-min-isr-right = min.insync.replicas=2
compare-unclean = 同一次故障，两种选举
compare-unclean-why = 整个 ISR 都不在了。是立刻要一个缺记录的 leader，还是等完整的副本回来？
compare-unclean-left = 允许 unclean 选举
compare-unclean-right = 只允许 clean 选举
compare-metadata = 同一次崩溃，两种 controller
compare-metadata-why = 多久才能发现 leader 崩溃：ZooKeeper 会话，还是 KRaft 的心跳？
compare-metadata-left = ZooKeeper
compare-metadata-right = KRaft

compare-title = { $left } 与 { $right }
compare-side-scenario = 版本 { $release }；场景 { $id }
compare-side-session = 版本 { $release }；本次会话
compare-main = 主线
compare-fork = 分支 { $number }
compare-partition = 分区
compare-same-seed = 种子相同
compare-same-commands = 命令相同
compare-cut-off = 每边只比较前 { NUMBER($n) } 个事件
compare-settings-differ = 设置不同
compare-setting = { $name }：{ $left } | { $right }

compare-place = 第 { $step } 步，共 { $total } 步
compare-both-lanes = 两次运行
compare-difference = 第 { $number } 处不同，共 { $total } 处
compare-mark-equal = 相同
compare-mark-again = 重新相同
compare-mark-first = 第一处不同
compare-mark-before = 与之前同样不同
compare-mark-none = 这两次运行没有不同

compare-headline-start = 两次运行从相同的状态开始。
compare-headline-equal = 两次运行做同样的事：{ $what }
compare-headline-again = 两次运行又处于相同的状态。
compare-headline-first = 两次运行在这里分开：{ $what }
compare-headline-first-start = 两次运行从一开始就不同。
compare-headline-different = 不同之处有变化：{ $what }
compare-headline-as-before = 不同之处没有变化：{ $what }
compare-sentence-left = **左：**{ $what }
compare-sentence-right = **右：**{ $what }
compare-sentence-none-left = **左：**这里没有这个步骤。
compare-sentence-none-right = **右：**这里没有这个步骤。
compare-what-differs = **现在的不同：**{ $what }
compare-differs-leader = leader
compare-differs-epoch = leader epoch
compare-differs-isr = ISR
compare-differs-roles = 副本的角色
compare-differs-offsets = LEO 或 HW
compare-differs-records = 记录
compare-differs-books = 已确认、已提交或丢失的记录
compare-differs-invariants = 被违反的不变式
compare-differs-elsewhere = 其他分区
compare-rule = 规则
compare-rule-left = 左边规则
compare-rule-right = 右边规则
compare-broken = 违反
compare-broken-left = **{ $id }** 左边，自 { $since } 起：{ $promise }
compare-broken-right = **{ $id }** 右边，自 { $since } 起：{ $promise }
compare-broken-both = **{ $id }** 两边都违反：{ $promise }
compare-mended-left = { $id } 在左边自 { $since } 起重新成立。
compare-mended-right = { $id } 在右边自 { $since } 起重新成立。
compare-blame = #{ $step } { $what }
compare-blame-left = 左
compare-blame-right = 右
compare-lost-both = **两边都没能保住：**{ $values }。{ $n ->
   *[other] 它已被确认，但两次运行都丢失了它。
 }
compare-no-difference = **没有不同。**两次运行从第一步到最后一步都相同。

compare-verdict-diverged = **偏移量 { $offset } 处，{ $records }，都在 HW 之下。**consumer 得到的答复取决于由哪个 broker 领导。
compare-record-on = broker { $broker } 存的是 { $value }
compare-verdict-broken-until = **{ $id } 被违反，**自事件 { $since } 起，到事件 { $until } 重新成立。
compare-verdict-broken-on = **{ $id } 被违反，**自事件 { $since } 起，本次运行后面没有事件能修复它。
compare-verdict-lost = **丢失：{ $values }。**{ $n ->
   *[other] 已被确认，但 leader 的日志中没有。
 }
compare-verdict-no-leader = **没有 broker 领导。**在选出 leader 之前，不能写也不能读。
compare-verdict-under-min = **ISR 只有 { $isr } 个成员，需要 { $min } 个。**acks=all 的写入会被拒绝。
compare-verdict-not-committed = **已确认但未提交：{ $values }。**{ $n ->
   *[other] leader 一旦崩溃仍可能丢失。
 }
compare-verdict-duplicated = **在日志中出现两次：{ $values }。**
compare-verdict-cut-hw = **broker { $broker } 截断 { $from } → { $to }：**截到自己的 HW。
compare-verdict-cut-epoch = **broker { $broker } 截断 { $from } → { $to }：**截到 leader 所说的 epoch 结束处。
compare-verdict-cut-fetch = **broker { $broker } 用自己最后的 epoch 询问，得知它在哪里结束。**于是截断 { $from } → { $to }。
compare-verdict-cut-range = **broker { $broker } 截断 { $from } → { $to }：**leader 的日志到那里为止。
compare-verdict-cut-start = **broker { $broker } 截断 { $from } → { $to }：**leader 的日志从它的末尾之后才开始。
compare-verdict-mended = **{ $id } 重新成立，**自事件 { $step } 起。
compare-verdict-holds = **没有违反任何不变式，**已确认的记录都在。
compare-verdict-nothing-else = **除了两边都无法避免的，**没有别的问题。

compare-table = 逐步对照
compare-same-rows = { $n ->
    [0] 从一开始就不同
    [1] 只有初始时刻相同
   *[other] 步骤 0–{ $last } 相同
 }
compare-all-same = 所有步骤都相同
compare-table-name = 两次运行逐步对照
compare-column-step = 步骤
compare-column-equal = 是否相同
compare-column-isr = ISR
compare-column-unit = LEO/HW
compare-earlier = 更早的步骤
compare-later = 更晚的步骤
compare-sign-equal = =
compare-sign-again = = 又相同
compare-sign-first = ≠ 首处
compare-sign-different = ≠
compare-sign-records = ≠ 记录
compare-sign-books = ≠ 账目
compare-sign-elsewhere = ≠ 别处
compare-only-left = 仅左边
compare-only-right = 仅右边
compare-go-to = 步骤 { $step }：{ $what }
compare-start-row = 初始时刻
compare-events = 事件
compare-events-count = { $n ->
   *[other] 两次运行共 { NUMBER($n) } 个
 }
compare-first-difference = 第一处不同
compare-next-difference = 下一处不同（N）
compare-previous-difference = 上一处不同（P）
compare-scrubber = 两次运行的时间线
compare-run-as-one = 左右两边到步骤 { $step } 为止完全一样
compare-lane-equal = = 两侧相同
