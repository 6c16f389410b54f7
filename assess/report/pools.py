"""Sections on pools and rounds: how many items of each topic were left after each step."""

from collections import defaultdict

from assess.analysis.section import Column, Row, Section
from assess.report.material import Material
from assess.tournament.candidates import thin_by_grade

MOST_ROUNDS = 8  # strategies that play one match a round have too many rounds for columns
# The columns of the pools that are steps of a funnel, widest first.
STAGES = ("graded", "above 0", "candidates", "compared", "last round", "top")


def pools_section(material: Material) -> Section:
    """The funnel of each topic: graded items, candidates, the pool of each round, and the top."""
    rounds = _rounds(material)
    numbers = sorted({number for of in rounds.values() for number in of})
    shown = numbers if len(numbers) <= MOST_ROUNDS else []
    judged = _judged(material)
    compared = _compared(material)
    rows = [_row(material, topic, compared, rounds[topic], shown, judged[topic]) for topic in material.topics]
    names = ["graded", "above 0", "candidates", "compared", *(f"round {number}" for number in shown)]
    names += ["last round", "top", "pairs", "judgments"]
    known = [any(row[place + 1] for row in rows) for place in range(len(names))]
    columns = (Column("topic", "text"), *(Column(name) for name, keep in zip(names, known, strict=True) if keep))
    kept = tuple((row[0], *(cell for cell, keep in zip(row[1:], known, strict=True) if keep)) for row in rows)
    return Section("pools", "Items of each topic, step by step", columns, kept, tuple(_notes(material, numbers)))


def _notes(material: Material, rounds: list[int]) -> list[str]:
    notes = []
    if material.grades:
        notes.append(f"candidates: whole grades above 0 from the top, until there are at least {material.k}")
    if rounds:
        notes.append("round: items that were compared in this round of the tournament; last round: in the last one")
    else:
        notes.append("rounds: not known because the judgments do not say in which round they were made")
    if len(rounds) > MOST_ROUNDS:
        notes.append(f"{len(rounds):,} rounds: too many for a column each")
    if material.tops:
        notes.append("top: items that the tournament put above the grades, ties at the end included")
    return notes


def _row(
    material: Material,
    topic: str,
    compared: dict[str, int],
    rounds: dict[int, set[str]],
    shown: list[int],
    judged: tuple[int, int],
) -> Row:
    grades = material.grades.get(topic, {})
    relevant = sum(grade > 0 for grade in grades.values())
    last = len(rounds[max(rounds)]) if rounds else None
    by_round = (len(rounds[number]) if number in rounds else None for number in shown)
    candidates = len(thin_by_grade(grades, material.k))
    known = (len(grades), relevant, candidates) if material.grades else (None, None, None)
    return topic, *known, compared.get(topic, 0), *by_round, last, len(material.tops.get(topic, ())), *judged


def _compared(material: Material) -> dict[str, int]:
    compared: defaultdict[str, int] = defaultdict(int)
    for topic, _ in material.table.items:
        compared[topic] += 1
    return compared


def _judged(material: Material) -> defaultdict[str, tuple[int, int]]:
    """Topic to its pairs and judgments."""
    found: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    table = material.table
    for place, topic in enumerate(table.topics):
        own = table.topic_of_pair == place
        found[topic] = int(own.sum()), int(own[table.pair].sum())
    return found


def _rounds(material: Material) -> defaultdict[str, dict[int, set[str]]]:
    """Topic to round to the items compared in it; round 0 are judgments that the tournament did not ask for."""
    found: defaultdict[str, dict[int, set[str]]] = defaultdict(dict)
    for judgment in material.judgments:
        if judgment.round_:
            pool = found[judgment.topic].setdefault(judgment.round_, set())
            pool |= {judgment.docno_a, judgment.docno_b}
    return found


def rounds_section(material: Material) -> Section | None:
    """Topics, items and judgments of each round; None if rounds are not known."""
    rounds = _rounds(material)
    numbers = sorted({number for of in rounds.values() for number in of})
    if not numbers:
        return None
    judgments: defaultdict[int, int] = defaultdict(int)
    for judgment in material.judgments:
        judgments[judgment.round_ or 0] += 1
    rows: list[Row] = []
    for number in numbers:
        pools = [len(of[number]) for of in rounds.values() if number in of]
        rows.append((f"{number}", len(pools), sum(pools), max(pools), judgments[number]))
    if judgments[0]:
        rows.append(("none", None, None, None, judgments[0]))
    names = ("topics", "items", "largest pool", "judgments")
    notes = ("none: judgments that no round asked for",) if judgments[0] else ()
    return Section("rounds", "Rounds", (Column("round", "text"), *map(Column, names)), tuple(rows), notes)
