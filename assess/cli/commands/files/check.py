"""Check files before they are used."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from assess.cli.output.progress import with_progress
from assess.errors import FormatError
from assess.files import read_bytes, source_name
from assess.formats.check.checking import KINDS, Checked
from assess.formats.check.checking import check as check_data
from assess.formats.syntax.faults import Fault


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--as", "kind", type=click.Choice(list(KINDS)), help="What the files are, if they do not tell.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
def check(files: Sequence[str], kind: str | None, as_json: bool) -> None:
    """Detect the format of files, and list every fault.

    Files may be gzip; - is standard input. The exit code is 1 when there is a fault.

    \b
    Example:
        assess check grades.qrels crowd.pref runs/*.run.gz
    """
    faulty = False
    for path in with_progress("Checking", files):
        checked = _check(path, kind)
        faulty = faulty or bool(checked.faults)
        click.echo(json.dumps(asdict(checked), ensure_ascii=False) if as_json else _described(checked))
    click.get_current_context().exit(1 if faulty else 0)


def _check(path: str, kind: str | None) -> Checked:
    source = source_name(path)
    try:
        return check_data(read_bytes(path), source, kind)
    except FormatError as error:
        found, _, expected = str(error).removeprefix(f"{source}: ").removeprefix("found ").partition(", expected ")
        return Checked(source, "", {"lines": 0}, [Fault(source, 0, found, expected or "a file that can be read")])


def _described(checked: Checked) -> str:
    counts = ", ".join(_counted(number, name) for name, number in checked.counts.items())
    faults = _counted(len(checked.faults), "faults") if checked.faults else "no fault"
    lines = [f"{checked.source}: {checked.kind or 'unknown'}, {counts}, {faults}"]
    return "\n".join(lines + [f"  {fault}" for fault in checked.faults])


def _counted(number: int, plural: str) -> str:
    return f"{number:,} {plural.removesuffix('s') if number == 1 else plural}"
