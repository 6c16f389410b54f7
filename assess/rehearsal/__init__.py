"""A rehearsal: the real marketplace and the real judging app, simulated people, and a clock that waits for nobody.

::

    stage (one clock, one event after the other)
      ├─ people   look for HITs, accept, judge in the frame's app, submit, return, vanish     ─► HTTP
      └─ passes   assess sync, every two minutes of the stage's time                          ─► HTTP, ledger
"""
