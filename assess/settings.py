"""Settings from environment variables, read once into a frozen dataclass."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

DEFAULT_DATABASE = "sqlite:///assess.db"
DEFAULT_IMAGES = "images"


@dataclass(frozen=True)
class Settings:
    """The settings of a process; options on the command line take precedence.

    For rehearsals: ``clock`` is a file that holds the time, and ``seed`` makes assignments reproducible.
    """

    database: str = DEFAULT_DATABASE
    secret: str | None = field(default=None, repr=False)
    images: str = DEFAULT_IMAGES
    clock: str | None = None
    seed: str | None = None


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings in *environ*; an empty variable counts as not set."""
    return Settings(
        database=environ.get("ASSESS_DATABASE") or DEFAULT_DATABASE,
        secret=environ.get("ASSESS_SECRET") or None,
        images=environ.get("ASSESS_IMAGES") or DEFAULT_IMAGES,
        clock=environ.get("ASSESS_CLOCK") or None,
    )
