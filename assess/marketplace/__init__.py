"""The local Mechanical Turk: the requester's calls over the wire, pages for workers, a clock that can be moved.

It stands for somebody else's server, so it shares nothing with the rest of the toolkit but errors and assets.

::

    boto3, AWS CLI ─► wire ─► schema, limits ─► operations ─┐
                                                            ├─► hits, assignments, money ─► tables
    browser, client ─► site (worker's pages) ───────────────┘         ▲
                                          clock ─► passing (deadlines, expiry, auto-approval)
"""
