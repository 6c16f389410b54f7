"""Measures of a run, one file each; they take a ranking, or the ranks of the judged items.

Read in this order:

1. ``rbo``: rank-biased overlap of two rankings;
2. ``pgc``, ``compatibility``: its overlap with the ideal ranking by preferences, or by levels;
3. ``grid``: PGC of image grids;
4. ``classical``: measures of ir_measures; ``provider``: PGC as a measure of ir_measures;
5. ``by_name``: parse the names of measures on the command line.
"""
