"""Simulated assessors and campaigns: what a campaign will take and how good its result is, before it starts. Pure.

Read `assessors` (how well people tell two items apart), `trial` (one simulated campaign), `summary` (many of them),
then `plan` (judgments, HITs, hours, cost; or what a budget buys). `quality` and `systems` compare a result with the
truth; `text_worker` judges texts as a person at the page would.
"""
