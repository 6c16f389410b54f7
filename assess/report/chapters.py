"""The chapters of the report: sections and figures in the order of the page."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from assess.analysis.grades import grade_sections
from assess.analysis.items import items_section
from assess.analysis.judgments import judgment_sections
from assess.analysis.measures import consistency_section, run_means
from assess.analysis.section import Cell, Column, Row, Section
from assess.errors import NotDefinedError
from assess.measures.by_name import is_count
from assess.report.assumptions import CONVENTIONS, assumptions_sections
from assess.report.best_items import best_items_section, first_items_section
from assess.report.figure import Drawing
from assess.report.judgment_figures import (
    draw_agreement,
    draw_gaps,
    draw_people,
    draw_pools,
    draw_transitivity,
)
from assess.report.material import Material
from assess.report.people import people_section
from assess.report.pools import pools_section, rounds_section
from assess.report.run_figures import draw_leaderboard, draw_measures, draw_significance
from assess.report.standings import (
    Standings,
    comparisons_section,
    leaderboard_section,
    sensitivity_section,
)

PERCENT = "\u00a0%"
JUDGED = {"topics": "topics with judgments", "items": "items compared", "pairs": "pairs compared"}
NO_RUNS = "There are no scores because no run was given."
NO_SCORES = "There are no scores because no measure is defined for any topic that was judged."
COUNTED = "{}: no leaderboard because it counts; its values are in tables/scores.csv."
NO_JUDGMENTS = "not defined because there are no preference judgments."


@dataclass(frozen=True)
class Chapter:
    """A part of the page; ``texts`` come before its figures and tables, ``files`` are tables beside the page only."""

    name: str
    title: str
    texts: tuple[str, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    sections: tuple[Section, ...] = ()
    files: tuple[Section, ...] = ()


def chapters_of(material: Material) -> list[Chapter]:
    """All chapters; one that has nothing to tell says why."""
    judged = {section.name: section for section in _judgment_sections(material)}
    standings = [Standings.of(material.averaged, measure, material.seed) for measure in material.averaged]
    return [
        Chapter("numbers", "In numbers", tuple(material.remarks), (), (_numbers(material, judged),)),
        _pools(material),
        _cost(material),
        _people(material, judged),
        _agreement(judged),
        _transitivity(judged),
        _best_items(material, judged),
        _leaderboard(material, standings),
        _measures(material),
        _significance(material, standings),
        Chapter("assumed", "What was assumed", CONVENTIONS, (), tuple(assumptions_sections(material))),
    ]


def _judgment_sections(material: Material) -> list[Section]:
    if not material.judgments:
        return []
    sections = judgment_sections(material.table)
    if not material.grades:
        return sections
    judged: dict[str, list[str]] = {}
    for topic, docno in material.table.items:
        judged.setdefault(topic, []).append(docno)
    sections += grade_sections(material.table, material.grades)
    try:
        return [*sections, items_section(material.grades, judged, material.levels or None, material.k)]
    except NotDefinedError as reason:
        return [*sections, Section("items", "Grades of items", (Column("grade", "text"),), (), (str(reason),))]


def _numbers(material: Material, judged: dict[str, Section]) -> Section:
    """Facts, then what was judged, then runs and measures."""
    rows: list[Row] = [*material.facts, ("topics", len(material.topics))]
    if material.grades:
        rows.append(("graded items", sum(map(len, material.grades.values()))))
    if "judgments" in judged:
        rows += [(JUDGED.get(str(name), name), number) for name, number in judged["judgments"].rows]
    rows += [("runs", len(material.runs)), ("measures", ", ".join(material.scores) or "none")]
    notes = judged["judgments"].notes if "judgments" in judged else (f"agreement: {NO_JUDGMENTS}",)
    columns = (Column("what", "text"), Column("number"))
    return Section("numbers", "The campaign in numbers", columns, tuple(rows), notes)


def _pools(material: Material) -> Chapter:
    section, rounds = pools_section(material), rounds_section(material)
    texts = () if section.rows else ("There are no pools because nothing was graded or judged.",)
    return Chapter("pools", "Pools and rounds", texts, _drawn(draw_pools, section), _known(rounds, section))


def _cost(material: Material) -> Chapter:
    if material.cost is None:
        return Chapter(
            "cost", "Cost", ("No payments are known: the judgments came from no paid crowd of this program.",)
        )
    return Chapter("cost", "Cost", (), (), (material.cost,))


def _people(material: Material, judged: dict[str, Section]) -> Chapter:
    beside = (material.work, material.machines)
    if not material.judgments:
        return Chapter("people", "People", (f"People: {NO_JUDGMENTS}",), (), _known(*beside))
    if not material.table.assessors:
        reason = "People: not known because the judgments do not say who judged."
        return Chapter("people", "People", (reason,), (), _known(*beside, judged.get("sides")))
    people = people_section(material.table)
    return Chapter("people", "People", (), _drawn(draw_people, people), _known(*beside, people, judged.get("sides")))


def _agreement(judged: dict[str, Section]) -> Chapter:
    if not judged:
        return Chapter("agreement", "Agreement", (f"Agreement: {NO_JUDGMENTS}",))
    names = ("agreement", "assessors", "repeats", "grades", "strength", "time")
    drawings = _drawn(draw_agreement, judged["agreement"]) + _drawn(draw_gaps, judged.get("grades"))
    return Chapter("agreement", "Agreement", (), drawings, _known(*map(judged.get, names)))


def _transitivity(judged: dict[str, Section]) -> Chapter:
    if not judged:
        return Chapter("transitivity", "Transitivity", (f"Transitivity: {NO_JUDGMENTS}",))
    section = judged["transitivity"]
    return Chapter("transitivity", "Transitivity", (), _drawn(draw_transitivity, section), (section,))


def _best_items(material: Material, judged: dict[str, Section]) -> Chapter:
    best = best_items_section(material)
    return Chapter(
        "best", "Best items", (), (), _known(judged.get("items"), first_items_section(material, best)), (best,)
    )


def _leaderboard(material: Material, standings: list[Standings]) -> Chapter:
    counted = tuple(COUNTED.format(measure) for measure in material.scores if is_count(measure))
    if not standings:
        return Chapter("leaderboard", "Leaderboard", (_why_no_scores(material), *counted))
    drawn = draw_leaderboard(standings)
    sections = (*map(leaderboard_section, standings), sensitivity_section(standings))
    return Chapter("leaderboard", "Leaderboard", counted, (drawn,) if drawn else (), sections)


def _why_no_scores(material: Material) -> str:
    return NO_SCORES if material.runs else NO_RUNS


def _measures(material: Material) -> Chapter:
    title = "Measure against measure"
    if not material.averaged:
        return Chapter("measures", title, (_why_no_scores(material),))
    means = run_means(material.averaged)
    for number, what in ((len(means), "measure"), (len(material.runs), "run")):
        if number < 2:
            reason = f"Correlations: not defined because there is one {what}; they need two."
            return Chapter("measures", title, (reason,))
    drawn = draw_measures(means)
    return Chapter("measures", title, (), (drawn,) if drawn else (), (consistency_section(means),))


def _significance(material: Material, standings: list[Standings]) -> Chapter:
    title = "Which runs differ"
    if not standings:
        return Chapter("significance", title, (_why_no_scores(material),))
    drawn = draw_significance(standings[0])
    first, *others = map(comparisons_section, standings)
    texts = ("The other measures are in tables/, a file for each.",) if others else ()
    return Chapter("significance", title, texts, (drawn,) if drawn else (), (first,), tuple(others))


def _drawn(draw: Callable[[Section], Drawing | None], section: Section | None) -> tuple[Drawing, ...]:
    drawing = draw(section) if section else None
    return (drawing,) if drawing else ()


def _known(*sections: Section | None) -> tuple[Section, ...]:
    return tuple(section for section in sections if section is not None)


def in_short(material: Material, chapters: Iterable[Chapter]) -> list[str]:
    """The report in a few sentences."""
    sections = {section.name: section for chapter in chapters for section in chapter.sections}
    told = [_told_judgments(material)]
    if repeats := sections.get("repeats"):
        told += _told_repeats(repeats.as_records()[0])
    if material.averaged:
        measure = next(iter(material.averaged))
        told += _told_leader(measure, sections.get(f"leaderboard {measure}"), sections.get(f"comparisons {measure}"))
        told += _told_detectable(measure, sections.get("sensitivity"))
    if material.cost:
        told += [f"{name}: {dollars} US dollars." for name, dollars in material.cost.rows if name == "Spent"]
    return told


def _told_judgments(material: Material) -> str:
    if not material.judgments:
        return "There are no preference judgments."
    table = material.table
    people = f" by {_number(len(table.assessors), 'person', 'people')}" if table.assessors else ""
    pairs, topics = _number(len(table.pairs), "pair"), _number(len(table.topics), "topic")
    return f"{_number(len(table.answer), 'judgment')}{people} of {pairs} of items on {topics}."


def _number(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _told_repeats(record: dict[str, Cell]) -> list[str]:
    share = record["share"]
    if not isinstance(share, float):
        return []
    return [
        f"Two judgments of the same pair agree in {100 * share:.1f}{PERCENT} of cases{_between(record, 100, PERCENT)}."
    ]


def _told_leader(measure: str, board: Section | None, compared: Section | None) -> list[str]:
    if board is None or not board.rows:
        return []
    leaders = [str(row[0]) for row in board.rows if row[1] == 1]
    best = board.as_records()[0]
    told = [f"{_who_leads(leaders, len(board.rows))} by {measure}: {best['mean']:.3f}{_between(best)}."]
    if compared and compared.rows and len(leaders) == 1 < len(board.rows):
        against = [record for record in compared.as_records() if record["run"] == leaders[0]]
        better = sum(record["significant"] == "yes" for record in against)
        told.append(_told_better(better, len(against)))
    return told


def _who_leads(leaders: list[str], runs: int) -> str:
    if len(leaders) == runs:
        return f"The only run is {leaders[0]}," if runs == 1 else f"All {runs:,} runs are equal"
    return f"{', '.join(leaders)} lead{'s' * (len(leaders) == 1)}"


def _told_better(better: int, others: int) -> str:
    test = "(paired t-test, Holm)"
    if not better:
        return f"It is not significantly better than any other run {test}."
    of = f"{better:,} of {others:,}" if better < others else f"all {others:,}" if others > 1 else "the"
    return f"It is significantly better than {of} other run{'s' * (others != 1)} {test}."


def _told_detectable(measure: str, sensitivity: Section | None) -> list[str]:
    found = {str(record["measure"]): record for record in sensitivity.as_records()} if sensitivity else {}
    detectable = found[measure]["detectable"] if measure in found else None
    if not isinstance(detectable, float):
        return []
    topics = f"{found[measure]['topics']:,} topics detect a difference of {detectable:.3f} between two runs"
    return [f"{topics} (4 in 5 times, paired t-test, p < 0.05)."]


def _between(record: dict[str, Cell], factor: float = 1, unit: str = "") -> str:
    low, high = record["low"], record["high"]
    if not isinstance(low, float) or not isinstance(high, float):
        return ""
    digits = 1 if unit else 3
    return f" (95{PERCENT} interval {factor * low:.{digits}f} to {factor * high:.{digits}f}{unit})"
