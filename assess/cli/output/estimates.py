"""Estimates as plain numbers, for CSV and JSON."""

from collections.abc import Mapping
from decimal import Decimal

from assess.pay import CENT
from assess.simulation.summary import Estimate

DIGITS = 6


def summary_record(summary: Mapping[str, Estimate]) -> dict[str, dict[str, float | str | None]]:
    """Return mean, low and high of each quantity, and the standard error of low and high."""
    return {
        name: {
            "mean": plain(name, estimate.mean),
            "low": plain(name, estimate.low),
            "high": plain(name, estimate.high),
            "error": None if estimate.error is None else plain(name, estimate.error),
        }
        for name, estimate in summary.items()
    }


def plain(name: str, value: float | Decimal) -> float | str:
    """Return money as an exact string, everything else as a number."""
    return str(Decimal(value).quantize(CENT)) if name == "cost" else round(float(value), DIGITS)
