"""Parse and write the files of the field: bytes to records and back, without touching a file system.

Each format has a module with ``parse_…`` and ``format_…`` functions. Read in this order:

1. ``qrels``, ``runs``, ``preferences``, ``groups``: grades, rankings, judgments, and judgments by groups of items;
2. ``topics``, ``items``, ``images``, ``briefing``: what assessors see; ``panel``: a panel's list of submissions;
3. ``run_ranks`` and ``run_columns``: fast readers of run files;
4. ``judgment_log``, ``scores``: the log of a campaign, and tables of scores;
5. ``syntax``: what the formats share, such as lines, columns, numbers, JSON lines and faults;
6. ``check``: detects the format of a file and lists its faults (``assess check``).
"""
