"""A local Mechanical Turk, for rehearsals and for in-house crowds.

It has the requester API, which boto3 and the AWS CLI can use, pages for workers, and a clock that can be moved. It
stands for somebody else's server, so it shares little with the rest of the toolkit: database, errors and assets.

::

    boto3, AWS CLI ─► api (wire ─► schema, limits ─► operations) ─┐
                                                                  ├─► domain, people ─► tables
    browser, worker_client ─► site (worker's pages) ──────────────┘         ▲
                                            clock ─► domain.deadlines (abandon, expire, approve, dispose)

Read in this order:

1. ``market``, ``tables``, ``store``, ``clock``: one marketplace, its tables, transactions and time;
2. ``domain``: HITs, assignments and money; ``people``: requesters, workers and qualifications;
3. ``api``: the calls of requesters; ``site``: the pages of workers; ``notifications``: messages about events;
4. ``faults``: deliberate misbehaviour for rehearsals; ``admin``: calls that control a rehearsal;
5. ``app``, ``server``: the web application and its server; ``worker_client``: a worker as a program.
"""
