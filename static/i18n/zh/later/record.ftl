# 跟踪一条记录，经过所有副本和分支。

record-follow-one = 跟踪一条记录
record-branch = 分支 { $id }
record-title = { $value }：从发送开始
record-close = 返回说明 (Esc)
record-loading = 正在跟踪记录……
record-none = 没有这条记录。
record-branch-main = main
record-branch-left = 在事件 { $step } 之后离开上级分支
record-copies = 它在 { $places }。
record-no-copies = 没有日志存有它。
record-duplicated = 它在那里不止一份。
record-place = broker { $broker } 的 { $offset } 处
record-left-out = 另有 { $n } 个事件未列出。
record-fate-not-sent = 此分支中没有发送。
record-fate-not-stored = 没有日志存有它，也没有人被告知已存储。
record-fate-written = 已写入，未提交。
record-fate-acknowledged = 已确认，未提交。
record-fate-committed = 已提交。
record-fate-undecided = 没有 leader：由下一个 leader 决定。
record-fate-deleted = 已删除：位于日志起点之前。
record-fate-lost = 丢失：它已被确认或提交，而 leader 没有它。
record-there = 它在：broker { $broker }，偏移量 { $offset }
record-sent = producer 发送它
record-appended = broker { $broker } 将它追加到 { $offset }
record-copied = broker { $broker } 从 { $leader } 复制它
record-committed = 已提交：broker { $broker } 的 HW 越过它
record-readable = 在 broker { $broker } 上也可读
record-acked = 以 acks={ $acks } 得到确认
record-failed = 它的 producer 收到 { $error }
record-recognised = 再次发送：broker { $broker } 认出了它
record-read = consumer 从 broker { $broker } 读到它
record-cut-off = broker { $broker } 截掉它
record-vanished = broker { $broker } 随页缓存或磁盘丢失了它
record-deleted = 在 broker { $broker } 上被删除
record-leader-lacks = broker { $broker } 领导 epoch { $epoch }，却没有它
