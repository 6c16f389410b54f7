"""Simulated workers who judge the texts that they see."""

from collections import Counter
from random import Random

import pytest

from assess.errors import ParameterError
from assess.formats.items import Item
from assess.simulation.assessors import BradleyTerry, Constant
from assess.simulation.text_worker import RepeatableWorkers, TextWorker, truth_of_texts

ITEMS = [Item(docno, "t", text=f"text of {docno}") for docno in ("a", "b", "c", "d")]
TRUTH = truth_of_texts(ITEMS, {"t": {"a": 3.0, "b": 1.0, "c": 1.0, "d": -9.0}})
A, B, C, D = (item.text for item in ITEMS)
TIMES = 2000


def answers(worker: TextWorker, left: str, right: str, offered: int) -> Counter[int]:
    rng = Random(1)
    return Counter(worker.answer("t", left, right, offered, rng) for _ in range(TIMES))


def test_a_tie_is_answered_only_where_it_is_offered() -> None:
    worker = TextWorker(TRUTH, BradleyTerry(1), ties=0.6)
    assert answers(worker, B, C, 3)[0] / TIMES == pytest.approx(0.6, abs=0.04)
    assert answers(worker, A, D, 3)[0] == pytest.approx(0, abs=2)
    assert {0} & set(answers(worker, B, C, 2) + answers(worker, B, C, 4)) == set()
    assert answers(worker, B, C, 5)[0] > 0


def test_workers_are_definite_about_clear_cases_only() -> None:
    worker = TextWorker(TRUTH, BradleyTerry(1))
    assert answers(worker, A, D, 4)[-2] > 0.99 * TIMES
    assert set(answers(worker, B, C, 5)) == {-1, 1}
    between = answers(worker, A, B, 4)
    assert (between[-2] + between[2]) / TIMES == pytest.approx(2 * 0.88 - 1, abs=0.04)
    assert set(answers(worker, A, D, 3)) <= {-1, 1}


def test_the_share_of_ties_is_checked() -> None:
    with pytest.raises(ParameterError, match=r"found ties 1\.5, expected a number from 0 to 1"):
        TextWorker(TRUTH, Constant(0.8), ties=1.5)


def test_items_of_a_topic_without_truth_are_unknown() -> None:
    known = truth_of_texts([*ITEMS, Item("x", "other", text="text of x")], {"t": {"a": 3.0}})
    assert list(known.values) == [f"t\t{A}"]


def played(pairs: list[tuple[str, str]]) -> dict[frozenset[str], Counter[str | None]]:
    """How often each text of a pair was preferred, None for a tie, if the pairs are asked in this order."""
    workers = RepeatableWorkers(TextWorker(TRUTH, Constant(0.6), ties=0.5), seed=4)
    found: dict[frozenset[str], Counter[str | None]] = {}
    for left, right in pairs:
        side = workers.answer("t", left, right, 3, Random())
        preferred = left if side < 0 else right if side else None
        found.setdefault(frozenset((left, right)), Counter())[preferred] += 1
    return found


def test_answers_repeat_whatever_the_order_and_the_sides() -> None:
    asked = [(A, B), (B, C), (C, D), (A, D), (B, D), (A, C)] * 3
    turned = [(right, left) for left, right in asked]
    Random(2).shuffle(turned)
    assert played(asked) == played(turned)
    assert any(len(counts) > 1 for counts in played(asked).values())
