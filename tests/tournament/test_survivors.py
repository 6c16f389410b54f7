from assess.tournament.survivors import cut, places, survivors


def test_the_cut_keeps_what_is_tied_with_the_kth() -> None:
    assert cut((("a",), ("b", "c"), ("d", "e")), k=2) == (("a",), ("b", "c"))
    assert cut((("a",), ("b",)), k=5) == (("a",), ("b",))


def test_half_a_win_counts_towards_survival() -> None:
    won = {"a": 3.5, "b": 3.0, "c": 4.0}
    assert survivors(won, per_item=7) == ["a", "c"]


def test_the_floor_keeps_the_best_k_and_what_is_tied_with_the_last_of_them() -> None:
    won = {"a": 4.0, "b": 2.0, "c": 3.0, "d": 2.0, "e": 1.0}
    assert survivors(won, per_item=7, at_least=3) == ["a", "b", "c", "d"]
    assert survivors(won, per_item=7, at_least=0) == ["a"]


def test_equal_wins_share_a_place() -> None:
    assert places({"b": 2.0, "a": 2.0, "c": 3.5}) == (("c",), ("a", "b"))
