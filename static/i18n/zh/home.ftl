# 首页。

home-title-see = 看 Kafka 怎样工作。
home-title-break = 弄坏它，弄明白为什么。
home-lead = 用 Kafka 自己的规则和文件格式做的模拟器。前进、后退，让一个 broker 宕机，扣住一条消息，看哪些记录留了下来。
home-start = 让 leader 宕机
home-start-length = 大约 { $minutes ->
   *[other] { $minutes } 分钟
 }
home-picture = 同一份日志的三个副本。高水位即偏移量 { $hw } 左边的记录三个副本上都有；右边的尾部还不安全。
home-picture-water = 每个同步副本上都有
home-picture-hw = 高水位 { $hw }
home-question = 或者从一个问题开始
home-all-scenarios = 全部 { $n } 个场景
home-own = 或者用你自己的集群
home-paste = 粘贴 Kafka 工具的输出
home-paste-example = Topic: first  PartitionCount: 16  ReplicationFactor: 3
home-choose-file = 选择文件…
home-read = 读入
home-own-hint = 粘贴 `--describe` 的输出或重分配文件。任何内容都不会离开这个页面。
home-question-leo = LEO 与 HW 有什么区别，各在何时移动？
home-question-lost = 已提交的记录怎么会丢失？
home-question-diverged = 两个副本怎么会在 HW 之前不同？
home-question-min-isr = min.insync.replicas 保护什么？

# A paste on its way in.

import-title = 读到的内容
import-reading = 正在读取……
