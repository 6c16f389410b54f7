"""How far graders agree."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from sqlalchemy.orm import Session

from assess.campaign.judging.grade_disagreements import by_item
from assess.errors import NotDefinedError
from assess.stats.agreement.coefficients import Ratings, krippendorff_alpha, percent_agreement
from assess.stats.agreement.jackknife import Estimated
from assess.store.graders import given_grades
from assess.store.tables import Campaign


@dataclass(frozen=True)
class GraderAgreement:
    """How far graders agree on the items that two or more graded: the share of equal grades, and ordinal alpha."""

    items: int
    equal: Estimated
    alpha: Estimated | None


def grader_agreement(session: Session, campaign: Campaign) -> GraderAgreement | None:
    """The agreement of the graders of a campaign; None if nobody graded what another one graded."""
    items = [rows for rows in by_item(given_grades(session, campaign.id)).values() if len(rows) > 1]
    if not items:
        return None
    scale = sorted({row.grade for rows in items for row in rows})
    counts = np.array([[Counter(row.grade for row in rows)[grade] for grade in scale] for rows in items], np.int64)
    topics = np.array([rows[0].topic_id for rows in items], np.int64)
    ratings = Ratings.of(counts, scale, topics)
    try:
        alpha = krippendorff_alpha(ratings, "ordinal")
    except NotDefinedError:  # all grades are the same
        alpha = None
    return GraderAgreement(len(items), percent_agreement(ratings), alpha)
