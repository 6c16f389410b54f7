"""What ``assess analyse`` and the report tell: tables of judgments, items and measures, ready to be shown.

Read in this order:

1. ``section``: a table with a title and notes, which the command line and the report show in their own ways;
2. ``reading``: judgments of any file; ``judgments``: agreement, repeats, transitivity, sides;
3. ``grades``: judgments against grades; ``expert``: against an expert's; ``items``: the grades of the best items;
4. ``measures``: measures against each other; ``pages``: against preferences between pages.
"""
