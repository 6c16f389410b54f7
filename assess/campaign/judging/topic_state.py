"""The tournament of a topic as the campaign plays it: its candidates, and its state after the judgments that count."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from assess.campaign.settings import settings_of
from assess.model import Judgment
from assess.store.grades import grades_of, grades_of_topic, has_grades
from assess.store.items import docnos_in_play, items_in_play, pairs_aside
from assess.store.judgments import current_judgments, machine_judgments
from assess.store.pairings import outstanding_pairs
from assess.store.tables import Campaign, StoredTopic
from assess.tournament import FREE, State, Tournament, play
from assess.tournament.candidates import choose_candidates
from assess.tournament.pairings import pair_of

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
    """The state of the topic's tournament, computed from the judgments that count, or from the given ones.

    For a strategy that chooses freely, what was asked and is not judged yet stays asked.
    """
    return play(*played_tournament(session, campaign, topic, judgments), settings_of(campaign).strategy)


def has_result_at_any_time(campaign: Campaign) -> bool:
    """Whether the top k of a topic is known although its tournament did not end."""
    return campaign.state == "closed" and settings_of(campaign).strategy in FREE


def result_state(
    session: Session, campaign: Campaign, topic: StoredTopic, judgments: Iterable[Judgment] | None = None
) -> State:
    """The state with the top k known so far, if the campaign is closed and its strategy knows one at any time."""
    if not has_result_at_any_time(campaign):
        return tournament_state(session, campaign, topic, judgments)
    tournament, played = played_tournament(session, campaign, topic, judgments)
    return play(replace(tournament, over=True), played, settings_of(campaign).strategy)


def _grades(session: Session, _: Campaign, topic: StoredTopic, __: Sequence[str]) -> Mapping[str, float]:
    return grades_of_topic(session, topic.id)


def _strengths_by_machines(
    session: Session, campaign: Campaign, topic: StoredTopic, candidates: Sequence[str]
) -> Mapping[str, float]:
    """The strengths of the candidates by the judgments of machines, where those do not count themselves."""
    from assess.tournament.bradley_terry import fit  # NumPy takes a while to import

    pool = tuple(sorted(candidates))
    found = machine_judgments(session, campaign.id, topic.topic)
    results = [
        (pair_of(j.docno_a, j.docno_b), 0.5 if j.preferred is None else float(j.preferred == min(j.docno_a, j.docno_b)))
        for j in found
        if j.docno_a in pool and j.docno_b in pool
    ]
    return fit(pool, tuple(sorted(results))) if results else {}


# The parameter with the weight of a hint -> what the hint says about the candidates of a topic.
HINTS = {"grade_weight": _grades, "machine_weight": _strengths_by_machines}


def all_hints(
    session: Session, campaign: Campaign, topic: StoredTopic, candidates: Sequence[str]
) -> dict[str, Mapping[str, float]]:
    """Everything that is known about the candidates of a topic beside the judgments, whether it has a weight or not."""
    return {name: hint(session, campaign, topic, candidates) for name, hint in HINTS.items()}


def played_tournament(
    session: Session, campaign: Campaign, topic: StoredTopic, judgments: Iterable[Judgment] | None = None
) -> tuple[Tournament, list[Judgment]]:
    """The topic's tournament, and the judgments that count in it, or those of the given ones that do.

    Judgments of items that are no candidates any more, for example since a grade was corrected, are edges only.
    """
    settings, candidates = settings_of(campaign), candidates_of(session, campaign, topic.id)
    outstanding = outstanding_pairs(session, topic.id) if settings.strategy in FREE else frozenset()
    tournament = Tournament(
        topic.topic,
        tuple(candidates),
        settings.parameters,
        campaign.seed,
        pairs_aside(session, topic.id),
        outstanding,
        over=topic.closed_at is not None,
        hints={
            name: hint(session, campaign, topic, candidates)
            for name, hint in HINTS.items()
            if getattr(settings.parameters, name)
        },
    )
    known = set(candidates)
    if judgments is None:
        judgments = current_judgments(session, campaign.id, topic.topic)
    return tournament, [one for one in judgments if one.docno_a in known and one.docno_b in known]
