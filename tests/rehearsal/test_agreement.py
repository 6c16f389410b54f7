"""A plan and a rehearsal of the same campaign with the same settings agree."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from statistics import NormalDist, fmean

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.cli.commands.campaign.plan import plan
from assess.cli.commands.crowd.rehearse import rehearse
from assess.pay import Pay, format_money, hours_of_work
from tests.recruit.demo import new_demo
from tests.rehearsal.kept import rows

# Plans know no people who are hasty, spam or leave, unless told so.
ALL_DILIGENT = ("--hasty", "0", "--spamming", "0", "--leaving", "0")


@dataclass(frozen=True)
class Rehearsed:
    """What a rehearsal tells."""

    judgments: int
    kept: int
    discarded: int
    cost: Decimal
    hours: float

    @property
    def hits(self) -> int:
        return self.kept + self.discarded


def read(told: str) -> Rehearsed:
    def found(pattern: str) -> str:
        match = re.search(pattern, told, re.MULTILINE)
        assert match, told
        return match[1].replace(",", "")

    return Rehearsed(
        judgments=int(found(r"^judgments +([\d,]+),")),
        kept=int(found(r"(\d+) kept")),
        discarded=int(found(r"^discarded +(\d+) for a failed challenge")),
        cost=Decimal(found(r"^spent +\$([\d,.]+):")),
        hours=float(found(r"([\d,.]+) hours of work at 60 s a pair")),
    )


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Result]:
    """Run a command on a campaign of four topics of the demo."""
    database = new_demo(tmp_path, topics=4)

    def invoke(command: str, *options: str) -> Result:
        result = CliRunner().invoke(main, [command, "demo", "--db", database, *options], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result

    return invoke


# The first seeds, none of them chosen. With 0.8 every second assignment fails a challenge: if nobody failed in
# rehearsals, their means would be far off.
SEEDS = range(5)


def test_rehearsals_are_on_average_what_their_plan_says(run: Callable[..., Result]) -> None:
    options = ("--challenge-accuracy", "0.8")
    rehearsals = [read(run("rehearse", *ALL_DILIGENT, *options, "--seed", str(seed)).stdout) for seed in SEEDS]
    planned = json.loads(run("plan", "--json", *options).stdout)["summary"]
    for quantity in ("judgments", "hits", "discarded", "cost", "hours"):
        low, mean, high = (float(planned[quantity][name]) for name in ("low", "mean", "high"))
        deviation = (high - low) / (2 * NormalDist().inv_cdf(0.95))  # low and high are the 5 % and 95 % quantiles
        found = fmean(float(getattr(rehearsed, quantity)) for rehearsed in rehearsals)
        assert found == pytest.approx(mean, abs=3 * deviation / len(SEEDS) ** 0.5), quantity
    assert planned["discarded"]["low"] > 0


@pytest.mark.parametrize("option", ["challenge_accuracy", "seconds", "spread", "pairings", "challenges"])
def test_plan_and_rehearsal_have_the_same_defaults(option: str) -> None:
    planned, rehearsed = ({known.name: known.default for known in command.params} for command in (plan, rehearse))
    assert planned[option] == rehearsed[option]


def test_cost_and_hours_of_a_rehearsal_follow_the_rules_of_plans(run: Callable[..., Result], tmp_path: Path) -> None:
    told = run("rehearse", *ALL_DILIGENT, "--challenge-accuracy", "0.9", "--keep", str(tmp_path / "kept")).stdout
    rehearsed = read(told)
    assert rehearsed.discarded > 0
    assert rehearsed.cost == rehearsed.hits * Pay().price
    assert f"{format_money(rehearsed.hits * Pay().reward)} rewards, $0.00 bonuses" in told
    [(pairs,)] = rows(tmp_path / "kept", "assess.db", "SELECT count(*) FROM task")
    assert isinstance(pairs, int)
    assert rehearsed.hours == round(hours_of_work(pairs, Pay().seconds), 1)
