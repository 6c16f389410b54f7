"""Items that assessors would be asked about, and that have nothing to show."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import all_candidates
from assess.campaign.settings import settings_of
from assess.store.items import ungraded_without_body
from assess.store.tables import Campaign

# So many are named in a message.
NAMED = 3

# Topic and docno.
Named = tuple[str, str]


@dataclass(frozen=True)
class Untold:
    """Items without a text: candidates that must be compared, and items that must be graded."""

    to_compare: tuple[Named, ...]
    to_grade: tuple[Named, ...]


def find_untold(session: Session, campaign: Campaign) -> Untold:
    """The items that need a text before they can be judged. A single candidate is compared with nothing."""
    pools = all_candidates(session, campaign)
    to_compare = (
        (topic, docno) for topic, pool in pools.items() if len(pool) > 1 for docno, shown in pool.items() if not shown
    )
    to_grade = ungraded_without_body(session, campaign.id) if settings_of(campaign).grading else ()
    return Untold(tuple(to_compare), tuple(to_grade))


def few_names(items: Iterable[Named]) -> str:
    """A few of the items by topic and docno, and how many more there are."""
    found = list(items)
    named = ", ".join(f"{topic} {docno}" for topic, docno in found[:NAMED])
    return named + (f" and {len(found) - NAMED:,} more" if len(found) > NAMED else "")


def bring_texts(name: str) -> str:
    """How an organiser brings texts."""
    return f"assess extend {name} --items FILE brings texts"
