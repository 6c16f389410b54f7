"""The next 50 pairs of a topic by topk, beside the time allowed and the draw of a two-stage round."""

from collections.abc import Iterator
from functools import partial
from itertools import count
from math import exp
from random import Random

import tables
import timing

from assess.model import Judgment
from assess.tournament import Parameters, Tally, Tournament
from assess.tournament.pairings import random_pairings
from assess.tournament.strategies.topk import more_pairs

PAIRS = 50
# Candidates -> the milliseconds that 50 pairs may take.
ALLOWED = {30: 10, 112: 10, 500: 50, 2000: 200}
JUDGED_PER_ITEM = 4


def run() -> None:
    rows = []
    for size, allowed in ALLOWED.items():
        topic, turns = judged_topic(size), count()
        ways = {"pairs": partial(more_pairs, *topic, PAIRS), "draw": partial(draw_round, size, turns)}
        seconds = timing.take_turns(ways)
        taken = 1000 * seconds["pairs"]
        ratios = [f"{taken / allowed:.2f}", f"{seconds['pairs'] / seconds['draw']:.1f}"]
        rows.append([f"{size:,}", f"{JUDGED_PER_ITEM * size:,}", f"{taken:.1f}", f"{allowed}", *ratios])
    tables.show(["candidates", "judgments", "CPU ms", "allowed", "share of allowed", "times a draw"], rows)


def draw_round(size: int, turns: Iterator[int]) -> None:
    random_pairings([f"d{item:04}" for item in range(size)], 7, f"{next(turns)}")


def judged_topic(size: int) -> tuple[Tournament, Tally]:
    """A topic as topk would have judged it so far."""
    rng, pool = Random(size), tuple(f"d{item:04}" for item in range(size))
    strength = {docno: rng.gauss(0, 0.9) for docno in pool}
    tournament, tally = Tournament("t", pool, Parameters(effort=10)), Tally("t", pool)
    for _ in range(JUDGED_PER_ITEM):
        for request in more_pairs(tournament, tally, size).needed:
            a, b = request.pairing.docno_a, request.pairing.docno_b
            preferred = a if rng.random() < 1 / (1 + exp(strength[b] - strength[a])) else b
            tally.add(Judgment("t", a, b, preferred, request.round_))
    return tournament, tally
