"""Tournaments that find the top k items of a topic by comparing two at a time.

Pure functions: `play` takes a tournament and its judgments, and returns the pairings needed now or the ranking. Read in
this order:

1. ``thinning``, ``pooling``: from grades or runs to candidates;
2. ``parameters``, ``state``, ``tally``, ``pairings``: the parts of a tournament;
3. ``strategies``: one file per strategy; ``bradley_terry``: the strengths that some of them use;
4. ``preference_levels``: the result as qrels;
5. ``record``, ``record_file``: tournaments on files; ``audit``: check a tournament that was played elsewhere.
"""

from collections.abc import Iterable

from assess.errors import UnknownNameError
from assess.model import Judgment
from assess.tournament.parameters import Parameters
from assess.tournament.state import Request, State, Strategy, Tournament
from assess.tournament.strategies.heap import heap
from assess.tournament.strategies.quickselect import quickselect
from assess.tournament.strategies.swiss import active, swiss
from assess.tournament.strategies.two_stage import everybody, in_rounds, two_stages, two_stages_repeated
from assess.tournament.tally import Tally

__all__ = ["STRATEGIES", "Parameters", "Request", "State", "Strategy", "Tally", "Tournament", "play"]

STRATEGIES: dict[str, Strategy] = {
    "two-stage": in_rounds(two_stages),
    "two-stage-repeat": in_rounds(two_stages_repeated),
    "heap": heap,
    "round-robin": in_rounds(everybody),
    "swiss": in_rounds(swiss),
    "active": in_rounds(active),
    "quickselect": in_rounds(quickselect),
}


def play(tournament: Tournament, judgments: Iterable[Judgment] | Tally, strategy: str = "two-stage") -> State:
    """Return the state of *tournament* after these judgments; their order does not matter.

    To follow a tournament judgment by judgment, keep a `Tally`, add each
    judgment to it, and pass it here: the state is the same as from a list of
    all judgments.
    """
    if strategy not in STRATEGIES:
        raise UnknownNameError(f"found strategy {strategy}, expected one of {', '.join(STRATEGIES)}")
    if not isinstance(judgments, Tally):
        judgments = Tally(tournament.topic, tournament.candidates, judgments)
    return STRATEGIES[strategy](tournament, judgments)
