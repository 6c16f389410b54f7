"""Bradley-Terry strengths of items, from files alone."""

from collections.abc import Mapping, Sequence

import click

from assess.cli.options.style import style_options
from assess.cli.output.strengths import strengths_as_csv, strengths_as_json, strengths_as_text
from assess.errors import ParameterError
from assess.files import load
from assess.formats.covariates import Covariate, parse_covariates
from assess.formats.judgment_log import parse_judgment_log
from assess.formats.preferences import parse_judgments
from assess.model import DetailedJudgment, Judgment
from assess.stats.strengths.fitting import LEVEL, STRENGTH_VARIANCE, fit_strengths
from assess.stats.strengths.result import Strengths
from assess.stats.strengths.spread import Errors

STYLES = {"text": strengths_as_text, "json": strengths_as_json, "csv": strengths_as_csv}

TopicItem = tuple[str, str]


@click.command()
@click.option("--prefs", metavar="FILE", help="Preferences: topic winner loser, or topic a b preferred.")
@click.option("--log", metavar="FILE", help="The log of a campaign: it says who judged, and what was on the left.")
@click.option("--covariates", metavar="FILE", help="CSV: docno,length,... or topic,docno,length,...")
@click.option(
    "--variance",
    type=float,
    help=f"Of the prior of strengths; inf is none.  [default: {STRENGTH_VARIANCE:g}; estimated with --covariates]",
)
@click.option(
    "--errors",
    type=click.Choice(["robust", "sandwich", "model"]),
    default="robust",
    show_default=True,
    help="What errors rest on; robust: the larger of the other two.",
)
@click.option("--level", default=LEVEL, show_default=True, help="Of the intervals.")
@style_options("Print everything as JSON.", "Print the items as comma-separated values.")
def strengths(
    prefs: str | None,
    log: str | None,
    covariates: str | None,
    variance: float | None,
    errors: Errors,
    level: float,
    style: str | None,
) -> None:
    """Fit strengths of items (Bradley-Terry), with errors.

    Strengths are log-odds: their mean is 0 in each topic, and an item that is stronger by 1 is preferred in 73 % of
    comparisons. Ties are fitted as Davidson does. A log adds left bias and the reliability of each worker; covariates
    add what they buy.

    \b
    Example:
        assess strengths --prefs crowd.pref --covariates lengths.csv
        assess export NAME --as jsonl > log.jsonl; assess strengths --log log.jsonl
    """
    if (prefs is None) == (log is None):
        raise ParameterError("found both or neither of --prefs and --log, expected one of them")
    judgments: Sequence[Judgment] = [one for _, one in load(prefs, parse_judgments)] if prefs else _logged(log or "")
    given = load(covariates, parse_covariates) if covariates else {}
    fitted = _fit(judgments, given, variance, errors, level)
    click.echo(STYLES[style or "text"](fitted), nl=False)


def _logged(path: str) -> list[DetailedJudgment]:
    return load(path, parse_judgment_log)


def _fit(
    judgments: Sequence[Judgment], given: Mapping[str, Covariate], variance: float | None, errors: Errors, level: float
) -> Strengths[TopicItem]:
    detailed = [one for one in judgments if isinstance(one, DetailedJudgment)]
    people = [one.assessor for one in detailed if one.assessor is not None]
    are_known, are_sided = bool(people) and len(people) == len(judgments), all(one.left for one in detailed)
    pairs = [_sides(one) for one in judgments]
    items = {item for pair in pairs for item in pair}
    return fit_strengths(
        [pair[0] for pair in pairs],
        [pair[1] for pair in pairs],
        [None if one.preferred is None else (one.topic, one.preferred) for one in judgments],
        workers=people if are_known else None,
        reliability=are_known and len(set(people)) > 1,
        left_bias=bool(detailed) and are_sided,
        covariates={name: _values(name, values, items) for name, values in given.items()},
        strength_variance=variance,
        errors=errors,
        level=level,
    )


def _sides(judgment: Judgment) -> tuple[TopicItem, TopicItem]:
    """The two items, the left one first where it is known."""
    a, b = (judgment.topic, judgment.docno_a), (judgment.topic, judgment.docno_b)
    return (b, a) if isinstance(judgment, DetailedJudgment) and judgment.left == judgment.docno_b else (a, b)


def _values(name: str, values: Covariate, items: set[TopicItem]) -> dict[TopicItem, float]:
    found = {item: values.get(item, values.get((None, item[1]))) for item in sorted(items)}
    if missing := next((item for item, value in found.items() if value is None), None):
        raise ParameterError(
            f"topic {missing[0]}: found no {name} of {missing[1]}, expected one for each item compared"
        )
    return {item: value for item, value in found.items() if value is not None}
