"""Membership in the top k, by the pairs whose answers tell most about it."""

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING

from assess.model import Pairing
from assess.tournament.overlap import wanted_votes
from assess.tournament.pairings import Pair
from assess.tournament.parameters import Parameters
from assess.tournament.state import Request, State, Tournament
from assess.tournament.tally import Tally

if TYPE_CHECKING:
    from assess.tournament.adaptive.evidence import TopicEvidence
    from assess.tournament.adaptive.posterior import Posterior

# The share of two-stage's judgments at which recall is the same, at the noise of a crowd.
EFFORT = 0.65
# With a recall to reach, a topic that nobody can decide ends after so many times the judgments of two stages.
EFFORT_FOR_RECALL = 2.0
LEAST_BATCH = 10
# So many batches may be out with people at the same time: what is out cannot adapt to answers, nor be spared when a
# topic reaches its recall.
MOST_OUT = 2


def topk(tournament: Tournament, tally: Tally) -> State:
    """Ask the pairs whose answers tell most about membership in the top k, until the recall or the effort is reached.

    Pairs that are outstanding stay asked. When there are none, the next batch is
    chosen: as many pairs as the topic has candidates, and at least ten.
    `more_pairs` asks for others at any time before. A pair may be asked up to
    three times; its round says for the how manyth time.
    """
    needed = _still_missing(tournament, tally)
    if needed and not tournament.over:
        return _going_on(tournament, tally, needed)
    return more_pairs(tournament, tally, batch_of(tournament))


def more_pairs(tournament: Tournament, tally: Tally, number: int) -> State:
    """Return the state with up to *number* more pairs than are outstanding; it is over if the topic needs none.

    Outstanding pairs count as if they were answered, whatever the answer. At
    most two batches are outstanding.
    """
    from assess.tournament.adaptive.evidence import evidence_of  # NumPy takes a while to import
    from assess.tournament.adaptive.posterior import posterior_of
    from assess.tournament.adaptive.proposals import propose

    outstanding = () if tournament.over else _still_missing(tournament, tally)
    evidence = evidence_of(tournament, tally, [_asking(request) for request in outstanding])
    parameters, votes = tournament.parameters, _most_votes(tournament.parameters)
    room = min(most_judgments(len(evidence.pool), parameters) - evidence.judged, most_out(tournament))
    room -= sum(request.missing for request in outstanding)
    if room < votes and outstanding and parameters.recall is None:
        return _going_on(tournament, tally, outstanding)
    posterior = posterior_of(evidence)
    reached = tournament.over or _recall_reached(evidence, posterior)
    proposals = [] if reached else propose(evidence, posterior, min(number, room // votes))
    wanted = wanted_votes(tournament, [proposal.pair for proposal in proposals], parameters.votes)
    new = tuple(
        Request(Pairing(tournament.topic, *proposal.pair), proposal.round_, wanted[proposal.pair], proposal.gain)
        for proposal in proposals
    )
    if not new and (reached or not outstanding):
        return _ended(tournament, tally, evidence, posterior)
    return _going_on(tournament, tally, (*outstanding, *new))


def _most_votes(parameters: Parameters) -> int:
    """The most judgments that a pairing asks for, in the overlap or not."""
    return max(parameters.votes, parameters.votes_in_overlap if parameters.overlap else 1)


def batch_of(tournament: Tournament) -> int:
    """How many pairs are asked at a time; larger batches would cost recall."""
    return max(LEAST_BATCH, len(tournament.candidates))


def most_out(tournament: Tournament) -> int:
    """How many judgments of a topic may be asked for and missing at the same time."""
    return MOST_OUT * batch_of(tournament) * tournament.parameters.votes


def most_judgments(size: int, parameters: Parameters) -> int:
    """Return how many judgments a topic with so many candidates may take."""
    return ceil(effort_of(parameters) * two_stage_judgments(size, parameters)) * parameters.votes


def effort_of(parameters: Parameters) -> float:
    """Return the most judgments of a topic, as a share of those of two stages."""
    return parameters.effort or (EFFORT if parameters.recall is None else EFFORT_FOR_RECALL)


def two_stage_judgments(size: float, parameters: Parameters) -> float:
    """Return about how many pairings two stages take, if each round keeps half of the pool."""
    pairings = 0.0
    while size > parameters.few:
        pairings += size * parameters.per_item / 2
        size /= 2
    return pairings + size * (size - 1) / 2


def _asking(request: Request) -> tuple[int, Pair]:
    return request.round_, (request.pairing.docno_a, request.pairing.docno_b)


def _still_missing(tournament: Tournament, tally: Tally) -> tuple[Request, ...]:
    """The outstanding pairings, and those that have some of their judgments, without what needs no more."""
    votes, known = tournament.parameters.votes, set(tournament.candidates)
    most = _most_votes(tournament.parameters)
    begun = {asking for asking, (_, judged) in tally.results().items() if judged < most} if most > 1 else set()
    missing: list[Request] = []
    for round_, pair in sorted(tournament.outstanding | begun):
        if known.issuperset(pair) and pair not in tally.aside:
            _, left = tally.settle(round_, wanted_votes(tournament, [pair], votes))
            missing += [Request(Pairing(tournament.topic, *pair), round_, number) for number in left.values()]
    return tuple(missing)


def _recall_reached(evidence: "TopicEvidence", posterior: "Posterior") -> bool:
    from assess.tournament.adaptive.membership import top_k

    target = evidence.tournament.parameters.recall
    return target is not None and top_k(evidence, posterior).expected_recall >= target


def _going_on(tournament: Tournament, tally: Tally, needed: tuple[Request, ...]) -> State:
    judged = _judged(tally)
    asked = judged + sum(request.missing for request in needed)
    return State(needed, (), _round(tournament, judged), tournament.candidates, asked)


def _ended(tournament: Tournament, tally: Tally, evidence: "TopicEvidence", posterior: "Posterior") -> State:
    from assess.tournament.adaptive.membership import top_k

    found = top_k(evidence, posterior)
    judged = _judged(tally)
    round_ = _round(tournament, judged - 1) if judged else 0
    pool, lot = tournament.candidates, len(found.left_out)
    return State((), found.ranking, round_, pool, judged, lot, found.expected_recall)


def _round(tournament: Tournament, judged: int) -> int:
    """The number of the batch, if every batch was judged completely before the next."""
    return judged // (batch_of(tournament) * tournament.parameters.votes) + 1


def _judged(tally: Tally) -> int:
    results: Iterable[tuple[float, int]] = tally.results().values()
    return sum(number for _, number in results)
