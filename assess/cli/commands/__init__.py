"""The commands, one family of verbs a file."""
