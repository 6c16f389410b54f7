"""A crowd against an expert: judgments of both about the same pairs."""

from dataclasses import dataclass

import numpy as np

from assess.errors import NotDefinedError
from assess.stats.agreement.cohen import cohen_kappa
from assess.stats.agreement.jackknife import Estimated, jackknife, share, summed
from assess.stats.agreement.judgment_table import Ints, JudgmentTable


@dataclass(frozen=True)
class ExpertAgreement:
    """Judgments of the crowd about pairs that the expert judged, too.

    ``agree`` and ``disagree`` are strict preferences of both, ``share`` is agree / (agree + disagree); ``ties`` are
    judgments where one of the two has a tie. ``kappa`` is Cohen's, of the majorities of both. None: not defined.
    """

    pairs: int
    judgments: int
    agree: int
    disagree: int
    ties: int
    share: Estimated | None
    kappa: Estimated | None


def agreement_with_expert(table: JudgmentTable, expert: JudgmentTable) -> ExpertAgreement:
    """Return how often the judgments of *table* prefer the same item as the majority of the *expert*'s judgments.

    Raises NotDefinedError if they have no pair in common.
    """
    answers = _answers(table, expert)
    known = np.flatnonzero(answers <= 1)
    if not len(known):
        raise NotDefinedError("not defined because crowd and expert have no pair in common")
    rows = np.flatnonzero(answers[table.pair] <= 1)
    same = table.folded[rows] * answers[table.pair[rows]]
    counted = np.stack([same > 0, same != 0], axis=1).astype(np.float64)
    agree, disagree = int(np.sum(same > 0)), int(np.sum(same < 0))
    sums = summed(table.clusters[table.pair[rows]], counted)
    estimated = jackknife(sums, share, "both have only ties") if agree + disagree else None
    kappa = _kappa(table.majorities[known], answers[known], table.clusters[known])
    return ExpertAgreement(len(known), len(rows), agree, disagree, len(rows) - agree - disagree, estimated, kappa)


def _answers(table: JudgmentTable, expert: JudgmentTable) -> Ints:
    """The expert's answer to each pair of the table: -1, 0, 1, or 2 if the expert did not judge it."""
    known = {
        (expert.items[a], expert.items[b]): int(answer)
        for (_, a, b), answer in zip(expert.pairs.tolist(), expert.majorities, strict=True)
    }
    known |= {(b, a): -answer for (a, b), answer in known.items()}
    return np.array([known.get((table.items[a], table.items[b]), 2) for _, a, b in table.pairs.tolist()], np.int64)


def _kappa(first: Ints, second: Ints, clusters: Ints) -> Estimated | None:
    try:
        return cohen_kappa(first, second, clusters)
    except NotDefinedError:
        return None
