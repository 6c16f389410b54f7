"""Print disagreements: a table, or each with what people saw."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from assess.campaign.judging.grader_agreement import GraderAgreement
from assess.cli.output.table import format_table
from assess.stats.agreement.jackknife import Estimated

Record = dict[str, Any]
PAIR_HEADINGS = ("topic", "round", "items", "said", "stake", "decided")
GRADE_HEADINGS = ("topic", "item", "said", "grade", "decided")


def disagreements_text(found: Sequence[Record], agreement: GraderAgreement | None) -> str:
    """Tables of the pairings and of the grades, hardest first, and how far graders agree."""
    pairs = [record for record in found if record["kind"] == "pair"]
    grades = [record for record in found if record["kind"] == "grade"]
    parts = [format_table(PAIR_HEADINGS, [_pair_row(record) for record in pairs], left=4)] if pairs else []
    parts += [format_table(GRADE_HEADINGS, [_grade_row(record) for record in grades], left=3)] if grades else []
    waiting = sum(not _is_decided(record) for record in found)
    number = "1 disagreement" if len(found) == 1 else f"{len(found):,} disagreements"
    told = f"{number}, {waiting:,} to decide\n" if found else "nobody disagrees\n"
    return "\n".join([*parts, told + (_agreement(agreement) if agreement else "")])


def _is_decided(record: Record) -> bool:
    return record["decided"] not in (None, [])


def _pair_row(record: Record) -> list[str]:
    decided = ", ".join(f"{_choice(said['preferred'])} by {_name(said)}" for said in record["decided"])
    items = f"{record['docno_a']} {record['docno_b']}"
    return [record["topic"], str(record["round"]), items, _voices(record), str(record["stake"]), decided or "-"]


def _grade_row(record: Record) -> list[str]:
    decided = "-" if record["decided"] is None else f"{record['decided']:g}"
    return [record["topic"], record["docno"], _voices(record), f"{record['grade']:g}", decided]


def _voices(record: Record) -> str:
    """Who said what: each answer with the people who gave it, the answer of most first."""
    people: defaultdict[str, list[str]] = defaultdict(list)
    for said in record["said"]:
        answer = _choice(said["preferred"]) if record["kind"] == "pair" else f"{said['grade']:g}"
        people[answer].append(_name(said))
    voices = sorted(people.items(), key=lambda voice: (-len(voice[1]), voice[0]))
    return "; ".join(f"{answer}: {', '.join(names)}" for answer, names in voices)


def _choice(preferred: str | None) -> str:
    return preferred or "tie"


def _name(said: Record) -> str:
    """The kind is told where the name alone could be anybody's."""
    person = said["person"]
    kind, identity = str(person["kind"]), str(person["identity"])
    return identity if kind in ("invited", "organiser") else f"{kind}:{identity}"


def _agreement(agreement: GraderAgreement) -> str:
    alpha = "not defined" if agreement.alpha is None else _estimate(agreement.alpha, ".3f")
    equal = _estimate(agreement.equal, ".1%")
    return (
        f"graders agree in {equal} of comparisons on {agreement.items:,} items; "
        f"Krippendorff's alpha (ordinal) {alpha}\n"
    )


def _estimate(estimated: Estimated, form: str) -> str:
    if estimated.low is None or estimated.high is None:
        return f"{estimated.value:{form}}"
    return f"{estimated.value:{form}} ({estimated.low:{form}} to {estimated.high:{form}})"


def seen_text(found: Sequence[Record]) -> str:
    """Each disagreement with the question and the texts that people saw."""
    return "\n".join("".join(f"{line}\n" for line in _seen(record)) for record in found) or "nobody disagrees\n"


def _seen(record: Record) -> Iterator[str]:
    what = f"round {record['round']}, stake {record['stake']}" if record["kind"] == "pair" else "grade"
    yield f"topic {record['topic']}, {what}; {_voices(record)}"
    for version in record["seen"]:
        if len(record["seen"]) > 1:
            yield f"as seen by {', '.join(_name({'person': person}) for person in version['by'])}"
        yield f"  question  {version['question']}"
        if version["description"]:
            yield f"  wanted    {version['description']}"
        for docno, body in version["items"].items():
            yield f"  {docno}"
            yield from (f"    {line}" for line in _body(body).splitlines())


def _body(body: Any) -> str:
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, indent=1)
