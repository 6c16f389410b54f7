"""How a campaign stands, on a terminal."""

from collections.abc import Sequence
from dataclasses import fields

from assess.campaign.overview.judgment_totals import JudgmentTotals, PersonLine, RoundLine
from assess.campaign.overview.overview import Overview
from assess.campaign.overview.remaining import TopicTotals
from assess.campaign.retention import Identities
from assess.campaign.status import Status
from assess.cli.output.rules import rules_as_text
from assess.cli.output.table import format_table
from assess.tournament import Parameters

# So many rounds and people are shown unless all are asked for.
SHOWN = 6
ROUNDS = ("round", "topics", "pairings", "judgments", "not counted", "held", "missing")
PEOPLE = ("person", "number", "judgments", "not counted", "holds", "latest (UTC)")
COUNTED = {"people": "those of people", "machines": "those of machines", "both": "those of people and machines"}


def status_text(status: Status) -> str:
    """What the campaign is made of, a line for each fact."""
    p = status.parameters
    largest = f" ({status.largest_pool_topic})" if status.largest_pool_topic else ""
    lines = {
        "campaign": f"{status.name} ({status.state}, created {status.created_at:%Y-%m-%d %H:%M} UTC)",
        "strategy": p["strategy"],
        "parameters": _parameters(status),
        "topics": f"{status.topics:,}",
        "items": f"{status.items:,}, {status.graded:,} of them graded",
        "candidates": _candidates(status),
        "largest pool": f"{status.largest_pool:,}{largest}",
        "pools above F": f"{status.pools_above_few:,}",
        "runs": f"{status.runs:,}",
        "pairings": f"{status.pairings:,}",
        "judgments": f"{status.judgments:,} by {status.assessors:,} assessors",
    }
    return _lines(lines)


def overview_text(overview: Overview, *, full: bool) -> str:
    """The whole status: what the campaign is made of for a draft, else how far it is."""
    if overview.status.state == "draft":
        return status_text(overview.status) + _left(overview)
    status, people = overview.status, overview.judgments.people
    finished = ", finished" if overview.finished else ""
    lines = {
        "campaign": f"{status.name} ({status.state}{finished}, created {status.created_at:%Y-%m-%d %H:%M} UTC)",
        "rules": f"{status.parameters['strategy']}, {_parameters(status)}",
        "material": f"{status.items:,} items, {status.graded:,} graded; {status.candidates:,} candidates"
        f"{', ' + _compared(status) if status.plain else ''}; {status.runs:,} runs",
        "topics": _topics(overview.topics),
        "judgments": _judgments(overview.judgments.totals, sum(person.judgments > 0 for person in people)),
        "counted": _counted(overview),
        "missing": _missing(overview.judgments.totals),
    }
    lines |= {"to grade": f"{overview.to_grade:,} items"} if overview.to_grade else {}
    lines |= _pace(overview) | _identities(overview.identities)
    return _lines(lines) + _left(overview) + _tables(overview, full=full)


def _parameters(status: Status) -> str:
    p = status.parameters
    answers = f", answers = {p['answers']}" if "answers" in p else ""
    numbers = {known.name: p[known.name] for known in fields(Parameters) if known.name in p}
    return f"{rules_as_text(p['strategy'], Parameters(**numbers))}{answers}, seed = {status.seed}"


def _candidates(status: Status) -> str:
    plain = _compared(status) + "; " if status.plain else ""
    return f"{status.candidates:,}, {plain}{status.candidates_without_body:,} of them with nothing to show"


def _compared(status: Status) -> str:
    """What the candidates of a plain comparison are."""
    pages = status.parameters.get("pages")
    return f"the result pages of runs, top {pages}" if pages else "all items, as there are no grades"


def _topics(topics: TopicTotals) -> str:
    parts = {
        "done": topics.done,
        "open": topics.open,
        "waiting for grades": topics.waiting_for_grades,
        "closed": topics.closed,
    }
    return f"{topics.all:,}: " + ", ".join(f"{number:,} {what}" for what, number in parts.items() if number)


def _judgments(totals: JudgmentTotals, people: int) -> str:
    by = f"{totals.counting:,} by {people:,} {'assessor' if people == 1 else 'assessors'}"
    if not totals.not_counting:
        return by
    parts = ", ".join(f"{number:,} of {reason}" for reason, number in totals.not_counting.items())
    return f"{by}; {totals.made - totals.counting:,} more do not count: {parts}"


def _counted(overview: Overview) -> str:
    """Whose judgments count, and where to see the others."""
    told = COUNTED[overview.counted]
    if overview.judgments.machines_only:
        return f"{told}: judged by machines only"
    kinds = {person.kind == "machine" for person in overview.judgments.people if person.latest}
    beside = f"; assess machines {overview.status.name} shows both side by side" if len(kinds) == 2 else ""
    return told + beside


def _missing(totals: JudgmentTotals) -> str:
    if not totals.missing:
        return "none of what is asked for by now"
    held = f", {totals.held:,} of them held" if totals.held else ""
    return f"{totals.missing:,} of what is asked for by now{held}"


def _pace(overview: Overview) -> dict[str, str]:
    if overview.pace is None:
        return {}
    pace, missing = overview.pace, overview.judgments.totals.missing
    lines = {"pace": f"{pace.per_hour:,.0f} judgments an hour in the last {_duration(pace.hours)} of work"}
    if overview.ends_at:
        end = f"{overview.ends_at:%Y-%m-%d %H:%M} UTC without a break"
        lines["end"] = f"after {_duration(pace.hours_for(missing))} more of work: {end}"
    return lines


def _identities(identities: Identities) -> dict[str, str]:
    """What becomes of the names of people, where that was decided or asked for."""
    parts, days = [], f"{identities.days:,} days after closing" if identities.days is not None else ""
    if identities.overdue:
        parts.append(
            f"of {identities.known:,} people: to be erased, but not all is settled with them (--forget-all tells)"
        )
    elif identities.known and identities.erased_on is not None:
        parts.append(f"of {identities.known:,} people: erased on {identities.erased_on:%Y-%m-%d %H:%M} UTC, {days}")
    elif identities.known and days:
        parts.append(f"of {identities.known:,} people: erased {days}")
    if identities.waiting:
        parts.append(f"{identities.waiting:,} withdrew and are forgotten when everything is settled with them")
    if identities.forgotten:
        parts.append(f"{identities.forgotten:,} forgotten")
    return {"identities": "; ".join(parts)} if parts else {}


def _duration(hours: float) -> str:
    if hours >= 1:
        return f"{hours:.1f} hours"
    minutes = max(round(60 * hours), 1)
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


def _left(overview: Overview) -> str:
    left = overview.left or ("nothing",)
    return "".join(f"{'left' if number == 0 else '':<14} {text}\n" for number, text in enumerate(left))


def _tables(overview: Overview, *, full: bool) -> str:
    rounds, people = overview.judgments.rounds, overview.judgments.people
    text = ""
    if rounds:
        shown = rounds if full else rounds[-SHOWN:]
        text += (
            "\n" + format_table(ROUNDS, [_round(line) for line in shown]) + _more(len(rounds) - len(shown), "rounds")
        )
    if people:
        shown_people = people if full else people[:SHOWN]
        rows = [_person(line) for line in shown_people]
        text += "\n" + format_table(PEOPLE, rows) + _more(len(people) - len(shown_people), "people")
    return text


def _more(number: int, what: str) -> str:
    return f"and {number:,} more {what}: --full shows them\n" if number else ""


def _round(line: RoundLine) -> Sequence[str]:
    name = str(line.round) if line.round else "beside"
    numbers = (line.topics, line.pairings, line.judgments, line.not_counting, line.held, line.missing)
    return [name, *(f"{number:,}" for number in numbers)]


def _person(line: PersonLine) -> Sequence[str]:
    name = f"{line.kind}:{line.identity}" + (" (excluded)" if line.excluded else "")
    latest = f"{line.latest:%Y-%m-%d %H:%M}" if line.latest else "-"
    numbers = (line.number, line.judgments, line.not_counting, line.holds)
    return [name, *(f"{number:,}" for number in numbers), latest]


def _lines(lines: dict[str, str]) -> str:
    return "".join(f"{label:<14} {value}\n" for label, value in lines.items())
