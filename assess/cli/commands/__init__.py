"""The commands: a room for each part of the list in `assess --help`, one family of verbs a file."""
