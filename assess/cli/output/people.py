"""The people of a campaign on a terminal, as CSV, and one of them in detail."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assess.cli.output.table import format_csv, format_table

Record = Mapping[str, Any]
HEADINGS: tuple[str, ...] = ("number", "kind", "name", "judged", "counting", "seconds", "challenges", "others")
HEADINGS += ("majority", "left", "triples", "careless", "effect", "tau")
NOTES = """\
counting: judged pairs that count; seconds: median of a pair; challenges: passed of given
others, majority: agreement with single judgments of others, and with most others (number of comparisons)
left: share of preferences for the left side (* if a side is significantly preferred, Holm over all people)
triples: share of three items compared among each other that the person orders without contradiction
careless: probability that the person does not look, by challenges, majority and speed
effect, tau: largest change of a run's mean if the person is left out, and Kendall's tau of the two orders
-: fewer than 5 comparisons, or nothing to compare
"""


def people_as_text(people: Sequence[Record]) -> str:
    """A row for each person, how they stand at its end, and what the columns mean."""
    rows = [[*_cells(person), "; ".join(_remarks(person))] for person in people]
    # The last column is text of any length: it is not aligned.
    table = format_table(HEADINGS, [row[:-1] for row in rows], left=3).splitlines()
    lines = [table[0], *(f"{line}  {row[-1]}".rstrip() for line, row in zip(table[1:], rows, strict=True))]
    return "\n".join(lines) + "\n\n" + NOTES


def _cells(person: Record) -> list[str]:
    judged, effect = person["judged"], person["left_out"]
    challenges = person["challenges"]
    front = [str(person["number"] or "-"), person["kind"], person["identity"]]
    if judged is None:
        return [*front, "0", "0", *["-"] * (len(HEADINGS) - 5)]
    return [
        *front,
        f"{judged['judgments']:,}",
        f"{judged['counting']:,}",
        "-" if judged["median_seconds"] is None else f"{judged['median_seconds']:.1f}",
        f"{challenges['number']}/{challenges['of']}" if challenges["of"] else "-",
        _share(judged["others"]),
        _share(judged["majority"]),
        _share(judged["sides"]["left"], counted=False) + ("*" if judged["sides"]["leans"] else ""),
        _share(judged["transitive"]),
        "-" if person["careless"] is None else f"{person['careless']:.2f}",
        f"{effect['change']:+.4f}" if effect else "-",
        f"{effect['tau']:.3f}" if effect and effect["tau"] is not None else "-",
    ]


def _share(share: Record, *, counted: bool = True) -> str:
    if share["share"] is None:
        return "-"
    return f"{share['share']:.2f}" + (f" ({share['of']})" if counted else "")


def _remarks(person: Record) -> Iterator[str]:
    """How the person stands, and what an organiser should look at."""
    yield from person["states"]
    judged = person["judged"]
    if person["quota"] is not None:
        yield f"quota {judged['judgments'] if judged else 0} of {person['quota']}"
    if person["assigned_topics"]:
        yield f"topics {', '.join(person['assigned_topics'])}"
    if judged and judged["speed"]:
        yield "much faster than others" if judged["speed"] < 0 else "much slower than others"


def people_as_csv(people: Sequence[Record]) -> str:
    """A line for each person; a field of an object is named by both, such as ``majority_share``."""
    flat = [dict(_flat(person)) for person in people]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    return format_csv(columns, [[row.get(name) for name in columns] for row in flat])


def _flat(record: Record, prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in record.items():
        if isinstance(value, dict):
            # The statistics of judgments stand beside the other fields.
            yield from _flat(value, "" if name == "judged" else f"{prefix}{name}_")
        elif name != "judged" and not (name == "left_out" and value is None):
            yield f"{prefix}{name}", ";".join(value) if isinstance(value, list | tuple) else value


def person_as_text(person: Record) -> str:
    """Everything about one person, a line each."""
    return "".join(f"{name:<22}{value}\n" for name, value in _lines(person))


def _lines(person: Record) -> Iterator[tuple[str, str]]:
    number = "" if person["number"] is None else f", number {person['number']}"
    yield "person", f"{person['identity']} ({person['kind']}{number})"
    yield "state", "; ".join(_remarks(person)) or "working"
    yield "challenges passed", _interval(person["challenges"])
    if person["careless"] is not None:
        yield "careless", f"with probability {person['careless']:.3f}"
    judged = person["judged"]
    if judged is None:
        yield "judged", "nothing"
        return
    yield "judged", f"{judged['judgments']:,} pairs of {judged['topics']:,} topics; {judged['counting']:,} count"
    yield "agree with others", _interval(judged["others"])
    yield "agree with majority", _interval(judged["majority"])
    yield "left preferred", _interval(judged["sides"]["left"]) + _side_test(judged["sides"])
    yield "ties", f"{judged['ties']:,}"
    if judged["median_seconds"] is not None:
        fast = f"{judged['fast']:,} of {judged['timed']:,} answers implausibly fast"
        yield "seconds", f"{judged['median_seconds']:.1f} in the median; {fast}"
    yield "triples in order", _interval(judged["transitive"])
    if effect := person["left_out"]:
        tau = "not defined" if effect["tau"] is None else f"{effect['tau']:.4f}"
        yield "if left out", f"mean {effect['measure']} of {effect['run']} {effect['change']:+.4f}; tau of runs {tau}"


def _interval(share: Record) -> str:
    counts = f"{share['number']:,} of {share['of']:,}"
    if share["share"] is None:
        return f"{counts} (too few for a share)" if share["of"] else "nothing to compare"
    return f"{share['share']:.3f} ({share['low']:.3f} to {share['high']:.3f}), {counts}"


def _side_test(sides: Record) -> str:
    if sides["p"] is None:
        return ""
    return f"; p = {sides['p']:.3g} that sides do not matter{', significant among all people' * sides['leans']}"
