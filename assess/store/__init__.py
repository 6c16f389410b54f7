"""The database: typed tables, migrations, and the queries of each noun in a file of its own.

::

    engine   = open_database(url)          creates or migrates what it finds
    with writing(engine) as session: ...   one transaction: everything in it, or nothing
    with reading(engine) as session: ...   one consistent view; a write in it is refused
"""
