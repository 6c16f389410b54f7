"""Use cases of a campaign: short functions that take a session, read, decide with the core, and write.

::

    settings    the typed settings of a campaign; read this first
    setup/      create a campaign, change its texts, open, pause and close it
    access/     links into it, who arrives by them, and whether they take part
    judging/    hand out assignments, save answers, finish, reclaim, open the next round
    people/     who judges and how well, and excluding assessors
    inbox/      comments and flags of assessors, and the answers to them
    export/     preferences, qrels, the log, a release
    status      counts of a campaign
"""
