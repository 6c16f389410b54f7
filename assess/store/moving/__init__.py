"""Move a whole database: into a backup file, out of one, or straight into another database.

Read `snapshot` first: everything in a database at one moment, in values that do not depend on the kind of database.
`backup_file` writes it to a file and reads it again. `filling` makes an empty database of it, or changes nothing.
`portable_tables` has the values. Tables are found by themselves: a new one needs no change here.
"""
