"""Live evaluation: a judged topic -> the new scores of every run, and what they add up to.

::

    Scorer(engine).catch_up()              rescores what changed; as many processes as like may have one
    read_board(session, campaign, ...)     the leaderboard, from stored scores alone
"""
