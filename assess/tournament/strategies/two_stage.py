"""Tournaments played in rounds; among them the two stages of the paper."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from assess.tournament.pairings import Pair, random_pairings, round_robin
from assess.tournament.state import Places, State, Strategy, Tournament, requests
from assess.tournament.tally import Outcomes, Tally

# Votes for each pairing of a repeated final: the least that lets one careless judgment be outvoted.
REPEATED_VOTES = 3


@dataclass(frozen=True)
class Round:
    """One batch of pairings, to be judged completely before the next."""

    pool: Sequence[str]
    pairs: Sequence[Pair]
    votes: int


# Yields the rounds one after the other, is sent the outcomes of each, and returns the ranking.
Course = Generator[Round, Outcomes, Places]


def in_rounds(course: Callable[[Tournament], Course]) -> Strategy:
    """Make a strategy of a course of rounds: play it again from the tally, up to the first judgment that is missing."""

    def strategy(tournament: Tournament, tally: Tally) -> State:
        rounds = course(tournament)
        number, asked, pool = 0, 0, tournament.candidates
        try:
            current = next(rounds)
            while True:
                number, pool = number + 1, tuple(current.pool)
                asked += len(current.pairs) * current.votes
                outcomes, missing = tally.settle(number, current.pairs, current.votes)
                if missing:
                    return State(requests(tournament.topic, number, missing.items()), (), number, pool, asked)
                current = rounds.send(outcomes)
        except StopIteration as end:
            return State((), end.value, number, pool, asked)

    return strategy


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


def wins(pool: Iterable[str], outcomes: Outcomes) -> dict[str, float]:
    """Return the wins of each item of *pool*, half a win for a tie."""
    won = dict.fromkeys(pool, 0.0)
    for (first, second), points in outcomes.items():
        won[first] += points
        won[second] += 1 - points
    return won


def survivors(won: Mapping[str, float], per_item: int, at_least: int = 0) -> list[str]:
    """Return the items that won more than ``per_item // 2`` pairings.

    This is what the released data obey: with P = 7 four wins survive, also
    4 : 4 of an item that met eight others. Where fewer than *at_least* did,
    the best *at_least* by wins stay, and what is tied with the last of them.
    """
    kept = [docno for docno, number in won.items() if number > per_item // 2]
    if len(kept) >= min(at_least, len(won)):
        return kept
    return sorted(docno for place in cut(places(won), at_least) for docno in place)


def places(scores: Mapping[str, float]) -> Places:
    """Return the items by score, highest first; equal scores share a place."""
    by_score: dict[float, list[str]] = {}
    for docno in sorted(scores):
        by_score.setdefault(scores[docno], []).append(docno)
    return tuple(tuple(by_score[score]) for score in sorted(by_score, reverse=True))


def cut(ranking: Places, k: int) -> Places:
    """Return the first places that hold at least *k* items: whatever is tied with the k-th stays."""
    kept, items = [], 0
    for place in ranking:
        if items >= k:
            break
        kept.append(place)
        items += len(place)
    return tuple(kept)
