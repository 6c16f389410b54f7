"""People of crowds are forgotten when they are paid, and never before; the books stay right."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from assess.campaign.access.arrivals import read_arrival
from assess.campaign.author import Author
from assess.campaign.inbox.comments import Place, comment
from assess.campaign.judging.refusals import Reason
from assess.campaign.privacy.withdrawal import withdraw_by_oneself
from assess.cli import main
from assess.database.engine import reading, writing
from assess.recruit.accounting.bonuses import give_bonus
from assess.recruit.accounting.ledger_lines import ledger_lines
from assess.recruit.forgetting import Forgotten, forget_due, forget_people
from assess.recruit.recruiter import Recruiter
from assess.store.forgetting import sweep
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import assessor, differences
from tests.conftest import Judged, MakeJudged
from tests.recruit.conftest import Fair, MakeFair
from tests.traces import bytes_left, traces

BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
WORKER, PARTICIPANT = "A1QUIMBYANNABELLE", "5f00c0ffee5f00c0ffee"
PRICE = Decimal("2.40")
SETTINGS: dict[str, Any] = {"pairings": 3, "challenges": 0, "completion_code": "DONE"}


def leave(judged: Judged, token: str) -> str:
    with writing(judged.engine) as session:
        return withdraw_by_oneself(session, read_arrival(session, judged.key, token, judged.now), judged.now)


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_a_worker_is_paid_first_and_then_nothing_is_left_of_them(make_fair: MakeFair) -> None:
    fair = make_fair(assignments=2)
    fair.sync()
    task, token, assignment = fair.begin(WORKER)
    receipt, now = fair.answer(token, assignment), fair.judged.now
    with writing(fair.judged.engine) as session:
        comment(session, read_arrival(session, fair.judged.key, token, now), "call me", Place(), now)
    fair.client(WORKER).submit(task, {"receipt": receipt})
    assert leave(fair.judged, token) == "waiting"
    number = assessor(fair.judged, WORKER)
    assert traces(fair.judged.engine, ["call me"]) == set()
    waiting = forget_due(fair.judged.engine, fair.judged.now).waiting
    assert waiting == {("c", number): ["work that can still be submitted or is owed"]}
    assert fair.judged.take(token) is Reason.ALREADY_TAKEN  # the end of it, to submit it at the platform
    done = fair.sync()
    assert (done.paid, done.remarks) == (
        1,
        ["erased what identified 1 person who withdrew: everything is settled with them"],
    )
    sweep(fair.judged.engine)
    # What finds the payment in the invoice is kept for the books, and nothing else.
    kept = {("submission.external_id", task.assignment_id), ("assignment.external_id", task.assignment_id)}
    assert traces(fair.judged.engine, [WORKER, task.assignment_id, receipt, "call me"]) == kept
    assert bytes_left(fair.judged.engine, [WORKER, receipt, "call me"]) == set()
    # The platform goes on listing the submission while the HIT has room: it is not paid again.
    fair.work("A2OTHER")
    assert fair.sync().paid == 1
    assert fair.books().spent == 2 * PRICE
    fair.check_books()
    assert fair.judged.rows("SELECT count(*) FROM submission") == [(2,)]
    assert differences(fair.judged) == []
    with reading(fair.judged.engine) as session:
        paid = [line for line in ledger_lines(session, session.get_one(Campaign, 1)) if line.kind == "reward"]
    assert (paid[0].person, paid[0].assignment, paid[0].amount) == (
        f"forgotten-{number}",
        task.assignment_id,
        Decimal("2.00"),
    )


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_the_ids_of_paid_work_are_erased_from_the_books_if_the_law_allows(fair: Fair) -> None:
    fair.sync()
    task = fair.work(WORKER)
    fair.sync()
    recruiter = Recruiter(fair.judged.engine, fair.launch_id, fair.crowd, lambda: fair.judged.now)
    give_bonus(recruiter, WORKER, Decimal("1.00"), "thanks, dear Annabelle")
    fair.sync()
    spent = fair.books().spent
    number, done = assessor(fair.judged, WORKER), Forgotten()
    for _ in range(2):  # at once, or later when the years of the books are over
        forget_people(fair.judged.engine, 1, [number], Author("me"), fair.judged.now, done, books=len(done.people) > 0)
    assert (done.people, done.waiting) == ([number, number], {})
    assert traces(fair.judged.engine, [WORKER, task.assignment_id, "Annabelle"]) == set()
    assert fair.sync().paid == 0
    assert fair.books().spent == spent
    fair.check_books()


def test_work_that_is_not_submitted_yet_can_still_be_submitted_and_paid(fair: Fair) -> None:
    fair.sync()
    task, token, assignment = fair.begin(WORKER)
    receipt = fair.answer(token, assignment)
    assert leave(fair.judged, token) == "waiting"
    fair.sync()
    assert traces(fair.judged.engine, [WORKER]) != set()
    fair.client(WORKER).submit(task, {"receipt": receipt})
    assert fair.sync().paid == 1
    assert {column for column, _ in traces(fair.judged.engine, [WORKER])} == set()
    fair.check_books()


def test_who_is_excluded_stays_away_though_they_are_forgotten(fair: Fair) -> None:
    fair.sync()
    task, token, assignment = fair.begin(WORKER)
    receipt = fair.answer(token, assignment, wrong=True)
    fair.client(WORKER).submit(task, {"receipt": receipt})
    leave(fair.judged, token)
    done = fair.sync()
    assert (done.excluded, traces(fair.judged.engine, [WORKER])) == (1, set())
    assert fair.client(WORKER).groups() == []
    again = fair.sync()
    assert (again.excluded, again.readmitted, again.problems) == (0, 0, [])


LIST = f"Submission id,Participant id,Status,Completion code\nv1,{PARTICIPANT},%s,DONE\n"


@pytest.fixture
def panel(judged: MakeJudged) -> tuple[Judged, str]:
    """Somebody of a panel who finished, and their token."""
    made = judged(topics=1, candidates=3)
    token = made.arrived(made.shared("panel", **SETTINGS), PARTICIPANT, "v1")
    made.answer_all(token, made.taken(token))
    return made, token


@pytest.fixture
def assess(panel: tuple[Judged, str], database_url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    return lambda *arguments: CliRunner().invoke(main, list(arguments), catch_exceptions=False)


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_a_participant_is_forgotten_when_the_panel_has_paid_them(
    panel: tuple[Judged, str], assess: Callable[..., Result], tmp_path: Path
) -> None:
    made, token = panel
    assert leave(made, token) == "waiting"
    listed = tmp_path / "list.csv"
    listed.write_text(LIST % "AWAITING REVIEW")
    assess("reconcile", "c", str(listed), "--reward", "2.00")
    assert traces(made.engine, [PARTICIPANT]) != set()
    listed.write_text(LIST % "APPROVED")
    for new in (1, 0):  # the same list again: no second payment
        told = assess("reconcile", "c", str(listed), "--reward", "2.00")
        assert f"{new} payments of $2.00 new in the books" in told.stderr
        assert traces(made.engine, [PARTICIPANT]) == set()
    assert "look" not in told.stdout
    assert made.rows("SELECT count(*) FROM ledger") == [(1,)]
    assert differences(made) == []


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_the_organiser_may_say_that_everything_is_settled(
    panel: tuple[Judged, str], assess: Callable[..., Result]
) -> None:
    made, _ = panel
    number = assessor(made, PARTICIPANT)
    refused = assess("people", "c", PARTICIPANT, "--forget", "--yes")
    told = "pieces of finished work that no list of the panel calls paid"
    assert f"not yet: number {number}: 1 {told}" in refused.stdout
    assert "to be forgotten when paid" in assess("people", "c").stdout
    assert "1 withdrew and are forgotten when everything is settled" in assess("status", "c").stdout
    assert assess("change", "c", "retention=0", "--yes").exit_code == 0
    assert assess("close", "c", "--yes").exit_code == 0
    assert "of 1 people: to be erased, but not all is settled with them" in assess("status", "c").stdout
    assert told in assess("people", "c", "--forget-all", "--yes").stdout
    done = assess("people", "c", "--forget-all", "--settled", "--yes")
    assert f"forgotten: 1 person (number {number})" in done.stdout
    assert traces(made.engine, [PARTICIPANT]) == set()
    assert bytes_left(made.engine, [PARTICIPANT]) == set()
    assert assess("finished", "c").exit_code == 0


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_a_panel_without_ids_of_work_leaves_no_id_of_the_person(
    judged: MakeJudged, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    made = judged(topics=1, candidates=3)
    token = made.arrived(made.shared("panel", **SETTINGS), PARTICIPANT, PARTICIPANT)
    made.answer_all(token, made.taken(token))
    listed = tmp_path / "list.csv"
    listed.write_text(f"Participant id,Status,Completion code\n{PARTICIPANT},APPROVED,DONE\n")
    leave(made, token)
    for _ in range(2):
        run = CliRunner().invoke(main, ["reconcile", "c", str(listed), "--reward", "2.00"], catch_exceptions=False)
        assert run.exit_code == 0
    assert traces(made.engine, [PARTICIPANT]) == set()
    assert made.rows("SELECT count(*) FROM ledger") == [(1,)]
