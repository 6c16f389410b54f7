"""A rehearsal: a whole campaign, played over HTTP with real servers, simulated people and a clock that jumps.

::

    stage (one clock, one event after the other)
      ├─ people   find HITs, accept, judge in the frame's app, submit, return, vanish     ─► HTTP
      └─ passes   of assess sync, every few minutes of the stage's time                   ─► HTTP, ledger

Its public face: `cast.Script` and `cast.prepared` (servers running, campaign copied and launched), `play.play`,
`report.report` (with its `proof`); and `shift` with `client`, for simulated workers at any server, without a clock.

Read `stage`, `people` and `play` first; then `cast` (what takes part) and `proof` (what must hold at the end).
`programs` and `processes` run the marketplace, the judging app and single passes; `killing` kills them on purpose.
"""
