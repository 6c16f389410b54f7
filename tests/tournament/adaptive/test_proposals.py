from collections import Counter
from itertools import combinations
from random import Random

import pytest

from assess.model import Judgment
from assess.tournament import Parameters, Tally, Tournament
from assess.tournament.adaptive.evidence import evidence_of
from assess.tournament.adaptive.posterior import posterior_of
from assess.tournament.adaptive.proposals import MOST_TIMES, Proposal, propose
from assess.tournament.pairings import Pair, pair_of
from tests.tournament.players import pool_of

POOL = pool_of(20)


def proposed(
    judgments: list[Judgment], number: int = 10, out: tuple[tuple[int, Pair], ...] = (), **given: object
) -> list[Proposal]:
    tournament = Tournament("t", POOL, Parameters(), **given)  # type: ignore[arg-type]
    evidence = evidence_of(tournament, Tally("t", POOL, judgments, tournament.aside), out)
    return propose(evidence, posterior_of(evidence), number)


@pytest.fixture
def judgments() -> list[Judgment]:
    rng = Random(1)
    pairs = [tuple(rng.sample(POOL, 2)) for _ in range(60)]
    asked: Counter[Pair] = Counter()
    log = []
    for a, b in pairs:
        asked[pair_of(a, b)] += 1
        log.append(Judgment("t", a, b, rng.choice([a, a, b, None]), asked[pair_of(a, b)]))
    return log


def test_in_the_opening_everybody_meets_somebody() -> None:
    opening = proposed([])
    assert len({docno for proposal in opening for docno in proposal.pair}) == len(POOL) == 2 * len(opening)
    assert opening != proposed([], seed=1)


def test_one_item_too_many_meets_another_in_the_opening(judgments: list[Judgment]) -> None:
    rest = [judgment for judgment in judgments if "d00" not in (judgment.docno_a, judgment.docno_b)]
    first = proposed(rest, number=1)[0]
    assert "d00" in first.pair


def test_the_order_of_judgments_does_not_matter(judgments: list[Judgment]) -> None:
    before = proposed(judgments)
    Random(2).shuffle(judgments)
    assert proposed(judgments) == before
    assert len({proposal.pair for proposal in before}) == 10


def test_fewer_pairs_are_the_first_of_more(judgments: list[Judgment]) -> None:
    assert proposed(judgments, number=4) == proposed(judgments, number=12)[:4]


def test_what_is_out_with_people_is_not_asked_again_at_the_same_time(judgments: list[Judgment]) -> None:
    out = tuple((proposal.round_, proposal.pair) for proposal in proposed(judgments, 5))
    then = proposed(judgments, 10, out)
    assert {pair for _, pair in out}.isdisjoint(proposal.pair for proposal in then)


def test_a_round_says_for_the_how_manyth_time_a_pair_is_asked(judgments: list[Judgment]) -> None:
    times = Counter(pair_of(judgment.docno_a, judgment.docno_b) for judgment in judgments)
    found = proposed(judgments, 60)
    assert all(proposal.round_ == times[proposal.pair] + 1 <= MOST_TIMES for proposal in found)
    assert any(proposal.round_ > 1 for proposal in found)


def test_pairs_set_aside_and_pairs_asked_often_are_not_asked(judgments: list[Judgment]) -> None:
    [first, *_] = proposed(judgments)
    assert first.pair not in {p.pair for p in proposed(judgments, 200, aside=frozenset([first.pair]))}
    often = [Judgment("t", *first.pair, None, round_) for round_ in (1, 2, 3)]
    assert first.pair not in {p.pair for p in proposed(judgments + often, 200)}


def test_pairs_are_among_the_items_that_may_be_in_the_top_k() -> None:
    known = [Judgment("t", a, b, a, 1) for a, b in combinations(POOL, 2)]
    found = proposed(known, 5)
    met = {docno for proposal in found for docno in proposal.pair}
    assert met <= set(POOL[:12]), "the others lost against nearly everybody"
