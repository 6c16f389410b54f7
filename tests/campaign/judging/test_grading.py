"""Grading by more than one person: different people, one grade, and disagreements that can be decided."""

from typing import Any

import pytest

from assess.assignments.final_grade import final_grade
from assess.campaign.corrections.correction import Author, Correction, correct, undo
from assess.campaign.corrections.grade_decisions import DecideGrade
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.export.grades_by_person import export_gradings
from assess.campaign.export.qrels import export_grades
from assess.campaign.judging.answers import Reply, save
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.grade_disagreements import GradeDisagreement, list_grade_disagreements
from assess.campaign.judging.grader_agreement import GraderAgreement, grader_agreement
from assess.campaign.judging.refusals import Reason
from assess.campaign.setup.sources import Sources
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError
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

    def disagreements(self) -> list[GradeDisagreement]:
        with reading(self.engine) as session:
            return list_grade_disagreements(session, session.get_one(Campaign, self.campaign_id))

    def agreement(self) -> GraderAgreement | None:
        with reading(self.engine) as session:
            return grader_agreement(session, session.get_one(Campaign, self.campaign_id))


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


def test_each_grade_marks_its_topic_for_scoring(judged: MakeJudged) -> None:
    campaign = graded(judged, graders=2)
    ann, version = campaign.invited("ann"), "SELECT version FROM topic"
    held = campaign.taken(ann)
    [(before,)] = campaign.rows(version)
    campaign.give(ann, held, 1, 2)
    assert campaign.rows(version) == [(before + 1,)]


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
    with pytest.raises(ParameterError, match="expected a whole number"):
        campaign.change(ChangeSettings({"graders": graders}))


@pytest.fixture
def disputed(judged: MakeJudged) -> Graded:
    """Ann and Ben agree on the grades of d1 and d4, and not on those of d2 and d3."""
    campaign = graded(judged, graders=2)
    campaign.grade("ann", {"d1": 2, "d2": 2, "d3": 2, "d4": 0})
    assert campaign.disagreements() == []
    campaign.grade("ben", {"d1": 2, "d2": 1, "d3": 0, "d4": 0})
    return campaign


def test_grades_that_are_far_apart_come_first(disputed: Graded) -> None:
    found = disputed.disagreements()
    assert [(known.item.docno, known.spread, known.grade, known.decided) for known in found] == [
        ("d3", 2, 0, None),
        ("d2", 1, 1, None),
    ]
    assert [(row.identity, row.grade) for row in found[0].said] == [("ann", 2), ("ben", 0)]


def test_a_decided_grade_stands_above_those_of_graders_and_is_taken_back(disputed: Graded) -> None:
    assert disputed.progress().missing == 1
    number = disputed.change(DecideGrade("t1", "d3", 2))
    assert disputed.progress().missing == 3
    assert [(known.item.docno, known.decided) for known in disputed.disagreements()] == [("d2", None), ("d3", 2)]
    with reading(disputed.engine) as session:
        assert "t1 Q0 d3 2" in export_grades(session, session.get_one(Campaign, disputed.campaign_id))
    assert differences(disputed) == []
    disputed.undo(number)
    assert disputed.progress().missing == 1
    assert differences(disputed) == []


@pytest.mark.parametrize(
    ("decision", "error", "message"),
    [
        (DecideGrade("t1", "d1", 2), ConflictError, "no disagreement on the grade of d1: assess disagreements c"),
        (DecideGrade("t1", "d3", 7), ParameterError, "found the grade 7, expected one of 2, 1, 0"),
    ],
)
def test_a_grade_that_cannot_be_decided_is_refused(
    disputed: Graded, decision: DecideGrade, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        disputed.change(decision)


def test_the_agreement_of_graders_is_that_of_the_literature(disputed: Graded) -> None:
    found = disputed.agreement()
    assert found is not None
    assert found.alpha is not None
    assert (found.items, found.equal.value) == (4, 0.5)
    # Grades 0 0 0 1 2 2 2 2, so by Krippendorff's ordinal metric the squared distances are 4 (from 0 to 1), 6.25 (from
    # 1 to 2) and 20.25 (from 0 to 2). Observed in the pairs (2, 1) and (2, 0): 2 * (6.25 + 20.25) = 53.
    assert found.alpha.value == pytest.approx(1 - 53 / (2 * (12 + 25 + 243) / 7))


def test_nobody_agrees_with_nobody(judged: MakeJudged) -> None:
    campaign = graded(judged)
    campaign.grade("ann", dict.fromkeys(ITEMS, 2))
    assert campaign.agreement() is None


def test_every_grade_is_exported_with_who_gave_it(disputed: Graded) -> None:
    disputed.change(DecideGrade("t1", "d2", 2))
    with reading(disputed.engine) as session:
        lines = export_gradings(session, session.get_one(Campaign, disputed.campaign_id)).splitlines()
    assert lines[0] == "topic,docno,grade,kind,identity,seconds,at,final"
    assert lines[3:5] == [
        "t1,d2,2,invited,ann,3.0,2026-01-31T12:00:00+00:00,2",
        "t1,d2,1,invited,ben,3.0,2026-01-31T12:00:00+00:00,2",
    ]
    assert len(lines) == 9
