"""Live evaluation: score the topics that were judged, and show the leaderboard.

::

    LiveService(engine).start()            keeps scores and outlooks up to date; any number of processes may run one
    Scorer(engine).score_all()             scores every topic that changed
    read_board(session, campaign, ...)     the leaderboard, from stored scores

Read `view_settings`, `topic_scores` and `rescoring` (scores), `outlook`, `outlook_worker` and `stop_rule` (is the order
settled?), `service` (both, beside a server), `score_table` and `board` (what is shown). `uploads` adds runs, `replay`
plays a finished log again.
"""
