"""Tournaments that find the top k items of a topic by comparing two at a time.

Read `candidates` (runs and grades to candidates), `pairings` (which items meet), `survivors` (which stay
in play), then `strategies`, one a file; `adaptive` is the machinery behind `topk`. `preference_qrels` turns the top k
into levels above the grades.
"""

from collections.abc import Iterable

from assess.errors import ParameterError, UnknownNameError
from assess.model import Judgment
from assess.tournament.parameters import Parameters
from assess.tournament.state import Request, State, Strategy, Tournament
from assess.tournament.strategies._rounds import in_rounds
from assess.tournament.strategies.heap import heap
from assess.tournament.strategies.quickselect import quickselect
from assess.tournament.strategies.swiss import swiss
from assess.tournament.strategies.topk import topk
from assess.tournament.strategies.two_stage import everybody, two_stages, two_stages_repeated
from assess.tournament.tally import Tally

__all__ = ["FREE", "STRATEGIES", "Parameters", "Request", "State", "Strategy", "Tally", "Tournament", "play"]

STRATEGIES: dict[str, Strategy] = {
    "two-stage": in_rounds(two_stages),
    "two-stage-repeat": in_rounds(two_stages_repeated),
    "heap": heap,
    "round-robin": in_rounds(everybody),
    "swiss": in_rounds(swiss),
    "quickselect": in_rounds(quickselect),
    "topk": topk,
}
# Strategies that choose pairs freely, at any time: they know how good their result is, and can be told when to stop.
FREE = {"topk"}
ONLY_FREE = ("recall", "effort", "grade_weight", "machine_weight")


def play(tournament: Tournament, judgments: Iterable[Judgment] | Tally, strategy: str = "two-stage") -> State:
    """Return where *tournament* stands after these judgments, in any order.

    To follow a tournament judgment by judgment, keep a `Tally`, add to it, and
    pass it here: the state is the same as from the list of all judgments.
    """
    if strategy not in STRATEGIES:
        raise UnknownNameError(f"found strategy {strategy}, expected one of {', '.join(STRATEGIES)}")
    check_stop(tournament.parameters, strategy)
    if not isinstance(judgments, Tally):
        judgments = Tally(tournament.topic, tournament.candidates, judgments, tournament.aside)
    return STRATEGIES[strategy](tournament, judgments)


def check_stop(parameters: Parameters, strategy: str) -> None:
    """Refuse what only strategies that choose freely can use."""
    for name in ONLY_FREE:
        found = getattr(parameters, name)
        if found is not None and strategy not in FREE:
            raise ParameterError(
                f"found {name} = {found} with strategy {strategy}, expected strategy topk, or no {name}"
            )
