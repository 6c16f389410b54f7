"""Classical measures of graded items that ir_measures lacks, and the curves of the classical figures.

Read in this order:

1. ``judged``: which items are relevant, and where a ranking has them;
2. ``bpref10``, ``e_measure``, ``f_measure``, ``relative_recall``, ``recall_effort``: measures on ranks;
3. ``coverage_ratio``, ``novelty_ratio``: measures for a user who knows some items already;
4. ``dcg``, ``precision_recall``: measures that are curves, too;
5. ``histogram``, ``cdf``: the data of the other figures.
"""
