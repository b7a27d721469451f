# The run for a room full of people.

present-place = Event { $step } of { $steps } · { $time }
present-keys = Page Down and Page Up step, Esc ends
present-edit = Write a caption
present-leave = Back to the room
present-hint = What is to be read here, from this event on until the next caption. Empty: nothing.
present-keep = Keep it
