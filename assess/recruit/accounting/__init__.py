"""The only home of stored money. Its arithmetic without a database is in `assess.pay`.

Read `ledger` (an entry before each call that creates or pays), `books` (spent, reserved, left), `budget` (what may
be promised); then `debts`, `compensation`, `bonuses` (money beyond the reward), `statements` and `crowd_status`
(what the organiser sees).
"""
