"""The figures of 102 image queries: README of the images, which says what was published."""

from collections.abc import Callable, Sequence
from statistics import fmean

import pytest
from scipy.stats import kendalltau

from assess.measures.pages.outcomes import Outcomes
from assess.measures.pages.paired_score import paired_score
from assess.measures.pages.parameters import Grid, Variant
from assess.measures.pages.pb import bad_cases, pb
from assess.measures.pages.pmr import pmr
from assess.measures.pages.pwp import pwp
from assess.measures.pages.wr import wr

Queries = Sequence[tuple[Outcomes, Grid, Grid]]  # the outcomes, the page of Sogou, the page of Baidu
OfPages = Callable[[Outcomes, Grid, Grid], float]


def pmr_nearby(outcomes: Outcomes, page: Grid, opponent: Grid) -> float:
    return pmr(outcomes, page, "nearby")


def scores(queries: Queries, measure: OfPages) -> list[tuple[float, float]]:
    return [(measure(o, sogou, baidu), measure(o, baidu, sogou)) for o, sogou, baidu in queries]


def counts(pairs: Sequence[tuple[float, float]]) -> tuple[int, int, int]:
    """Queries where Sogou scores better, where Baidu does, and where neither does."""
    return sum(s > b for s, b in pairs), sum(s < b for s, b in pairs), sum(s == b for s, b in pairs)


@pytest.mark.parametrize(
    ("measure", "better", "tau"),
    [
        (wr, (15, 86, 1), -0.4052),
        (pb, (12, 27, 63), -0.2025),
        (pmr_nearby, (55, 47, 0), 0.2882),
        (pwp, (30, 72, 0), -0.2293),
    ],
)
def test_the_published_counts_and_tau(
    image_queries: Queries, measure: OfPages, better: tuple[int, int, int], tau: float
) -> None:
    pairs = scores(image_queries, measure)
    assert counts(pairs) == better
    assert kendalltau(*zip(*pairs, strict=True)).statistic == pytest.approx(tau, abs=5e-5)


@pytest.mark.parametrize(
    ("variant", "means"),
    [("default", (0.7283, 0.7075)), ("weighted", (0.7303, 0.7072)), ("middle", (0.7239, 0.7065))],
)
def test_the_means_of_pmr(image_queries: Queries, variant: Variant, means: tuple[float, float]) -> None:
    values = [(pmr(o, sogou, variant), pmr(o, baidu, variant)) for o, sogou, baidu in image_queries]
    assert [fmean(of_engine) for of_engine in zip(*values, strict=True)] == pytest.approx(means, abs=5e-5)


def test_the_bad_cases(image_queries: Queries) -> None:
    sogou = sum(len(bad_cases(o, page, other)) for o, page, other in image_queries)
    baidu = sum(len(bad_cases(o, page, other)) for o, other, page in image_queries)
    assert (sogou, baidu) == (70, 19)


def test_equation_7_as_printed_prefers_the_page_that_scores_lower(image_queries: Queries) -> None:
    """The printed sign gives the 30 queries where Sogou's PWP is higher to Baidu; with ours Sogou keeps them."""
    pairs = scores(image_queries, pwp)
    assert sum(paired_score(sogou, baidu) > 0.5 for sogou, baidu in pairs) == 30
    assert sum(paired_score(baidu, sogou) > 0.5 for sogou, baidu in pairs) == 72
