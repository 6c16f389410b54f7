"""What the campaign database and the marketplace database share: connections, sessions, column types.

Read `engine` first: `parse_url`, `connect`, `writing`, `reading`. `types` has the columns for money and time. `writer`
(group commit) and `statements` (compiled once) make short transactions fast.
"""
