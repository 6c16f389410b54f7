"""The live page: a leaderboard that changes while people judge.

Read `access` (who may see which campaign), `views` (the page and its data), `board_cache` (the data, computed once for
all viewers), then `manage` (what only the organiser may change). `pages` fills the templates.
"""
