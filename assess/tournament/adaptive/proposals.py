"""Propose the next pairs of a topic."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assess.tournament.adaptive.choice import Places, choose
from assess.tournament.adaptive.evidence import TopicEvidence
from assess.tournament.adaptive.membership import members
from assess.tournament.adaptive.opening import opening
from assess.tournament.adaptive.posterior import Posterior
from assess.tournament.bradley_terry import Vector
from assess.tournament.pairings import Pair, pair_of

# Draws of the strengths behind a choice: more do not choose better.
DRAWS = 256
# Pairs are chosen among so many items, those whose membership is least certain.
UNCERTAIN = 32
# The membership of so many items is what the answers should tell; that of others is nearly certain.
SOUGHT = 64
# What the k-th place counts beside the first: membership is sought, and the order of the members where that is certain.
LAST = 0.9
# How often a pair may be asked: in a small pool, asking again tells more than pairs that are decided.
MOST_TIMES = 3
# The gain of a pair of the opening: no pair of any topic comes before it.
FIRST = 1.0


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pair to ask, for the how manyth time, and how much its answer would lower the variance of what is sought."""

    pair: Pair
    round_: int
    gain: float


def propose(evidence: TopicEvidence, posterior: Posterior, number: int) -> list[Proposal]:
    """Return up to *number* pairs to ask next, the one that tells most first.

    Each pair counts on the unknown answers of those before it and of those that
    are outstanding. So it does not matter whether pairs are asked one at a
    time or many at once, to one person or to many.
    """
    pairs = [(pair, FIRST) for pair in opening(evidence)][:number]
    if len(pairs) < number:
        pairs += _telling(evidence, posterior, [pair for pair, _ in pairs], number - len(pairs))
    return [Proposal(pair, evidence.times[pair] + 1, gain) for pair, gain in pairs]


def _telling(
    evidence: TopicEvidence, posterior: Posterior, before: list[Pair], number: int
) -> list[tuple[Pair, float]]:
    """The pairs whose answers tell most about the top k."""
    pool = [evidence.pool[place] for place in posterior.contenders]
    position = {docno: place for place, docno in enumerate(pool)}
    sample = posterior.draws(DRAWS, evidence.generator)
    target = members(sample, evidence.tournament.parameters.k, last=LAST)
    uncertain = np.argsort(-target.var(axis=0), kind="stable")
    out = [*evidence.outstanding, *before]
    pairs = _allowed(evidence, pool, np.sort(uncertain[:UNCERTAIN]), set(out))
    outstanding = [(position[a], position[b]) for a, b in out if a in position and b in position]
    chosen = choose(sample, target[:, uncertain[:SOUGHT]], pairs, outstanding, number)
    return [(pair_of(pool[pairs[index][0]], pool[pairs[index][1]]), gain) for index, gain in chosen]


def _allowed(evidence: TopicEvidence, pool: list[str], uncertain: Vector, out: set[Pair]) -> list[Places]:
    """The pairs of these items that may be asked now, by position."""
    allowed = []
    for i, j in combinations(uncertain.tolist(), 2):
        pair = pair_of(pool[i], pool[j])
        if pair not in out and pair not in evidence.tournament.aside and evidence.times[pair] < MOST_TIMES:
            allowed.append((i, j))
    return allowed
