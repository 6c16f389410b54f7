"""Recruiting: put a campaign on offer to a crowd, collect the submissions, pay people, stay within the budget.

::

    launch ─► HITs ─► Crowd.publish            SubmissionSource.submissions ─► submissions ─► ledger ─► Crowd.approve
               ▲   hit_supply: as many as there is work         │
               └──────────────── sync, pass after pass ─────────┘

Its public face: `launch` (plan, bill, launch a campaign, get its `Recruiter`), `sync` (one pass; stop),
`panel.reconciliation` (a panel's export), and in `accounting` the money: books, budget, bonuses, compensation, status.

Read `crowd` first (what a crowd must do), then `offer` (the terms), `launch`, `sync` and what it calls in this order:
`submissions`, `platform_exclusions`, `hit_supply`, `pending_calls`; then `accounting`. `mturk` implements `Crowd` with
boto3. `panel` knows people who come by a link and are paid on the panel's own pages: its export is a
`SubmissionSource` only.

Another platform with an API goes beside `mturk`: a class that implements `Crowd`, made by `launch.crowd_of` for its
launches. It also needs its name in `Platform` (a migration: the table checks it), its parameters in
`assess.campaign.access.platform_parameters.PRESETS`, and its fees in `assess.pay`, instead of Mechanical Turk's, in
`offer`, `accounting.bonuses` and `accounting.compensation`. `store.launches.crowd_launch` must then find its launches
too.
"""
