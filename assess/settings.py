"""Environment variables, read once into a frozen dataclass."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

DEFAULT_DATABASE = "sqlite:///assess.db"
DEFAULT_IMAGES = "images"


@dataclass(frozen=True)
class Settings:
    """What the surroundings of a process decide; an option of a command goes before it.

    A rehearsal moves the ``clock``, a file, and has a ``seed``, by which the same people get the same work again.
    """

    database: str = DEFAULT_DATABASE
    secret: str | None = field(default=None, repr=False)
    images: str = DEFAULT_IMAGES
    clock: str | None = None
    seed: str | None = None


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of *environ*: an empty variable counts as an absent one."""
    return Settings(
        database=environ.get("ASSESS_DATABASE") or DEFAULT_DATABASE,
        secret=environ.get("ASSESS_SECRET") or None,
        images=environ.get("ASSESS_IMAGES") or DEFAULT_IMAGES,
        clock=environ.get("ASSESS_CLOCK") or None,
    )
