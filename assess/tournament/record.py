"""Tournaments on files: all topics with their judgments, and the answers that an outside judge adds to them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from assess.errors import ConflictError, FormatError, ParameterError, UnknownNameError
from assess.model import Judgment, Pairing
from assess.tournament import FREE, Parameters, Request, State, Tally, Tournament, play
from assess.tournament.candidates import thin_by_grade
from assess.tournament.pairings import Pair
from assess.tournament.preference_qrels import preference_qrels
from assess.tournament.state import Places
from assess.tournament.strategies.topk import batch_of, more_pairs

# The round of a judgment that the tournament did not ask for: an edge of the graph only.
EXTRA = 0


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """A judgment from outside, and its file and line."""

    where: str
    judgment: Judgment


@dataclass(frozen=True)
class Record:
    """The tournaments of a collection and the log of their judgments; the rest is derived from these.

    ``outstanding`` is kept for strategies that choose freely: what they ask depends on when judgments were added.
    """

    grades: Mapping[str, Mapping[str, float]]
    candidates: Mapping[str, Sequence[str]]
    parameters: Parameters = field(default_factory=Parameters)
    strategy: str = "two-stage"
    seed: int = 0
    judgments: tuple[Judgment, ...] = ()
    outstanding: Mapping[str, frozenset[tuple[int, Pair]]] = field(default_factory=dict)

    @cached_property
    def states(self) -> dict[str, State]:
        """The state of each topic."""
        return {topic: play(self.tournament(topic), tally, self.strategy) for topic, tally in self.tallies.items()}

    @cached_property
    def tallies(self) -> dict[str, Tally]:
        """The judgments of each topic, counted."""
        judged: defaultdict[str, list[Judgment]] = defaultdict(list)
        for judgment in self.judgments:
            judged[judgment.topic].append(judgment)
        return {topic: Tally(topic, pool, judged[topic]) for topic, pool in self.candidates.items()}

    def tournament(self, topic: str) -> Tournament:
        outstanding = self.outstanding.get(topic, frozenset())
        pool, grades = tuple(self.candidates[topic]), self.grades[topic]
        return Tournament(
            topic, pool, self.parameters, self.seed, outstanding=outstanding, hints={"grade_weight": grades}
        )

    def questions(self) -> Iterator[tuple[str, str, str]]:
        """Topic, left and right docno of every judgment that is missing now."""
        for state in self.states.values():
            for request in state.needed:
                yield from self._sides(request)

    def asked(self) -> "Record":
        """Return the record with what is needed now as outstanding, if its strategy chooses freely."""
        if self.strategy not in FREE:
            return self
        open_ = {topic: _askings(self._restocked(topic).needed) for topic, state in self.states.items() if state.needed}
        return replace(self, outstanding={topic: askings for topic, askings in open_.items() if askings})

    def _restocked(self, topic: str) -> State:
        """The state of a topic with a full batch asked, if less than half of one is left."""
        tournament, state = self.tournament(topic), self.states[topic]
        batch = batch_of(tournament)
        if 2 * len(state.needed) >= batch:
            return state
        return more_pairs(tournament, self.tallies[topic], batch - len(state.needed))

    def _sides(self, request: Request) -> Iterator[tuple[str, str, str]]:
        """The missing judgments of a pairing: the first has random sides, then sides alternate."""
        topic, a, b = request.pairing.topic, request.pairing.docno_a, request.pairing.docno_b
        turned = Random(f"{self.seed}/{topic}/{request.round_}/{a}/{b}").randrange(2)
        for number in range(request.missing, 0, -1):
            yield (topic, b, a) if (number + turned) % 2 else (topic, a, b)

    def qrels(self) -> dict[str, dict[str, float]]:
        """The preference qrels of the finished topics; topics without pairings keep grades.

        So do unfinished topics, unless the strategy chooses freely: it has the top k known so far.
        """
        rankings = {topic: self._ranking(topic) for topic, state in self.states.items() if state.asked}
        return preference_qrels(self.grades, rankings, self.parameters.k)

    def _ranking(self, topic: str) -> Places:
        state, tally = self.states[topic], self.tallies[topic]
        if state.done or self.strategy not in FREE or not tally.results():
            return state.ranking
        return play(replace(self.tournament(topic), over=True), tally, self.strategy).ranking

    def probabilities(self) -> dict[str, Mapping[str, float]]:
        """Topic to docno to the probability that the item is in the true top k, as far as the strategy knows."""
        if self.strategy not in FREE:
            raise ParameterError(f"found strategy {self.strategy}, expected topk: others know no probabilities")
        from assess.tournament.adaptive.evidence import evidence_of  # NumPy takes a while to import
        from assess.tournament.adaptive.membership import top_k

        return {
            topic: top_k(evidence_of(self.tournament(topic), tally)).probability
            for topic, tally in self.tallies.items()
        }


def start(
    grades: Mapping[str, Mapping[str, float]], parameters: Parameters, strategy: str = "two-stage", seed: int = 0
) -> Record:
    """Return a record without judgments; raise an error if parameters are inconsistent or nothing can be compared."""
    candidates = {topic: thin_by_grade(items, parameters.k) for topic, items in grades.items()}
    record = Record(grades, candidates, parameters, strategy, seed)
    if all(state.done for state in record.states.values()):
        raise ParameterError(
            f"found no topic with two candidates among {len(grades)}, expected items graded above 0 to compare"
        )
    return record.asked()


def _askings(needed: Iterable[Request]) -> frozenset[tuple[int, Pair]]:
    return frozenset((request.round_, (request.pairing.docno_a, request.pairing.docno_b)) for request in needed)


def add(record: Record, answers: Sequence[RecordedAnswer], *, extra: bool = False) -> Record:
    """Return the record with these answers, each in the round that needs it; their order does not matter.

    If a pairing has all its judgments already, an answer that repeats one of
    them is kept as an extra edge. With *extra*, so is any other answer that was
    not asked for. Without *extra* it is refused and nothing is added: it belongs
    to another tournament, or it contradicts a judgment that was decisive.
    """
    by_topic: defaultdict[str, list[int]] = defaultdict(list)
    for number, answer in enumerate(answers):
        _check_known(record, answer)
        by_topic[answer.judgment.topic].append(number)
    rounds: dict[int, int] = {}
    for topic, numbers in by_topic.items():
        desk = _Desk(record, topic)
        rounds |= desk.receive({number: answers[number].judgment for number in numbers})
        if not extra:
            for number in numbers:
                if rounds[number] == EXTRA:
                    desk.refuse_news(answers[number])
    added = [replace(answer.judgment, round_=rounds[number]) for number, answer in enumerate(answers)]
    return replace(record, judgments=(*record.judgments, *added)).asked()


def _check_known(record: Record, answer: RecordedAnswer) -> None:
    judgment = answer.judgment
    if judgment.topic not in record.candidates:
        raise UnknownNameError(
            f"{answer.where}: found topic {judgment.topic}, expected one of the {len(record.candidates)} topics "
            "of this tournament"
        )
    candidates = record.candidates[judgment.topic]
    for docno in (judgment.docno_a, judgment.docno_b):
        if docno not in candidates:
            graded = docno in record.grades[judgment.topic]
            raise UnknownNameError(
                f"{answer.where}: found docno {docno}, expected one of the {len(candidates)} candidates "
                f"of topic {judgment.topic}; it is {'graded, but thinned out' if graded else 'not among the grades'}"
            )


class _Desk:
    """Assigns the answers of one topic to rounds."""

    def __init__(self, record: Record, topic: str) -> None:
        self._strategy = record.strategy
        self._tournament = record.tournament(topic)
        log = [judgment for judgment in record.judgments if judgment.topic == topic]
        self._tally = Tally(topic, self._tournament.candidates, log)
        self._said: defaultdict[Pairing, set[str | None]] = defaultdict(set)
        self._listen(judgment for judgment in log if judgment.round_ != EXTRA)

    def receive(self, answers: Mapping[int, Judgment]) -> dict[int, int]:
        """The round of each answer: the round of an open request, or that of extra edges if none is open.

        The first answers may finish a round; the others then count in the next.
        An answer that repeats an earlier judgment may only answer a request
        that is open now. Otherwise a file sent twice would answer pairings that
        come up again in a later round.
        """
        judged_before = set(self._said)
        waiting: defaultdict[Pairing, list[int]] = defaultdict(list)
        for number in reversed(list(answers)):
            waiting[answers[number].pairing].append(number)
        rounds: dict[int, int] = dict.fromkeys(answers, EXTRA)
        while taken := self._match(waiting):
            for pairing in judged_before:
                waiting.pop(pairing, None)
            rounds |= taken
            judgments = [replace(answers[number], round_=round_) for number, round_ in taken.items()]
            self._listen(judgments)
            for judgment in judgments:
                self._tally.add(judgment)
        return rounds

    def _match(self, waiting: Mapping[Pairing, list[int]]) -> dict[int, int]:
        """The first waiting answers to the pairings needed now, with their rounds."""
        return {
            waiting[request.pairing].pop(): request.round_
            for request in play(self._tournament, self._tally, self._strategy).needed
            for _ in range(min(request.missing, len(waiting.get(request.pairing, ()))))
        }

    def _listen(self, judgments: Iterable[Judgment]) -> None:
        for judgment in judgments:
            self._said[judgment.pairing].add(judgment.preferred)

    def refuse_news(self, answer: RecordedAnswer) -> None:
        """Raise an error unless the answer repeats one that was asked for."""
        judgment = answer.judgment
        said = self._said.get(judgment.pairing)
        if not said:
            raise FormatError(
                f"{answer.where}: found {judgment.docno_a} against {judgment.docno_b} in topic {judgment.topic}, "
                "a pairing that is not needed, expected those of `assess requests`; --extra keeps it as an extra edge"
            )
        if judgment.preferred not in said:
            raise ConflictError(
                f"{answer.where}: found {_choice(judgment.preferred)} in topic {judgment.topic}, "
                f"expected {' or '.join(sorted(map(_choice, said)))} as judged before: {judgment.docno_a} against "
                f"{judgment.docno_b} has all its judgments; --extra keeps it as an extra edge"
            )


def _choice(preferred: str | None) -> str:
    return "a tie" if preferred is None else f"{preferred} preferred"
