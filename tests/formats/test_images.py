"""Image grids and pairs of images."""

from pathlib import Path

import pytest

from assess.errors import FormatError
from assess.files import load, read_bytes
from assess.formats.images import (
    Cell,
    ImageName,
    ImagePair,
    format_grids,
    format_image_pairs,
    parse_grids,
    parse_image_name,
    parse_image_pairs,
)

ENGINES = {"0": "sogou", "1": "baidu"}


def test_published_pairs_are_counted(shared_data: Path) -> None:
    pairs = load(shared_data / "images" / "image_pairs_annotation", parse_image_pairs)
    engines = [(parse_image_name(pair.left), parse_image_name(pair.right)) for pair in pairs]
    within = [left.engine for left, right in engines if left and right and left.engine == right.engine]
    assert (len(pairs), len({pair.query for pair in pairs})) == (41_538, 102)
    assert (within.count("sogou"), within.count("baidu"), len(pairs) - len(within)) == (9_466, 10_738, 21_334)
    assert len({name for pair in pairs for name in (pair.left, pair.right)}) == 2_919
    assert {len(pair.votes) for pair in pairs} == {3}


def test_votes_written_as_floats_count_like_the_others(shared_data: Path) -> None:
    path = shared_data / "images" / "image_pairs_annotation"
    lines = [line.split(b"\t") for line in read_bytes(path).splitlines()[1:]]
    floats = [vote for line in lines for vote in line[2:] if b"." in vote]
    assert (len(floats), sum(float(vote) != 0 for vote in floats)) == (252, 200)
    votes = [vote for pair in load(path, parse_image_pairs) for vote in pair.votes]
    assert [float(vote) for line in lines for vote in line[2:]] == votes


def test_majorities_are_those_published(shared_data: Path) -> None:
    pairs = load(shared_data / "images" / "image_pairs_annotation", parse_image_pairs)
    sides = [[(vote > 0) - (vote < 0) for vote in pair.votes] for pair in pairs]
    # the first of equal counts, so a three-way split is left
    majorities = [max((-1, 0, 1), key=votes.count) for votes in sides]
    assert [majorities.count(side) for side in (-1, 0, 1)] == [10_860, 13_975, 16_703]


def test_every_image_of_a_pair_has_its_cell(shared_data: Path) -> None:
    grids = load(shared_data / "images" / "Image_position.json", parse_grids)
    pairs = load(shared_data / "images" / "image_pairs_annotation", parse_image_pairs)
    names = {parse_image_name(text) for pair in pairs for text in (pair.left, pair.right)}
    cells = {
        ImageName(ENGINES[engine], query, number)
        for query, engines in grids.items()
        for engine, grid in engines.items()
        for number in grid
    }
    assert names == cells
    sizes = [len(grid) for engines in grids.values() for grid in engines.values()]
    assert (min(sizes), max(sizes)) == (9, 23)
    assert grids["tfboys"]["1"]["5"] == Cell(row=1, column=0, width=4)


def test_names_are_cut_at_the_last_underscore() -> None:
    assert parse_image_name("baidu/a_b.c_12.jpg") == ImageName("baidu", "a_b.c", "12")
    assert parse_image_name("魔域.jpg") is None


def test_queries_may_hold_commas_spaces_and_slashes() -> None:
    pair = ImagePair("a, b/c_1", "sogou/a, b/c_1_0.jpg", "baidu/a, b/c_1_3.png", (-2, 0, 1))
    assert parse_image_pairs(format_image_pairs([pair]).encode()) == [pair]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("q\ta/q_0.jpg,b/q_1.jpg", r"f, line 1: found 2 fields, expected 3 or more"),
        ("q\ta/q_0.jpg,b/q_1.jpg\t3", r"f, line 1: found vote '3', expected -2, -1, 0, 1 or 2"),
        ("q\ta/q_0.jpg,b/q_1.jpg\t0.5", r"f, line 1: found vote '0.5'"),
        ("q\ta/q_0.jpg,b/x_1.jpg\t1", r"f, line 1: found images .* expected two different images of query 'q'"),
        ("q\ta/q_0.jpg,a/q_0.jpg\t1", r"f, line 1: found images .* expected two different images"),
        ("q\ta/q_0.jpg\t1", r"f, line 1: found images 'a/q_0.jpg'"),
        ("", r"f: found no line to read"),
    ],
)
def test_a_bad_pair_is_named_with_what_was_found_and_expected(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_image_pairs(line.encode(), "f")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"f: found Expecting value at character 1, expected JSON"),
        (b"[]", r"f: found \[\] in the file, expected a JSON object"),
        (b'{"q": 1}', r"f: found 1 in query 'q', expected a JSON object"),
        (b'{"q": {"0": {}}}', r"f: found \{\} in engine '0' of query 'q'"),
        (b'{"q": {"0": {"7": [0, 4, 4]}}}', r"f: found \[0, 4, 4\] for image '7' of query 'q', expected \[row, column"),
        (b'{"q": {"0": {"7": [0, true, 4]}}}', r"f: found \[0, True, 4\]"),
        (b'{"q": {"0": {"7": 3}}}', r"f: found 3 for image '7'"),
        (b'{"\\ud800": {"0": {"7": [0, 0, 1]}}}', r"f: found a name with a lone surrogate"),
        (b'{"q": "\xff"}', r"f: found .*0xff.*, expected JSON"),
    ],
)
def test_a_bad_grid_is_named_with_what_was_found_and_expected(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_grids(data, "f")


def test_every_bad_cell_of_a_grid_is_reported() -> None:
    faults: list[object] = []
    grids = parse_grids(b'{"q": {"0": {"1": 0, "2": [0, 0, 1], "3": []}}}', "f", faults.append)
    assert (len(faults), grids) == (2, {"q": {"0": {"2": Cell(0, 0, 1)}}})


def test_grids_are_written_as_they_are_read() -> None:
    grids = {"日 本": {"0": {"0": Cell(0, 0, 2), "1": Cell(0, 1, 2)}}}
    assert parse_grids(format_grids(grids).encode()) == grids
