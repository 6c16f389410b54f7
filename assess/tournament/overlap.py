"""Overlap: a share of the pairings asks for more judgments than the others, to see how far people agree."""

from collections.abc import Iterable
from hashlib import blake2b

from assess.tournament.pairings import Pair
from assess.tournament.state import Tournament

# The draw is one of so many numbers.
DRAW_BYTES = 8
DRAWS = 1 << 8 * DRAW_BYTES

# Pair to the number of judgments that it asks for.
Wanted = dict[Pair, int]


def wanted_votes(tournament: Tournament, pairs: Iterable[Pair], votes: int) -> Wanted:
    """Return how many judgments each pair asks for: *votes*, or more if the pair is in the overlap."""
    wanted = dict.fromkeys(pairs, votes)
    parameters = tournament.parameters
    if parameters.overlap:
        more = max(votes, parameters.votes_in_overlap)
        wanted |= {pair: more for pair in wanted if in_overlap(tournament, pair)}
    return wanted


def in_overlap(tournament: Tournament, pair: Pair) -> bool:
    """Whether the pair is drawn for the overlap.

    The draw depends on the seed, the topic and the two docnos only. A pair has
    the same draw in all rounds, and a larger share adds pairs to a smaller one.
    """
    # A hash, not random.Random: seeding a generator takes ten times as long, and each pairing needs its own.
    key = f"{tournament.seed}/{tournament.topic}/overlap/{pair[0]}/{pair[1]}".encode()
    draw = int.from_bytes(blake2b(key, digest_size=DRAW_BYTES).digest(), "big")
    return draw < tournament.parameters.overlap * DRAWS
