"""The top k from dedicated assessors: a single-elimination tournament held in a heap."""

from assess.tournament.overlap import wanted_votes
from assess.tournament.pairings import Pair, pair_of
from assess.tournament.state import Places, State, Tournament, requests
from assess.tournament.tally import Tally

# The items at a node: none, one, or several tied items; the first of them plays for all.
Holders = tuple[str, ...]


def heap(tournament: Tournament, tally: Tally) -> State:
    """Find one place after the other in a heap: the best item takes |C| - 1 judgments, each other at most ⌈log2 |C|⌉.

    The candidates are the leaves of a binary tree in random order. Each node
    holds the winner of the match between its two children. The winner at the
    root takes the next place and is removed; only the matches above its leaf
    are played again. Tied items continue as one: one plays for all, and
    together they take a place. The round is the number of the place to find.
    All its matches with known players can be judged at the same time.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing Top-k Preferences", section 4.2,
    ACM TOIS, 2021, https://arxiv.org/abs/2007.11682
    """
    bracket = _Bracket(tournament, tally)
    ranking: list[Holders] = []
    while bracket.left and len(tournament.candidates) - len(bracket.left) < tournament.parameters.k:
        best = bracket.next_place()
        if best is None:
            break
        ranking.append(tuple(sorted(best)))
    places: Places = () if bracket.missing else tuple(ranking)
    needed = requests(tournament.topic, bracket.round_, bracket.missing.items())
    return State(needed, places, bracket.round_, tuple(bracket.left), bracket.asked)


class _Bracket:
    """The tree of matches: node 1 is the root, the children of node i are 2i and 2i + 1, the leaves come last."""

    def __init__(self, tournament: Tournament, tally: Tally) -> None:
        self.left = dict.fromkeys(tournament.candidates)
        self.round_, self.asked = 0, 0
        self.missing: dict[Pair, int] = {}
        self._tournament, self._tally = tournament, tally
        leaves = list(tournament.candidates)
        tournament.rng(0).shuffle(leaves)
        self._leaf = {docno: len(leaves) + position for position, docno in enumerate(leaves)}
        inner: list[Holders | None] = [None] * len(leaves)
        self._holders = inner + [(docno,) for docno in leaves]
        self._to_play = set(range(1, len(leaves)))

    def next_place(self) -> Holders | None:
        """Play the matches and remove the winners from the tree; None if judgments are missing."""
        self.round_ += 1
        for node in sorted(self._to_play, reverse=True):
            self._holders[node] = self._match(self._holders[2 * node], self._holders[2 * node + 1])
        self._to_play.clear()
        best = self._holders[1]
        for docno in best or ():
            self._remove(docno)
        return best

    def _match(self, one: Holders | None, other: Holders | None) -> Holders | None:
        if one is None or other is None:
            return None
        if not one or not other:
            return one or other
        pair = pair_of(one[0], other[0])
        wanted = wanted_votes(self._tournament, [pair], self._tournament.parameters.votes)
        self.asked += 0 if pair in self._tally.aside else wanted[pair]
        outcomes, missing = self._tally.settle(self.round_, wanted)
        if missing:
            self.missing |= missing
            return None
        if outcomes[pair] == 0.5:
            return one + other
        return one if (outcomes[pair] == 1) == (one[0] == pair[0]) else other

    def _remove(self, docno: str) -> None:
        del self.left[docno]
        node = self._leaf[docno]
        self._holders[node] = ()
        while node > 1:
            node //= 2
            self._to_play.add(node)
