"""The measures that runs can be scored by."""

import json
from collections.abc import Sequence
from typing import Any

import click

from assess.cli.output.table import format_table
from assess.errors import UnknownNameError
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import MeasureKind, Need

NEEDS: dict[Need, str] = {
    "grades": "grades",
    "preferences": "preferences",
    "graph": "preferences, grades or both",
}
OTHERS = """
A graph is made of preferences, grades or both, as --graph says.
All measures of ir_measures work too, with grades: P@10, R@100, AP, RR, nDCG@10, Bpref, Rprec, ERR@20, SetF, ...
assess measures NAME shows the parameters of a measure, and where it is defined."""


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def measures(name: str | None, as_json: bool) -> None:
    """List the measures that "assess score" knows, or describe one.

    \b
    Example:
        assess measures
        assess measures pgc
    """
    if name is not None and name.lower() not in MEASURES:
        raise UnknownNameError(f"found measure {name!r}, expected one of {', '.join(MEASURES)}")
    kinds = list(MEASURES.values()) if name is None else [MEASURES[name.lower()]]
    if as_json:
        click.echo(json.dumps([_as_json(kind) for kind in kinds], indent=1))
    elif name is None:
        click.echo(_listed(kinds) + OTHERS)
    else:
        click.echo(_described(kinds[0]), nl=False)


def _listed(kinds: Sequence[MeasureKind]) -> str:
    """A line for each measure, and under it what it is."""
    rows = [(kind.name, kind.needs, kind.range, kind.reference) for kind in kinds]
    heading, *lines = format_table(("measure", "needs", "range", "reference"), rows, left=4).splitlines()
    told = [f"{line}\n    {kind.summary}\n" for line, kind in zip(lines, kinds, strict=True)]
    return "".join([f"{heading}\n", *told])


def _described(kind: MeasureKind) -> str:
    facts = [
        (kind.name, kind.summary),
        ("needs", NEEDS[kind.needs]),
        ("range", kind.range),
        ("reference", kind.reference),
    ]
    width = max(len(name) for name, _ in facts)
    text = "".join(f"{name.ljust(width)}  {fact}\n" for name, fact in facts)
    if kind.parameters:
        rows = [
            (f"{name}={parameter.form}", _shown(parameter.default), parameter.meaning)
            for name, parameter in kind.parameters.items()
        ]
        text += "\n" + format_table(("parameter", "default", "meaning"), rows, left=3)
    return text


def _shown(value: Any) -> str:
    return "none" if value is None or value == "" else str(value).lower() if isinstance(value, bool) else str(value)


def _as_json(kind: MeasureKind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "summary": kind.summary,
        "needs": kind.needs,
        "range": kind.range,
        "reference": kind.reference,
        "parameters": {
            name: {"default": parameter.default, "meaning": parameter.meaning}
            for name, parameter in kind.parameters.items()
        },
    }
