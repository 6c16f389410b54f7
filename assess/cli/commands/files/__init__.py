"""Work on files alone, without a database."""
