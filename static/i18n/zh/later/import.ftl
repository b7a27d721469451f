# 读入粘贴的文本。

import-nothing = 这段文本里没有能读懂的内容。
import-understood = { $partitions ->
   *[other] { NUMBER($partitions) } 个分区
 }，{ $topics ->
   *[other] { NUMBER($topics) } 个主题
 }，{ $brokers ->
   *[other] { NUMBER($brokers) } 个 broker
 }。
import-offline = 有 { NUMBER($n) } 个分区没有 leader。
import-too-large = Tidemark 最多模拟 100 个 broker 和 10 000 个分区。
import-assumed = 假定的值
import-assumed-hint = 文本没有说明这些，图中用斜线标出。
import-complaints = 有 { NUMBER($n) } 处读不懂或不寻常
import-more = 另有 { NUMBER($n) } 处
import-use = 使用已读到的内容
import-line = 第 { $line } 行：{ $what }

assume-count = { $what }（{ NUMBER($n) } 处）
assume-brokers-from-lists = 没有分区的 broker 不在其中：文本没有列出。
assume-hosts-unknown = 所有 broker 在同一处：文本没有机架信息。
assume-controller-unknown = controller 是谁、用 ZooKeeper 还是 KRaft：按 3.9 版处理。
assume-epochs-unknown = 所有 leader epoch 从 0 开始。
assume-offsets-unknown = 所有日志为空：文本没有偏移量。
assume-broker-alive = broker { $broker } 存活：它在某处领导或同步。
assume-broker-down = broker { $broker } 已停机：它不领导，也不在任何 ISR 中。
assume-broker-not-mentioned = broker { $broker } 存活：文本没有说明。
assume-min-isr-unknown = min.insync.replicas 为 1。
assume-unclean-unknown = unclean.leader.election.enable 为 false。
assume-count-from-rows = 主题的分区就是见到的那些：没有标题行。
assume-factor-from-rows = 副本数取见到的第一个分区。
assume-partitions-absent = 没有对应行的分区被略去。
assume-other-section = 有主题是在另一时刻打印的。
assume-elr-unknown = 没有 ELR。
assume-isr-unknown = 分区 { $partition } 的 ISR 是它的全部副本。
assume-leader-unknown = 分区 { $partition } 的 leader 是 ISR 中的第一个。
assume-replica-offline = broker { $broker } 存活，但它的分区 { $partition } 副本离线。

reason-unrecognised-line = 不是已知的格式
reason-other-tool = 这是 { $tool } 的输出，不读取
reason-short-row = 缺少 { $field }；该行略去
reason-cut-line = 该行过早结束；略去
reason-cut-list = { $field } 以逗号结尾；保留之前的 id
reason-cut-config = 文本在“{ $token }”中间结束
reason-bad-partition = “{ $token }”不是分区号；该行略去
reason-bad-topic = “{ $token }”不能作主题名；该行略去
reason-bad-number = “{ $token }”不是 { $field } 的数字；该行略去
reason-bad-broker = { $field } 中的“{ $token }”不是 broker id；该行略去
reason-bad-topic-id = “{ $token }”不是主题 id
reason-bad-config = “{ $token }”不是 name=value
reason-row-count = { $topic } 应有 { $expected } 个分区，见到 { $found } 个
reason-beyond-count = 分区 { $partition } 超出主题的分区数 { $count }
reason-isr-not-replica = { $broker } 在 ISR 中，却不是副本
reason-leader-not-replica = { $broker } 在领导，却不是副本
reason-leader-not-in-isr = { $broker } 在领导，却不在 ISR 中
reason-duplicate-replica = broker { $broker } 在一个列表中出现两次
reason-duplicate-partition = { $topic }-{ $partition } 再次出现；以后者为准
reason-no-header = { $topic } 没有标题行
reason-joined-lines = 由 { $lines } 行拼成
reason-trailing-text = 从“{ $token }”起忽略
reason-error-line = 工具出错：{ $text }
reason-truncated-json = JSON 没有结束；保留完整的条目
reason-repaired-json = 不是标准的 JSON，已照样读取
reason-unrecognised-json = 不认识的 JSON
reason-bad-json = JSON 在“{ $found }”处出错
reason-bad-value = “{ $token }”不是 { $field } 的值
reason-log-dirs-length = { $replicas } 个副本却有 { $logdirs } 个 log_dirs
