"""What is left in a campaign, in words: who waits for what, and what the organiser can do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from assess.campaign.judging.held_work import HeldWork
from assess.campaign.overview.untold import Untold, bring_texts, few_names
from assess.store.progress import Progress
from assess.store.tables import Campaign


@dataclass(frozen=True)
class TopicTotals:
    """The topics by how far they are. A closed topic was ended before its ranking was complete."""

    all: int
    done: int
    open: int
    waiting_for_grades: int
    closed: int

    @property
    def over(self) -> bool:
        """Whether every topic is done or closed."""
        return self.done + self.closed == self.all


@dataclass(frozen=True)
class Situation:
    """What the sentences below are made of."""

    campaign: Campaign
    topics: TopicTotals
    progress: Progress
    untold: Untold
    held: Sequence[HeldWork]
    recruited: bool
    open_comments: int
    undecided: int = 0


def is_finished(situation: Situation) -> bool:
    """Whether the campaign asks for no more work."""
    return situation.campaign.state != "draft" and situation.topics.over


def what_is_left(situation: Situation, now: datetime) -> Iterator[str]:
    """Sentences on what is left; none if the campaign is finished, nobody holds anything and no comment is open."""
    name, progress = situation.campaign.name, situation.progress
    if situation.campaign.state == "draft":
        yield f"nothing is handed out yet: assess open {name}"
    elif not is_finished(situation):
        yield from _work(situation)
    yield from _leases(situation.held, name, now)
    yield from _texts(situation.untold, name)
    if situation.undecided:
        wait = "1 disagreement waits" if situation.undecided == 1 else f"{situation.undecided:,} disagreements wait"
        yield f"{wait} for an adjudicator (assess disagreements {name})"
    if progress.missing + progress.ungraded and not situation.recruited:
        yield f"nobody has a link to the work: assess invite {name} PERSON"
    yield from _comments(situation.open_comments, name)


def _work(situation: Situation) -> Iterator[str]:
    name, progress = situation.campaign.name, situation.progress
    if progress.ungraded:
        yield f"{progress.ungraded:,} items wait for a grade in {situation.topics.waiting_for_grades:,} topics"
    if free := progress.missing - progress.held:
        yield f"{free:,} judgments wait for somebody to take them"
    if situation.campaign.state == "paused":
        yield f"the campaign is paused: assess open {name} lets it go on"
    elif situation.campaign.state == "closed":
        undone = situation.topics.open + situation.topics.waiting_for_grades
        yield f"the campaign is closed: {undone:,} topics stay undone"


def _leases(held: Sequence[HeldWork], name: str, now: datetime) -> Iterator[str]:
    questions, people = sum(work.open for work in held), {work.person for work in held}
    if not held:
        return
    overdue = sum(work.is_overdue(now) for work in held)
    last = max(work.until for work in held)
    until = f", until {last:%Y-%m-%d %H:%M} UTC at the latest" if last > now else ""
    late = f"; {overdue:,} overdue, to go back when somebody asks for work" if overdue else ""
    who = "1 assessor holds" if len(people) == 1 else f"{len(people):,} assessors hold"
    what = "1 assignment" if len(held) == 1 else f"{len(held):,} assignments"
    yield f"{who} {what}, {questions:,} questions unanswered{until}{late} (assess held {name})"


def _comments(number: int, name: str) -> Iterator[str]:
    if number:
        what = "1 comment or flag is" if number == 1 else f"{number:,} comments and flags are"
        yield f"{what} open: assess inbox {name}"


def _texts(untold: Untold, name: str) -> Iterator[str]:
    if untold.to_compare:
        number = len(untold.to_compare)
        yield f"{number:,} candidates have no text: {few_names(untold.to_compare)}; {bring_texts(name)}"
    if untold.to_grade:
        number = len(untold.to_grade)
        yield f"{number:,} items have no text, so nobody grades them: {few_names(untold.to_grade)}; {bring_texts(name)}"
