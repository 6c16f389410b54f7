"""Back up, restore and copy a whole database."""
