"""P@H in general: bounds, monotonicity, independent computations, and input that is refused or has no relevance."""

from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assess import browsing_moments, p_at_h, p_at_h_distribution
from assess.errors import NotDefinedError, ParameterError
from assess.measures.browsing.browsing_models import MODELS as NAMED_MODELS
from assess.measures.browsing.browsing_models import (
    AveragePrecision,
    Cascade,
    Deterministic,
    Discounted,
    RankBiased,
    StochasticForward,
    TransitionMatrix,
    Walk,
)

RUNS = st.lists(st.integers(0, 4), min_size=1, max_size=25)
CHANCES = st.floats(0.01, 0.99)
DEPTHS = st.sampled_from([None, 5, 40])
FORWARD = st.one_of(
    st.builds(Deterministic, DEPTHS),
    st.builds(RankBiased, CHANCES, st.sampled_from([None, 5, 40, inf])),
    st.builds(StochasticForward, st.lists(CHANCES, min_size=1, max_size=30).map(tuple), DEPTHS),
    st.builds(Discounted, st.floats(1.5, 10), st.integers(0, 1), DEPTHS),
)
SATISFIED = st.one_of(
    st.builds(AveragePrecision, st.sampled_from([None, "retrieved", 30]), st.sampled_from([None, 5, 40, inf])),
    st.builds(Cascade, st.just(4), st.sampled_from([None, 5, 40, inf])),
)


@st.composite
def walks(draw):
    forward = draw(CHANCES)
    back = draw(st.floats(0, 0.99)) * (1 - forward)
    return Walk(forward, back, draw(st.sampled_from([None, forward])), draw(st.sampled_from([None, 5, 40, inf])))


MODELS = st.one_of(FORWARD, SATISFIED, walks())
LOSSES = st.sampled_from([0.0, 0.25, 1.0])
ORDERS = st.sampled_from([1, 2])


@given(RUNS, MODELS, LOSSES, ORDERS)
def test_with_binary_gains_it_is_between_0_and_1(run, model, loss, order):
    try:
        value = p_at_h(run, model=model, gain="binary", effort="steps", loss=loss, order=order)
    except NotDefinedError:  # users who never stop
        assert model.depth == inf
        assert order == 2
        return
    assert -1e-12 <= value <= 1 + 1e-12


@given(RUNS, st.one_of(FORWARD, walks()), LOSSES, ORDERS, st.data())
def test_a_higher_grade_never_lowers_it_if_users_move_whatever_they_see(run, model, loss, order, data):
    place = data.draw(st.integers(0, len(run) - 1))
    better = [*run[:place], run[place] + 1, *run[place + 1 :]]
    values = [p_at_h(grades, model=model, gain="linear", loss=loss, order=order) for grades in (run, better)]
    assert values[1] >= values[0] - 1e-12


@given(RUNS.filter(lambda run: len(run) > 1), st.one_of(FORWARD, SATISFIED), st.data())
def test_a_better_item_one_rank_higher_never_lowers_a_forward_model(run, model, data):
    place = data.draw(st.integers(0, len(run) - 2))
    pair = sorted(run[place : place + 2])
    worse, better = ([*run[:place], *two, *run[place + 2 :]] for two in (pair, pair[::-1]))
    # If users look only for the items above the depth, one more of them may lower the mean.
    assume(not isinstance(model, AveragePrecision) or model.recall_base != "retrieved" or model.depth in (None, inf))
    assert p_at_h(better, model=model) >= p_at_h(worse, model=model) - 1e-12


@given(RUNS, MODELS, ORDERS, st.permutations(range(25)))
def test_names_of_items_do_not_matter(run, model, order, names):
    docnos = [f"d{names[i]}" for i in range(len(run))]
    grades = dict(sorted(zip(docnos, run, strict=True)))
    try:
        expected = p_at_h(run, model=model, order=order)
    except NotDefinedError:
        with pytest.raises(NotDefinedError):
            p_at_h(grades, docnos, model=model, order=order)
        return
    assert p_at_h(grades, docnos, model=model, order=order) == expected


def matrix(walk: Walk, n: int) -> np.ndarray:
    forward, back = walk.steps(n)
    between = np.diag(forward[:-1], 1) + np.diag(back[1:], -1)
    return np.vstack([np.eye(n + 1)[0], np.column_stack([1 - between.sum(axis=1), between])])


@settings(max_examples=30)
@given(RUNS, walks().filter(lambda walk: walk.depth is None), LOSSES, ORDERS)
def test_a_walk_is_what_its_transition_matrix_is(run, walk, loss, order):
    by_matrix = TransitionMatrix(matrix(walk, len(run)))
    expected = p_at_h(run, model=by_matrix, loss=loss, order=order)
    assert p_at_h(run, model=walk, loss=loss, order=order) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(("model", "n"), [(RankBiased(0.7), 6), (StochasticForward((0.9, 0.2, 0.6, 1.0, 0.5)), 6)])
@pytest.mark.parametrize("order", [1, 2])
def test_a_forward_model_is_what_its_transition_matrix_is(model, n, order):
    reached = model.reaching(n)
    between = np.diag(reached[1:] / reached[:-1], 1)
    full = np.vstack([np.eye(n + 1)[0], np.column_stack([1 - between.sum(axis=1), between])])
    run = [0, 1, 1, 0, 1, 1]
    expected = p_at_h(run, model=TransitionMatrix(full), order=order)
    assert p_at_h(run, model=model, order=order) == pytest.approx(expected, abs=1e-12)


def by_paths(run, walk, loss, longest):
    """The sum over all paths of appendix A, up to a length; and the share of users who browse longer."""
    forward, back = walk.steps(len(run))
    value, left = 0.0, 1.0
    for length in range(1, longest + 1):
        for steps in product((1, -1), repeat=length - 1):
            path = np.cumsum([0, *steps])
            if path.min() < 0 or path.max() >= len(run):
                continue
            chance = 1 - forward[path[-1]] - back[path[-1]]
            for place, step in zip(path, steps, strict=False):
                chance *= forward[place] if step == 1 else back[place]
            visits = [list(path[: i + 1]).count(place) for i, place in enumerate(path)]
            utility = sum(run[place] * (1 - loss) ** (k - 1) for place, k in zip(path, visits, strict=True))
            value, left = value + chance * utility / length, left - chance
    return value, left


@pytest.mark.parametrize("walk", [Walk(0.3, 0.2), Walk(0.2, 0.3, first=0.2), Walk(0.25, 0.05)])
@pytest.mark.parametrize("loss", [0.0, 0.4])
def test_order_1_of_a_walk_is_the_sum_over_all_its_paths(walk, loss):
    run = [0.5, 0, 1, 1]
    value, left = by_paths(run, walk, loss, longest=14)
    assert left < 2e-4
    assert value <= p_at_h(run, model=walk, gain="linear", loss=loss) <= value + left


def test_a_walk_on_a_long_run_with_rare_stops_keeps_its_digits():
    """Users who only go forward, computed as a walk, have the closed form of the forward model."""
    run = [1, 0, 0, 1] * 250
    for p in (0.5, 0.99, 0.9999):
        walk = Walk(forward=p, back=0.0)
        assert p_at_h(run, model=walk) == pytest.approx(p_at_h(run, model=RankBiased(p)), abs=1e-12)
        endless = p_at_h(run, model=Walk(p, 0.0, depth=inf))
        assert endless == pytest.approx(p_at_h(run, model=RankBiased(p, depth=inf)), abs=1e-12)


def test_a_run_without_end_is_the_limit_of_long_runs():
    run = [1, 0, 1, 0, 0, 1]
    for model in (lambda depth: Walk(0.5, 0.25, depth=depth), lambda depth: RankBiased(0.8, depth)):
        for order in (1, 2):
            endless, long = (p_at_h(run, model=model(depth), order=order) for depth in (inf, 400))
            assert endless == pytest.approx(long, abs=1e-12)


def test_the_loss_as_a_function_is_the_loss_as_a_share():
    run, walk = [1, 0, 0, 1, 0, 0, 1, 0, 0, 1], Walk(0.5, 0.25)
    for order in (1, 2):
        as_function = p_at_h(run, model=walk, loss=lambda k, y: y * 0.75 ** (k - 1), order=order)
        assert as_function == pytest.approx(p_at_h(run, model=walk, loss=0.25, order=order), abs=1e-12)


def test_a_function_may_say_that_only_two_visits_gain():
    """From one item users step to the other for ever: it is visited 1, 2, 3 times with chances 1, 1/4, 1/16 ..."""
    walk = Walk(forward=0.5, back=0.5, first=0.5)
    assert p_at_h([1, 0], model=walk, effort="constant", loss=lambda k, y: y * (k <= 2)) == pytest.approx(1.25)
    assert p_at_h([1, 0], model=walk, effort="constant") == pytest.approx(4 / 3)


def test_effort_may_be_a_function_of_the_steps():
    run = [1, 0, 1, 1]
    by_hand = 0.5 * 1 / 1 + 0.25 * 1 / 4 + 0.125 * 2 / 9 + 0.125 * 3 / 16
    assert p_at_h(run, model=RankBiased(0.5), effort=lambda h: h**2) == pytest.approx(by_hand)
    assert p_at_h(run, model=AveragePrecision(), effort=lambda h: h**2) == pytest.approx((1 + 2 / 9 + 3 / 16) / 3)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize(
    "model",
    [
        Deterministic(),
        Deterministic(depth=5),
        RankBiased(),
        RankBiased(depth=inf),
        Discounted(),
        StochasticForward((0.5,)),
        AveragePrecision(),
        AveragePrecision("retrieved"),
        Cascade(),
        Walk(),
        Walk(depth=inf),
        TransitionMatrix([[1, 0], [1, 0]]),
    ],
    ids=repr,
)
def test_an_empty_run_one_without_relevant_items_and_one_with_a_single_item_have_a_value(model, order):
    assert p_at_h([], model=model, order=order) == 0
    assert p_at_h({"a": 1}, [], model=model, order=order) == 0
    if not isinstance(model, Cascade) or order == 1:
        assert p_at_h([0, 0, 0], model=model, order=order) == 0
        assert p_at_h({}, ["a", "b"], model=model, order=order) == 0
        assert 0 < p_at_h([1], model=model, order=order) <= 1


def test_order_2_is_not_defined_if_some_users_never_stop():
    with pytest.raises(NotDefinedError, match="p_at_h is not defined: some users never stop"):
        p_at_h({"a": 1, "b": 1}, ["a"], model=AveragePrecision(), order=2)
    with pytest.raises(NotDefinedError, match="some users never stop"):
        p_at_h([2, 0], model=Cascade(), order=2)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (lambda: RankBiased(1.0), "found p = 1.0, expected a number between 0 and 1"),
        (lambda: RankBiased(depth=0), "found depth 0, expected a whole number from 1, or inf"),
        (lambda: RankBiased(depth=2.5), "found depth 2.5"),
        (lambda: Deterministic(depth=inf), "its users never stop"),
        (lambda: StochasticForward((0.5, 1.5)), "found forward probability 2 = 1.5, expected a number from 0 to 1"),
        (lambda: Discounted(base=1), "found base 1, expected a number above 1"),
        (lambda: Discounted(shift=-1), "found shift -1"),
        (lambda: AveragePrecision(0), "found recall base 0"),
        (lambda: Cascade(0), "found max_grade 0"),
        (lambda: Walk(0.8, 0.3), "found forward . back = 1.1, expected at most 1"),
        (lambda: Walk(-0.1, 0.3), "found forward = -0.1"),
        (lambda: Walk(0.5, 0.5, depth=inf), "found a walk without stops on a run without end"),
        (lambda: Walk(0, 1), "found back = 1, expected less"),
        (lambda: TransitionMatrix([[1]]), "found a matrix of shape"),
        (lambda: TransitionMatrix([[1, 0], [0.5, 0.4]]), "row 1 of the transition matrix sums to 0.9, expected 1"),
        (lambda: TransitionMatrix([[1, 0], [1.5, -0.5]]), "found a negative number or NaN"),
        (lambda: TransitionMatrix([[0, 1], [1, 0]]), "row 0 of the transition matrix leaves the end"),
        (lambda: TransitionMatrix([[1, 0, 0], [0.5, 0, 0.5], [0, 0, 1]]), "no way leads from item 2 to the end"),
    ],
)
def test_models_whose_users_cannot_browse_are_refused(model, message):
    with pytest.raises(ParameterError, match=message):
        model()


def test_an_item_that_nobody_gets_to_need_not_lead_to_the_end():
    model = TransitionMatrix([[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]])
    for order in (1, 2):
        assert p_at_h([1, 1], model=model, order=order) == pytest.approx(1)
        assert p_at_h([0, 1], model=model, order=order) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"relevance": {"a": 1}}, "found grades by docno but no ranking"),
        ({"relevance": [1], "ranking": ["a"]}, "found a ranking and a list of grades"),
        ({"relevance": {"a": 1}, "ranking": ["a", "a"]}, "found an item twice"),
        ({"relevance": [float("nan")]}, "found a grade that is no number"),
        ({"relevance": [1], "order": 3}, "found order 3, expected 1 or 2"),
        ({"relevance": [1], "loss": 2}, "found loss 2, expected a number from 0 to 1"),
        ({"relevance": [1], "gain": "high"}, "found gain 'high', expected binary, linear"),
        ({"relevance": [1], "effort": "time"}, "found effort 'time', expected steps, constant"),
        ({"relevance": [1, 1], "loss": lambda k, y: k * y}, r"g\(2, 1\) is above g\(1, 1\)"),
        ({"relevance": [1], "loss": lambda k, y: -y}, r"g\(1, 1\) is -1, expected 0 or more"),
        ({"relevance": [1], "effort": lambda h: h}, "found a function as effort of a walk"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(ParameterError, match=message):
        p_at_h(**arguments, model=Walk())


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize(
    "model", [Walk(0.01, 0.99), TransitionMatrix([[1, 0], [1e-12, 1 - 1e-12]])], ids=["walk", "matrix"]
)
def test_users_who_browse_almost_for_ever_are_refused(model, order):
    with pytest.raises(ParameterError, match=r"found users who make more than 1e\+09 steps on average"):
        p_at_h([1] * 50, model=model, order=order)


def test_users_who_browse_long_are_not():
    """Nobody stops before the last item; a fair walk from a wall makes n^2 steps on average."""
    walk, n = Walk(0.5, 0.5), 1000
    assert p_at_h([1] * n, model=walk) == pytest.approx(1, abs=1e-9)
    assert p_at_h([1] * n, model=walk, order=2) == pytest.approx(1, abs=1e-9)


def test_a_grade_above_the_highest_and_a_recall_base_below_the_retrieved_are_refused():
    with pytest.raises(ParameterError, match="found grade 5, expected at most max_grade = 4"):
        p_at_h([5], model=Cascade())
    with pytest.raises(ParameterError, match="found 3 relevant items in a run, expected at most 2"):
        p_at_h([1, 1, 1], model=AveragePrecision(2))
    with pytest.raises(ParameterError, match=r"f\(steps\) is 0, negative or falls"):
        p_at_h([1], model=RankBiased(), effort=lambda h: -h)


@pytest.mark.parametrize("name", NAMED_MODELS)
def test_a_model_may_be_given_by_name(name):
    run = [1, 0, 1]
    assert p_at_h(run, model=name) == p_at_h(run, model=NAMED_MODELS[name]())
    assert p_at_h_distribution(run, model=name).mean == p_at_h_distribution(run, model=NAMED_MODELS[name]()).mean


def test_moments_take_the_name_of_a_model_too():
    assert browsing_moments([1, 0, 1], model="rbp") == browsing_moments([1, 0, 1], model=RankBiased())


@pytest.mark.parametrize("model", ["rpb", 3])
def test_an_unknown_model_is_refused_with_names_and_classes(model):
    with pytest.raises(ParameterError, match=rf"found model {model!r}, expected one of precision, ap, .*RankBiased"):
        p_at_h([1, 0], model=model)
