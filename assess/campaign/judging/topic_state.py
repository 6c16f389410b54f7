"""The tournament of a topic as the campaign plays it: its candidates, and its state after the judgments that count."""

from collections.abc import Iterable

from sqlalchemy.orm import Session

from assess.campaign.settings import settings_of
from assess.model import Judgment
from assess.store.grades import grades_of, grades_of_topic, has_grades
from assess.store.items import docnos_in_play, items_in_play, pairs_aside
from assess.store.judgments import current_judgments
from assess.store.tables import Campaign, StoredTopic
from assess.tournament import State, Tournament, play
from assess.tournament.candidates import choose_candidates

# In a plain comparison every item is a candidate, as if all had this grade.
PLAIN_GRADE = 1


def is_plain(session: Session, campaign: Campaign) -> bool:
    """Whether all items of a topic are candidates, because the campaign has no grades and collects none."""
    return not settings_of(campaign).grading and not has_grades(session, campaign.id)


def candidates_of(session: Session, campaign: Campaign, topic_id: int) -> list[str]:
    """The candidates of a topic. Items that were set aside are none."""
    k, plain = settings_of(campaign).parameters.k, is_plain(session, campaign)
    grades = {} if plain else grades_of_topic(session, topic_id)
    return choose_candidates(grades, docnos_in_play(session, topic_id), k, plain=plain)


def grades_or_plain(session: Session, campaign: Campaign) -> dict[str, dict[str, int | float]]:
    """Topic to docno to grade, of items in play; in a plain comparison, each has `PLAIN_GRADE`."""
    items = items_in_play(session, campaign.id)
    if is_plain(session, campaign):
        return {topic: dict.fromkeys(docnos, PLAIN_GRADE) for topic, docnos in items.items()}
    grades = grades_of(session, campaign.id)
    return {
        topic: {docno: grade for docno, grade in found.items() if docno in items.get(topic, {})}
        for topic, found in grades.items()
    }


def all_candidates(session: Session, campaign: Campaign) -> dict[str, dict[str, bool]]:
    """Topic to its candidates, best grade first, each with whether it has something to show; topics as stored."""
    k, grades, items = (
        settings_of(campaign).parameters.k,
        grades_of(session, campaign.id),
        items_in_play(session, campaign.id),
    )
    plain = is_plain(session, campaign)
    chosen = {topic: choose_candidates(grades.get(topic, {}), found, k, plain=plain) for topic, found in items.items()}
    return {topic: {docno: items[topic][docno] for docno in docnos} for topic, docnos in chosen.items()}


def tournament_state(
    session: Session, campaign: Campaign, topic: StoredTopic, judgments: Iterable[Judgment] | None = None
) -> State:
    """The state of the topic's tournament, computed from the judgments that count, or from the given ones."""
    return play(*played_tournament(session, campaign, topic, judgments), settings_of(campaign).strategy)


def played_tournament(
    session: Session, campaign: Campaign, topic: StoredTopic, judgments: Iterable[Judgment] | None = None
) -> tuple[Tournament, list[Judgment]]:
    """The topic's tournament, and the judgments that count in it, or those of the given ones that do.

    Judgments of items that are no candidates any more, for example since a grade was corrected, are edges only.
    """
    settings, candidates = settings_of(campaign), candidates_of(session, campaign, topic.id)
    tournament = Tournament(
        topic.topic, tuple(candidates), settings.parameters, campaign.seed, pairs_aside(session, topic.id)
    )
    known = set(candidates)
    if judgments is None:
        judgments = current_judgments(session, campaign.id, topic.topic)
    return tournament, [one for one in judgments if one.docno_a in known and one.docno_b in known]
