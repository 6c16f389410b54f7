"""The campaign database: tables, migrations, and queries, with one file of queries for each kind of row.

::

    engine = open_database(url)            creates the tables, or migrates them
    with writing(engine) as session: ...   one transaction: all of it is stored, or nothing
    with reading(engine) as session: ...   one consistent snapshot; a write is refused

`open_database` is in `schema`; `writing` and `reading` are in `assess.database.engine`. Read `tables` first, then the
queries: `campaigns`, `topics`, `items`, `grades`, `runs`, `pairings`, `judgments`. Then `assignments`, `answers` and
`progress` (handing out work), `scores` and `process_leases` (live scores), `launches` (recruiting). `draft_file`
makes a new SQLite file appear only when it is complete. `moving` moves a whole database.
"""
