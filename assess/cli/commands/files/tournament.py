"""A tournament on files, for any outside judge: start, requests, add, result; and audit, of one played elsewhere."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

import click

from assess.cli.options.seed import seed_option
from assess.cli.options.tournament import strategy_option, tournament_parameters
from assess.errors import ConflictError, UnknownNameError
from assess.files import load, locked, source_name, write_atomically
from assess.formats.preferences import parse_judgments
from assess.formats.qrels import format_qrels, parse_qrels
from assess.model import Judgment
from assess.tournament import Parameters, State
from assess.tournament import record as records
from assess.tournament.audit import Audit
from assess.tournament.audit import audit as audit_topic
from assess.tournament.candidates import thin_by_grade
from assess.tournament.preference_qrels import preference_qrels
from assess.tournament.record_file import format_record, parse_record

state_argument = click.argument("state", type=click.Path(allow_dash=False))
NAMED = 5


@click.command()
@click.argument("qrels")
@click.option("-o", "--output", "state", required=True, type=click.Path(), help="State file to make.")
@tournament_parameters()
@strategy_option
@seed_option
def start(qrels: str, state: str, parameters: Parameters, strategy: str, seed: int) -> None:
    """Start a tournament on files.

    The grades are thinned to candidates, and everything needed to go on is kept in the state file.

    \b
    Example:
        assess start cast2019.qrels -o cast.json
        assess requests cast.json > questions.txt
        my-judge questions.txt > answers.txt
        assess add cast.json answers.txt
    """
    record = records.start(load(qrels, parse_qrels), parameters, strategy, seed)
    with locked(state):
        if Path(state).exists():
            raise ConflictError(
                f"{state}: found a file of that name, expected none; choose another, or remove it first"
            )
        write_atomically(state, format_record(record))
    _tell(record.states)


@click.command()
@state_argument
def requests(state: str) -> None:
    """Print the pairings to judge now.

    One line (topic, docno, docno) for each judgment that is missing: a pairing that needs three is printed three
    times. Sides are drawn at random, and swapped from one judgment to the next.

    \b
    Example:
        assess requests cast.json > questions.txt
    """
    record = load(state, parse_record)
    click.echo("".join(f"{topic} {left} {right}\n" for topic, left, right in record.questions()), nl=False)
    _tell(record.states)


@click.command()
@state_argument
@click.argument("files", nargs=-1, required=True)
@click.option("--extra", is_flag=True, help="Keep answers nobody asked for as extra edges.")
def add(state: str, files: Sequence[str], extra: bool) -> None:
    """Add judgments to a tournament.

    Lines are "topic winner loser", or "topic a b preferred" where preferred may be "tie". Some or all, in any order,
    by several processes at once. All files are added, or none of their lines.

    \b
    Example:
        assess add cast.json answers.txt more.txt.gz
    """
    answers = [
        records.RecordedAnswer(f"{source_name(file)}, line {number}", judgment)
        for file in files
        for number, judgment in load(file, parse_judgments)
    ]
    with locked(state):
        record = records.add(load(state, parse_record), answers, extra=extra)
        write_atomically(state, format_record(record))
    surplus = sum(judgment.round_ == records.EXTRA for judgment in record.judgments[-len(answers) :])
    click.echo(f"{len(answers)} judgments added", err=True)
    if surplus:
        click.echo(
            f"{surplus} of them were not needed: kept as extra edges, without a part in the tournament", err=True
        )
    _tell(record.states)


@click.command()
@state_argument
@click.option("--partial", is_flag=True, help="Also while topics are unfinished: those keep their grades.")
@click.option("--probabilities", metavar="FILE", help="topk: also write each item's probability to be in the top k.")
@click.option("-o", "--output", default="-", help="File to write.  [default: standard output]")
def result(state: str, partial: bool, probabilities: str | None, output: str) -> None:
    """Print the preference qrels of a tournament.

    The grades, with the ordered top k in new levels above them; tied items share a level. With the strategy topk,
    --partial gives unfinished topics the top k known so far.

    \b
    Example:
        assess result cast.json > cast.pref.qrels
        assess result cast.json --probabilities members.tsv > cast.pref.qrels
    """
    record = load(state, parse_record)
    unfinished = [topic for topic, where in record.states.items() if not where.done]
    if unfinished and not partial:
        raise ConflictError(
            f"{state}: found {len(unfinished)} unfinished topics ({_names(unfinished)}), expected none; "
            "judge what `assess requests` prints, or leave them at their grades with --partial"
        )
    if probabilities:
        write_atomically(probabilities, _probability_lines(record.probabilities()))
    write_atomically(output, format_qrels(record.qrels()))
    _tell_recall(record)


def _probability_lines(probabilities: Mapping[str, Mapping[str, float]]) -> str:
    """Lines of topic, docno and probability, the most probable first."""
    return "".join(
        f"{topic}\t{docno}\t{of:.3f}\n"
        for topic, items in probabilities.items()
        for docno, of in sorted(items.items(), key=lambda item: (-item[1], item[0]))
    )


def _tell_recall(record: records.Record) -> None:
    """Print on standard error how much of the true top k the result is expected to have."""
    known = [state for state in record.states.values() if state.expected_recall is not None and state.asked]
    if not known:
        return
    recalls = [state.expected_recall or 0.0 for state in known]
    drawn = sum(state.by_lot > 0 for state in known)
    ties = f"; in {drawn} of them a draw decides between ties for the last place" if drawn else ""
    click.echo(
        f"expected recall of the top {record.parameters.k}: {fmean(recalls):.2f} "
        f"({min(recalls):.2f} to {max(recalls):.2f} in {len(known)} finished topics{ties})",
        err=True,
    )


@click.command()
@click.argument("qrels")
@click.argument("rounds", nargs=-1, required=True)
@tournament_parameters(floor=False, overlap=False, stops=False)
@click.option("-o", "--output", default="-", help="File to write.  [default: standard output]")
@click.pass_context
def audit(context: click.Context, qrels: str, rounds: Sequence[str], parameters: Parameters, output: str) -> None:
    """Replay a two-stage tournament played elsewhere.

    One file of judgments a round, in order, as `assess add` takes them. Prints the preference qrels that follow, and
    on standard error where a topic and round depart from the rules; then the exit code is 1.

    \b
    Example:
        assess audit qrels.2019 judge.00 judge.01 judge.02 > preferences.qrels
    """
    grades = load(qrels, parse_qrels)
    judged = [_by_topic(file, grades) for file in rounds]
    audits = [
        audit_topic(topic, thin_by_grade(items, parameters.k), [round_.get(topic, ()) for round_ in judged], parameters)
        for topic, items in grades.items()
    ]
    rankings = {found.topic: found.ranking for found in audits if found.judgments}
    write_atomically(output, format_qrels(preference_qrels(grades, rankings, parameters.k)))
    _tell_departures(audits)
    context.exit(1 if any(found.departures for found in audits) else 0)


def _by_topic(file: str, grades: Mapping[str, object]) -> dict[str, list[Judgment]]:
    topics: defaultdict[str, list[Judgment]] = defaultdict(list)
    for number, judgment in load(file, parse_judgments):
        if judgment.topic not in grades:
            raise UnknownNameError(
                f"{source_name(file)}, line {number}: found topic {judgment.topic}, "
                f"expected one of the {len(grades)} topics of the grades"
            )
        topics[judgment.topic].append(judgment)
    return topics


def _tell_departures(audits: Sequence[Audit]) -> None:
    departures = [departure for found in audits for departure in found.departures]
    for departure in departures:
        click.echo(departure, err=True)
    played = [found for found in audits if found.judgments]
    reductions = sum(found.reductions for found in played)
    finals = sum(bool(found.final_pool) for found in played)
    click.echo(
        f"{len(played)} topics, {reductions + finals} rounds ({reductions} of random pairings, {finals} round robins), "
        f"{sum(found.judgments for found in played)} judgments; departures from the rules: {len(departures)}",
        err=True,
    )


def _tell(states: Mapping[str, State]) -> None:
    """Print on standard error how many topics are finished, and what to do next."""
    missing = sum(state.missing for state in states.values())
    finished = sum(state.done for state in states.values())
    following = f"{missing} judgments needed now: assess requests" if missing else "see assess result"
    click.echo(f"{finished} of {len(states)} topics finished; {following}", err=True)


def _names(topics: Sequence[str]) -> str:
    return ", ".join(topics[:NAMED]) + (", ..." if len(topics) > NAMED else "")
