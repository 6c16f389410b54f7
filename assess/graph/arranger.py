"""A graph prepared once and arranged beside many runs: compiled where possible, in plain Python elsewhere."""

from array import array
from collections.abc import Iterator
from types import ModuleType
from typing import Protocol, TypeAlias

from assess import extension
from assess.errors import ParameterError
from assess.graph.greedy import greedy
from assess.graph.overlap import beginnings, sum_of_ranks, sum_of_tails

# One C int for each run and vertex, run by run.
Ranks: TypeAlias = "array[int] | bytes | memoryview"


class Arranger(Protocol):
    """What can be asked about any number of runs at once.

    ``ranks`` holds one C int for each run and vertex, run by run: the rank from 1, or 0 where the run lacks it.
    """

    def ideals(self, ranks: Ranks) -> "array[int]":
        """The vertices in the order of the ideal ranking, run by run."""

    def sums_of_tails(self, ranks: Ranks, tail: "array[float]") -> list[float]:
        """For each run, the sum over vertices of ``tail[later of its rank and its ideal rank]``."""

    def sums_of_ranks(self, ranks: Ranks, weights: "array[float]") -> list[float]:
        """For each run, the sum over ranks of weight times overlap so far over rank, added from the first rank on.

        The same as the sum of tails, but for the order of additions and so the last digits.
        """


def arranger(n: int, pairs: "array[int]", levels: "array[int] | None") -> Arranger:
    """The arranger of a graph of *n* vertices, edges as *pairs* of winner and loser, *levels* of grades if any."""
    return CompiledArranger(extension.native, n, pairs, levels) if extension.native else PlainArranger(n, pairs, levels)


class CompiledArranger:
    """The arranger of the compiled module, which lets other threads run meanwhile."""

    def __init__(self, native: ModuleType, n: int, pairs: "array[int]", levels: "array[int] | None") -> None:
        self._native = native
        self._graph = native.pgc_build(n, pairs, levels)

    def ideals(self, ranks: Ranks) -> "array[int]":
        try:
            return array("i", self._native.pgc_ideals(self._graph, _of_c_ints(ranks)))
        except ValueError as error:
            raise ParameterError(str(error)) from None

    def sums_of_tails(self, ranks: Ranks, tail: "array[float]") -> list[float]:
        return self._sums(ranks, tail, rank_by_rank=False)

    def sums_of_ranks(self, ranks: Ranks, weights: "array[float]") -> list[float]:
        return self._sums(ranks, weights, rank_by_rank=True)

    def _sums(self, ranks: Ranks, table: "array[float]", *, rank_by_rank: bool) -> list[float]:
        try:
            sums: list[float] = self._native.pgc_sums(self._graph, _of_c_ints(ranks), table, rank_by_rank)
        except ValueError as error:
            raise ParameterError(str(error)) from None
        return sums


class PlainArranger:
    """The arranger in plain Python: what the compiled one is compared with."""

    def __init__(self, n: int, pairs: "array[int]", levels: "array[int] | None") -> None:
        self._n = n
        self._arrange = greedy(n, zip(pairs[::2], pairs[1::2], strict=True), levels)

    def ideals(self, ranks: Ranks) -> "array[int]":
        result = array("i")
        for row in self._rows(ranks):
            result.extend(self._arrange(row))
        return result

    def sums_of_tails(self, ranks: Ranks, tail: "array[float]") -> list[float]:
        return [sum_of_tails(beginnings(self._arrange(row), row), tail) for row in self._rows(ranks)]

    def sums_of_ranks(self, ranks: Ranks, weights: "array[float]") -> list[float]:
        return [sum_of_ranks(beginnings(self._arrange(row), row), weights) for row in self._rows(ranks)]

    def _rows(self, ranks: Ranks) -> Iterator[list[int]]:
        flat = _of_c_ints(ranks).cast("B").cast("i").tolist()
        if len(flat) % self._n if self._n else flat:
            raise ParameterError(f"found {len(flat)} ranks, expected a multiple of the {self._n} vertices")
        if flat and min(flat) < 0:
            raise ParameterError(f"found rank {min(flat)}, expected ranks from 1, or 0 for an absent item")
        return (flat[i : i + self._n] for i in range(0, len(flat), self._n or 1))


def _of_c_ints(ranks: Ranks) -> memoryview:
    """The memory of the ranks, if that is what it holds."""
    view = memoryview(ranks)
    sound = view.format in ("i", "l", "B") and view.itemsize in (1, 4) and view.c_contiguous and not view.nbytes % 4
    if not sound:
        raise ParameterError(f"found ranks of format {view.format!r}, expected C ints of 32 bits, one after another")
    return view
