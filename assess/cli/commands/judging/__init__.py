"""Let people and programs judge."""
