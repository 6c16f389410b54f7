"""The section on the best items of each topic."""

from collections import Counter

from assess.analysis.section import Cell, Column, Row, Section
from assess.report.material import Material


def best_items_section(material: Material) -> Section:
    """The top of each topic, best first: by the tournament's levels, or by judgments won if there are none."""
    won = Counter((judgment.topic, judgment.preferred) for judgment in material.judgments if judgment.preferred)
    judged = Counter((j.topic, docno) for j in material.judgments for docno in (j.docno_a, j.docno_b))
    rows: list[Row] = []
    for topic in material.topics:
        for place, docno in _best(material, topic, won, judged):
            grade = material.grades.get(topic, {}).get(docno)
            rows.append((topic, docno, place, grade, won[topic, docno], judged[topic, docno]))
    names = (Column("topic", "text"), Column("item", "text"), *map(Column, ("place", "grade", "won", "judged")))
    return Section("best items", "Best items of each topic", names, tuple(rows), _notes(material, rows))


def first_items_section(material: Material, best: Section) -> Section:
    """A row for each topic: what is first, and what it was asked for."""
    by_topic: dict[str, list[dict[str, Cell]]] = {}
    for record in best.as_records():
        by_topic.setdefault(str(record["topic"]), []).append(record)
    rows: list[Row] = []
    for topic, records in by_topic.items():
        first = [record for record in records if record["place"] == 1]
        question = (material.questions.get(topic, ""),) if material.questions else ()
        rows.append((topic, *question, ", ".join(str(record["item"]) for record in first), len(first), len(records)))
    columns = [Column("topic", "text"), *([Column("question", "text")] if material.questions else [])]
    columns += [Column("first", "text"), Column("tied first"), Column("in the top")]
    notes = (
        *best.notes[1:],
        *(("all of them, with grades and judgments: tables/best-items.csv",) if rows else best.notes),
    )
    return Section("first items", "The best item of each topic", tuple(columns), tuple(rows), notes)


def _notes(material: Material, rows: list[Row]) -> tuple[str, ...]:
    if not rows:
        return ("best items: not defined because no item won a judgment",)
    place = "place: items with the same place are tied; won, judged: judgments that the item won, and was in"
    if material.tops:
        return (place, "top: the items that the tournament put above the grades")
    return (place, f"the result of no tournament is known: the top are the {material.k} items that won most judgments")


def _best(
    material: Material, topic: str, won: Counter[tuple[str, str]], judged: Counter[tuple[str, str]]
) -> list[tuple[int, str]]:
    """Place and item, best first; everything tied with the last one stays."""
    if material.tops:
        values = material.tops.get(topic, {})
    else:
        values = {docno: float(won[of, docno]) for of, docno in judged if of == topic and won[of, docno]}
    ordered = sorted(values, key=lambda docno: (-values[docno], docno))
    placed = [(1 + sum(value > values[docno] for value in values.values()), docno) for docno in ordered]
    return placed if material.tops else [(place, docno) for place, docno in placed if place <= material.k]
