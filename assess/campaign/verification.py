"""Rebuild everything that is derived from the log, and compare it with what is stored.

The scores of runs are verified by `assess.live.verification`, the ledger by `assess.recruit.accounting.verification`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from assess.campaign.consistency.check import Check as Check
from assess.campaign.consistency.check import Difference as Difference
from assess.campaign.consistency.check import compared
from assess.campaign.consistency.collected_grades import check_gradings
from assess.campaign.consistency.log_judgments import judgments_by_log
from assess.campaign.consistency.recorded_changes import check_recorded_changes
from assess.campaign.export.qrels import combined_levels, levels_of_states
from assess.campaign.judging.rounds import PairingKey, wanted_pairings
from assess.campaign.judging.topic_state import has_result_at_any_time, result_state, tournament_state
from assess.campaign.settings import settings_of
from assess.store.assessors import assessors_of
from assess.store.changes import changes_of
from assess.store.items import item_ids
from assess.store.judgments import count_votes, counted_by_pairing
from assess.store.pairings import held_by_pairing, pairings_of
from assess.store.tables import Campaign, StoredPairing, StoredTopic
from assess.store.topics import topics_of
from assess.tournament import State


def verify_campaign(session: Session, campaign: Campaign) -> Iterator[Difference]:
    """Every difference between what is stored of the campaign and what its log and its changes say."""
    for check in check_campaign(session, campaign):
        yield from check.differences


def check_campaign(session: Session, campaign: Campaign) -> list[Check]:
    """Rebuild everything that is derived, and compare it with what is stored."""
    return [
        *check_recorded_changes(session, campaign),
        *check_gradings(session, campaign),
        _check_assessors(session, campaign),
        *_check_tournaments(session, campaign),
    ]


def _check_assessors(session: Session, campaign: Campaign) -> Check:
    settings, assessors, found = settings_of(campaign), assessors_of(session, campaign.id), list[Difference]()
    for one in assessors:
        found += compared(f"assessor {one.id}", "counted", one.counted, settings.counts(one.kind))
    return Check("counted assessors", len(assessors), tuple(found))


@dataclass
class _Found:
    """What was compared in the tournaments so far, and what differs."""

    numbers: dict[str, int] = field(default_factory=lambda: {"pairings": 0, "rounds": 0, "levels of items": 0})
    differences: list[tuple[str, Difference]] = field(default_factory=list)

    def add(self, what: str, number: int, differences: Iterator[Difference]) -> None:
        self.numbers[what] += number
        self.differences += [(what, one) for one in differences]

    def checks(self) -> list[Check]:
        return [
            Check(what, number, tuple(one for kind, one in self.differences if kind == what))
            for what, number in self.numbers.items()
        ]


def _check_tournaments(session: Session, campaign: Campaign) -> list[Check]:
    """Compare the pairings and rounds of each topic, and the levels that an export has, with the log."""
    judgments, found, states = judgments_by_log(session, campaign), _Found(), dict[str, State]()
    played = _was_opened(session, campaign)
    for topic in topics_of(session, campaign.id):
        state = tournament_state(session, campaign, topic, judgments[topic.topic])
        pairings = pairings_of(session, topic.id)
        early = has_result_at_any_time(campaign)
        states[topic.topic] = result_state(session, campaign, topic, judgments[topic.topic]) if early else state
        found.add("pairings", len(pairings), _verify_pairings(session, topic, pairings))
        if played and not topic.ungraded:
            rounds = len({pairing.round_ for pairing in pairings})
            found.add("rounds", rounds, _verify_rounds(session, topic, state, pairings))
    exported, rebuilt = combined_levels(session, campaign), levels_of_states(session, campaign, states)
    for name, levels in rebuilt.items():
        found.add("levels of items", len(levels), _verify_levels(name, exported.get(name, {}), levels))
    return found.checks()


def _was_opened(session: Session, campaign: Campaign) -> bool:
    """Whether the campaign plays tournaments: a draft does not, nor does a replay of a log, which was never opened."""
    states = [change for change in changes_of(session, campaign) if change.field == "state"]
    return campaign.state != "draft" and bool(states)


def _verify_pairings(session: Session, topic: StoredTopic, pairings: list[StoredPairing]) -> Iterator[Difference]:
    """Whether each pairing has as many judgments, made and held, as the log and the assignments say."""
    counted, held = counted_by_pairing(session, topic.id), held_by_pairing(session, topic.id)
    for pairing in pairings:
        numbers = (pairing.counted, pairing.held), (counted.get(pairing.id, 0), held.get(pairing.id, 0))
        if numbers[0] != numbers[1]:
            where = _where(session, topic, _key(pairing))
            yield from compared(where, "counted", numbers[0][0], numbers[1][0])
            yield from compared(where, "held", numbers[0][1], numbers[1][1])
    yield from compared(f"topic {topic.topic}", "judgments", topic.counted, count_votes(session, topic.id))


def _verify_rounds(
    session: Session, topic: StoredTopic, state: State, pairings: list[StoredPairing]
) -> Iterator[Difference]:
    """Whether the topic asks for the pairings that its tournament needs, and is done when there are none."""
    where, wanted = f"topic {topic.topic}", wanted_pairings(session, topic, state)
    stored = {_key(pairing): pairing for pairing in pairings}
    # Somebody may hold more judgments of a pairing than it needs since a correction.
    needed = {key: max(missing, stored[key].held if key in stored else 0) for key, missing in wanted.items()}
    asked = {key: pairing.votes - pairing.counted for key, pairing in stored.items() if _is_open(pairing)}
    for key in sorted(needed.keys() | asked.keys()):
        if asked.get(key, 0) != needed.get(key, 0):
            yield Difference(_where(session, topic, key), "judgments missing", asked.get(key, 0), needed.get(key, 0))
    held = sum(pairing.held for pairing in stored.values() if _is_open(pairing))
    yield from compared(where, "missing", topic.missing, sum(needed.values()))
    yield from compared(where, "held", topic.held, held)
    yield from compared(where, "done", topic.done_at is not None, not wanted)


def _verify_levels(topic: str, exported: dict[str, float], rebuilt: dict[str, float]) -> Iterator[Difference]:
    """Whether the export of qrels has the top k of the log."""
    for docno in sorted(exported.keys() | rebuilt.keys()):
        yield from compared(f"topic {topic}, item {docno}", "level", exported.get(docno), rebuilt.get(docno))


def _key(pairing: StoredPairing) -> PairingKey:
    return pairing.round_, pairing.item_a_id, pairing.item_b_id


def _where(session: Session, topic: StoredTopic, key: PairingKey) -> str:
    docnos = {id_: docno for docno, id_ in item_ids(session, topic.id).items()}
    round_, a, b = key
    return f"topic {topic.topic}, round {round_}, items {docnos[a]} and {docnos[b]}"


def _is_open(pairing: StoredPairing) -> bool:
    return not pairing.withdrawn and pairing.counted < pairing.votes
