"""Exclude assessors from further work. What they have done is paid.

`assess.recruit.platform_exclusions` tells the platform.
"""

from datetime import datetime

from assess.store.tables import Assessor


def exclude(assessor: Assessor, now: datetime) -> None:
    """Hand out no more work to an assessor; excluding them again keeps the first date."""
    assessor.excluded_at = assessor.excluded_at or now


def readmit(assessor: Assessor) -> None:
    """Hand out work to an assessor again."""
    assessor.excluded_at = None
