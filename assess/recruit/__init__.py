"""Recruiting: a campaign on offer to a crowd, its work collected, its people paid, within its budget.

::

    launch ─► HITs ─► crowd.publish                 crowd.submissions ─► review ─► ledger ─► crowd.pay
                ▲  supply: as many as there is work            │
                └───────────── sync, pass after pass ──────────┘
"""
