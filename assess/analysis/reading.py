"""Judgments in whatever file they come: preferences, image pairs, or the log of a campaign."""

from collections.abc import Callable

from assess.errors import FormatError
from assess.formats.check.detection import detect
from assess.formats.images import parse_image_pairs
from assess.formats.judgment_log import parse_judgment_log
from assess.formats.preferences import parse_judgments
from assess.formats.syntax.faults import quoted
from assess.model import DetailedJudgment


def parse_any_judgments(data: bytes, source: str = "judgments", or_else: str = "") -> list[DetailedJudgment]:
    """The judgments of the file, in file order, with all that its format tells about them.

    The two items of a pair are in ascending order, but those of image pairs are left and right as in the file. The
    latter are no sides on a screen: in the released data the item on the left is the one ranked higher. *or_else* is
    what could be in the file as well, for the error.
    """
    kind = detect(data)
    if kind not in _PARSERS:
        expected = ", ".join(filter(None, (*_PARSERS, or_else)))
        raise FormatError(f"{source}: found {quoted(kind or 'nothing known')}, expected one of: {expected}")
    return _PARSERS[kind](data, source)


def _from_preferences(data: bytes, source: str) -> list[DetailedJudgment]:
    judgments = (judgment for _, judgment in parse_judgments(data, source))
    return [
        DetailedJudgment(j.topic, min(j.docno_a, j.docno_b), max(j.docno_a, j.docno_b), j.preferred) for j in judgments
    ]


def _from_images(data: bytes, source: str) -> list[DetailedJudgment]:
    return [
        DetailedJudgment(
            pair.query, pair.left, pair.right, _preferred(vote, pair.left, pair.right), None, abs(vote) or 1
        )
        for pair in parse_image_pairs(data, source)
        for vote in pair.votes
    ]


def _preferred(vote: int, left: str, right: str) -> str | None:
    return (left if vote < 0 else right) if vote else None


_PARSERS: dict[str, Callable[[bytes, str], list[DetailedJudgment]]] = {
    "preferences": _from_preferences,
    "image pairs": _from_images,
    "judgment log": parse_judgment_log,
}
