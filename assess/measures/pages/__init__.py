"""Measures of result pages, by preferences between their items: image grids, or any two pages of results.

A page is a sequence of rows of docnos, from the top; a result list is a page with one column. Read in this order:

1. ``answers``: answers folded to left, tie or right, and the majority of several;
2. ``outcomes``: the outcome of each judged pair of a topic; ``layout``: where the items are on each page;
3. ``pmr``: preference matching rate, of one page; ``wr``, ``pb``, ``pwp``: winning rate, penalty for bad cases and
   both with PMR, of a page against an opponent; ``paired_score``: the scores of two pages as one number;
4. ``examination``: when a user looks at each item of a grid; ``grid_pgc``: Greedy PGC of pages.

References
----------
Xie, Mao, Liu, de Rijke, Chen, Zhang and Ma, "Preference-based evaluation metrics for web image search", SIGIR 2020.
"""
