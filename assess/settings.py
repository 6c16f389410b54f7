"""Environment variables, read once into a frozen dataclass."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

DEFAULT_DATABASE = "sqlite:///assess.db"


@dataclass(frozen=True)
class Settings:
    """What the surroundings of a process decide; an option of a command goes before it."""

    database: str = DEFAULT_DATABASE
    secret: str | None = field(default=None, repr=False)


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of *environ*: an empty variable counts as an absent one."""
    return Settings(
        database=environ.get("ASSESS_DATABASE") or DEFAULT_DATABASE, secret=environ.get("ASSESS_SECRET") or None
    )
