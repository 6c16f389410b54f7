"""What it takes to grade items."""

from dataclasses import dataclass

from assess.pay import hours_of_work

# Somebody who grades reads one item, somebody who compares reads two.
SHARE_OF_A_PAIR = 0.5


@dataclass(frozen=True)
class GradingPlan:
    """So many *items*, each graded by so many *graders*; a pair takes *pair_seconds* to judge."""

    items: int
    graders: int
    pair_seconds: float

    @property
    def gradings(self) -> int:
        return self.items * self.graders

    @property
    def seconds(self) -> float:
        """Seconds for a grade."""
        return self.pair_seconds * SHARE_OF_A_PAIR

    @property
    def hours(self) -> float:
        return hours_of_work(self.gradings, self.seconds) if self.gradings else 0.0
