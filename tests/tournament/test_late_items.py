"""The opponents of an item that came too late for the tournament."""

from assess.tournament.late_items import opponents_of_late_items


def test_late_items_meet_the_first_the_middle_and_the_last_of_the_top_k() -> None:
    assert opponents_of_late_items([f"d{place}" for place in range(1, 20)], k=7) == ("d1", "d4", "d7")


def test_fewer_known_items_are_fewer_opponents_and_none_is_met_twice() -> None:
    assert opponents_of_late_items(["d1"], k=5) == ("d1",)
    assert opponents_of_late_items(["d1", "d2", "d3", "d4"], k=2) == ("d1", "d2")
    assert opponents_of_late_items([], k=5) == ()
