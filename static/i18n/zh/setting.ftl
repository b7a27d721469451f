# 配置面板。

settings = 配置
settings-release = Kafka 版本
settings-release-hint = 版本决定一整套规则和默认值，之后可以逐项更改。
settings-name = 配置项
settings-value = 值
settings-default = { $release } 的默认值
settings-changed = { $n ->
    [0] 与版本一致
   *[other] 有 { $n } 项与版本不同
 }
settings-reset = 恢复默认值
settings-kafka = Kafka 的配置
settings-rules = 版本的规则
settings-ask = { $name }：{ $value }
settings-ask-when = 从何时起？
settings-from-start = 从头重新运行
settings-from-start-hint = 命令不变，新值从第 0 步起生效。
settings-from-here = 从这里继续
settings-from-here-hint = 值在事件 { $step } 处改变。若之后已有记录，则开始一个分支。
settings-cancel = 保持 { $value }
settings-bounds = 在 { $min } 与 { $max } 之间。
settings-no-number = { $text } 不是整数。

setting-release = 版本
setting-metadata-mode = 元数据
setting-truncation = 截断方式
setting-epoch-answer = 对 epoch 询问的答复
setting-leader-epoch-fencing = Fetch 带 leader epoch
setting-strict-min-isr = ISR 低于最小值时 HW 不动
setting-shrink-bumps-leader-epoch = ISR 收缩时提高 leader epoch
setting-restart-noticed = 快速重启也算故障

value-on = 开
value-off = 关
value-zookeeper = ZooKeeper
value-kraft = KRaft
value-truncate-hw = 截断到 HW
value-truncate-epoch = 按 OffsetsForLeaderEpoch
value-truncate-fetch = 在 Fetch 时
value-end-offset = 只有结束偏移量
value-epoch-and-end = epoch 和结束偏移量

conflict-title = 没有哪个 Kafka 版本是这样搭配的
conflict-kraft-before = KRaft 自 2.8 才有。
conflict-zookeeper-since = 自 4.0 起没有 ZooKeeper。
conflict-kraft-truncation = KRaft 一直是在 Fetch 时截断。
conflict-truncation = { $release } 的截断方式不同。
conflict-epoch-answer = { $release } 对 epoch 询问的答复不同。
conflict-fencing = { $release } 处理 Fetch 中 leader epoch 的方式不同。
conflict-fetch-wait = replica.fetch.wait.max.ms 必须小于 replica.lag.time.max.ms。
conflict-heartbeat = 心跳间隔必须小于会话超时。
