"""Exports of a campaign: `preferences`, `qrels`, `log`, `judgment_csv` (a row for each judgment), `chosen` (with texts,
to train on), and `release` (an anonymous archive with a `data_card`).

The same campaign always gives the same bytes.
"""
