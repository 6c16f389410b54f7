"""Recruit a crowd, pay it, and rehearse that."""
