"""Grading by more than one person: different people, one grade, and disagreements that can be decided."""

from typing import Any

import pytest

from assess.assignments.grading import final_grade
from assess.campaign.corrections.correction import Author, Correction, correct, undo
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.judging.answers import Reply, save
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.refusals import Reason
from assess.campaign.setup.sources import Sources
from assess.database.engine import writing
from assess.errors import ParameterError
from assess.formats.items import Item
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import differences
from tests.conftest import Judged, MakeJudged

AUTHOR = Author("olga")
ITEMS = ("d1", "d2", "d3", "d4")


class Graded(Judged):
    """A campaign whose items are graded first."""

    def grade(self, who: str, grades: dict[str, float]) -> HeldAssignment:
        """Take an assignment, give these grades, and finish it if that is all."""
        token = self.invited(who)
        held = self.taken(token)
        assert held.kind == "grading"
        for task in held.tasks:
            if task.left.docno in grades:
                self.give(token, held, task.position, grades[task.left.docno])
        self.finish(token, held)
        return held

    def give(self, token: str, held: HeldAssignment, position: int, grade: float) -> None:
        with writing(self.engine) as session:
            reply = Reply(grade, seconds=3.0)
            save(session.connection(), self.key.read(token), held.id, position, reply, self.now, grade=True)

    def grades(self) -> dict[str, float]:
        query = "SELECT docno, grade FROM grade JOIN item ON item.id = item_id WHERE source = 'collected'"
        return dict(self.rows(query))

    def change(self, correction: Correction) -> int:
        with writing(self.engine) as session:
            return correct(session, session.get_one(Campaign, self.campaign_id), correction, AUTHOR, self.now).id

    def undo(self, number: int) -> None:
        with writing(self.engine) as session:
            undo(session, session.get_one(Campaign, self.campaign_id), number, KINDS, AUTHOR, self.now)


def graded(judged: MakeJudged, **settings: Any) -> Graded:
    sources = Sources(topics={"t1": "What is it?"}, items=[Item(docno, "t1", text=docno) for docno in ITEMS])
    made = judged(sources=sources, grading=True, **settings)
    return Graded(made.engine, made.key, made.campaign_id)


@pytest.mark.parametrize(
    ("grades", "final"), [([2], 2), ([2, 1], 1), ([2, 0, 2], 2), ([2, 1, 1, 0], 1), ([2, 2, 1, 0], 1), ([0.5, 1], 0.5)]
)
def test_the_final_grade_is_the_lower_median(grades: list[float], final: float) -> None:
    assert final_grade(grades) == final


def test_each_item_is_graded_by_different_people_before_the_rounds_begin(judged: MakeJudged) -> None:
    campaign = graded(judged, graders=2)
    assert len(campaign.grade("ann", dict.fromkeys(ITEMS, 2)).tasks) == 4
    assert campaign.take(campaign.invited("ann")) is Reason.COME_BACK_LATER
    assert campaign.progress().ungraded == 4
    assert len(campaign.grade("ben", {"d1": 2, "d2": 1, "d3": 1, "d4": 0}).tasks) == 4
    assert campaign.grades() == {"d1": 2, "d2": 1, "d3": 1, "d4": 0}
    assert (campaign.progress().ungraded, campaign.progress().missing) == (0, 3)
    assert differences(campaign) == []


def test_a_third_person_gets_no_more_than_what_is_wanted(judged: MakeJudged) -> None:
    campaign = graded(judged, graders=2)
    ann, ben, cleo = (campaign.invited(who) for who in ("ann", "ben", "cleo"))
    assert (len(campaign.taken(ann).tasks), len(campaign.taken(ben).tasks)) == (4, 4)
    assert campaign.take(cleo) is Reason.COME_BACK_LATER
    campaign.release(ann, campaign.taken(ann))
    assert len(campaign.taken(cleo).tasks) == 4
    assert differences(campaign) == []


def test_a_changed_grade_is_one_grade(judged: MakeJudged) -> None:
    campaign = graded(judged, graders=2)
    ann = campaign.invited("ann")
    held = campaign.taken(ann)
    for grade in (0, 2):
        campaign.give(ann, held, 1, grade)
    assert campaign.rows("SELECT held, given, state FROM grading WHERE given > 0") == [(0, 1, "open")]
    assert list(campaign.grades().values()) == [2]
    assert differences(campaign) == []


def test_more_graders_may_be_asked_later_and_that_is_undone(judged: MakeJudged) -> None:
    campaign = graded(judged)
    campaign.grade("ann", {"d1": 2, "d2": 2, "d3": 2, "d4": 0})
    assert campaign.progress().missing == 3
    number = campaign.change(ChangeSettings({"graders": 2}))
    assert campaign.progress().ungraded == 4
    assert differences(campaign) == []
    campaign.grade("ben", {"d1": 2, "d2": 0})
    assert campaign.progress().ungraded == 2
    campaign.undo(number)
    assert (campaign.progress().ungraded, campaign.progress().missing) == (0, 1)
    assert campaign.grades() == {"d1": 2, "d2": 0, "d3": 2, "d4": 0}
    assert differences(campaign) == []


@pytest.mark.parametrize("graders", [0, "two", 1.5, True])
def test_a_number_of_graders_out_of_range_is_refused(judged: MakeJudged, graders: Any) -> None:
    campaign = graded(judged)
    with pytest.raises(ParameterError, match="expected a whole number, 1 or more"):
        campaign.change(ChangeSettings({"graders": graders}))
