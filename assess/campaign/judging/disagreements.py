"""Pairings on which people disagree, and what an adjudicator gets of them.

A pairing is listed when it has all its judgments and not all are the same. Judgments that do not count, and decisions
of adjudicators, make no disagreement.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sqlalchemy.orm import Session

from assess.campaign.judging.topic_state import played_tournament
from assess.campaign.settings import settings_of
from assess.store.disagreements import (
    SaidRow,
    disputed_pairings,
    judgments_of_pairings,
    pairings_had,
    pairings_in_adjudication,
)
from assess.store.tables import Campaign, StoredTopic
from assess.tournament.disagreements import margin, stake
from assess.tournament.pairings import Pair, pair_of


@dataclass(frozen=True)
class Disagreement:
    """A pairing on which people disagree: what each of them said, and what adjudicators decided.

    ``stake`` is how many items stand differently by the decision; None if that was not computed.
    """

    said: tuple[SaidRow, ...]
    decisions: tuple[SaidRow, ...]
    stake: int | None = None

    @property
    def pairing(self) -> SaidRow:
        """A row that names the pairing: its topic, round and items."""
        return self.said[0]

    @property
    def pair(self) -> Pair:
        return pair_of(self.pairing.docno_a, self.pairing.docno_b)

    @cached_property
    def margin(self) -> float:
        """How clear the majority is, from 0 for a split down the middle."""
        return margin([row.preferred for row in self.said])

    @property
    def hardness(self) -> tuple[object, ...]:
        """The order of the list: what waits for a decision, close splits, much at stake, and late rounds first."""
        row = self.pairing
        return bool(self.decisions), self.margin, -(self.stake or 0), -row.round_, row.topic_id, self.pair


def list_disagreements(session: Session, campaign: Campaign, topic: str | None = None) -> list[Disagreement]:
    """Every disagreement of the campaign, or of one *topic*, with what is at stake, hardest first."""
    found = [known for known in _read(session, campaign) if topic in (None, known.pairing.topic)]
    return sorted(_with_stakes(session, campaign, found), key=lambda known: known.hardness)


def undecided(session: Session, campaign: Campaign, assessor_id: int) -> list[Disagreement]:
    """The disagreements that this adjudicator may decide, the closest first.

    Not those that another adjudicator holds, nor pairings that they judged themselves.
    """
    waiting = [known for known in _read(session, campaign) if not known.decisions]
    taken = pairings_in_adjudication(session, campaign.id)
    taken |= pairings_had(session, assessor_id, [known.pairing.pairing_id for known in waiting])
    free = [known for known in waiting if known.pairing.pairing_id not in taken]
    return sorted(free, key=lambda known: known.hardness)


def count_undecided(session: Session, campaign: Campaign) -> int:
    """How many disagreements wait for a decision."""
    return sum(not known.decisions for known in _read(session, campaign))


def _read(session: Session, campaign: Campaign) -> list[Disagreement]:
    """The disagreements in the order of their pairings."""
    said: defaultdict[int, list[SaidRow]] = defaultdict(list)
    for row in judgments_of_pairings(session, disputed_pairings(session, campaign.id)):
        said[row.pairing_id].append(row)
    return [_disagreement(rows) for _, rows in sorted(said.items())]


def _disagreement(rows: Sequence[SaidRow]) -> Disagreement:
    return Disagreement(
        tuple(row for row in rows if not row.adjudicates), tuple(row for row in rows if row.adjudicates)
    )


def _with_stakes(session: Session, campaign: Campaign, found: Iterable[Disagreement]) -> list[Disagreement]:
    by_topic: defaultdict[int, list[Disagreement]] = defaultdict(list)
    for known in found:
        by_topic[known.pairing.topic_id].append(known)
    strategy, rated = settings_of(campaign).strategy, list[Disagreement]()
    for topic_id, disagreements in by_topic.items():
        tournament, judgments = played_tournament(session, campaign, session.get_one(StoredTopic, topic_id))
        for known in disagreements:
            plays = set(known.pair) <= set(tournament.candidates)
            hangs = stake(tournament, strategy, judgments, known.pair, known.pairing.round_) if plays else 0
            rated.append(replace(known, stake=hangs))
    return rated
