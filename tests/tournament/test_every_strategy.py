"""Properties of all strategies, with assessors who contradict themselves, answer with ties and out of order."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assess.model import Judgment
from assess.tournament import STRATEGIES, Parameters, State, Tally, Tournament, play
from assess.tournament.strategies.topk import most_judgments as most_judgments_of_topk
from tests.tournament.players import judge, most_judgments, pool_of

names = pytest.mark.parametrize("strategy", STRATEGIES)
QUICK = settings(max_examples=25, deadline=None, derandomize=True)

tournaments = st.builds(
    Tournament,
    topic=st.just("t"),
    candidates=st.integers(0, 24).map(pool_of),
    parameters=st.builds(
        lambda k, p, f, **others: Parameters(k=k, per_item=k + p, few=k + p + f, **others),
        k=st.integers(1, 4),
        p=st.integers(1, 4),
        f=st.integers(1, 3),
        votes=st.sampled_from([1, 1, 2, 3]),
        floor=st.just(True),
        overlap=st.sampled_from([0.0, 0.0, 0.3]),
    ),
    seed=st.integers(0, 9),
)


def play_carelessly(tournament: Tournament, strategy: str, rng: Random) -> tuple[State, list[Judgment]]:
    """Judge a few random pairings of those needed at a time, at random, up to a ranking."""
    judgments: list[Judgment] = []
    while not (state := play(tournament, judgments, strategy)).done:
        for request in rng.sample(state.needed, k=min(len(state.needed), 12)):
            judgments += [judge(request, lambda a, b: rng.choice([a, b, None])) for _ in range(request.missing)]
    return state, judgments


@names
@QUICK
@given(tournament=tournaments, rng=st.randoms(use_true_random=False))
def test_it_ends_with_at_least_k_items(strategy: str, tournament: Tournament, rng: Random) -> None:
    state, judgments = play_carelessly(tournament, strategy, rng)
    ranked = [docno for place in state.ranking for docno in place]
    assert len(ranked) >= min(tournament.parameters.k, len(tournament.candidates))
    assert len(set(ranked)) == len(ranked)
    assert set(ranked) <= set(tournament.candidates)
    assert all(state.ranking)
    assert state.asked == len(judgments)


@names
@QUICK
@given(tournament=tournaments, rng=st.randoms(use_true_random=False))
def test_the_order_of_judgments_does_not_matter(strategy: str, tournament: Tournament, rng: Random) -> None:
    state, judgments = play_carelessly(tournament, strategy, rng)
    rng.shuffle(judgments)
    assert play(tournament, judgments, strategy) == state
    some = judgments[: len(judgments) // 2]
    before = play(tournament, some, strategy)
    rng.shuffle(some)
    assert play(tournament, some, strategy) == before


@names
@QUICK
@given(tournament=tournaments, rng=st.randoms(use_true_random=False))
def test_a_state_kept_while_judging_equals_one_rebuilt(strategy: str, tournament: Tournament, rng: Random) -> None:
    kept = Tally(tournament.topic, tournament.candidates)
    judgments: list[Judgment] = []
    while not (state := play(tournament, kept, strategy)).done:
        assert state == play(tournament, judgments, strategy)
        for request in rng.sample(state.needed, k=min(len(state.needed), 15)):
            judgments.append(judge(request, lambda a, b: rng.choice([a, b])))
            kept.add(judgments[-1])
    assert state == play(tournament, judgments, strategy)


@names
@QUICK
@given(tournament=tournaments, rng=st.randoms(use_true_random=False))
def test_judgments_not_asked_for_change_nothing(strategy: str, tournament: Tournament, rng: Random) -> None:
    state, judgments = play_carelessly(tournament, strategy, rng)
    pool = tournament.candidates
    if len(pool) > 1:
        extra = [Judgment("t", a, b, a, 0) for a, b in (rng.sample(pool, 2) for _ in range(20))]
        assert play(tournament, judgments + extra, strategy) == state


@names
@QUICK
@given(tournament=tournaments, rng=st.randoms(use_true_random=False))
def test_needed_pairings_are_distinct_and_miss_judgments(strategy: str, tournament: Tournament, rng: Random) -> None:
    _, judgments = play_carelessly(tournament, strategy, rng)
    for number in range(0, len(judgments), 7):
        state = play(tournament, judgments[:number], strategy)
        assert len({request.pairing for request in state.needed}) == len(state.needed)
        assert all(request.missing > 0 for request in state.needed)
        assert state.done == bool(state.ranking) or not tournament.candidates
        assert state.asked - state.missing == number


def bound(strategy: str, tournament: Tournament) -> int:
    """The most pairings a strategy may ask for."""
    size, parameters = len(tournament.candidates), tournament.parameters
    everybody = size * (size - 1) // 2
    reduction = (size * parameters.per_item + 1) // 2
    return {
        "two-stage": parameters.max_rounds * reduction + everybody,
        "two-stage-repeat": parameters.max_rounds * reduction + 3 * everybody,
        "heap": most_judgments(size, parameters.k),
        "round-robin": everybody,
        "swiss": reduction,
        "quickselect": everybody,
        "topk": most_judgments_of_topk(size, parameters),
    }[strategy]


@names
@QUICK
@given(tournament=tournaments, rng=st.randoms(use_true_random=False))
def test_judgments_stay_within_the_bound(strategy: str, tournament: Tournament, rng: Random) -> None:
    state, _ = play_carelessly(tournament, strategy, rng)
    parameters = tournament.parameters
    most = max(parameters.votes, parameters.votes_in_overlap if parameters.overlap else 1)
    votes = 1 if strategy == "topk" else most  # its bound is in judgments
    assert state.asked <= bound(strategy, tournament) * votes


@names
def test_the_order_of_candidates_does_not_matter(strategy: str) -> None:
    pool = pool_of(30)
    assert play(Tournament("t", pool), [], strategy) == play(Tournament("t", pool[::-1]), [], strategy)


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "round-robin"])
def test_the_seed_and_the_topic_change_what_is_drawn(strategy: str) -> None:
    first = play(Tournament("t", pool_of(30), seed=1), [], strategy)
    assert first != play(Tournament("t", pool_of(30), seed=2), [], strategy)
    other_topic = play(Tournament("u", pool_of(30), seed=1), [], strategy)
    assert [r.pairing.docno_b for r in first.needed] != [r.pairing.docno_b for r in other_topic.needed]
