"""Measures where lower is better: their sign is turned before runs are ordered by them."""

from collections.abc import Iterable, Mapping

from assess.measures.by_name import lower_is_better


def upward(measure: str, values: Mapping[str, float]) -> dict[str, float]:
    """The values of the runs, with the sign turned if lower is better: the highest is the best."""
    sign = -1 if lower_is_better(measure) else 1
    return {run: sign * value for run, value in values.items()}


def turned_notes(measures: Iterable[str]) -> list[str]:
    """What to say about the measures whose sign is turned."""
    return [f"{measure}: lower is better, so its sign is turned" for measure in measures if lower_is_better(measure)]
