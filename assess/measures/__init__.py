"""Measures of a run: one file each, all on rankings or on the ranks of judged items."""
