"""Score runs, compare them, watch them live."""
