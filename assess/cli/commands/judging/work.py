"""Let simulated workers judge by the API, with a given accuracy."""

from collections.abc import Sequence
from random import Random

import click

from assess.errors import ParameterError
from assess.files import load
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.rehearsal.client import Client
from assess.rehearsal.shift import Shift, work_together
from assess.simulation.assessors import parse_model
from assess.simulation.text_worker import TextWorker, truth_of_texts


@click.command()
@click.argument("links", nargs=-1, required=True, metavar="LINK...")
@click.option("--items", required=True, metavar="FILE", help="The items of the campaign: TSV or JSON lines.")
@click.option("--truth", required=True, metavar="FILE", help="TREC qrels: how good each item is.")
@click.option("--assessors", default="bradley-terry:10", show_default=True, help="How well they judge; see simulate.")
@click.option("--seconds", default=0.0, show_default=True, help="Seconds for a pair, on average.")
@click.option("--seed", default=0, show_default=True, help="Where all randomness comes from.")
def work(links: Sequence[str], items: str, truth: str, assessors: str, seconds: float, seed: int) -> None:
    """Let simulated workers judge over HTTP.

    Each link is that of one worker; assess invite NAME --machine ID makes them.

    \b
    Example:
        assess work http://127.0.0.1:8000/j/TOKEN --items items.jsonl --truth truth.qrels --seconds 2
    """
    if seconds < 0:
        raise ParameterError(f"found {seconds} seconds for a pair, expected 0 or more")
    known = truth_of_texts(load(items, parse_items), load(truth, parse_qrels))
    worker = TextWorker(known, parse_model(assessors))
    judged: list[int] = []
    shifts = [
        Shift(Client.by_link(link), worker, Random(f"{seed}/{number}"), seconds, told=lambda *_: judged.append(1))
        for number, link in enumerate(links)
    ]
    for link, reason in zip(links, work_together(shifts), strict=True):
        click.echo(f"{link}\t{reason}")
    click.echo(f"{len(judged)} judgments", err=True)
