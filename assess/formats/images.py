"""Image grids, and pairs of images with their votes.

A grid file is one JSON object: query to engine to number to ``[row, column, images in the row]``. Rows and columns
count from 0. A file of pairs is TSV: ``query TAB left,right TAB vote …``. An image is ``engine/query_number.jpg``.
A vote is -2 or -1 for left, 0 for a tie, 1 or 2 for right. A first line that starts with "Query" is a heading.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from assess.errors import FormatError
from assess.formats.syntax.faults import Fault, MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import parse_json
from assess.formats.syntax.lines import BOM, content_lines
from assess.formats.syntax.numbers import parse_number
from assess.formats.syntax.texts import checked_cell, is_text

HEADING = "Query\tleft,right (engine/query_number.jpg)\tvotes (-2 -1 left, 0 tie, 1 2 right)"
_IMAGE = re.compile(r"(?P<engine>[^/,]+)/(?P<query>.+)_(?P<number>[0-9]+)\.[A-Za-z0-9]+", re.DOTALL)


class Cell(NamedTuple):
    """The position of an image in its grid, from 0, and the number of images in its row."""

    row: int
    column: int
    width: int


class ImageName(NamedTuple):
    """The parts of ``engine/query_number.jpg``; the query ends at the last underscore."""

    engine: str
    query: str
    number: str


class ImagePair(NamedTuple):
    """Two images of a query as named in the file, and the votes: below 0 for left, 0 a tie, above 0 for right."""

    query: str
    left: str
    right: str
    votes: tuple[int, ...]


# query -> engine -> number of the image -> its cell
Grids = dict[str, dict[str, dict[str, Cell]]]


def parse_grids(data: bytes, source: str = "grids", report: Report = refuse) -> Grids:
    """The grids of each query and engine, in file order."""
    grids: Grids = {}
    try:
        queries = _named(parse_json(data.removeprefix(BOM)), "the file")
        for query, engine, number, place in _places(queries, source, report):
            grids.setdefault(query, {}).setdefault(engine, {})[number] = place
    except MisfitError as misfit:
        report(misfit.at(source, 0))
    return grids


def _places(queries: Mapping[str, Any], source: str, report: Report) -> Iterator[tuple[str, str, str, Cell]]:
    for query, engines in queries.items():
        for engine, images in _named(engines, f"query {quoted(query)}").items():
            for number, place in _named(images, f"engine {quoted(engine)} of query {quoted(query)}").items():
                if cell := _cell(place):
                    yield query, engine, number, cell
                else:
                    found = f"{quoted(place)} for image {quoted(number)} of query {quoted(query)}"
                    report(Fault(source, 0, found, "[row, column, images in the row] with the column inside the row"))


def _named(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not value:
        raise MisfitError(f"{quoted(value)} in {what}", "a JSON object with something in it")
    if not all(map(is_text, value)):
        raise MisfitError(f"a name with a lone surrogate or NUL in {what}", "text")
    return value


def _cell(value: Any) -> Cell | None:
    whole = isinstance(value, list) and len(value) == 3 and all(type(part) is int for part in value)
    if not whole or not (value[0] >= 0 and 0 <= value[1] < value[2]):
        return None
    return Cell(*value)


def format_grids(grids: Mapping[str, Mapping[str, Mapping[str, Cell]]]) -> str:
    return json.dumps(grids, ensure_ascii=False) + "\n"


def parse_image_name(text: str) -> ImageName | None:
    """The parts of an image's name; None if the text is not such a name."""
    found = _IMAGE.fullmatch(text)
    return ImageName(**found.groupdict()) if found else None


def parse_image_pairs(data: bytes, source: str = "image pairs", report: Report = refuse) -> list[ImagePair]:
    """The pairs in file order; a vote may be written ``1.0``."""
    pairs: list[ImagePair] = []
    read = 0
    for number, line in content_lines(data, source, report):
        fields = line.decode().split("\t")
        read += 1
        if read == 1 and fields[0] == "Query" and _vote(fields[-1]) is None:
            continue
        try:
            pairs.append(_pair(fields))
        except MisfitError as misfit:
            report(misfit.at(source, number))
    if not read:
        report(Fault(source, 0, "no line to read", "query TAB left,right TAB votes"))
    return pairs


def _pair(fields: list[str]) -> ImagePair:
    if len(fields) < 3:
        raise MisfitError(f"{len(fields)} fields", "3 or more (query TAB left,right TAB votes)")
    query, images, *votes = fields
    left, right = _two_images(query, images)
    return ImagePair(query, left, right, tuple(_checked_vote(vote) for vote in votes))


def _two_images(query: str, images: str) -> tuple[str, str]:
    """The two names; a query may contain commas, so its name has the same number of them."""
    parts, count = images.split(","), query.count(",") + 1
    left, right = ",".join(parts[:count]), ",".join(parts[count:])
    names = parse_image_name(left), parse_image_name(right)
    if left != right and all(name and name.query == query for name in names):
        return left, right
    raise MisfitError(f"images {quoted(images)}", f"two different images of query {quoted(query)}, left,right")


def _vote(text: str) -> int | None:
    value = parse_number(text)
    return int(value) if value in (-2, -1, 0, 1, 2) else None


def _checked_vote(text: str) -> int:
    vote = _vote(text)
    if vote is None:
        raise MisfitError(f"vote {quoted(text)}", "-2, -1, 0, 1 or 2")
    return vote


def format_image_pairs(pairs: Iterable[ImagePair]) -> str:
    """The pairs as a file, with a heading."""
    return "".join([HEADING, "\n", *map(_line, pairs)])


def _line(pair: ImagePair) -> str:
    fields = [pair.query, f"{pair.left},{pair.right}", *map(str, pair.votes)]
    line = "\t".join(map(checked_cell, fields))
    if line.startswith("#"):
        raise FormatError(f"found query {quoted(pair.query)}, expected one that does not start with '#' (a comment)")
    return line + "\n"
