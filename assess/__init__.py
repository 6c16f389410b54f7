"""Crowdsourced preference assessment for information retrieval."""

from importlib.metadata import version

__version__ = version("assess")
