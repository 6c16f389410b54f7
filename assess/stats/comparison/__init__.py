"""Runs against each other, from the scores that ``score_runs`` returns: run to measure to topic to value.

Read in this order:

1. ``power``: which difference a number of topics can detect;
2. ``score_table``: the scores of one measure as an array;
3. ``mean_intervals``: the mean of each run with its interval;
4. ``differences``: runs less others, with intervals, tests and effect sizes;
5. ``against_baseline``: every run against one; ``every_pair``: every run against every other.
"""
