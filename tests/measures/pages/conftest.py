"""The images of 102 queries, as two engines show them, and the majorities of three votes on each pair."""

from collections import defaultdict
from pathlib import Path

import pytest

from assess.files import load
from assess.formats.images import Cell, ImagePair, parse_grids, parse_image_pairs
from assess.measures.pages.answers import majority
from assess.measures.pages.outcomes import Outcomes
from assess.measures.pages.parameters import Grid

ENGINES = {"0": "sogou", "1": "baidu"}

ImageQuery = tuple[Outcomes, Grid, Grid]  # the outcomes, the page of Sogou, the page of Baidu


def image_page(engine: str, query: str, grid: dict[str, Cell]) -> Grid:
    rows: dict[int, list[str]] = defaultdict(list)
    for number in sorted(grid, key=int):
        rows[grid[number].row].append(f"{ENGINES[engine]}/{query}_{number}.jpg")
    return [rows[row] for row in sorted(rows)]


def majorities(pairs: list[ImagePair]) -> dict[str, Outcomes]:
    found: dict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for pair in pairs:
        found[pair.query][pair.left, pair.right] = majority(pair.votes)
    return {query: Outcomes(of_query) for query, of_query in found.items()}


@pytest.fixture(scope="session")
def image_pairs(shared_data: Path) -> list[ImagePair]:
    return load(shared_data / "images" / "image_pairs_annotation", parse_image_pairs)


@pytest.fixture(scope="session")
def image_queries(shared_data: Path, image_pairs: list[ImagePair]) -> list[ImageQuery]:
    grids = load(shared_data / "images" / "Image_position.json", parse_grids)
    outcomes = majorities(image_pairs)
    return [
        (outcomes[query], *(image_page(engine, query, engines[engine]) for engine in ENGINES))
        for query, engines in grids.items()
    ]
