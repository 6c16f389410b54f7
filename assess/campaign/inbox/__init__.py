"""Words between assessors and the organiser.

`comments`: assessors write comments, flag pairs, and read the answers. `inbox`: the organiser reads, answers and
resolves them. `record` turns both into JSON.
"""
