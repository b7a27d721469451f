# 给一屋子人看的运行。

present-place = 事件 { $step } / { $steps } · { $time }
present-keys = Page Down 和 Page Up 单步，Esc 结束
present-edit = 写说明
present-leave = 返回
present-hint = 从这个事件起、到下一条说明为止要显示的文字。留空则不显示。
present-keep = 保存
