"""Runs against a baseline: as tables for a terminal, JSON, or CSV."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, fields

from assess.cli.output.table import format_csv, format_table
from assess.stats.comparison.against_baseline import RunComparison
from assess.stats.comparison.differences import RunDifference

HEADINGS = ("run", "difference", "95 % interval", "t", "p", "Holm", "randomized", "Holm", "d_z", "detectable")
SHARED = ("measure", "baseline", "topics", "sensitivity")
NOTES = """\
p: paired t-test. randomized: randomization test, exact for up to 16 topics that differ. Holm: corrected for the runs of
the table. d_z: difference / standard deviation of the differences over topics. detectable: the smallest true difference
that the t-test finds at p < 0.05 with 80 % power.
"""


def _as_text(compared: Iterable[RunComparison]) -> str:
    return "\n".join([*map(_table, compared), NOTES])


def _table(found: RunComparison) -> str:
    head = f"{found.measure}: {found.topics:,} topics, differences to {found.baseline} (mean {found.mean:.4f})\n\n"
    lines = [
        f"sensitivity: {found.sensitivity:.1%} of all pairs of runs differ (paired t-test, p < 0.05)"
        if found.sensitivity is not None
        else "sensitivity: not defined because there is one topic",
        f"smallest detectable difference: {found.detectable:.4f} (80 % power, p < 0.05, variance pooled over all pairs)"
        if found.detectable is not None
        else "smallest detectable difference: not defined because no difference varies over topics",
        *(f"{of.run}: {of.remark}" for of in found.differences if of.remark),
    ]
    table = format_table(HEADINGS, [_cells(of) for of in found.differences])
    return head + table + "\n" + "".join(f"{line}\n" for line in lines)


def _cells(of: RunDifference) -> list[str]:
    interval = "-" if of.low is None or of.high is None else f"{of.low:+.4f} to {of.high:+.4f}"
    tests = [_p(p) for p in (of.p, of.p_holm, of.randomization, of.randomization_holm)]
    return [
        of.run,
        f"{of.difference:+.4f}",
        interval,
        "-" if of.t is None else f"{of.t:.2f}",
        *tests,
        "-" if of.effect is None else f"{of.effect:.2f}",
        "-" if of.detectable is None else f"{of.detectable:.4f}",
    ]


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if value >= 0.0001 else "<0.0001"


def _as_json(compared: Iterable[RunComparison]) -> str:
    return "[" + ",\n ".join(json.dumps(asdict(found), ensure_ascii=False) for found in compared) + "]\n"


def _as_csv(compared: Iterable[RunComparison]) -> str:
    names = [field.name for field in fields(RunDifference)]
    rows = [
        [getattr(found, name) for name in SHARED] + [getattr(of, name) for name in names]
        for found in compared
        for of in found.differences
    ]
    return format_csv((*SHARED, *names), rows)


COMPARISON_STYLES: Mapping[str, Callable[[Sequence[RunComparison]], str]] = {
    "tsv": _as_text,
    "json": _as_json,
    "csv": _as_csv,
}
