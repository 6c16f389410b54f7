import pytest

from assess.errors import ParameterError
from assess.model import Edge, Judgment, Pairing


def test_a_pairing_is_the_same_in_either_order() -> None:
    assert Pairing("t", "d2", "d1") == Pairing("t", "d1", "d2")
    assert len({Pairing("t", "d2", "d1"), Pairing("t", "d1", "d2")}) == 1


def test_a_pairing_of_an_item_with_itself_is_refused() -> None:
    with pytest.raises(ParameterError, match="d1 is paired with itself"):
        Pairing("t", "d1", "d1")


def test_a_strict_judgment_is_an_edge_and_a_tie_is_none() -> None:
    assert Judgment("t", "d1", "d2", "d2").edge == Edge("t", winner="d2", loser="d1")
    assert Judgment("t", "d1", "d2", None).edge is None


def test_a_judgment_that_prefers_a_third_item_is_refused() -> None:
    with pytest.raises(ParameterError, match="topic t: found d3 preferred, expected d1 or d2"):
        Judgment("t", "d1", "d2", "d3")


def test_a_judgment_of_an_item_against_itself_is_refused() -> None:
    with pytest.raises(ParameterError, match="d1 is judged against itself"):
        Judgment("t", "d1", "d1", "d1")
