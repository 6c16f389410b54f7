"""Use cases: short functions that take a session, read, decide with the core, and write."""
