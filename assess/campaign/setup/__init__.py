"""Set up a campaign and run it.

Read `sources` (what the organiser provides), `create`, `briefing` (texts and training), `lifecycle` (open, pause,
close), `recruiting_links`, and `copy` (a copy for a rehearsal).
"""
