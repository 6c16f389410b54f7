"""Correct a campaign under way, and see what was done."""
