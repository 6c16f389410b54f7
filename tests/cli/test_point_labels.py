"""Labels of points: beside their own point, away from the others."""

from hypothesis import given
from hypothesis import strategies as st

from assess.cli.output.point_labels import NEAR, Box, needs_leader, places

FRAME = Box(0, 0, 300, 300)
INSIDE = st.floats(60, 240)


def test_a_label_alone_is_right_of_its_point() -> None:
    [box] = places([(100.0, 100.0)], ["fox"], 9, FRAME)
    assert box.left > 100
    assert box.bottom < 100 < box.top
    assert not needs_leader(box, 0, [(100.0, 100.0)])


def test_a_label_at_the_edge_stays_inside() -> None:
    [box] = places([(295.0, 150.0)], ["fox"], 9, FRAME)
    assert box.right <= 295


@given(st.lists(st.tuples(INSIDE, INSIDE), min_size=2, max_size=8, unique=True))
def test_labels_of_few_points_hide_nothing_and_lead_to_their_points(at: list[tuple[float, float]]) -> None:
    boxes = places(at, [f"run{i}" for i in range(len(at))], 9, FRAME)
    assert all(a.overlap(b) == 0 for i, a in enumerate(boxes) for b in boxes[:i])
    assert all(box.distance(*point) > 0 for box in boxes for point in at)
    for i, box in enumerate(boxes):
        assert box.distance(*at[i]) <= NEAR or needs_leader(box, i, at)
