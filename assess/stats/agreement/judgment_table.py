"""Judgments as arrays: one row for each judgment, and one for each pair of items."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np
from numpy.typing import NDArray

from assess.model import DetailedJudgment

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

FOLDED = (-1, 0, 1)  # first item preferred, tie, second item preferred
FULL = (-2, -1, 0, 1, 2)
UNKNOWN = -1


@dataclass(frozen=True)
class JudgmentTable:
    """Judgments in columns, and the pairs that they are about.

    A pair is (topic, first item, second item), in the order of its first judgment. ``answer`` is negative if the first
    item was preferred, 0 for a tie, positive for the second; 2 and -2 are "definitely". ``assessor`` is -1 and
    ``seconds`` is NaN if unknown; ``first_left`` is 1 if the first item was on the left, 0 if on the right, else -1.
    """

    topics: list[str]
    items: list[tuple[str, str]]  # topic, docno
    assessors: list[str]
    pairs: Ints  # a row for each pair: topic, first item, second item
    pair: Ints
    answer: Ints
    assessor: Ints
    first_left: Ints
    seconds: Floats

    @classmethod
    def of(cls, judgments: Iterable[DetailedJudgment]) -> "JudgmentTable":
        """The table of the judgments, in their order."""
        topics, items, assessors = dict[str, int](), dict[tuple[str, str], int](), dict[str, int]()
        pairs: dict[tuple[int, int], int] = {}
        of_pair, rows, seconds = list[tuple[int, int, int]](), list[tuple[int, int, int, int]](), list[float]()
        for judgment in judgments:
            topic = judgment.topic
            a, b = (items.setdefault((topic, docno), len(items)) for docno in (judgment.docno_a, judgment.docno_b))
            if (b, a) in pairs:
                a, b = b, a
            number = pairs.setdefault((a, b), len(pairs))
            if number == len(of_pair):
                of_pair.append((topics.setdefault(topic, len(topics)), a, b))
            turned = items[topic, judgment.docno_a] != a
            who = UNKNOWN if judgment.assessor is None else assessors.setdefault(judgment.assessor, len(assessors))
            rows.append((number, _answer(judgment, turned=turned), who, _first_left(judgment, turned=turned)))
            seconds.append(nan if judgment.seconds is None else judgment.seconds)
        pair, answer, assessor, first_left = np.array(rows, np.int64).reshape(-1, 4).T
        names = list(topics), list(items), list(assessors)
        known = np.array(of_pair, np.int64).reshape(-1, 3)
        return cls(*names, known, pair, answer, assessor, first_left, np.array(seconds, np.float64))

    @property
    def topic_of_pair(self) -> Ints:
        return self.pairs[:, 0]

    @property
    def clusters(self) -> Ints:
        """What intervals are computed over, by pair: its topic; the pair itself if all are of one topic."""
        return self.topic_of_pair if len(self.topics) > 1 else np.arange(len(self.pairs))

    @cached_property
    def folded(self) -> Ints:
        """The answers without their strength: -1, 0 or 1."""
        return np.sign(self.answer)

    @property
    def scales(self) -> dict[str, tuple[int, ...]]:
        """The sets of answers to look at: the folded ones, and all if some are stronger than others.

        Without a tie in the table, ties are no answer.
        """
        ties = bool(np.any(self.answer == 0))
        known = {len(scale): scale for scale in (_scale(FOLDED, ties=ties), _scale(FULL, ties=ties))}
        strong = bool(np.any(np.abs(self.answer) == 2))
        return {f"{number} answers": scale for number, scale in known.items() if number < 4 or strong}

    def counts(self, scale: tuple[int, ...]) -> Ints:
        """How often each answer of *scale* was given: a row for each pair. A scale without 2 takes folded answers."""
        answers = self.answer if max(scale) == 2 else self.folded
        place = np.searchsorted(np.array(scale), answers)
        return np.bincount(self.pair * len(scale) + place, minlength=len(self.pairs) * len(scale)).reshape(
            -1, len(scale)
        )

    @cached_property
    def majorities(self) -> Ints:
        """The answer of each pair that most of its judgments gave: -1, 0 or 1; no majority is a tie."""
        counts = self.counts(FOLDED)
        most = counts == counts.max(axis=1, keepdims=True)
        return np.where(most.sum(axis=1) == 1, np.array(FOLDED)[counts.argmax(axis=1)], 0)

    @cached_property
    def first_of_splits(self) -> Ints:
        """The same, but of equal counts the first wins, in the order first item, tie, second item."""
        first: Ints = np.array(FOLDED)[self.counts(FOLDED).argmax(axis=1)]
        return first


def _scale(answers: tuple[int, ...], *, ties: bool) -> tuple[int, ...]:
    return tuple(answer for answer in answers if answer or ties)


def _answer(judgment: DetailedJudgment, *, turned: bool) -> int:
    if judgment.preferred is None:
        return 0
    first = judgment.docno_b if turned else judgment.docno_a
    return -judgment.strength if judgment.preferred == first else judgment.strength


def _first_left(judgment: DetailedJudgment, *, turned: bool) -> int:
    if judgment.left is None:
        return UNKNOWN
    return int(judgment.left == (judgment.docno_b if turned else judgment.docno_a))
