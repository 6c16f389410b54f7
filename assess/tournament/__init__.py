"""Tournaments that find the top k items of a topic by comparing two at a time."""
