"""Who changes a campaign, and why: recorded with every change."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Author:
    """Who corrects, and why."""

    who: str
    why: str | None = None
