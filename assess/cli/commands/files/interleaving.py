"""Interleaving on files: lists to show to users, and what their clicks say about the runs."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import click

from assess.cli.output.table import format_table
from assess.errors import ParameterError
from assess.files import STANDARD, load, source_name, write_atomically
from assess.formats.preferences import format_judgments
from assess.formats.runs import parse_run
from assess.interleaving import METHODS
from assess.interleaving.click_file import parse_clicks
from assess.interleaving.comparison import ClickOutcome, Impression, outcome, outcome_of_topics, outcomes_by_topic
from assess.interleaving.drawing import check_tags, draw_lists, topics_of_all
from assess.interleaving.edges import page_judgments
from assess.interleaving.list_file import format_list, parse_lists
from assess.interleaving.lists import PROBABILISTIC

LEVEL = 0.05  # A share that is likelier than this between equal runs proves nothing.


@click.command()
@click.argument("runs", metavar="RUN RUN...", nargs=-1, required=True)
@click.option(
    "--method", type=click.Choice(list(METHODS)), default="team-draft", show_default=True, help="How runs are mixed."
)
@click.option(
    "--depth", type=click.IntRange(1), default=10, show_default=True, help="Items of a list, if the runs have as many."
)
@click.option("--lists", type=click.IntRange(1), default=1, show_default=True, help="Lists drawn for each topic.")
@click.option("--seed", default=0, show_default=True, help="Where all randomness comes from.")
@click.option("--common", is_flag=True, help="Leave out topics that a run lacks.")
def interleave(runs: Sequence[str], method: str, depth: int, lists: int, seed: int, common: bool) -> None:
    """Mix runs into lists whose clicks compare them.

    Prints JSON lines, one list a line: topic, number, items in the order to show, and what is needed to credit
    clicks. Show a list to users, note which items they click, and give both files to "assess credit". Chance decides
    which run goes first, so draw a list for each time you show the topic: --lists.

    Two runs or more (two for balanced). Files may be gzip; - is standard input.

    \b
    Example:
        assess interleave heron.run mole.run --method team-draft --lists 100 --seed 7 > lists.jsonl
        assess credit lists.jsonl clicks.jsonl
    """
    if len(runs) < 2:
        raise ParameterError("found 1 run, expected at least 2 to interleave")
    if runs.count(STANDARD) > 1:
        raise ParameterError("found - (standard input) more than once, expected it at most once")
    read, sources = [load(path, parse_run) for path in runs], [source_name(path) for path in runs]
    check_tags(read, sources)
    topics = topics_of_all(read, sources, common=common)
    drawn = list(draw_lists(read, topics, method, depth, seed, lists))
    click.echo("".join(format_list(*each) for each in drawn), nl=False)
    short = {topic for topic, _, shown in drawn if len(shown.docnos) < depth}
    _print_drawn(len(drawn), len(topics), f"{method} of {', '.join(run.name for run in read)}", len(short), depth)


def _print_drawn(lists: int, topics: int, what: str, short: int, depth: int) -> None:
    click.echo(f"{_counted(lists, 'list')} for {_counted(topics, 'topic')}: {what}", err=True)
    if short:
        click.echo(f"{_counted(short, 'topic')}: fewer than {depth} items, as many as the shortest run has", err=True)


@dataclass(frozen=True)
class Comparison:
    """What the clicks say about two runs: each topic, all impressions, and topics as units."""

    a: str
    b: str
    by_topic: dict[str, ClickOutcome]
    impressions: ClickOutcome
    topics: ClickOutcome


@click.command()
@click.argument("lists")
@click.argument("clicks")
@click.option("--edges", metavar="FILE", help="Write preferences between result pages: topic a b preferred.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def credit(lists: str, clicks: str, edges: str | None, as_json: bool) -> None:
    """Tell from clicks on interleaved lists which run is better.

    LISTS is the output of "assess interleave". CLICKS has a JSON line for each time a list was shown:

    \b
        {"topic": "d01", "list": 1, "clicks": ["d01-54b7"]}    clicked items, by docno
        {"topic": "d01", "list": 2, "clicks": [1, 4]}          or by place, from 1
        {"topic": "d02", "list": 1, "clicks": []}              nothing clicked

    Prints how often each run is preferred, by topic and in all; the share of the first run (wins and half of the
    ties; above 0.5 it is better); and p, how likely such a share is if the runs are equally good. Files may be gzip;
    - is standard input.

    \b
    Example:
        assess credit lists.jsonl clicks.jsonl --edges pages.pref
    """
    if [lists, clicks].count(STANDARD) > 1:
        raise ParameterError("found - (standard input) more than once, expected it at most once")
    shown = load(lists, parse_lists)
    impressions = load(clicks, lambda data, source: parse_clicks(data, shown, source))
    first = next(iter(shown.values()))
    compared = [_compared(impressions, a, b) for a, b in combinations(first.runs, 2)]
    if edges:
        write_atomically(edges, format_judgments(page_judgments(impressions), columns=4))
    _print_reuse(impressions)
    digits = 1 if first.method == PROBABILISTIC else 0  # its wins are expected numbers
    pages = [_as_json(first.method, compared)] if as_json else [_as_text(each, digits) for each in compared]
    click.echo("\n".join(pages), nl=False)


def _compared(impressions: Sequence[Impression], a: str, b: str) -> Comparison:
    by_topic = outcomes_by_topic(impressions, a, b)
    return Comparison(a, b, by_topic, outcome(impressions, a, b), outcome_of_topics(by_topic))


def _print_reuse(impressions: Sequence[Impression]) -> None:
    """Warn on standard error if a list was shown more than once, as its luck counts each time."""
    times = Counter(id(each.shown) for each in impressions)
    again = sum(number for number in times.values() if number > 1)
    if again:
        lists = sum(number > 1 for number in times.values())
        click.echo(
            f"Warning: {_counted(again, 'impression')} of {_counted(lists, 'list')}: which run went first in a list "
            'was decided once; draw a list for each impression ("assess interleave --lists")',
            err=True,
        )


def _as_json(method: str, compared: Sequence[Comparison]) -> str:
    return json.dumps({"method": method, "comparisons": [asdict(each) for each in compared]}, ensure_ascii=False) + "\n"


def _as_text(found: Comparison, digits: int) -> str:
    headings = ("topic", found.a, found.b, "ties", "no click", f"share of {found.a}", "p", "preferred")
    rows = [_cells(topic, each, found, digits) for topic, each in sorted(found.by_topic.items())]
    rows.append(_cells("all", found.impressions, found, digits))
    return format_table(headings, rows) + "\n" + _sentence(found)


def _cells(topic: str, each: ClickOutcome, found: Comparison, digits: int) -> list[str]:
    numbers = (f"{number:,.{digits}f}" for number in (each.wins, each.losses, each.ties))
    share = "-" if each.share is None else f"{each.share:.3f}"
    return [topic, *numbers, f"{each.unclicked:,}", share, _p(each.p), _preferred(each, found)]


def _preferred(each: ClickOutcome, found: Comparison) -> str:
    return {1: found.a, -1: found.b, 0: "neither"}[each.preference]


def _p(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def _sentence(found: Comparison) -> str:
    """What comes out, in words: by impressions, then by topics."""
    impressions, topics = found.impressions, found.topics
    if impressions.share is None:
        return f"No clicks: neither {found.a} nor {found.b} is preferred.\n"
    chance = ", which chance could explain" if impressions.preference and impressions.p >= LEVEL else ""
    return (
        f"{_ahead(impressions, found)} {_counted(impressions.compared, 'impression')} with clicks "
        f"(p {_equals(impressions.p)}){chance}.\n"
        f"By topic: {found.a} is preferred in {topics.wins:,.0f}, {found.b} in {topics.losses:,.0f}, "
        f"neither in {topics.ties:,.0f} of {_counted(topics.compared, 'topic')} (p {_equals(topics.p)}).\n"
    )


def _ahead(each: ClickOutcome, found: Comparison) -> str:
    share = each.share or 0.0
    if not each.preference:
        return f"{found.a} and {found.b} are equal in"
    ahead, behind = (found.a, found.b) if each.preference > 0 else (found.b, found.a)
    return f"{ahead} is ahead of {behind}: a share of {max(share, 1 - share):.1%} of"


def _equals(p: float) -> str:
    return _p(p).replace("<", "< ") if p < 0.0001 else f"= {_p(p)}"


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
