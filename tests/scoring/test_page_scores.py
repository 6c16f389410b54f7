"""Image grids and votes, scored by name."""

import pytest

from assess.errors import FormatError, ParameterError
from assess.formats.images import Cell, ImagePair
from assess.measures.by_name import parse_measure
from assess.scoring.image_grids import image_pages
from assess.scoring.page_scores import score_grids

GRIDS = {"q": {"0": {"0": Cell(0, 0, 2), "1": Cell(0, 1, 2), "2": Cell(1, 0, 1)}, "1": {"0": Cell(0, 0, 1)}}}
PAIRS = [
    ImagePair("q", "s/q_0.jpg", "s/q_1.jpg", (-1, -1, 0)),
    ImagePair("q", "s/q_0.jpg", "b/q_0.jpg", (1, 2, 0)),
    ImagePair("q", "s/q_1.jpg", "b/q_0.jpg", (-1, 0, 1)),
    ImagePair("q", "s/q_0.jpg", "s/q_2.jpg", (2, 2, 2)),
]
SAME = {"q": {"s": GRIDS["q"]["0"], "b": GRIDS["q"]["1"]}}


def scores(grids, pairs, *measures):
    return {run.name: run.values for run in score_grids(grids, pairs, [parse_measure(text) for text in measures])[0]}


def test_engines_are_known_by_their_names_or_by_their_images():
    expected = {"q": [["s/q_0.jpg", "s/q_1.jpg"], ["s/q_2.jpg"]]}
    assert image_pages(SAME, PAIRS) == {"b": {"q": [["b/q_0.jpg"]]}, "s": expected}
    # Engine 0 has b's image, too: which one is b is not clear.
    with pytest.raises(FormatError, match="cannot tell which of the engines 0, 1 of the grids is 'b' of the pairs"):
        image_pages(GRIDS, PAIRS)
    other = {"q": GRIDS["q"], "r": {"1": {"5": Cell(0, 0, 1)}}}
    more = [*PAIRS, ImagePair("r", "b/r_5.jpg", "b/r_6.jpg", (1,))]
    with pytest.raises(FormatError, match="cannot tell"):
        image_pages(other, more)
    other["r"]["1"] = {"5": Cell(0, 0, 2), "6": Cell(0, 1, 2)}
    assert list(image_pages(other, more)) == ["s", "b"]


def test_images_without_a_place_and_broken_rows_are_refused():
    with pytest.raises(FormatError, match="found image 7 of engine 's' and query 'q' in the pairs, expected a place"):
        image_pages(SAME, [*PAIRS, ImagePair("q", "s/q_0.jpg", "s/q_7.jpg", (0,))])
    short = {"q": {**SAME["q"], "s": {**SAME["q"]["s"], "2": Cell(1, 0, 3)}}}
    with pytest.raises(FormatError, match="query 'q': found 1 images in row 1, expected 3 as image 2 says"):
        image_pages(short, PAIRS)
    twice = {"q": {**SAME["q"], "s": {**SAME["q"]["s"], "2": Cell(0, 0, 2)}}}
    with pytest.raises(FormatError, match="query 'q': found two images in row 0, column 0"):
        image_pages(twice, PAIRS)


def test_a_three_way_split_counts_as_left():
    found = scores(SAME, PAIRS, "wr", "pmr", "pb")
    assert found["s"] == {"wr": {"q": 0.5}, "pmr": {"q": 0.5}, "pb": {"q": 0.1}}
    # one image has no pair on its page
    assert found["b"] == {"wr": {"q": 0.5}, "pmr": {}, "pb": {"q": 1.0}}


def test_images_beyond_the_depth_are_not_on_the_page():
    assert scores(SAME, PAIRS, "pmr(depth=2)")["s"] == {"pmr(depth=2)": {"q": 1.0}}


def test_an_engine_that_lacks_a_query_scores_zero_but_meets_no_other_there():
    grids = SAME | {"r": {"s": GRIDS["q"]["0"]}}
    pairs = [*PAIRS, ImagePair("r", "s/r_0.jpg", "s/r_1.jpg", (-1,))]
    [b, s], left_out = score_grids(grids, pairs, [parse_measure("pmr"), parse_measure("wr")])
    assert (b.name, b.missing, b.values["pmr"]) == ("b", ("r",), {"r": 0.0})
    assert s.values == {"pmr": {"q": 0.5, "r": 1.0}, "wr": {"q": 0.5}}
    assert s.undefined == {"pmr": (), "wr": ("r",)}
    assert b.values["wr"].keys() == s.values["wr"].keys()
    assert left_out == ()


def test_a_query_with_ties_only_is_left_out_for_all_engines():
    grids = SAME | {"r": {"s": GRIDS["q"]["0"]}}
    pairs = [*PAIRS, ImagePair("r", "s/r_0.jpg", "s/r_1.jpg", (0,))]
    [b, s], [left_out] = score_grids(grids, pairs, [parse_measure("grid_pgc")])
    assert b.values["grid_pgc"].keys() == s.values["grid_pgc"].keys() == {"q"}
    assert (left_out.measure, left_out.topics, left_out.judged) == ("grid_pgc", ("r",), 2)
    assert b.missing == b.unjudged == s.unjudged == ()


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("pgc", "found measure 'pgc' with grids, expected one of pmr, wr, pb, pwp, grid_pgc"),
        ("nDCG@10", "found measure 'nDCG@10' with grids"),
        ("pmr(columns=2)", "found columns=2 with grids, which say themselves where an image is"),
        ("grid_pgc(columns=2)", "found columns=2 with grids"),
    ],
)
def test_measures_and_columns_that_grids_do_not_take_are_refused(measure, message):
    with pytest.raises(ParameterError, match=message):
        scores(SAME, PAIRS, measure)
