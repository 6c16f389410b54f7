"""Pairings packed into HITs with challenges, and the verdict on a HIT that comes back."""
