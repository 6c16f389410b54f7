"""The two stages of the paper: random pairings until few items are left, then a round robin."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assess.tournament.pairings import random_pairings, round_robin
from assess.tournament.state import Tournament
from assess.tournament.strategies._rounds import Course, Round
from assess.tournament.survivors import cut, draw_best, places, survivors, wins

# Votes for each pairing of a repeated final: the least that lets one careless judgment be outvoted.
REPEATED_VOTES = 3
# A pool that ties keep above this many times F is cut by a draw before the round robin.
MOST_FINAL = 2
# The round whose random numbers decide the draw; pairings are drawn for rounds from 1.
DRAW = 0


def two_stages(tournament: Tournament) -> Course:
    """Reduce the pool by random pairings while it is larger than F; then a round robin, cut at k.

    A round without ties always removes an item. A round of ties may not: a
    pool of more than 2 F items is then cut to F, by wins and among equals by a
    draw, instead of meeting in a round robin of thousands of judgments.

    References
    ----------
    Clarke, Vtyurina and Smucker, "Assessing Top-k Preferences", section 4.3,
    ACM TOIS, 2021, https://arxiv.org/abs/2007.11682
    """
    parameters = tournament.parameters
    parameters.check_reduction()
    pool: Sequence[str] = tournament.candidates
    at_least = parameters.k if parameters.floor else 0
    won: Mapping[str, float] = {}
    for number in range(1, parameters.max_rounds + 1):
        if len(pool) <= parameters.few:
            break
        pairs = random_pairings(pool, parameters.per_item, tournament.seed_of(number))
        outcomes = yield Round(pool, pairs, parameters.votes)
        won = wins(pool, outcomes)
        before, pool = pool, survivors(won, parameters.per_item, at_least)
        if len(pool) == len(before):
            break
    if not won or len(pool) <= MOST_FINAL * parameters.few:
        return (yield from final(tournament, pool))
    drawn = draw_best({docno: won[docno] for docno in pool}, parameters.few, tournament.rng(DRAW))
    return (yield from final(tournament, drawn, by_lot=len(pool) - len(drawn)))


def two_stages_repeated(tournament: Tournament) -> Course:
    """Play two stages with three votes, or ``final_votes``, for each pairing of the round robin.

    The round robin decides the order of the top k and is small: votes buy more there than anywhere else.
    """
    votes = tournament.parameters.final_votes or REPEATED_VOTES
    return two_stages(replace(tournament, parameters=replace(tournament.parameters, final_votes=votes)))


def everybody(tournament: Tournament) -> Course:
    """Play the round robin of all candidates, however many."""
    return final(tournament, tournament.candidates)


def final(tournament: Tournament, pool: Sequence[str], by_lot: int = 0) -> Course:
    """Play the round robin of *pool* and cut it at k; *by_lot* items were left out by a draw."""
    parameters = tournament.parameters
    votes = parameters.final_votes or parameters.votes
    outcomes = yield Round(pool, round_robin(pool), votes, by_lot)
    return cut(places(wins(pool, outcomes)), parameters.k)
