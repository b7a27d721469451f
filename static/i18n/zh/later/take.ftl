# 读者可以带走的东西。

take-title = { $partition }，事件 { $step } 之后
take-picture = 图
take-diagram = 当前显示的时空图
take-sequence = 前后事件的时序图
take-table = 副本状态
take-svg = 存为 SVG
take-png = 存为 PNG
take-mermaid = 存为 Mermaid
take-csv = 存为 CSV
take-markdown = 存为 Markdown
take-copy = 复制
take-copied = 已复制。
take-not-copied = 浏览器不允许页面复制：请自行选中文本并复制。
