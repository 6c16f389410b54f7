"""Requesters, workers, and the qualifications that decide who may work."""
