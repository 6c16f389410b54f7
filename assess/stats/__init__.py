"""Statistics on tables of scores: arrays with a row for each topic and a column for each run.

Read in this order:

1. ``resampling``: topics drawn with replacement; ``intervals``: confidence intervals of means and differences;
2. ``significance``, ``sensitivity``: paired t-tests, and how many pairs of runs a measure distinguishes;
3. ``rejudging``: a topic under resampled judgments; ``topic_stability``: how often that agrees with its own scores;
4. ``evidence``, ``settled``: what the scores say about the true order, and whether it is settled;
5. ``topic_value``: which topics to judge next;
6. ``rank_correlation``, ``page_preferences``: measures against each other, and against preferences between pages;
7. ``comparison``: runs against each other, with names instead of columns; power;
8. ``agreement``: judgments against each other and against grades;
9. ``strengths``: Bradley-Terry strengths of items, from comparisons instead of scores.
"""
