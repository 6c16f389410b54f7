"""Judging, in the order it happens.

::

    handing_out ─► (assignment_view shows it) ─► answers ─► finishing ─► rounds
                                                    │           └─ completion_codes, return addresses
                                                    └─ leases: unfinished work is reclaimed

Callers use `hand_out`, `read_assignment`, `save`, `finish` and `release`. `handing_out` says how much work somebody
gets, `refusals` why they get none. `training`, `grading` and `example` provide the other kinds of tasks.
"""
