"""Figures on judgments: pools, agreement, transitivity, grades, people."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from assess.analysis.section import Cell, Section
from assess.report.figure import Drawing, Estimate, forest, new_figure
from assess.report.figure_style import COLOURS, GREY, INK, TINTS, figure_style
from assess.report.pools import STAGES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Record = Mapping[str, Cell]
WORDS = {"above 0": "graded above 0", "last round": "in the last round", "top": "in the top"}
LOWEST = 0.7  # of the logarithmic axis: a topic with one item is still seen
LABELLED_TOPICS = 30  # more names of topics cannot be read below an axis
CHANCE = 0.75  # of transitive triples without ties, if answers are random


def draw_pools(section: Section) -> Drawing | None:
    """The funnel of each topic: steps drawn over each other, a column for each topic, largest pools on the left."""
    records = section.as_records()
    stages = [stage for stage in STAGES if any(record.get(stage) for record in records)]
    if not records or not stages:
        return None
    by = "candidates" if "candidates" in stages else stages[0]
    ordered = sorted(records, key=lambda record: (-_count(record, by), str(record["topic"])))
    with figure_style():
        figure = new_figure(3.6)
        axes = figure.subplots()
        axes.grid(axis="x", visible=False)
        for stage, tint in zip(stages, TINTS[-len(stages) :], strict=True):
            heights = [max(_count(record, stage), LOWEST) for record in ordered]
            label = f"{WORDS.get(stage, stage)}: {_total(records, stage):,}"
            if len(ordered) <= LABELLED_TOPICS:
                places, above = [place + 0.5 for place in range(len(ordered))], [height - LOWEST for height in heights]
                axes.bar(
                    places, above, width=0.85, bottom=LOWEST, facecolor=tint, edgecolor=GREY, linewidth=0.4, label=label
                )
            else:  # a shape instead of a thousand bars
                axes.stairs(heights, baseline=LOWEST, fill=True, color=tint, label=label)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set(ylabel="items (logarithmic)", xlim=(-0.2, len(ordered) + 0.2), ylim=(LOWEST, None))
        _name_topics(axes, [str(record["topic"]) for record in ordered], WORDS.get(by, by))
        figure.legend(loc="outside lower center", ncols=3, handlelength=1.4)
    caption = "Items of each topic that are left after each step: the steps are drawn over each other."
    totals = ", ".join(f"{WORDS.get(stage, stage)} {_total(records, stage):,}" for stage in stages)
    return Drawing(
        "pools", caption, f"{len(records):,} topic{'s' * (len(records) != 1)}. Items in all: {totals}.", figure
    )


def _name_topics(axes: "Axes", names: Sequence[str], by: str) -> None:
    if len(names) <= LABELLED_TOPICS:
        places = [place + 0.5 for place in range(len(names))]
        axes.set_xticks(places, names, rotation=90 if len(names) > 8 else 0)
        axes.tick_params(axis="x", length=0)
        axes.set_xlabel(f"topic, most items first ({by})")
    else:
        axes.set_xticks([])
        axes.set_xlabel(f"{len(names):,} topics, most items first ({by})")


def _count(record: Record, stage: str) -> int:
    value = record.get(stage)
    return value if isinstance(value, int) else 0


def _total(records: Sequence[Record], stage: str) -> int:
    return sum(_count(record, stage) for record in records)


def draw_agreement(section: Section) -> Drawing | None:
    """The coefficients of agreement with their intervals."""
    records = [record for record in section.as_records() if record["value"] is not None]
    if not records:
        return None
    scales = {record["answers"] for record in records}
    names = [f"{r['coefficient']}" + (f" ({r['answers']})" if len(scales) > 1 else "") for r in records]
    estimates = [_estimate(record, "value") for record in records]
    with figure_style():
        figure = new_figure(1.05 + 0.3 * len(names))
        axes = figure.subplots()
        axes.axvline(0, color=INK, linewidth=0.8)
        forest(axes, names, estimates)
        lowest = min([0.0, *(low for _, low, _ in estimates if low is not None), *(value for value, _, _ in estimates)])
        # In two lines, as long names of coefficients leave little room.
        axes.set_xlabel("agreement: 0 is chance for kappa\nand alpha, 1 is perfect")
        axes.set_xlim(min(-0.05, lowest - 0.03), 1.02)
    caption = f"Agreement between assessors{_with_intervals(estimates)}."
    return Drawing("agreement", caption, _told(names, estimates), figure)


def draw_transitivity(section: Section) -> Drawing | None:
    """The share of transitive triples by kind."""
    labels = {"asym": "asym: no tie", "s2a": "s2a: one tie", "s2s": "s2s: two or three ties"}
    line = "The dashed line, 75 %, is chance for triples without a tie."
    return _shares(section, "transitivity", "triples of kind", labels, "transitive triples", (CHANCE, line))


def draw_gaps(section: Section) -> Drawing | None:
    """How often the item with the higher grade is preferred, by gap."""
    what = "preferences for the item with the higher grade"
    return _shares(section, "grades", "gap in grade", {}, what, (0.5, "The dashed line is chance."))


def _shares(
    section: Section, name: str, key: str, labels: dict[str, str], what: str, chance: tuple[float, str]
) -> Drawing | None:
    records = [record for record in section.as_records() if record.get("share") is not None]
    if not records:
        return None
    names = [labels.get(str(record[key]), str(record[key])) for record in records]
    estimates = [_estimate(record, "share") for record in records]
    with figure_style():
        figure = new_figure(1.0 + 0.32 * len(names))
        axes = figure.subplots()
        axes.axvline(chance[0], color=GREY, linewidth=1, linestyle=(0, (4, 2)))
        forest(axes, names, estimates)
        axes.set(xlabel=f"share of {what}", ylabel=key if not labels else "", xlim=(-0.02, 1.02))
        axes.set_xticks([level / 4 for level in range(5)], [f"{25 * level} %" for level in range(5)])
    caption = f"Share of {what}{_with_intervals(estimates)}. {chance[1]}"
    return Drawing(name, caption, _told(names, estimates), figure)


def draw_people(section: Section) -> Drawing | None:
    """How many judgments each person made."""
    from matplotlib.ticker import MaxNLocator

    numbers = [row[1] for row in section.rows if isinstance(row[1], int)]
    if len(numbers) < 2:
        return None
    with figure_style():
        figure = new_figure(2.6)
        axes = figure.subplots()
        axes.grid(axis="x", visible=False)
        axes.bar(range(1, len(numbers) + 1), numbers, width=0.85, color=COLOURS[0])
        axes.set(xlabel="people, most judgments first", ylabel="judgments", xlim=(0.3, len(numbers) + 0.7))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    alt = f"{len(numbers):,} people made {min(numbers):,} to {max(numbers):,} judgments each."
    return Drawing("people", "Judgments of each person.", alt, figure)


def _estimate(record: Record, name: str) -> Estimate:
    value, low, high = (record[column] for column in (name, "low", "high"))
    assert isinstance(value, float | int)
    return value, low if isinstance(low, float | int) else None, high if isinstance(high, float | int) else None


def _with_intervals(estimates: Sequence[Estimate]) -> str:
    known = [low is not None for _, low, _ in estimates]
    return ", with 95 % intervals" + ("" if all(known) else " where they are defined") if any(known) else ""


def _told(names: Sequence[str], estimates: Sequence[Estimate]) -> str:
    parts = []
    for name, (value, low, high) in zip(names, estimates, strict=True):
        interval = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
        parts.append(f"{name}: {value:.2f}{interval}")
    return "; ".join(parts) + "."
