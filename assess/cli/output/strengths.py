"""Fitted strengths as text, JSON and CSV."""

import json
from collections import Counter
from collections.abc import Iterator
from math import exp
from typing import Any

from assess.cli.output.table import format_csv, format_table
from assess.stats.strengths.result import FittedValue, Strengths

Fitted = Strengths[tuple[str, str]]
DIGITS = 6


def strengths_as_text(fitted: Fitted) -> str:
    """A table of items, the strongest of each topic first; then everything else that was fitted."""
    has_style = bool(fitted.coefficients)
    headings = ["topic", "docno", "strength", "error", "low", "high", *(["own"] if has_style else [])]
    rows = [
        [row["topic"], row["docno"], *(f"{row[name]:.3f}" for name in headings[2:])] for row in _item_records(fitted)
    ]
    return (
        format_table(headings, rows, left=2) + "\n" + "".join(f"{line}\n" for line in _lines(fitted)) + _people(fitted)
    )


def _lines(fitted: Fitted) -> Iterator[str]:
    unit = "workers" if fitted.by_worker else "comparisons"
    yield f"{fitted.comparisons:,} comparisons; errors rest on {fitted.clusters:,} {unit}"
    yield f"prior: own strengths are normal with variance {fitted.strength_variance:.3g}"
    for name, one in fitted.coefficients.items():
        typical = fitted.typical_differences[name]
        yield f"{name}: {_interval(one)} a unit; {typical:.4g} more turns 50 % into {_chance(one.value * typical)}"
    if fitted.left_bias:
        share = _chance(fitted.left_bias.value)
        yield f"left: {_interval(fitted.left_bias)}; of two equal items, the left one is preferred by {share}"
    if fitted.log_tie:
        shares = [exp(value) / (2 + exp(value)) for value in (fitted.log_tie.value, *fitted.log_tie[2:])]
        yield "ties: {:.1%} ({:.1%} to {:.1%}) of comparisons of equal items".format(*shares)
    parts = Counter(
        topic for topic, _ in {(item[0], part) for item, part in zip(fitted.items, fitted.parts, strict=True)}
    )
    for topic, number in parts.items():
        if number > 1:
            yield f"topic {topic}: {number} parts that no comparisons connect; compare strengths within a part only"


def _interval(one: FittedValue) -> str:
    return f"{one.value:+.4g} ({one.low:+.4g} to {one.high:+.4g})"


def _chance(log_odds: float) -> str:
    return f"{1 / (1 + exp(-log_odds)):.1%}"


def _people(fitted: Fitted) -> str:
    """The reliability of each worker, the least reliable first."""
    if not fitted.log_reliability:
        return ""
    ordered = sorted(fitted.log_reliability.items(), key=lambda pair: pair[1].value)
    rows = [[name, *(f"{exp(value):.2f}" for value in (one.value, one.low, one.high))] for name, one in ordered]
    return "\n" + format_table(["worker", "reliability", "low", "high"], rows)


def strengths_as_csv(fitted: Fitted) -> str:
    records = _item_records(fitted)
    return format_csv(list(records[0]), [list(record.values()) for record in records])


def strengths_as_json(fitted: Fitted) -> str:
    shared = {"left_bias": fitted.left_bias, "log_tie": fitted.log_tie}
    record = {
        "items": _item_records(fitted),
        "coefficients": {
            name: _rounded(one) | {"typical_difference": round(fitted.typical_differences[name], DIGITS)}
            for name, one in fitted.coefficients.items()
        },
        **{name: _rounded(one) if one else None for name, one in shared.items()},
        "log_reliability": {name: _rounded(one) for name, one in fitted.log_reliability.items()},
        "strength_variance": fitted.strength_variance if fitted.strength_variance < float("inf") else None,
        "comparisons": fitted.comparisons,
        "clusters": fitted.clusters,
        "by_worker": fitted.by_worker,
    }
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def _rounded(one: FittedValue) -> dict[str, float]:
    return {name: round(value, DIGITS) for name, value in one._asdict().items()}


def _item_records(fitted: Fitted) -> list[dict[str, Any]]:
    columns = {
        "strength": fitted.values,
        "error": fitted.errors,
        "low": fitted.low,
        "high": fitted.high,
        "own": fitted.own,
    }
    records = [
        {"topic": topic, "docno": docno}
        | {name: round(float(column[place]), DIGITS) + 0.0 for name, column in columns.items()}
        | {"part": int(fitted.parts[place])}
        for place, (topic, docno) in enumerate(fitted.items)
    ]
    return sorted(records, key=lambda record: (record["topic"], -record["strength"], record["docno"]))
