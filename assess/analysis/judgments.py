"""Sections on judgments alone: how many, how well assessors agree, transitivity, sides."""

from collections.abc import Callable
from functools import partial

from assess.analysis.section import INTERVAL, SHARE, Column, Row, Section, attempt, cells
from assess.stats.agreement.coefficients import (
    Ratings,
    fleiss_kappa,
    krippendorff_alpha,
    mean_fleiss_kappa,
    percent_agreement,
)
from assess.stats.agreement.cohen import LEAST, light_kappa, pairs_of_assessors
from assess.stats.agreement.jackknife import Estimated
from assess.stats.agreement.judgment_table import UNKNOWN, Ints, JudgmentTable
from assess.stats.agreement.repeats import contradicted_pairs, judgments_per_pair, repeats
from assess.stats.agreement.sides import side_bias
from assess.stats.agreement.transitivity import transitivity

ORDERED = 3  # answers from which their order matters


def judgment_sections(table: JudgmentTable, *, splits: str = "tie") -> list[Section]:
    """Everything that the judgments say about themselves.

    *splits* is what a pair without a majority counts as: "tie", or "first", the first of the answers given most in
    the order first item, tie, second item.
    """
    majorities = table.first_of_splits if splits == "first" else table.majorities
    return [
        counts_section(table, majorities, splits),
        agreement_section(table),
        *([assessors_section(table)] if table.assessors else []),
        repeats_section(table),
        transitivity_section(table, majorities),
        *([sides_section(table)] if (table.first_left != UNKNOWN).any() else []),
    ]


def interval_note(table: JudgmentTable) -> str:
    """What the intervals are over."""
    if len(table.topics) > 1:
        return "95 % intervals: jackknife over topics, Student's t; none if all topics have the same value"
    return "95 % intervals: jackknife over pairs, as there is one topic; they say nothing about other topics"


def counts_section(table: JudgmentTable, majorities: Ints, splits: str) -> Section:
    """What was judged, and what the majority of each pair is."""
    times = judgments_per_pair(table)
    rows: list[Row] = [
        ("topics", len(table.topics)),
        ("items", len(table.items)),
        ("pairs", len(table.pairs)),
        *((f"pairs judged {_times(time)}", number) for time, number in times.items() if len(times) > 1),
        ("judgments", len(table.answer)),
        ("ties", int((table.answer == 0).sum())),
        ("assessors", len(table.assessors) or None),
        ("majorities for the first item", int((majorities < 0).sum())),
        ("majorities for a tie", int((majorities == 0).sum())),
        ("majorities for the second item", int((majorities > 0).sum())),
    ]
    notes = [f"a pair without a majority counts as {'a tie' if splits == 'tie' else 'the first of equal answers'}"]
    notes += [] if table.assessors else ["assessors: the file does not say who judged"]
    return Section("judgments", "Judgments", (Column("what", "text"), Column("number")), tuple(rows), tuple(notes))


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def agreement_section(table: JudgmentTable) -> Section:
    """Coefficients of agreement for each set of answers."""
    notes = [interval_note(table)]
    rows: list[Row] = []
    for name, scale in table.scales.items():
        rows += [(name, *row) for row in _coefficients(table, name, scale, notes)]
    if table.assessors:
        light = attempt(partial(light_kappa, table), notes, "Cohen's kappa")
        rows.append((next(iter(table.scales)), "Cohen's kappa, mean of two assessors", *cells(light)))
    else:
        notes.append("Cohen's kappa: not defined because the file does not say who judged")
    columns = (Column("answers", "text"), Column("coefficient", "text"), Column("value", "number"), *INTERVAL)
    return Section("agreement", "Agreement between assessors", columns, tuple(rows), tuple(notes))


def _coefficients(table: JudgmentTable, name: str, scale: tuple[int, ...], notes: list[str]) -> list[Row]:
    counts = table.counts(scale)
    ratings = attempt(lambda: Ratings.of(counts, scale, table.clusters), notes, f"agreement, {name}")
    if ratings is None:
        return []
    wanted: dict[str, Callable[[], Estimated]] = {
        "percent agreement": partial(percent_agreement, ratings),
        "Fleiss' kappa": partial(fleiss_kappa, ratings),
        "Fleiss' kappa, mean over topics": partial(mean_fleiss_kappa, counts, scale, table.topic_of_pair),
        "Krippendorff's alpha, nominal": partial(krippendorff_alpha, ratings),
    }
    if len(scale) >= ORDERED:
        wanted |= {
            "Fleiss' kappa, linear weights": partial(fleiss_kappa, ratings, "linear"),
            "Fleiss' kappa, quadratic weights": partial(fleiss_kappa, ratings, "quadratic"),
            "Krippendorff's alpha, ordinal": partial(krippendorff_alpha, ratings, "ordinal"),
            "Krippendorff's alpha, interval": partial(krippendorff_alpha, ratings, "interval"),
        }
    return [(what, *cells(attempt(compute, notes, f"{what}, {name}"))) for what, compute in wanted.items()]


def assessors_section(table: JudgmentTable) -> Section:
    """Cohen's kappa of every two assessors with enough pairs in common."""
    names = (Column("assessor", "text"), Column("other", "text"))
    figures = (Column("pairs"), Column("same answer", "share"), Column("Cohen's kappa", "number"))
    found = pairs_of_assessors(table)
    if not found:
        reason = f"not defined because no two assessors have {LEAST} pairs in common"
        return Section("assessors", "Two assessors", (*names, *figures, *INTERVAL), (), (f"Cohen's kappa: {reason}",))
    notes = [
        interval_note(table),
        f"two assessors with at least {LEAST} pairs in common; the last answer of each to a pair",
    ]
    if any(two.kappa is None for two in found):
        notes.append("kappa: not defined because both gave the same answer everywhere")
    rows = tuple((two.first, two.second, two.pairs, two.same, *cells(two.kappa)) for two in found)
    return Section("assessors", "Two assessors", (*names, *figures, *INTERVAL), rows, tuple(notes))


def repeats_section(table: JudgmentTable) -> Section:
    """How often two judgments of the same pair agree."""
    notes = [
        interval_note(table),
        f"pairs in which each item was preferred at least once: {contradicted_pairs(table):,}",
    ]
    groups: dict[str, bool | None] = {"any two judgments of a pair": None}
    if table.assessors:
        groups |= {"of the same assessor": True, "of different assessors": False}
    rows: list[Row] = []
    for name, same in groups.items():
        found = attempt(partial(repeats, table, same), notes, name)
        rows.append((name, *((found.agree, found.compared, *found.share) if found else (None,) * 5)))
    columns = (Column("judgments", "text"), Column("agree"), Column("compared"), *SHARE)
    return Section("repeats", "The same pair judged again", columns, tuple(rows), tuple(notes))


def transitivity_section(table: JudgmentTable, majorities: Ints) -> Section:
    """Transitive triples by kind."""
    found = transitivity(table, majorities)
    rows = tuple((kind, of.transitive, of.triples, *cells(of.share)) for kind, of in found.items())
    notes = [
        interval_note(table) if len(table.topics) > 1 else "no interval, as there is one topic",
        "majorities of each pair; asym: no tie in the triple; s2a: one; s2s: two or three",
        "by chance, 75 % of the triples without a tie are transitive",
    ]
    if missing := [kind for kind, of in found.items() if not of.triples]:
        notes.append(f"{', '.join(missing)}: not defined because there is no such triple")
    columns = (Column("triples of kind", "text"), Column("transitive"), Column("triples"), *SHARE)
    return Section("transitivity", "Transitivity", columns, rows, tuple(notes))


def sides_section(table: JudgmentTable) -> Section:
    """The share of left answers."""
    notes = ["95 % interval and p: exact binomial (Clopper and Pearson); ties are left out"]
    found = attempt(lambda: side_bias(table), notes, "share of left")
    rows: tuple[Row, ...] = ()
    if found is not None:
        rows = (("preferred on the left", found.left, found.right, found.ties, *found.share, found.p),)
        if table.assessors:
            leaning = ", ".join(found.leaning) or "none"
            notes.append(f"assessors who lean to one side (p < 0.05 after Holm's correction): {leaning}")
    columns = (Column("side", "text"), Column("left"), Column("right"), Column("ties"), *SHARE, Column("p", "p"))
    return Section("sides", "Left or right", columns, rows, tuple(notes))
