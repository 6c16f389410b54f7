"""Measures of a run, one file each; they take a ranking, or the ranks of the judged items.

Read in this order:

1. ``kinds``: what a measure is; ``catalogue``: all of them (each sub-room lists its own); ``by_name``: parse
   ``pgc(p=0.8)``;
2. ``rbo``: rank-biased overlap of two rankings;
3. ``pgc``, ``compatibility``: its overlap with the ideal ranking by preferences, or by levels;
4. ``pages``: measures of result pages and image grids;
5. ``preference``: measures that count preferences, such as ppref, wpref and trec_eval's prefs_simp;
6. ``browsing``: P@H, what users of a browsing model gain per step;
7. ``classical``: measures of ir_measures; ``provider``: the catalogue as measures of ir_measures;
8. ``graded``: classical measures that ir_measures lacks.
"""
