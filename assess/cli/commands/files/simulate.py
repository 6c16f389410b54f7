"""Simulate: what strategies cost and how good they are, before a cent is spent."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import click

from assess.cli.options.assessors import crowd_options
from assess.cli.options.jobs import jobs_option, seeds_option
from assess.cli.options.many_values import ManyValues
from assess.cli.options.pay import pay_options
from assess.cli.options.seed import seed_option
from assess.cli.options.tournament import tournament_parameters
from assess.cli.output.estimates import plain, summary_record
from assess.cli.output.plots import Canvas
from assess.cli.output.progress import with_progress
from assess.cli.output.table import format_csv, format_table
from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.pay import Pay, format_money
from assess.simulation.assessors import SimulatedCrowd
from assess.simulation.processes import run_trials
from assess.simulation.summary import Estimate, quantities, summarise
from assess.simulation.trial import Collection, Setup, Trial, number_of_trials, trial_seeds
from assess.tournament import FREE, STRATEGIES, Parameters, check_stop

# In CSV and JSON only.
NOT_SHOWN = {"discarded", "hours"}
# In CSV, where a strategy lacks a quantity.
NOTHING = dict.fromkeys(("mean", "low", "high", "error"), "")
STRATEGIES_SHOWN = ("two-stage", "two-stage-repeat", "heap")


@dataclass(frozen=True)
class SimulationLine:
    """A line of the table: what was simulated, and what came out."""

    strategy: str
    assessors: str
    trials: Sequence[Trial]
    summary: Mapping[str, Estimate]


@click.command(cls=ManyValues)
@click.argument("qrels")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=click.Choice(list(STRATEGIES)),
    metavar="NAME...",
    help=f"Of {', '.join(STRATEGIES)}.  [default: {', '.join(STRATEGIES_SHOWN)}]",
)
@crowd_options(many=True)
@click.option("--recorded", metavar="FILE", help="Recorded judgments: their answers where a pair has some.")
@click.option("--runs", multiple=True, metavar="FILE...", help="TREC runs, for the effect on their order.")
@tournament_parameters()
@pay_options
@seeds_option
@seed_option
@jobs_option
@click.option("--csv", "form", flag_value="csv", help="Print CSV, with 5 % and 95 % quantiles and their error.")
@click.option("--json", "form", flag_value="json", help="Print JSON, with every trial.")
@click.option("--plot", metavar="FILE", help="Draw quality against cost: .png, .svg or .pdf.")
def simulate(
    qrels: str,
    strategies: Sequence[str],
    crowds: Mapping[str, SimulatedCrowd],
    spread: float,
    recorded: str | None,
    runs: Sequence[str],
    parameters: Parameters,
    pay: Pay,
    seeds: int | None,
    seed: int,
    jobs: int,
    form: str | None,
    plot: str | None,
) -> None:
    """Simulate tournaments: cost and quality to expect.

    Every strategy is played on all topics against every kind of assessors, with the same truth for all.

    \b
    Example:
        assess simulate cast2019.qrels --strategy two-stage heap --assessors constant:0.7 constant:0.9
    """
    canvas = Canvas(plot) if plot else None
    labels, setups = [], []
    played = strategies or STRATEGIES_SHOWN
    if FREE.isdisjoint(played):
        check_stop(parameters, played[0])
    for strategy in played:
        for assessors, crowd in crowds.items():
            labels.append((strategy, f"recorded, {assessors}" if recorded else assessors))
            setups.append(Setup(strategy, _usable(parameters, strategy), crowd, pay, spread))
    collection = _collection(qrels, runs, recorded)
    drawn = trial_seeds(seed, seeds or number_of_trials(collection, parameters.k))
    results = run_trials(collection, setups, drawn, jobs, with_progress)
    lines = [SimulationLine(*label, trials, summarise(trials)) for label, trials in zip(labels, results, strict=True)]
    click.echo(FORMS[form](lines, parameters.k), nl=False)
    if canvas:
        canvas.draw_quality({f"{line.strategy}, {line.assessors}": line.summary for line in lines}, parameters.k)


def _usable(parameters: Parameters, strategy: str) -> Parameters:
    """The parameters without those of strategies that choose freely, for one that does not."""
    return parameters if strategy in FREE else replace(parameters, recall=None, effort=None, grade_weight=None)


def _collection(qrels: str, runs: Sequence[str], recorded: str | None) -> Collection:
    read = [load(path, parse_run) for path in with_progress("Reading runs", runs)]
    return Collection(
        load(qrels, parse_qrels),
        {run.name: {topic: ranking.docnos for topic, ranking in run.rankings.items()} for run in read},
        load(recorded, parse_preferences) if recorded else {},
    )


def _as_table(lines: Sequence[SimulationLine], k: int) -> str:
    names = {"recall": f"recall@{k}", "top_one": "top-1", "hits": "HITs", "expected": "expected recall"}
    shown = [name for name in _names(lines) if name not in NOT_SHOWN]
    headings = ["strategy", "assessors", *(names.get(name, name.replace("systems_", "systems ")) for name in shown)]
    rows = [
        [line.strategy, line.assessors, *(_as_text(name, line.summary.get(name)) for name in shown)] for line in lines
    ]
    return format_table(headings, rows, left=2)


def _names(lines: Sequence[SimulationLine]) -> list[str]:
    """The quantities of all lines; some strategies have one more than others."""
    return list(dict.fromkeys(name for line in lines for name in line.summary))


def _as_text(name: str, found: Estimate | None) -> str:
    if found is None:
        return ""
    mean = found.mean
    if name == "cost":
        return format_money(mean)
    return f"{mean:,.0f}" if name in ("judgments", "hits") else f"{mean:.1f}" if name == "rounds" else f"{mean:.3f}"


def _as_csv(lines: Sequence[SimulationLine], k: int) -> str:
    names = _names(lines)
    headings = ["strategy", "assessors", "k", "seeds"]
    headings += [f"{name}{suffix}" for name in names for suffix in ("", "_low", "_high", "_error")]
    rows = [
        [line.strategy, line.assessors, k, len(line.trials)]
        + [value for name in names for value in summary_record(line.summary).get(name, NOTHING).values()]
        for line in lines
    ]
    return format_csv(headings, rows)


def _as_json(lines: Sequence[SimulationLine], k: int) -> str:
    records = [
        {
            "strategy": line.strategy,
            "assessors": line.assessors,
            "k": k,
            "summary": summary_record(line.summary),
            "trials": [
                {name: plain(name, value) for name, value in quantities(trial).items()} for trial in line.trials
            ],
        }
        for line in lines
    ]
    return json.dumps(records, indent=1) + "\n"


FORMS = {None: _as_table, "csv": _as_csv, "json": _as_json}
