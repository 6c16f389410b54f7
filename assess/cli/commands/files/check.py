"""Check files before they are used."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

import click

from assess.cli.output.progress import with_progress
from assess.errors import FormatError
from assess.files import read_bytes, source_name
from assess.formats.check.checking import KINDS, Checked
from assess.formats.check.checking import check as check_data
from assess.formats.syntax.faults import Fault
from assess.interleaving.checking import INTERLEAVING_KINDS

ALL_KINDS = {**KINDS, **INTERLEAVING_KINDS}
# Faults printed for a file; equal faults of several lines are one.
SHOWN = 20
# Line numbers printed for equal faults.
LINES_SHOWN = 5


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--as", "kind", type=click.Choice(list(ALL_KINDS)), help="What the files are, if they do not tell.")
@click.option("--all", "show_all", is_flag=True, help="Print every fault on a line of its own, however many.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file, with every fault.")
def check(files: Sequence[str], kind: str | None, show_all: bool, as_json: bool) -> None:
    """Detect the format of files, and list the faults in them.

    Equal faults of several lines are printed together, and not more than 20 for a file. Files may be gzip; - is
    standard input. The exit code is 1 when there is a fault.

    \b
    Example:
        assess check grades.qrels crowd.pref runs/*.run.gz
    """
    faulty = False
    for path in with_progress("Checking", files):
        checked = _check(path, kind)
        faulty = faulty or bool(checked.faults)
        click.echo(json.dumps(asdict(checked), ensure_ascii=False) if as_json else _described(checked, show_all))
    click.get_current_context().exit(1 if faulty else 0)


def _check(path: str, kind: str | None) -> Checked:
    source = source_name(path)
    try:
        return check_data(read_bytes(path), source, kind, ALL_KINDS)
    except FormatError as error:
        found, _, expected = str(error).removeprefix(f"{source}: ").removeprefix("found ").partition(", expected ")
        return Checked(source, "", {"lines": 0}, [Fault(source, 0, found, expected or "a file that can be read")])


def _described(checked: Checked, show_all: bool) -> str:
    counts = ", ".join(_counted(number, name) for name, number in checked.counts.items())
    faults = _counted(len(checked.faults), "faults") if checked.faults else "no fault"
    lines = [f"{checked.source}: {checked.kind or 'unknown'}, {counts}, {faults}"]
    shown = map(str, checked.faults) if show_all else _summary(checked.faults)
    return "\n".join(lines + [f"  {line}" for line in shown])


def _summary(faults: Sequence[Fault]) -> Iterator[str]:
    """The first faults, equal ones together, and how many more there are."""
    equal: dict[tuple[str, str, str], list[Fault]] = {}
    for fault in faults:
        equal.setdefault((fault.found, fault.expected, fault.remedy), []).append(fault)
    groups = list(equal.values())
    yield from map(_together, groups[:SHOWN])
    if more := sum(map(len, groups[SHOWN:])):
        yield f"… and {_counted(more, 'faults')} more: assess check --all prints every one"


def _together(equal: Sequence[Fault]) -> str:
    """Equal faults on one line: the first one, with the numbers of the other lines."""
    if len(equal) == 1:
        return str(equal[0])
    numbers = ", ".join(str(fault.line) for fault in equal[1:LINES_SHOWN])
    more = len(equal) - LINES_SHOWN
    also = f"{numbers} and {more:,} more" if more > 0 else numbers
    return f"{equal[0]} (also line{'s' if len(equal) > 2 else ''} {also})"


def _counted(number: int, plural: str) -> str:
    return f"{number:,} {plural.removesuffix('s') if number == 1 else plural}"
