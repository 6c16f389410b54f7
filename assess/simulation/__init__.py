"""Simulate assessors and campaigns: estimate cost and quality before a campaign starts. Pure functions.

Read `assessors` (how well people distinguish two items), `trial` (one simulated campaign), `summary` (many of them),
then `plan` (judgments, HITs, hours, cost; or what a budget buys) and `power` (which difference between systems it
detects). `quality` and `systems` compare a result with the truth. `text_worker` judges the texts on a page, for
rehearsals. `clicks` has users who click on interleaved lists.
"""
