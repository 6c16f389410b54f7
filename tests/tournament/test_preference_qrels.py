"""Preference qrels: levels above the grades."""

from assess.tournament.preference_qrels import level_step, preference_qrels, top_levels


def test_levels_are_those_of_the_cast_release() -> None:
    ranking = (("a",), ("b",), ("c",), ("d",), ("e",))
    assert top_levels(ranking, k=5) == {"a": 50, "b": 40, "c": 30, "d": 20, "e": 10}


def test_tied_items_share_the_level_of_their_best_rank() -> None:
    assert top_levels((("a", "b"), ("c",), ("d", "e", "f")), k=5) == {
        "a": 50, "b": 50, "c": 30, "d": 20, "e": 20, "f": 20,
    }  # fmt: skip


def test_every_level_is_above_every_grade_however_high() -> None:
    grades = {"t": {"a": 2, "b": 1}, "u": {"c": 100}}
    qrels = preference_qrels(grades, {"t": (("b",), ("a",))}, k=2)
    assert level_step(grades.values()) == 1000
    assert qrels == {"t": {"a": 1000, "b": 2000}, "u": {"c": 100}}


def test_items_outside_the_ranking_keep_their_grades_in_file_order() -> None:
    qrels = preference_qrels({"t": {"z": 0, "a": 1, "b": 1}}, {"t": (("b",),)}, k=1)
    assert list(qrels["t"].items()) == [("z", 0), ("a", 1), ("b", 10)]
