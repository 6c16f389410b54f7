"""Image grids as pages of docnos: the files of grids and of pairs put together."""

from collections.abc import Iterable, Mapping

from assess.errors import FormatError
from assess.formats.images import Cell, Grids, ImageName, ImagePair, parse_image_name
from assess.measures.pages.parameters import Grid

Pages = dict[str, dict[str, Grid]]  # engine -> query -> page


def image_pages(grids: Grids, pairs: Iterable[ImagePair]) -> Pages:
    """The pages of each engine, by the names that the pairs have for engines and images.

    The file of grids may call the engines 0, 1 and so on. An engine of the pairs is then the one whose grids have
    all its images.
    """
    docnos = {name: text for pair in pairs for text in (pair.left, pair.right) if (name := parse_image_name(text))}
    keys = _grid_keys(grids, docnos)
    return {
        engine: {
            query: _page(ImageName(engine, query, ""), engines[key], docnos)
            for query, engines in grids.items()
            if key in engines
        }
        for engine, key in sorted(keys.items(), key=lambda item: item[1])
    }


def _grid_keys(grids: Grids, images: Iterable[ImageName]) -> dict[str, str]:
    """Engine of the pairs to its name in the grids."""
    keys = sorted({key for engines in grids.values() for key in engines})
    by_engine: dict[str, list[ImageName]] = {}
    for image in images:
        by_engine.setdefault(image.engine, []).append(image)
    if by_engine.keys() <= set(keys):
        found = {engine: engine for engine in by_engine}
    else:
        found = {engine: _fitting_key(engine, grids, keys, its) for engine, its in by_engine.items()}
    for engine, key in found.items():
        _check_cells(grids, key, by_engine[engine])
    if len(set(found.values())) < len(found):
        raise FormatError(_unclear(", ".join(found), keys))
    return found


def _fitting_key(engine: str, grids: Grids, keys: Iterable[str], images: Iterable[ImageName]) -> str:
    own = list(images)
    fitting = [key for key in keys if all(_has(grids, key, image) for image in own)]
    if len(fitting) != 1:
        raise FormatError(_unclear(engine, keys))
    return fitting[0]


def _unclear(engine: str, keys: Iterable[str]) -> str:
    return (
        f"cannot tell which of the engines {', '.join(keys)} of the grids is {engine!r} of the pairs; "
        "give the engines the same names in both files"
    )


def _has(grids: Grids, key: str, image: ImageName) -> bool:
    return image.number in grids.get(image.query, {}).get(key, {})


def _check_cells(grids: Grids, key: str, images: Iterable[ImageName]) -> None:
    for image in images:
        if not _has(grids, key, image):
            raise FormatError(
                f"found image {image.number} of engine {image.engine!r} and query {image.query!r} in the pairs, "
                "expected a place for it in the grids"
            )


def _page(name: ImageName, cells: Mapping[str, Cell], docnos: Mapping[ImageName, str]) -> Grid:
    """The rows of a grid; an image that nobody judged has a docno without a file type."""
    rows: dict[int, dict[int, str]] = {}
    for number, cell in cells.items():
        row = rows.setdefault(cell.row, {})
        if cell.column in row:
            raise FormatError(f"query {name.query!r}: found two images in row {cell.row}, column {cell.column}")
        image = name._replace(number=number)
        row[cell.column] = docnos.get(image, f"{name.engine}/{name.query}_{number}")
    for number, cell in cells.items():
        if len(rows[cell.row]) != cell.width:
            raise FormatError(
                f"query {name.query!r}: found {len(rows[cell.row])} images in row {cell.row}, "
                f"expected {cell.width} as image {number} says"
            )
    return [[docno for _, docno in sorted(rows[row].items())] for row in sorted(rows)]
