"""Pools and candidates from files alone, without a database."""

import json
from collections.abc import Mapping, Sequence

import click

from assess.cli.output.progress import with_progress
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.tournament.candidates import POOL_DEPTH, pool_runs, thin_by_grade

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object: topic to docnos.")


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option("--depth", default=POOL_DEPTH, show_default=True, help="Items taken from the top of each run.")
@json_option
def pool(runs: Sequence[str], depth: int, as_json: bool) -> None:
    """Print the items to grade: the top of each run.

    Prints "topic docno" lines in order; their number goes to standard error. RUN is a TREC run,
    gzip or not; - is standard input.

    \b
    Example:
        assess pool runs/*.gz --depth 10 > to-grade.txt
    """
    read = (load(path, parse_run) for path in with_progress("Reading runs", runs))
    _print_docnos(pool_runs(read, depth), as_json, "item")


@click.command()
@click.argument("qrels")
@click.option("-k", default=5, show_default=True, help="Best items sought per topic.")
@json_option
def candidates(qrels: str, k: int, as_json: bool) -> None:
    """Print the candidates of each topic for its top k.

    Whole grades are taken from the top until there are at least k; grade 0 stays out. Prints
    "topic docno" lines, best grade first; their number goes to standard error. - is standard input.

    \b
    Example:
        assess candidates cast2019.qrels -k 5 > candidates.txt
    """
    grades = load(qrels, parse_qrels)
    _print_docnos({topic: thin_by_grade(graded, k) for topic, graded in grades.items()}, as_json, "candidate")


def _print_docnos(docnos: Mapping[str, Sequence[str]], as_json: bool, what: str) -> None:
    if as_json:
        click.echo(json.dumps(docnos, ensure_ascii=False))
    else:
        click.echo("".join(f"{topic} {docno}\n" for topic, listed in docnos.items() for docno in listed), nl=False)
    largest = max(docnos, key=lambda topic: len(docnos[topic]))
    found = f"{_counted(sum(map(len, docnos.values())), what)} for {_counted(len(docnos), 'topic')}"
    click.echo(f"{found}; most for {largest}: {len(docnos[largest]):,}", err=True)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
