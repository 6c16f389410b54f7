"""Measures of result pages and image grids: rows of docnos, from the top."""
