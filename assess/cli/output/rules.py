"""The rules of a tournament in one line."""

from assess.tournament import FREE, Parameters
from assess.tournament.strategies.topk import effort_of


def rules_as_text(strategy: str, parameters: Parameters) -> str:
    """The parameters that count for the strategy."""
    votes = f"votes = {parameters.votes}"
    if parameters.overlap:
        votes += f" ({parameters.votes_in_overlap} for {parameters.overlap:.0%} of pairings)"
    if strategy in FREE:
        until = f"until an expected recall of {parameters.recall:g}, " if parameters.recall else ""
        most = f"{until}at most {effort_of(parameters):.0%} of two-stage"
        return f"k = {parameters.k}, {votes}, {most}"
    final = f", {parameters.final_votes} in the round robin" if parameters.final_votes else ""
    return f"k = {parameters.k}, F = {parameters.few}, P = {parameters.per_item}, {votes}{final}"
