"""Audit: check a two-stage tournament that was recorded elsewhere, round by round, against the rules."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assess.model import Judgment
from assess.tournament.pairings import Pair, pair_of, round_robin
from assess.tournament.parameters import Parameters
from assess.tournament.state import Places
from assess.tournament.strategies.two_stage import MOST_FINAL
from assess.tournament.survivors import cut, places, survivors, wins
from assess.tournament.tally import Outcomes, Tally

SHOWN = 3


@dataclass(frozen=True, slots=True)
class Departure:
    """A place where a recorded tournament breaks a rule."""

    topic: str
    round_: int
    rule: str
    found: str

    def __str__(self) -> str:
        return f"topic {self.topic}, round {self.round_}, {self.rule}: {self.found}"


@dataclass(frozen=True)
class Audit:
    """The result of replaying a topic; the ranking is empty if the round robin is missing or incomplete."""

    topic: str
    reductions: int
    final_pool: int
    judgments: int
    ranking: Places
    departures: tuple[Departure, ...]


def audit(topic: str, candidates: Iterable[str], rounds: Sequence[Sequence[Judgment]], parameters: Parameters) -> Audit:
    """Replay the recorded *rounds* of a topic, each a batch of judgments, and compare them with the rules.

    The rules, by the names used in departures:

    candidates, survivors
        The items of the first round are the candidates. The items of any
        other round are the survivors of the round before.
    degrees
        While the pool is larger than F, each item is in P or P + 1 pairings.
    repeats
        Each pairing has exactly ``votes`` judgments in a round.
    final
        A pool of at most F, or one that a round could not reduce, plays a
        complete round robin, and nothing follows it. If such a pool is larger
        than 2 F, F of its items may play instead, chosen by a draw.

    After a departure, the replay continues with the recorded items.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing Top-k Preferences", section 4.3,
    ACM TOIS, 2021, https://arxiv.org/abs/2007.11682
    """
    parameters.check_reduction()
    replay = _Replay(topic, sorted(candidates), parameters)
    for judgments in rounds:
        replay.take(judgments)
    replay.end()
    return replay.result()


class _Replay:
    """A topic between two rounds: the pool of the next round, and the departures so far."""

    def __init__(self, topic: str, pool: list[str], parameters: Parameters) -> None:
        self.topic, self.pool, self.parameters = topic, pool, parameters
        self.number, self.reductions, self.final_pool, self.judgments = 0, 0, 0, 0
        # A pool of one item has no pairings: its tournament is over before it starts.
        self.over = len(pool) < 2
        self.stuck = False
        self.ranking: Places = ()
        self.departures: list[Departure] = []

    def take(self, judgments: Sequence[Judgment]) -> None:
        """Replay the next round; a topic that is over has no judgments in the file."""
        self.number += 1
        self.judgments += len(judgments)
        if self.over:
            if judgments:
                self._depart("final", f"{len(judgments)} judgments after the round robin, expected none")
            return
        if not judgments:
            self._depart("final", f"no judgments, expected the pairings of {len(self.pool)} items")
            self.over = True
            return
        present = sorted({docno for judgment in judgments for docno in (judgment.docno_a, judgment.docno_b)})
        self._compare_pool(present)
        self._play(present, Counter(pair_of(judgment.docno_a, judgment.docno_b) for judgment in judgments), judgments)

    def _play(self, pool: list[str], pairs: Counter[Pair], judgments: Sequence[Judgment]) -> None:
        """Check the pairings of a round, and count its wins."""
        final = self.stuck or len(pool) <= self.parameters.few or self.reductions == self.parameters.max_rounds
        votes = (final and self.parameters.final_votes) or self.parameters.votes
        self._compare_votes(pairs, votes)
        tally = Tally(self.topic, pool, judgments)
        outcomes, _ = tally.settle(self.number, dict.fromkeys(pairs, 1))
        if final:
            self._finish(pool, outcomes)
        else:
            self._reduce(pool, outcomes)

    def _reduce(self, pool: list[str], outcomes: Outcomes) -> None:
        self.reductions += 1
        per_item = self.parameters.per_item
        met = Counter(docno for pair in outcomes for docno in pair)
        wrong = [f"{docno} is in {met[docno]}" for docno in pool if not 0 <= met[docno] - per_item <= 1]
        if wrong:
            self._depart("degrees", f"{_some(wrong)} pairings, expected {per_item} or {per_item + 1}")
        at_least = self.parameters.k if self.parameters.floor else 0
        self.pool = survivors(wins(pool, outcomes), per_item, at_least)
        self.stuck = len(self.pool) == len(pool)
        if len(self.pool) < 2:
            self.over, self.ranking = True, places(dict.fromkeys(self.pool, 0.0))

    def _finish(self, pool: list[str], outcomes: Outcomes) -> None:
        self.over, self.final_pool = True, len(pool)
        missing = [f"{a} against {b}" for a, b in round_robin(pool) if (a, b) not in outcomes]
        if missing:
            self._depart("final", f"{_some(missing)} not judged, expected all pairings of {len(pool)} items")
        else:
            self.ranking = cut(places(wins(pool, outcomes)), self.parameters.k)

    def _compare_pool(self, present: Sequence[str]) -> None:
        rule, who = ("candidates", "a candidate") if self.number == 1 else ("survivors", "a survivor")
        absent = [docno for docno in self.pool if docno not in present]
        strange = [docno for docno in present if docno not in self.pool]
        if absent and not (self._may_be_drawn() and len(present) == self.parameters.few):
            self._depart(rule, f"{_some(absent)} in no pairing, expected all {len(self.pool)} {rule}")
        if strange:
            self._depart(rule, f"{_some(strange)} compared, though not {who}")

    def _may_be_drawn(self) -> bool:
        """Whether ties kept so many in play that a draw decides who is in the round robin."""
        ended = self.stuck or 0 < self.reductions == self.parameters.max_rounds
        return ended and len(self.pool) > MOST_FINAL * self.parameters.few

    def _compare_votes(self, pairs: Counter[Pair], votes: int) -> None:
        wrong = [f"{a} against {b} judged {number} times" for (a, b), number in pairs.items() if number != votes]
        if wrong:
            self._depart("repeats", f"{_some(wrong)}, expected {votes}")

    def _depart(self, rule: str, found: str) -> None:
        self.departures.append(Departure(self.topic, self.number, rule, found))

    def end(self) -> None:
        """End the replay; if the tournament is not over, its last rounds are missing."""
        if not self.over:
            self.number += 1
            self._depart("final", f"no judgments, expected the pairings of {len(self.pool)} items")

    def result(self) -> Audit:
        departures = tuple(self.departures)
        return Audit(self.topic, self.reductions, self.final_pool, self.judgments, self.ranking, departures)


def _some(found: Sequence[str]) -> str:
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return ", ".join(found[:SHOWN]) + more
