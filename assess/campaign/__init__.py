"""Use cases of a campaign: short functions that take a session, read, decide with the core, and write.

::

    setup/      create a campaign, its settings and texts, open, pause and close it
    access/     links into it, who arrives by them, and whether they take part
    judging/    hand out assignments, save answers, finish, take back, open the next round
    people/     comments, and who gets no more work
    export/     what leaves it: preferences, qrels, the log, a release
"""
