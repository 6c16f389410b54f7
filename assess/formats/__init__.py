"""Lines to records and back: the files of the field."""
