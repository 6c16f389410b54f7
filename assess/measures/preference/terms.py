"""The names of the parameters' values."""

PAIRS = ("all", "explicit", "implicit")
OVER = ("gains", "preferred")
COUNT = ("all", "imp", "ret")
