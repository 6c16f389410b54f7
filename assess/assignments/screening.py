"""Screening: decide whether a submitted assignment is kept or discarded, and which pairings are asked again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class ScreenedTask(Protocol):
    """One page of an assignment; ``expected`` is the right answer of a challenge: -1 left, 1 right, 0 a tie."""

    @property
    def id(self) -> int: ...
    @property
    def pairing_id(self) -> int | None: ...
    @property
    def expected(self) -> int | None: ...


T = TypeVar("T", bound=ScreenedTask)


@dataclass(frozen=True)
class Verdict(Generic[T]):
    """The decision about a submitted assignment.

    Attributes
    ----------
    failed
        The challenges with a wrong answer; a tie is wrong too.
    counting
        The pairings whose judgments count from now on: all or none.
    back
        The pairings that are asked again: none or all. The answers stay in the
        log in both cases.
    """

    failed: tuple[T, ...]
    counting: tuple[T, ...]
    back: tuple[T, ...]

    @property
    def kept(self) -> bool:
        """Whether its judgments count, because no challenge failed."""
        return not self.failed


def screen(tasks: Sequence[T], answers: Mapping[int, float]) -> Verdict[T]:
    """Decide about a complete assignment by its challenges.

    *answers* maps the id of each challenge to its answer: negative for the
    left item, positive for the right one, 0 for a tie.
    """
    failed = tuple(
        task for task in tasks if task.expected is not None and not is_expected(answers[task.id], task.expected)
    )
    pairings = _pairings(tasks)
    return Verdict(failed, counting=() if failed else pairings, back=pairings if failed else ())


def is_expected(answer: float, expected: int) -> bool:
    """Whether an answer is on the expected side; the strength of the preference does not matter."""
    return (answer > 0) - (answer < 0) == expected


def left_behind(tasks: Sequence[T], unanswered: Collection[T], *, screened: bool) -> tuple[T, ...]:
    """Return the pairings to ask again when an assignment ends before it is submitted.

    Without challenges, these are the pairings without an answer. With
    challenges (*screened*), these are all pairings, because it is unknown
    whether the challenges would have been passed.
    """
    return _pairings(tasks if screened else [task for task in tasks if task in unanswered])


def _pairings(tasks: Sequence[T]) -> tuple[T, ...]:
    return tuple(task for task in tasks if task.pairing_id is not None)
