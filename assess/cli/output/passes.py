"""What passes over a launch did, in words. In a loop, what has not changed is said once."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import click

from assess.pay import format_money
from assess.recruit.accounting.books import Books
from assess.recruit.recruiter import PassTally


@dataclass
class PassLog:
    """Prints passes: what was done to standard output, remarks and problems to standard error."""

    _last: dict[str, set[str]] = field(default_factory=dict)

    def tell(self, name: str, tally: PassTally, books: Books) -> None:
        """Print a pass over a campaign, without what the pass before it said too."""
        done = [f"{number} {what}" for what, number in _counts(tally).items() if number]
        state = [f"{tally.waiting} calls to repeat"] if tally.waiting else []
        line = f"{', '.join(done + state) or 'nothing new'}; {books_text(books)}"
        new = self._changes(name, [line, *tally.remarks, *tally.problems])
        if done or line in new:
            click.echo(f"{name}: {line}")
        self._remark(name, [remark for remark in new if remark != line])

    def tell_away(self, name: str, error: Exception) -> None:
        """Print that a campaign's platform cannot be reached."""
        self._remark(name, self._changes(name, [f"the platform does not answer: {error}"]))

    def tell_waiting(self, name: str, remark: str) -> None:
        """Print what is waited for between two passes."""
        self._remark(name, self._changes(f"{name}, waiting", [remark]))

    def _changes(self, about: str, lines: Sequence[str]) -> list[str]:
        """The lines that were not said the last time, each once."""
        before, self._last[about] = self._last.get(about, set()), set(lines)
        return [line for line in dict.fromkeys(lines) if line not in before]

    def _remark(self, name: str, remarks: Sequence[str]) -> None:
        for remark in remarks:
            click.echo(f"{name}: {remark}", err=True)


def books_text(books: Books) -> str:
    """Spent, reserved and left of the budget, if there is one."""
    text = f"spent {format_money(books.spent)}, reserved {format_money(books.reserved)}"
    if books.budget is None:
        return text
    over = books.left < 0
    return (
        f"{text}, {format_money(-books.left)} over the budget" if over else f"{text}, left {format_money(books.left)}"
    )


def _counts(tally: PassTally) -> dict[str, int]:
    return {
        "submitted": tally.submitted,
        "paid": tally.paid,
        "bonuses given": tally.bonuses,
        "compensated": tally.compensated,
        "HITs published": tally.published,
        "HITs withdrawn": tally.expired,
        "workers excluded": tally.excluded,
        "workers readmitted": tally.readmitted,
    }
