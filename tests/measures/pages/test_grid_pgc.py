"""PGC of image grids: the worked examples of the thesis, and its tables on 102 image queries."""

import json
from collections import defaultdict
from random import Random

import pytest
from scipy.stats import kendalltau

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.measures.pages.examination import EXAMINATIONS, examination_moments
from assess.measures.pages.grid_pgc import grid_pgc, linear_ranking

ENGINES = {"0": "sogou", "1": "baidu"}


@pytest.fixture(scope="module")
def thesis(shared_data):
    return json.loads((shared_data / "worked-examples" / "thesis.json").read_text())


def test_the_orders_of_figure_5_1(thesis):
    example = thesis["grid_figure_5_1"]
    moments = examination_moments(example["grid_rows"], "euclidean")
    assert {docno: moment**0.5 for docno, moment in moments.items()} == pytest.approx(example["euclidean"])
    orders = [linear_ranking(moments, ideal) for ideal in ("ABC", "ACB")]
    assert orders == example["both_orders"]


def test_figure_5_4(thesis):
    example = thesis["pgc_image_figure_5_4"]
    graph = PreferenceGraph(map(tuple, thesis["graph_figure_3_2"]["edges_winner_loser"]))
    rows, p = example["grid_rows"], example["p"]
    moments = examination_moments(rows, "euclidean")
    ideal = graph.ideal(sorted(moments, key=lambda docno: (moments[docno], docno)))
    assert ideal == example["ideal"]
    assert linear_ranking(moments, ideal) == example["actual"]
    # The thesis multiplies by 1 - p instead of dividing by the weights to the depth.
    [at_7] = grid_pgc(graph, [rows], "euclidean", p, depth=7)
    assert at_7 * (1 - p**7) == pytest.approx(example["rbo_depth7"], abs=5e-10)
    assert grid_pgc(graph, [rows], "euclidean", p) == pytest.approx([example["rbo_depth1000"]], abs=5e-10)


@pytest.mark.parametrize(
    ("examination", "order"),
    [
        ("default", "abcde"),
        ("weighted", "abcde"),
        ("bottom-top", "edcba"),
        ("reversed", "edcba"),
        ("manhattan", "abdce"),
        ("euclidean", "abdec"),
        ("middle", "baced"),
    ],
)
def test_the_orders_of_examination(examination, order):
    """Rows of three and of two images; equals by docno."""
    assert "".join(linear_ranking(examination_moments(["abc", "de"], examination), [])) == order


def test_images_of_two_grids_tie_by_their_place():
    graph = PreferenceGraph([("a1", "a2"), ("b1", "b2")])
    scores = grid_pgc(graph, [[["a1", "a2"]], [["b1", "b2"]]], "default", p=0.5, depth=2)
    # The ideal ranking is a1 b1 a2 b2: overlaps 1, 1 of the first and 0, 1 of the second grid.
    assert scores == pytest.approx([(1 + 0.5 / 2) / 1.5, (0.5 / 2) / 1.5])


def test_an_unknown_examination_is_refused():
    with pytest.raises(ParameterError, match="found examination 'zigzag', expected one of default"):
        examination_moments([["a"]], "zigzag")


def test_an_image_twice_in_a_grid_is_refused():
    with pytest.raises(ParameterError, match="found an image twice in a grid"):
        examination_moments([["a", "b"], ["a"]], "default")


@pytest.fixture(scope="module")
def queries(shared_data):
    """(all votes, votes written as integers) -> each query's graph and its two grids."""
    positions = json.loads((shared_data / "images" / "Image_position.json").read_text())
    edges, integer_edges = defaultdict(list), defaultdict(list)
    lines = (shared_data / "images" / "image_pairs_annotation").read_text().splitlines()
    for line in lines[1:]:
        query, pair, *votes = line.split("\t")
        left, right = pair.split(",")
        for vote in votes:
            if float(vote):
                edge = (left, right) if float(vote) < 0 else (right, left)
                edges[query].append(edge)
                if "." not in vote:
                    integer_edges[query].append(edge)

    def grids(query):
        for engine, name in ENGINES.items():
            rows = defaultdict(list)
            for number, (row, _, _) in sorted(positions[query][engine].items(), key=lambda item: int(item[0])):
                rows[row].append(f"{name}/{query}_{number}.jpg")
            yield [rows[row] for row in sorted(rows)]

    def graphs(of_query):
        pages = {query: list(grids(query)) for query in positions}
        return [
            (PreferenceGraph(of_query[query], vertices=[i for grid in page for row in grid for i in row]), page)
            for query, page in pages.items()
        ]

    return graphs(edges), graphs(integer_edges)


def compare(queries, examination, seed=None):
    """(queries where Sogou scores better, where Baidu does), and Kendall's tau of their scores."""
    rng = Random(seed) if seed else None
    scores = [grid_pgc(graph, page, examination, rng=rng) for graph, page in queries]
    better = sum(sogou > baidu for sogou, baidu in scores), sum(sogou < baidu for sogou, baidu in scores)
    return better, kendalltau(*zip(*scores, strict=True)).statistic


# The counts and the range of tau over random orders of ties: README of the images. Published counts: default and
# middle 13 / 89, Manhattan 15 / 87, Euclidean 17 / 85, weighted and bottom-top 20 / 82.
@pytest.mark.parametrize(
    ("examination", "counts", "tau"),
    [
        ("default", {(13, 89)}, (-0.494, -0.489)),
        ("weighted", {(13, 89)}, (-0.494, -0.489)),  # as the text describes it; the tables show "reversed"
        ("middle", {(13, 89), (14, 88)}, (-0.500, -0.486)),
        ("manhattan", {(15, 87)}, (-0.516, -0.504)),
        ("euclidean", {(18, 84)}, (-0.519, -0.511)),
        ("bottom-top", {(19, 83), (20, 82)}, (-0.605, -0.602)),
        ("reversed", {(19, 83), (20, 82)}, (-0.605, -0.602)),
    ],
)
def test_the_tables_of_the_thesis_on_102_image_queries(queries, examination, counts, tau):
    random_orders = [compare(queries[0], examination, seed) for seed in range(1, 21)]
    by_docno = compare(queries[0], examination)
    assert {better for better, _ in [*random_orders, by_docno]} <= counts
    # Twenty orders show a range only roughly: a hundred go up to 0.004 beyond it.
    taus = sorted(value for _, value in random_orders)
    assert (taus[0], taus[-1]) == pytest.approx(tau, abs=0.004)
    assert tau[0] <= taus[10] <= tau[1]


def test_the_two_published_counts_that_rest_on_lost_votes(queries):
    """The thesis's program lost the 200 votes written as 1.0, -1.0 ...: Euclidean 17 / 85, weighted 20 / 82."""
    assert compare(queries[1], "euclidean")[0] == (17, 85)
    assert compare(queries[1], "reversed")[0] in {(20, 82), (21, 81)}


def test_there_are_six_orders_of_examination_and_the_one_of_the_tables():
    assert len(EXAMINATIONS) == 7
