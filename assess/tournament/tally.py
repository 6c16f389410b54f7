"""The tally of a topic: judgments counted by round and pairing, and the winner of each pairing by majority."""

from collections.abc import Iterable, Mapping

from assess.errors import UnknownNameError
from assess.model import Judgment
from assess.tournament.pairings import Pair, pair_of

# Points of the first docno of each pair: 1 for a win, 0 for a loss, 0.5 for a tie.
Outcomes = dict[Pair, float]


class Tally:
    """The judgments of a topic, counted by round and pairing.

    A tally can be kept and added to, or made from all judgments of the log. It
    keeps numbers only, so the order of the judgments does not matter. Pairs that
    are set *aside* are not compared any more: they are tied in every round.
    """

    def __init__(
        self, topic: str, candidates: Iterable[str], judgments: Iterable[Judgment] = (), aside: Iterable[Pair] = ()
    ) -> None:
        self.topic = topic
        self.candidates = frozenset(candidates)
        self.aside = frozenset(pair_of(*pair) for pair in aside)
        # round and pair -> points of the first docno by each judgment that adjudicates
        self._decided: dict[tuple[int | None, Pair], list[float]] = {}
        # round -> pair -> number of judgments for the first, for the second, for neither
        self._counts: dict[int | None, dict[Pair, list[int]]] = {}
        for judgment in judgments:
            self.add(judgment)

    def add(self, judgment: Judgment) -> None:
        """Count one more judgment, asked for or not."""
        pair = pair_of(judgment.docno_a, judgment.docno_b)
        if judgment.topic != self.topic or not self.candidates.issuperset(pair):
            raise self._stranger(judgment)
        if judgment.adjudicates:
            points = 0.5 if judgment.preferred is None else float(judgment.preferred == pair[0])
            self._decided.setdefault((judgment.round_, pair), []).append(points)
            return
        votes = self._counts.setdefault(judgment.round_, {}).setdefault(pair, [0, 0, 0])
        votes[2 if judgment.preferred is None else pair.index(judgment.preferred)] += 1

    def settle(self, round_: int, wanted: Mapping[Pair, int]) -> tuple[Outcomes, dict[Pair, int]]:
        """Return the outcomes of the pairs with as many judgments as *wanted*, and the number missing for the others.

        All judgments of a pairing in this round count, even if there are more
        than wanted. Judgments without a round count in every round. An item
        preferred in more than half of them wins; otherwise it is a tie. A
        judgment that adjudicates decides alone.
        """
        here, anywhere = self._counts.get(round_, {}), self._counts.get(None, {})
        outcomes: Outcomes = {}
        missing: dict[Pair, int] = {}
        for pair, votes in wanted.items():
            if pair in self.aside:
                outcomes[pair] = 0.5
                continue
            if decided := self._decided.get((round_, pair)):
                outcomes[pair] = _majority(decided.count(1.0), decided.count(0.0), len(decided))
                continue
            first, second, ties = here.get(pair, NONE)
            if pair in anywhere:
                first, second, ties = (x + y for x, y in zip((first, second, ties), anywhere[pair], strict=True))
            judged = first + second + ties
            if judged < votes:
                missing[pair] = votes - judged
            else:
                outcomes[pair] = _majority(first, second, judged)
        return outcomes, missing

    def results(self) -> dict[tuple[int, Pair], tuple[float, int]]:
        """Round and pair -> the points of the first item, and how many judgments gave them.

        Every judgment counts by itself, half a point each for a tie; one that adjudicates replaces the others of its
        pairing. A judgment without a round is one of round 1. Pairs that are set aside have no result.
        """
        found: dict[tuple[int, Pair], tuple[float, int]] = {}
        for round_, pairs in self._counts.items():
            for pair, (first, second, ties) in pairs.items():
                if round_ != 0 and pair not in self.aside:
                    points, number = found.get((round_ or 1, pair), (0.0, 0))
                    found[round_ or 1, pair] = points + first + ties / 2, number + first + second + ties
        for (round_, pair), points_given in self._decided.items():
            if round_ != 0 and pair not in self.aside:
                found[round_ or 1, pair] = sum(points_given), len(points_given)
        return found

    def _stranger(self, judgment: Judgment) -> UnknownNameError:
        if judgment.topic != self.topic:
            return UnknownNameError(f"found a judgment of topic {judgment.topic}, expected one of topic {self.topic}")
        docno = judgment.docno_b if judgment.docno_a in self.candidates else judgment.docno_a
        return UnknownNameError(
            f"topic {self.topic}: {docno} is judged but is none of the {len(self.candidates)} candidates; "
            "check the docno, or the grades the candidates were thinned from"
        )


NONE = (0, 0, 0)


def _majority(first: int, second: int, judged: int) -> float:
    """The points of the first item: 1 if more than half prefer it, 0 if more than half prefer the other, or 0.5."""
    return 1.0 if 2 * first > judged else 0.0 if 2 * second > judged else 0.5
