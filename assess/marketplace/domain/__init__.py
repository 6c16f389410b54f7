"""HITs and assignments through their lives, and their money."""
