"""Bradley-Terry strengths of items, with errors that stand: a second opinion beside wins and PGC.

The face is ``fitting.fit_strengths``, which returns a ``result.Strengths``. Read in this order:

1. ``counted``: comparisons as counts;
2. ``likelihood``: how probable they are, with ties; ``model``: what the log-odds depend on;
3. ``maximum``: the most probable parameters;
4. ``spread``: how far off they may be; ``result``: what comes back.
"""
