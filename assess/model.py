"""The records that all packages share: pairings, judgments, edges, challenges, questions."""

from dataclasses import dataclass, field

from assess.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two items of a topic to compare; unordered, so (a, b) and (b, a) are the same pairing."""

    topic: str
    docno_a: str
    docno_b: str

    def __post_init__(self) -> None:
        if self.docno_a == self.docno_b:
            raise ParameterError(f"topic {self.topic}: {self.docno_a} is paired with itself; a pairing needs two items")
        if self.docno_a > self.docno_b:
            first, second = self.docno_b, self.docno_a
            object.__setattr__(self, "docno_a", first)
            object.__setattr__(self, "docno_b", second)


@dataclass(frozen=True, slots=True)
class Edge:
    """A judgment in the graph: the preferred item, and the other."""

    topic: str
    winner: str
    loser: str


@dataclass(frozen=True, slots=True)
class Judgment:
    """What one worker preferred in one pairing; None is a tie.

    ``round_`` is the round of the pairing. A judgment without a round counts for its pairing in every
    round. A judgment of round 0 was not asked for by the tournament: it is an edge of the graph only. One that
    ``adjudicates`` decides its pairing alone, whatever the others preferred.
    """

    topic: str
    docno_a: str
    docno_b: str
    preferred: str | None
    round_: int | None = None
    adjudicates: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.docno_a == self.docno_b:
            raise ParameterError(f"topic {self.topic}: {self.docno_a} is judged against itself; expected two items")
        if self.preferred not in (self.docno_a, self.docno_b, None):
            raise ParameterError(
                f"topic {self.topic}: found {self.preferred} preferred, expected {self.docno_a} or {self.docno_b} "
                "(or none, for a tie)"
            )

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.topic, self.docno_a, self.docno_b)

    @property
    def edge(self) -> Edge | None:
        """The edge of a strict preference; a tie has none."""
        if self.preferred is None:
            return None
        loser = self.docno_b if self.preferred == self.docno_a else self.docno_a
        return Edge(self.topic, self.preferred, loser)


@dataclass(frozen=True, slots=True)
class DetailedJudgment(Judgment):
    """A judgment with what is known about how it was made; None where it is not known.

    ``strength`` is 2 for "definitely", and has no meaning for a tie. ``left`` is the docno shown on the left.
    """

    strength: int = 1
    left: str | None = None
    seconds: float | None = None
    assessor: str | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A pairing with a known answer: a candidate against a foil; the foil may come from another topic."""

    topic: str
    expected: str
    foil: str
    foil_topic: str

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.topic, self.expected, self.foil)


@dataclass(frozen=True, slots=True)
class Question:
    """A pairing or a challenge as it is shown: one item on the left, one on the right."""

    topic: str
    left: str
    right: str
    round_: int | None = None
    challenge: Challenge | None = None

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.topic, self.left, self.right)
