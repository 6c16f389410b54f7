"""Handing out work: what somebody who asks gets.

`hand_out` is the way in: the assignment that somebody holds, or a new one, or the reason why there is none. `terms`
says how many pairings and challenges one person gets, and for how long; `next_tasks` which ones, and `challenge_tasks`
which of them give way to challenges; `graded_items` reads the items that challenges are drawn from.
"""
