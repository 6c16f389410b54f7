"""Exclude assessors from further work, discard what they judged. What they have done is paid.

`assess.recruit.platform_exclusions` tells the platform.
"""

from datetime import UTC, datetime
from typing import Any

from assess.store.tables import Assessor

# Before every judgment.
ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)
# What is recorded of a change: before it, and after it. Assessors are named by their number.
Recorded = tuple[dict[str, Any], dict[str, Any]]


def exclude(assessor: Assessor, now: datetime) -> None:
    """Hand out no more work to an assessor; excluding them again keeps the first date."""
    assessor.excluded_at = assessor.excluded_at or now


def readmit(assessor: Assessor) -> None:
    """Hand out work to an assessor again."""
    assessor.excluded_at = None
    _let_back(assessor)


def set_excluded(assessor: Assessor, at: datetime | None) -> Recorded:
    """Exclude an assessor, or admit them again; return what to record."""
    old = {"assessor": assessor.id, "at": moment(assessor.excluded_at)}
    if at is None:
        readmit(assessor)
    else:
        exclude(assessor, at)
    return old, {"assessor": assessor.id, "at": moment(at)}


def set_discarded(assessor: Assessor, since: datetime | None) -> Recorded:
    """Discard the assessor's judgments from then on, or let them count again; return what to record."""
    old = {"assessor": assessor.id, "from": moment(assessor.discarded_from)}
    assessor.discarded_from = since
    _let_back(assessor)
    return old, {"assessor": assessor.id, "from": moment(since)}


def _let_back(assessor: Assessor) -> None:
    """Let somebody who was forgotten come back, if nothing is held against them any more."""
    if assessor.excluded_at is None and assessor.discarded_from is None:
        assessor.seal = None


def moment(at: datetime | None) -> str | None:
    """A time as it is recorded."""
    return None if at is None else at.isoformat()
