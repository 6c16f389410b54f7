"""The rules of an assignment: what one person is asked, and whether it counts. Pure functions, no database.

Read `challenges` (pairings with a known answer), `packing` (which questions, on which sides, in which order), then
`screening` (keep or discard what comes back).
"""
