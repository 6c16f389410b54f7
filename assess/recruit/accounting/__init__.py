"""The only home of stored money. Its arithmetic without a database is in `assess.pay`.

Read `ledger` (an entry before each call that creates or pays), `books` (spent, reserved, left), `budget` (what may
be promised); then `debts`, `compensation`, `bonuses` (money beyond the reward).

What the organiser sees: `summaries` (`campaign_money`: every launch and panel, and their total), `crowd_status` (that,
and what is on offer and to come), `statements` (by HIT, by person), `ledger_lines` (by entry).
"""
