"""Exports of a campaign: `preferences`, `qrels`, `log`, and `release` (all of them in a zip archive, anonymous).

The same campaign always gives the same bytes.
"""
