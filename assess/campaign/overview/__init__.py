"""How a campaign stands: `read_overview` in `overview` reads all of it, `record` turns it into JSON.

`judgment_totals` counts judgments, by round and by person too; `pace` says how fast work goes; `untold` finds items
without a text; `remaining` says in words what is left and who waits for what.
"""
