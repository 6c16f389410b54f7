"""The two stages of the paper: random pairings until few items are left, then a round robin."""

from collections.abc import Sequence
from dataclasses import replace

from assess.tournament.pairings import random_pairings, round_robin
from assess.tournament.state import Tournament
from assess.tournament.strategies._rounds import Course, Round
from assess.tournament.survivors import cut, places, survivors, wins

# Votes for each pairing of a repeated final: the least that lets one careless judgment be outvoted.
REPEATED_VOTES = 3


def two_stages(tournament: Tournament) -> Course:
    """Reduce the pool by random pairings while it is larger than F; then a round robin, cut at k.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing Top-k Preferences", section 4.3,
    ACM TOIS, 2021, https://arxiv.org/abs/2007.11682
    """
    parameters = tournament.parameters
    parameters.check_reduction()
    pool: Sequence[str] = tournament.candidates
    at_least = parameters.k if parameters.floor else 0
    for number in range(1, parameters.max_rounds + 1):
        if len(pool) <= parameters.few:
            break
        pairs = random_pairings(pool, parameters.per_item, tournament.seed_of(number))
        outcomes = yield Round(pool, pairs, parameters.votes)
        before, pool = pool, survivors(wins(pool, outcomes), parameters.per_item, at_least)
        if len(pool) == len(before):
            break
    return (yield from final(tournament, pool))


def two_stages_repeated(tournament: Tournament) -> Course:
    """Play two stages with three votes, or ``final_votes``, for each pairing of the round robin.

    The round robin decides the order of the top k and is small: votes buy more there than anywhere else.
    """
    votes = tournament.parameters.final_votes or REPEATED_VOTES
    return two_stages(replace(tournament, parameters=replace(tournament.parameters, final_votes=votes)))


def everybody(tournament: Tournament) -> Course:
    """Play the round robin of all candidates, however many."""
    return final(tournament, tournament.candidates)


def final(tournament: Tournament, pool: Sequence[str]) -> Course:
    """Play the round robin of *pool* and cut it at k."""
    parameters = tournament.parameters
    votes = parameters.final_votes or parameters.votes
    outcomes = yield Round(pool, round_robin(pool), votes)
    return cut(places(wins(pool, outcomes)), parameters.k)
