# 每个房间外面的框架。

page-title = Tidemark
page-title-room = Tidemark · { $room }
skip-to-stage = 跳到主图
home-link = Tidemark，首页
rooms = 房间
room-cluster = 集群
room-learn = 学习
room-log = 日志
switch-language = 语言：简体中文。切换到 English
theme-switch = 浅色或深色
theme-is-light = 浅色。切换到深色
theme-is-dark = 深色。切换到浅色
help = 帮助
help-hint = 帮助（?）
close = 关闭

save = 保存
save-hint = 把这次运行存成文件

transport = 播放控制
to-start = 到开头（Home）
step-back = 后退一步（←）
play = 播放（空格）
pause = 暂停（空格）
step-forward = 前进一步（→）
to-end = 到结尾（End）
speed = 速度
speed-times = { $factor }×
place = 第 { $step } 个事件，共 { $total } 个
scrubber = 时间线
scrubber-value = 第 { $step } 个事件，共 { $total } 个，{ $time }
scrubber-ticks = 此处有 { NUMBER($n) } 个事件
next-election = 下一次选举
next-hw-move = 下一次 HW 移动
next-violation = 下一次违反
no-further-election = 本次运行中不再有选举。
no-further-hw-move = 本次运行中 HW 不再移动。
no-violation = 本次运行没有违反任何不变式。
branches-shown = 分支：{ $name }
branch-main = 主线
branch-main-facts = { $n ->
   *[other] { NUMBER($n) } 个事件；最后：{ $last }
 }
branch-facts = { $n ->
    [0] 从事件 { $step } 分出，之后没有事件
   *[other] 从事件 { $step } 分出，{ NUMBER($n) } 个事件；最后：{ $last }
 }
branch-compare = 比较…
branch-rename = 重命名 { $name }
branch-name = 分支的名称
branch-name-keep = 重命名
branch-delete = 删除 { $name }
branches-deleted = { $n ->
    [1] 分支已删除。
   *[other] 已删除 { $n } 个分支。
 }
undo = 撤销

explain = 解释
explain-event = 事件 { $step }
explain-rule = 规则
explain-setting = 配置
explain-cause = 起因
explain-nothing-yet = 还没有发生任何事。
explain-start = 前进一步，看第一个事件是什么。
explain-start-idle = 一切同步。点击 broker 的名字让它崩溃，或发送记录。
events = 事件
events-count = 共 { NUMBER($n) } 个，定时器已折叠
events-count-all = 共 { NUMBER($n) } 个
events-filter = 筛选
events-search = 搜索事件
events-search-none = 没有匹配的事件。
events-kind-you = 你
events-kind-replication = 复制
events-kind-client = 客户端
events-kind-control = 控制
events-kind-timer = 定时器
events-kind-violation = 违反

help-title = 帮助
help-keys = 按键
help-about = Tidemark 就在这个页面里，用 Kafka 自己的文件格式运行 Kafka 自己的规则。不上传任何东西。
help-reading = 怎样读一条泳道
key-space = 空格
key-left = ←
key-right = →
key-home = Home
key-end = End
key-question = ?
does-play = 播放或暂停
does-back = 后退一步
does-forward = 前进一步
does-start = 到开头
does-end = 到结尾
does-drop = 丢弃选中的消息
does-hold = 扣住或放行它
does-delay = 延迟它
does-duplicate = 让它到达两次
does-deliver = 让它立即送达
does-help = 打开帮助

loading-engine = 正在加载引擎
engine-restarted = 引擎在事件 { $step } 停止，已在原处重新启动。你的运行没有丢失。
engine-failed = Tidemark 在事件 { $step } 出了错。你的运行没有丢失。
page-failed = Tidemark 出了错。你的运行没有丢失。
reload = 重新加载
storage-full = 浏览器的存储空间已满，会话没有保存。
events-kind = 事件种类
events-kind-all = 所有种类
events-kind-high-watermark = HW 移动
events-show-timers = 定时器
events-only-partition = 只看此分区

help-hw = 高水位：它左边的记录每个同步副本上都有，只要其中之一仍在领导就不会丢失。
help-leo = 日志结束偏移量：该副本的下一条记录写在这里。
help-committed = 已提交：在 HW 之前，在水面之下。
help-written = 已写入，在 HW 之后：仍可能丢失。
help-cut = 即将被截断。

refused = 在这一步不能这样做。
refused-main-branch = 主线不能删除。
refused-unknown = 这里没有这个 broker 或分区。
refused-not-running = 这个 broker 没有运行。
refused-running = 这个 broker 已在运行。
refused-not-paused = 这个 broker 没有暂停。
refused-not-by-hand = 这个命令只用于手动推进的场景。
refused-nothing-to-undo = 这里没有可撤销的操作。
refused-kafka = Kafka 拒绝：{ $error }
refused-too-large = 超出了保存的运行所能容纳的大小。
scenario-wrong = { $n ->
    [1] 场景有一处错误，在第 { $line } 行第 { $column } 列。
   *[other] 场景有 { $n } 处错误，第一处在第 { $line } 行第 { $column } 列。
 }
file-not-read = { $name } 不能作为文本读取。
file-too-large = { $name } 超过了可读取的 { $n } MB。
part-not-loaded = 页面的一部分无法加载。请检查网络连接后重试。

share = 分享
share-hint = 以链接分享此运行
share-title = 分享此运行
share-copied = 链接已复制到剪贴板。
share-copy = 请复制此链接：
share-link = 链接
share-holds = { $n ->
    [1] 链接以文本形式包含整个运行，打开后停在事件 { $step }。
   *[other] 链接以文本形式包含整个运行及其 { $n } 个分支，打开后停在事件 { $step }。
 }Tidemark 不会把它发送到任何地方；拿到链接的人可以读到全部内容。
share-too-long = 此运行太长，放不进链接：链接最多容纳 8 KB。请保存为文件，拖放到页面上即可打开。
share-file = 保存为文件
drop-hint = 松开即可打开文件

link-too-long = 此链接太长：共 { NUMBER($n) } 个字符，最多只读取 { NUMBER($max) } 个。
link-foreign = 这不是 Tidemark 的链接。
link-other-format = 此链接的格式版本为 { $found }，此页面只能读取版本 { $known }。
link-damaged = 此链接已损坏：有一部分缺失，或在传递中被改动。
link-damaged-at = 此链接在第 { $position } 个字符处损坏。
link-opened = 这是链接中的运行。你自己的运行已保留。
link-other-rules-same = 此链接基于规则版本 { $found }，此页面为版本 { $known }。到此为止两者的运行相同。
link-other-rules = 此链接基于规则版本 { $found }，此页面为版本 { $known }，运行结果不同：到此为止发生的事情与发送者看到的不一样。
link-differs = 此页面算出的运行与链接所记录的不同：到此为止发生的事情与发送者看到的不一样。
link-not-kept = 没有打开链接：浏览器没有空间保留你自己的运行。请先保存它，再在新窗口中打开链接。
link-back = 返回我的运行
