"""PMR, WR, PB, PWP and the paired score on small pages, by hand and by a plain reading of the equations."""

from itertools import combinations, product
from math import exp, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.measures.pages.answers import Side
from assess.measures.pages.layout import as_page
from assess.measures.pages.outcomes import Outcomes
from assess.measures.pages.paired_score import paired_score
from assess.measures.pages.parameters import Grid, Variant
from assess.measures.pages.pb import bad_cases, pb
from assess.measures.pages.pmr import pmr
from assess.measures.pages.pwp import pwp
from assess.measures.pages.wr import wr

VARIANTS: tuple[Variant, ...] = ("default", "weighted", "middle", "nearby")
PAGE = [["a", "b", "c"], ["d"]]
PAIRS = {
    ("a", "b"): "left",
    ("a", "c"): "right",
    ("a", "d"): "tie",
    ("b", "c"): "right",
    ("b", "d"): "left",
    ("c", "d"): "right",
}
ALL = "abcdefgh"


def plain_pmr(pairs: dict[tuple[str, str], Side], page: Grid, variant: Variant) -> float | None:
    """Equation 2, pair by pair."""
    both = pairs | {(right, left): {"left": "right", "right": "left"}.get(s, s) for (left, right), s in pairs.items()}
    cells = [
        (docno, row, column, len(docnos)) for row, docnos in enumerate(page) for column, docno in enumerate(docnos)
    ]
    right = total = 0.0
    for (i, one), (j, two) in combinations(enumerate(cells), 2):
        side = both.get((one[0], two[0]))
        moments = [
            (row, abs(column - (n - 1) / 2)) if variant == "middle" else k
            for k, (_, row, column, n) in ((i, one), (j, two))
        ]
        far = variant == "nearby" and max(abs(one[1] - two[1]), abs(one[2] - two[2])) > 2
        if side is None or far or moments[0] == moments[1]:
            continue
        weight = 1 / log2(j + 1) if variant == "weighted" else 1.0
        total += weight
        right += weight * (side != ("right" if moments[0] < moments[1] else "left"))
    return right / total if total else None


def page_strategy(docnos: str = ALL) -> st.SearchStrategy[list[list[str]]]:
    return st.builds(as_page, st.lists(st.sampled_from(docnos), unique=True, max_size=len(docnos)), st.integers(1, 4))


pairs_strategy = st.dictionaries(
    st.sampled_from(list(combinations(ALL, 2))), st.sampled_from(["left", "tie", "right"]), max_size=28
)


@pytest.mark.parametrize(
    ("variant", "value"),
    [
        ("default", 3 / 6),  # right: ab, ad (a tie), bd
        ("weighted", (1 / log2(2) + 2 / log2(4)) / (1 / log2(2) + 2 / log2(3) + 3 / log2(4))),
        ("middle", 2 / 5),  # b comes first: ab is wrong, bc is wrong; a and c are equally far from the middle
        ("nearby", 3 / 6),
    ],
)
def test_pmr_by_hand(variant: Variant, value: float) -> None:
    assert pmr(PAIRS, PAGE, variant) == pytest.approx(value)


def test_far_pairs_do_not_count_for_the_nearby_variant() -> None:
    pairs = {("a", "d"): "right", ("a", "c"): "left"}
    assert pmr(pairs, as_page("abcd"), "nearby") == 1.0
    assert pmr(pairs, [["a", "b", "c", "d"]], "nearby") == 1.0
    assert pmr(pairs, as_page("abcd"), "default") == 0.5


@given(pairs_strategy, page_strategy(), st.sampled_from(VARIANTS))
def test_pmr_is_equation_2_read_plainly(
    pairs: dict[tuple[str, str], Side], page: list[list[str]], variant: Variant
) -> None:
    expected = plain_pmr(pairs, page, variant)
    if expected is None:
        with pytest.raises(NotDefinedError, match="pmr is not defined: no pair of the page is judged"):
            pmr(pairs, page, variant)
    else:
        value = pmr(pairs, page, variant)
        assert value == pytest.approx(expected)
        assert 0 <= value <= 1


@given(pairs_strategy, page_strategy("abcd"), page_strategy("cdefgh"))
def test_wr_and_pb_are_their_equations_read_plainly(
    pairs: dict[tuple[str, str], Side], page: list[list[str]], opponent: list[list[str]]
) -> None:
    own, other = ([docno for row in rows for docno in row] for rows in (page, opponent))
    beats = {pair if side == "left" else pair[::-1] for pair, side in pairs.items() if side != "tie"}
    judged_items = {docno for pair in pairs for docno in pair}
    judged = {*pairs, *((b, a) for a, b in pairs), *((docno, docno) for docno in judged_items)}
    across = [pair for pair in product(own, other) if pair in judged]
    met = {i: [j for j in other if (i, j) in judged] for i in own}
    bad = sorted(i for i in own if met[i] and all((j, i) in beats for j in met[i]))
    assert bad_cases(pairs, page, opponent) == bad
    if not across:
        with pytest.raises(NotDefinedError, match="wr is not defined: no pair across"):
            wr(pairs, page, opponent)
        with pytest.raises(NotDefinedError, match="pb is not defined: no pair across"):
            pb(pairs, page, opponent)
    else:
        assert wr(pairs, page, opponent) == sum(pair in beats for pair in across) / len(across)
        assert pb(pairs, page, opponent, gamma=0.5) == 0.5 ** len(bad)
        assert wr(pairs, page, opponent) + wr(pairs, opponent, page) <= 1


@given(pairs_strategy, page_strategy(), page_strategy(), st.permutations(ALL), st.randoms(use_true_random=False))
def test_names_and_the_order_of_input_do_not_matter(pairs, page, opponent, names, rng) -> None:
    new = dict(zip(ALL, names, strict=True))
    shuffled = list(pairs.items())
    rng.shuffle(shuffled)
    renamed = {(new[left], new[right]): side for (left, right), side in shuffled}
    pages = [[[new[docno] for docno in row] for row in rows] for rows in (page, opponent)]
    for measure in (lambda o, p, q: pmr(o, p, "weighted"), wr, pb, pwp):
        assert value_or_none(measure, pairs, page, opponent) == value_or_none(measure, renamed, *pages)


def value_or_none(measure, *arguments):
    try:
        return measure(*arguments)
    except NotDefinedError:
        return None


@given(pairs_strategy, page_strategy(), st.sampled_from(VARIANTS))
def test_a_pair_judged_the_other_way_raises_pmr(pairs, page, variant) -> None:
    """Monotonicity: turning one outcome in favour of the item on top never lowers PMR."""
    value = value_or_none(pmr, pairs, page, variant)
    order = [docno for row in page for docno in row]
    for left, right in pairs:
        if value is not None and variant != "middle" and left in order and right in order:
            better = pairs | {(left, right): "left" if order.index(left) < order.index(right) else "right"}
            assert pmr(better, page, variant) >= value - 1e-12


@given(pairs_strategy, page_strategy("abcd"), page_strategy("efgh"))
def test_a_pair_won_instead_of_lost_raises_wr_and_never_lowers_pb(pairs, page, opponent) -> None:
    value, penalty = (value_or_none(measure, pairs, page, opponent) for measure in (wr, pb))
    own = {docno for row in page for docno in row}
    other = {docno for row in opponent for docno in row}
    for left, right in pairs:
        if left in own and right in other and pairs[left, right] != "left":
            better = pairs | {(left, right): "left"}
            assert wr(better, page, opponent) > value
            assert pb(better, page, opponent) >= penalty


def test_all_ties_are_in_order_and_won_by_nobody() -> None:
    ties = dict.fromkeys(combinations("abxy", 2), "tie")
    page, opponent = [["a", "b"]], [["x", "y"]]
    assert (pmr(ties, page), wr(ties, page, opponent), pb(ties, page, opponent)) == (1.0, 0.0, 1.0)
    assert pwp(ties, page, opponent) == 0.7


def test_two_equal_pages_win_equally_often() -> None:
    """An item ties with itself: one of the four pairs across is won."""
    assert wr({("a", "b"): "left"}, [["a", "b"]], [["a", "b"]]) == 0.25


def test_an_item_on_both_pages_is_no_bad_case() -> None:
    pairs = {("a", "x"): "right", ("b", "x"): "right", ("a", "b"): "right"}
    assert bad_cases(pairs, [["a", "b"]], [["x", "b"]]) == ["a"]


def test_items_that_nobody_judged_do_not_count() -> None:
    pairs = {("a", "x"): "left"}
    assert wr(pairs, [["a", "u"]], [["x", "u", "v"]]) == 1.0
    assert pb(pairs, [["x", "v"]], [["a", "u"]]) == 0.1


@pytest.mark.parametrize("page", [[], [[]], [["a"]]])
def test_a_page_of_one_item_or_none_has_no_pmr(page: Grid) -> None:
    with pytest.raises(NotDefinedError, match="pmr is not defined"):
        pmr({("a", "b"): "left"}, page)
    with pytest.raises(NotDefinedError, match="pwp is not defined"):
        pwp({("a", "b"): "left"}, page, [["b"]])


def test_pwp_without_a_share_of_pmr_needs_no_pair_of_the_page() -> None:
    assert pwp({("a", "b"): "left"}, [["a"]], [["b"]], tradeoff=0) == 1.0


def test_no_judgments_define_nothing() -> None:
    for measure in (wr, pb, pwp):
        with pytest.raises(NotDefinedError):
            measure({}, [["a", "b"]], [["c"]])
    with pytest.raises(NotDefinedError):
        pmr(Outcomes({}), [["a", "b"]])


def test_pwp_is_equation_6() -> None:
    pairs = PAIRS | {("a", "x"): "left", ("b", "x"): "tie", ("c", "x"): "right", ("d", "x"): "left"}
    expected = (0.6 * pmr(pairs, PAGE, "middle") + 0.4 * 0.5) * 0.2
    assert pwp(pairs, PAGE, [["x"]], tradeoff=0.6, gamma=0.2, variant="middle") == pytest.approx(expected)


def test_the_paired_score_is_the_chance_of_the_first() -> None:
    assert paired_score(0.8, 0.3) == pytest.approx(1 / (1 + exp(0.3 - 0.8)))
    assert paired_score(0.8, 0.3) > 0.5
    assert paired_score(0.3, 0.8) == pytest.approx(1 - paired_score(0.8, 0.3))
    assert (paired_score(0, 1e6), paired_score(1e6, 0)) == (0.0, 1.0)


def test_arguments_outside_their_range_are_refused() -> None:
    pages = [["a"]], [["b"]]
    with pytest.raises(ParameterError, match="found variant 'upside', expected one of default, weighted"):
        pmr({}, [["a"]], "upside")
    with pytest.raises(ParameterError, match=r"found gamma = 1.5, expected a number from 0 to 1"):
        pb({("a", "b"): "tie"}, *pages, gamma=1.5)
    with pytest.raises(ParameterError, match=r"found tradeoff = -1, expected a number from 0 to 1"):
        pwp({("a", "b"): "tie"}, *pages, tradeoff=-1)
    with pytest.raises(ParameterError, match="found 'a' twice on a page"):
        wr({("a", "b"): "tie"}, [["a"], ["a"]], [["b"]])


def test_a_ranked_list_fills_the_rows_of_a_page() -> None:
    assert as_page("abcde", columns=2) == [["a", "b"], ["c", "d"], ["e"]]
    assert as_page("abc") == [["a"], ["b"], ["c"]]
    assert as_page("abc", depth=2) == [["a"], ["b"]]
    with pytest.raises(ParameterError, match="found 0 columns, expected at least 1"):
        as_page("abc", columns=0)
    with pytest.raises(ParameterError, match="found depth 0, expected at least 1"):
        as_page("abc", depth=0)
