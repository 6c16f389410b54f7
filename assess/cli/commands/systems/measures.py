"""The measures that runs can be scored by."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from assess.cli.output.table import format_table
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import MeasureKind, Need, Parameter

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
        assess measures nDCG@10
    """
    kind = MEASURES.get(re.split("[(@]", name)[0].lower()) if name is not None else None
    if name is not None and kind is None:
        click.echo(_of_ir_measures(name, as_json=as_json), nl=False)
        return
    kinds = [kind] if kind else list(MEASURES.values())
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
    parameters = kind.parameters.items()
    return _facts(facts, [(f"{name}={each.form}", _default(each), each.meaning) for name, each in parameters])


def _of_ir_measures(name: str, *, as_json: bool) -> str:
    """A measure of ir_measures, in its own words."""
    from assess.measures.classical_names import described_name  # ir_measures takes a while to import

    found = described_name(name)
    if as_json:
        return json.dumps([asdict(found)], indent=1) + "\n"
    computed = f"ir_measures, by {' or '.join(found.programs)}"
    facts = [(found.name, found.summary), ("needs", found.needs), ("computed by", computed)]
    return _facts([*facts, ("reference", "https://ir-measur.es")], found.parameters)


def _facts(facts: Sequence[tuple[str, str]], parameters: Sequence[tuple[str, str, str]]) -> str:
    """What a measure is, and a table of its parameters if it has some."""
    width = max(len(name) for name, _ in facts)
    text = "".join(f"{name.ljust(width)}  {fact}\n" for name, fact in facts)
    table = format_table(("parameter", "default", "meaning"), parameters, left=3) if parameters else ""
    return f"{text}\n{table}" if table else text


def _default(parameter: Parameter) -> str:
    value = parameter.default
    if value is None or value == "":
        return parameter.usual or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_json(kind: MeasureKind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "summary": kind.summary,
        "needs": kind.needs,
        "range": kind.range,
        "reference": kind.reference,
        "parameters": {
            name: {"default": parameter.default, "usual": _default(parameter), "meaning": parameter.meaning}
            for name, parameter in kind.parameters.items()
        },
    }
