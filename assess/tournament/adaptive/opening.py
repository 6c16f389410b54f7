"""The opening: everybody meets somebody, before the answers decide who meets whom."""

from assess.tournament.adaptive.evidence import TopicEvidence
from assess.tournament.adaptive.prior import expected_strengths
from assess.tournament.pairings import Pair, pair_of

# The round whose random numbers draw the opening; a number of judgments is never negative.
OPENING = -1


def opening(evidence: TopicEvidence) -> list[Pair]:
    """Return a random matching of the items that met nobody and are out with nobody.

    If one of them is left over, it meets an item that is in another pair. There
    is no opening if hints say already who may be among the best.
    """
    if expected_strengths(evidence.tournament) is not None:
        return []
    order = list(evidence.pool)
    evidence.tournament.rng(OPENING).shuffle(order)
    met = {docno for pair in evidence.times for docno in pair}
    new = [docno for docno in order if docno not in met]
    pairs = [pair_of(a, b) for a, b in zip(new[::2], new[1::2], strict=False)]
    if len(new) % 2:
        others = (pair_of(new[-1], docno) for docno in order if docno != new[-1])
        pairs += [pair for pair in others if pair not in evidence.tournament.aside][:1]
    return [pair for pair in pairs if pair not in evidence.tournament.aside]
