"""The parameters of a tournament."""

from dataclasses import dataclass

from assess.errors import ParameterError

MOST = {"recall": 1, "effort": 100, "grade_weight": 100, "machine_weight": 100}


@dataclass(frozen=True)
class Parameters:
    """The parameters of a tournament; the defaults are those of the paper.

    Parameters
    ----------
    k
        Number of best items to find in each topic.
    few
        F of the paper: the largest pool for a round robin.
    per_item
        P of the paper: pairings of an item in a round that reduces the pool.
    votes
        Judgments for each pairing; the majority decides.
    final_votes
        The same for the round robin at the end; None means ``votes``.
    overlap
        The share of pairings that ask for more judgments, to see how far people
        agree. See `assess.tournament.overlap`.
    overlap_votes
        The judgments of those pairings; None means one more than ``votes``.
    floor
        Keep the best *k* in a round that leaves fewer than *k* survivors. The
        paper does not do this.
    max_rounds
        Largest number of rounds that reduce the pool. The round robin follows
        them, even if the pool is still large.
    recall
        For `topk`: a topic is over when the expected recall of its top k is
        this high.
    effort
        For `topk`: the most judgments of a topic, as a share of those that two
        stages would take. None means 0.65, or 2 if there is a ``recall``.
    grade_weight
        For `topk`: how much stronger an item is expected to be for each grade
        that it has more, on the logistic scale of preferences. None means 0.
    machine_weight
        For `topk` in a campaign of people: the same for each unit of strength
        that the judgments of machines give it.
    """

    k: int = 5
    few: int = 9
    per_item: int = 7
    votes: int = 1
    final_votes: int | None = None
    floor: bool = True
    max_rounds: int = 12
    overlap: float = 0.0
    overlap_votes: int | None = None
    recall: float | None = None
    effort: float | None = None
    grade_weight: float | None = None
    machine_weight: float | None = None

    def __post_init__(self) -> None:
        for name in ("k", "few", "per_item", "votes", "final_votes", "overlap_votes", "max_rounds"):
            found = getattr(self, name)
            if found is not None and not isinstance(found, int):
                raise ParameterError(f"found {name} = {found!r}, expected a whole number")
            if found is not None and found < 1 and name != "max_rounds":
                raise ParameterError(f"found {name} = {found}, expected at least 1")
        if self.max_rounds < 0:
            raise ParameterError(f"found max_rounds = {self.max_rounds}, expected 0 (round robin only) or more")
        if not isinstance(self.overlap, int | float) or not 0 <= self.overlap <= 1:
            raise ParameterError(f"found overlap = {self.overlap!r}, expected a share from 0 to 1, such as 0.2")
        if self.overlap_votes is not None and self.overlap_votes <= self.votes:
            raise ParameterError(
                f"found overlap_votes = {self.overlap_votes} with votes = {self.votes}, expected more than votes"
            )
        for name, most in MOST.items():
            share = getattr(self, name)
            if share is not None and not (isinstance(share, int | float) and 0 < share <= most):
                raise ParameterError(f"found {name} = {share}, expected a number above 0, at most {most}")

    @property
    def votes_in_overlap(self) -> int:
        """Judgments of a pairing that was drawn for the overlap."""
        return self.overlap_votes or self.votes + 1

    def check_reduction(self) -> None:
        """Raise an error unless k < P < F: other values cannot reduce the pool."""
        if not self.k < self.per_item < self.few:
            raise ParameterError(
                f"found k = {self.k}, P = {self.per_item}, F = {self.few}, expected k < P < F; "
                f"with k = {self.k}, P = {self.k + 2} and F = {self.k + 4} would do"
            )
