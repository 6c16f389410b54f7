"""Sections on items: from which grades the candidates and the best items came, and where an expert's best item is."""

from collections import Counter
from collections.abc import Iterable, Mapping

from assess.analysis.section import Column, Row, Section
from assess.errors import NotDefinedError
from assess.stats.agreement.grades import Grades
from assess.tournament.candidates import thin_by_grade
from assess.tournament.preference_qrels import level_step

Docnos = Mapping[str, Iterable[str]]

ITEMS = "Grades of items, relative to the top grade of their topic"
EXPERT_TOP = "The expert's best item among the top items"


def below_top_grade(docnos: Docnos, grades: Grades) -> Counter[float]:
    """Count the items by how far their grade is below the highest grade of their topic; ungraded ones are left out."""
    return Counter(
        max(grades[topic].values()) - grades[topic][docno]
        for topic, listed in docnos.items()
        for docno in listed
        if docno in grades.get(topic, {})
    )


def top_items(levels: Grades, grades: Grades) -> dict[str, list[str]]:
    """The items of each topic that a tournament put above the grades, best first.

    They have levels above all grades; see ``assess.tournament.preference_qrels``.
    """
    step = level_step(grades.values())
    tops = {topic: [d for d, level in of.items() if level >= step] for topic, of in levels.items()}
    return {topic: sorted(top, key=lambda d: (-levels[topic][d], d)) for topic, top in tops.items() if top}


def first_items(levels: Grades, tops: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """All items tied for the first place of each topic."""
    return {topic: [d for d in top if levels[topic][d] == levels[topic][top[0]]] for topic, top in tops.items()}


def items_section(grades: Grades, judged: Docnos, levels: Grades | None, k: int) -> Section:
    """The grades of candidates, judged items and the top of a tournament, relative to the top grade of their topic.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing top-k preferences", ACM TOIS 39(3), 2021: figures 5 and 8.
    """
    candidates = {topic: thin_by_grade(graded, k) for topic, graded in grades.items()}
    sets: dict[str, Docnos] = {"candidates": candidates, "judged": judged}
    if levels is not None:
        tops = top_items(levels, grades)
        sets |= {"top 1": first_items(levels, tops), "top": tops}
    found = {name: below_top_grade(docnos, grades) for name, docnos in sets.items()}
    gaps = sorted(set().union(*found.values()))
    if not gaps:
        raise NotDefinedError("items against grades: not defined because no item has a grade")
    rows: list[Row] = [(f"{gap:g} below", *_counts(found, gap)) for gap in gaps]
    rows[0] = ("top grade", *rows[0][1:]) if gaps[0] == 0 else rows[0]
    columns = [column for name in sets for column in (Column(name), Column(f"share of {name}", "share", "share"))]
    notes = [f"candidates: whole grades from the top until there are at least {k}"]
    if levels is not None:
        notes.append("top: items with a level above all grades; top 1: all items tied for the first place")
    return Section("items", ITEMS, (Column("grade", "text"), *columns), tuple(rows), tuple(notes))


def _counts(found: Mapping[str, Counter[float]], gap: float) -> Row:
    return tuple(cell for of in found.values() for cell in (of[gap], of[gap] / of.total() if of.total() else None))


def expert_section(levels: Grades, grades: Grades, expert: Grades) -> Section:
    """The rank that the best item of an expert has in the top of the tournament.

    If several items have the expert's highest level, the best rank counts.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing top-k preferences", ACM TOIS 39(3), 2021: figure 7.
    """
    tops = top_items(levels, grades)
    common = [topic for topic in tops if expert.get(topic)]
    if not common:
        raise NotDefinedError("expert's best item: not defined because the expert judged no topic with top items")
    ranks = Counter(_best_rank(tops[topic], levels[topic], expert[topic]) for topic in common)
    places = sorted(rank for rank in ranks if rank is not None)
    rows: list[Row] = [(f"rank {rank}", ranks[rank], ranks[rank] / len(common)) for rank in places]
    rows += [
        ("in the top", len(common) - ranks[None], 1 - ranks[None] / len(common)),
        ("not in the top", ranks[None], ranks[None] / len(common)),
    ]
    columns = (Column("expert's best item", "text"), Column("topics"), Column("share", "share"))
    return Section("expert top", EXPERT_TOP, columns, tuple(rows))


def _best_rank(top: list[str], levels: Mapping[str, float], expert: Mapping[str, float]) -> int | None:
    best = {docno for docno, level in expert.items() if level == max(expert.values())}
    ranks = [1 + sum(levels[other] > levels[docno] for other in top) for docno in top if docno in best]
    return min(ranks, default=None)
