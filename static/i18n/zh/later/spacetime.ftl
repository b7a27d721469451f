# 时空图：broker、客户端、controller 为线，消息为箭头。

st-title = { $partition } 的时空图
st-zoom-in = 放大 (+)
st-zoom-out = 缩小 (−)
st-fit = 整次运行
st-kinds = 消息
st-kind-replication = 复制
st-kind-client = 客户端
st-kind-control = controller
st-processes = 进程
st-hide = 隐藏 { $name }
st-show = 显示 { $name }
st-summary = { $partition } 的事件 { $first } 至 { $last }
st-left-out = 未显示：之前的 { $before } 个事件，之后的 { $after } 个事件。
st-left-out-others = 其间另有 { $others } 个属于其他分区或类别的事件未显示。
st-by-hand = 手动驱动：一次 fetch、它的响应以及由此产生的变化是同一个事件。间距只表示顺序，不表示时间。
st-shortened = 较长的停顿画得较短。
st-loading = 正在查看这次运行……
st-nothing = 这里还没有发生任何事。

st-client = 客户端
st-role-client = 发送方
st-role-leader = leader，epoch { $epoch }
st-role-follower = follower
st-role-out = 不在 ISR 中
st-role-down = 已停止
st-role-controller = 整个集群一个

st-fetch = Fetch，从 { $offset } 起
st-answer = { $n ->
    [0] 无记录
   *[other] { $n } 条记录
 }，HW { $hw }
st-answer-diverging = 日志分歧：epoch { $epoch } 止于 { $offset }
st-produce = Produce { $n } 条记录
st-stored = 已存于 { $offset }
st-epoch-asked = epoch { $epoch } 止于何处？
st-epoch-answer = epoch { $epoch } 止于 { $offset }

st-leo = LEO { $to }
st-remote-leo = LEO[{ $broker }] = { $to }
st-hw = HW { $from } → { $to }
st-cut = 截断 { $from } → { $to }
st-lost = 丢失 { $from } → { $to }
st-leads = 领导 epoch { $epoch }
st-follows = 跟随 { $leader }
st-follows-nobody = 没有 leader
st-isr = ISR { $isr }
st-leader = leader { $leader }，epoch { $epoch }
st-no-leader = 没有 leader，epoch { $epoch }
st-isr-asked = 请求 ISR { $isr }
st-acknowledged = 确认 { $values }
st-failed = { $error }
st-down = 停止
st-starts = 启动
st-fenced = 隔离 { $broker }
st-unfenced = 解除隔离 { $broker }
st-opened = 打开日志，HW { $hw }
st-start = 日志起点 { $to }
st-refused = 拒绝：{ $error }

st-message = { $name }，{ $from } → { $to }：{ $what }。{ $sent } 发出，{ $arrived } 到达，历时 { $delay }。
st-message-lost = { $name }，{ $from } → { $to }：{ $what }。{ $sent } 发出，{ $lost } 丢失。
st-message-never = { $name }，{ $from } → { $to }：{ $what }。{ $sent } 发出，永不到达。
st-message-flight = { $name }，{ $from } → { $to }：{ $what }。{ $sent } 发出，将于 { $arrives } 到达。
st-message-held = { $name }，{ $from } → { $to }：{ $what }。{ $sent } 发出，停在途中。
st-message-hand = { $name }，{ $from } → { $to }：{ $what }。属于事件 { $step }。
st-event = 事件 { $step }，{ $time }：{ $what }
st-wait = { $broker } 的 fetch 等待 { $time }
st-wait-open = { $broker } 的 fetch 在等待
st-wait-again = { $broker } 的 fetch 等待并重新请求 { $n } 次：没有新内容
st-away-down = { $broker } 已停止
st-away-starting = { $broker } 正在启动
st-away-paused = { $broker } 停顿
st-away-fenced = { $broker } 被视为失效

st-legend-trigger = 触发链：每一步都在等前一步
st-legend-needed = 也需要，但早已具备
st-legend-led-to = 由此产生
st-legend-none = 与此无关
st-legend-wait = fetch 在 leader 处等待
st-legend-replication = 复制
st-legend-client = 客户端
st-legend-control = controller

st-table = 同样内容的表格
st-table-event = 事件
st-table-sent = 发出
st-table-time = 发生
st-table-from = 来自
st-table-to = 位置
st-table-what = 内容
st-table-changes = 变化

st-lens = 只看
st-lens-all = 所有 broker
st-through-lens = 只显示事件列表筛选后的内容。
