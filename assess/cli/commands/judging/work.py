"""Let simulated workers judge by the API, with a given accuracy."""

from collections.abc import Sequence
from random import Random

import click

from assess.cli.options.many_values import ManyValues
from assess.errors import ParameterError
from assess.files import load
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.rehearsal.client import Client
from assess.rehearsal.shift import Shift, work_together
from assess.simulation.assessors import parse_model
from assess.simulation.text_worker import WITH_TIE, RepeatableWorkers, TextWorker, truth_of_texts


@click.command(cls=ManyValues)
@click.argument("links", nargs=-1, required=True, metavar="LINK...")
@click.option("--items", multiple=True, required=True, metavar="FILE...", help="The items of the campaign, as for new.")
@click.option("--truth", required=True, metavar="FILE", help="TREC qrels: how good each item is.")
@click.option("--assessors", default="bradley-terry:10", show_default=True, help="How well they judge; see simulate.")
@click.option("--ties", default=0.0, show_default=True, help="Share of ties between items that look the same.")
@click.option("--seconds", default=0.0, show_default=True, help="Seconds for a pair, on average.")
@click.option("--seed", default=0, show_default=True, help="Where all randomness comes from.")
def work(
    links: Sequence[str], items: Sequence[str], truth: str, assessors: str, ties: float, seconds: float, seed: int
) -> None:
    """Let simulated workers judge over HTTP.

    Each link is that of one worker; assess invite NAME --simulated ID makes them. The same seed gives the same
    answers to the same pairs, no matter which worker gets a pair. With 3 or 5 answers, --ties lets them answer
    with a tie; with 4 or 5, they are definite about clear cases.

    \b
    Example:
        assess work http://127.0.0.1:8000/j/TOKEN --items items.jsonl --truth truth.qrels --seconds 2
    """
    if seconds < 0:
        raise ParameterError(f"found {seconds} seconds for a pair, expected 0 or more")
    known = truth_of_texts([item for path in items for item in load(path, parse_items)], load(truth, parse_qrels))
    workers = RepeatableWorkers(TextWorker(known, parse_model(assessors), ties=ties), seed)
    given: list[int] = []
    shifts = [
        Shift(
            Client.by_link(link),
            workers,
            Random(f"{seed}/{number}"),
            seconds,
            told=lambda _assignment, _position, answer: given.append(answer),
        )
        for number, link in enumerate(links)
    ]
    for link, reason in zip(links, work_together(shifts), strict=True):
        click.echo(f"{link}\t{reason}")
    click.echo(f"{len(given)} judgments" + (f", {given.count(0)} of them ties" if ties else ""), err=True)
    if ties and workers.offered and workers.offered.isdisjoint(WITH_TIE):
        click.echo("the campaign offers no tie: assess new --answers 3 makes one that does", err=True)
