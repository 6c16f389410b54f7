"""What every database of the toolkit shares, the campaigns' and the marketplace's: set-up, sessions, column types.

Read `engine` first: `connect`, `writing`, `reading`. `types` has the columns for money and time; `writer` and
`statements` make short transactions fast.
"""
