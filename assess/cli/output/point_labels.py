"""Labels beside the points of a plot: each next to its own point, with a thin line to it if it had to move away."""

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Point = tuple[float, float]

RADIUS = 4.0  # points (1/72 inch) that a marker and its surroundings take
DISTANCES = (7.0, 13.0, 20.0, 28.0, 38.0, 50.0, 64.0)  # of a label from its point
DIRECTIONS = (0, 1 / 2, 1, 3 / 2, 1 / 4, 3 / 4, 5 / 4, 7 / 4, 1 / 8, 7 / 8, 9 / 8, 15 / 8)  # in units of pi
NEAR = 9.0  # from here on, a line leads from a label to its point
LEADER = {"arrowstyle": "-", "color": "#777777", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 1}
LETTER = 0.62  # width of a letter / size of the font


class Box(NamedTuple):
    """A rectangle, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: "Box") -> float:
        """The area that both share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return width * height if width > 0 and height > 0 else 0.0

    def distance(self, x: float, y: float) -> float:
        """How far a point is from the rectangle."""
        return hypot(max(self.left - x, x - self.right, 0.0), max(self.bottom - y, y - self.top, 0.0))

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.top - self.bottom)


def label_points(axes: "Axes", points: Sequence[Point], labels: Sequence[str], size: float) -> None:
    """Write the labels beside their points; the axes must have their place on the figure already."""
    if not points:
        return
    scale = 72 / axes.figure.dpi
    at = [(float(x) * scale, float(y) * scale) for x, y in axes.transData.transform(list(points))]
    frame = Box(*(float(edge) * scale for edge in axes.bbox.extents))
    for i, box in enumerate(places(at, labels, size, frame)):
        offset = ((box.left + box.right) / 2 - at[i][0], (box.bottom + box.top) / 2 - at[i][1])
        text = axes.annotate(
            labels[i],
            points[i],
            offset,
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=size,
            arrowprops=LEADER if needs_leader(box, i, at) else None,
        )
        text.set_in_layout(False)


def needs_leader(box: Box, i: int, at: Sequence[Point]) -> bool:
    """Whether a label is far from its point *i*, or about as near to another one."""
    own = box.distance(*at[i])
    return own > NEAR or any(point != at[i] and box.distance(*point) < own + RADIUS for point in at)


def places(at: Sequence[Point], labels: Sequence[str], size: float, frame: Box) -> list[Box]:
    """A place for each label: the nearest one that hides no point and no label, else the one that hides least.

    Points in the crowd choose first, as they have the fewest free places.
    """
    points = [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in at]
    crowded = sorted(range(len(at)), key=lambda i: (_nearest(at, i), i))
    found: dict[int, Box] = {}
    for i in crowded:
        taken = [*points, *found.values()]
        choices = _choices(*at[i], len(labels[i]) * LETTER * size, 1.25 * size)
        found[i] = min(choices, key=lambda box: _hidden(box, taken, frame))  # the first of equal ones
    return [found[i] for i in range(len(at))]


def _nearest(at: Sequence[Point], i: int) -> float:
    x, y = at[i]
    return min((hypot(x - a, y - b) for j, (a, b) in enumerate(at) if j != i), default=0.0)


def _choices(x: float, y: float, width: float, height: float) -> list[Box]:
    """The boxes around a point, near ones first; their edge is at the distance, whatever the direction."""
    boxes = []
    for distance in DISTANCES:
        for direction in DIRECTIONS:
            across, along = cos(direction * pi), sin(direction * pi)
            middle_x = x + distance * across + width / 2 * _side(across)
            middle_y = y + distance * along + height / 2 * _side(along)
            boxes.append(Box(middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2))
    return boxes


def _side(part: float) -> float:
    return 0.0 if abs(part) < 0.2 else 1.0 if part > 0 else -1.0


def _hidden(box: Box, taken: Sequence[Box], frame: Box) -> float:
    """The area that is hidden, or outside of the frame."""
    return round(sum(box.overlap(other) for other in taken) + 4 * (box.area - box.overlap(frame)), 3)
