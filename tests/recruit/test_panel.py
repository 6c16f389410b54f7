"""Panels by link: who finished here, what the panel's list says, and the money in the books."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.database.engine import reading, writing
from assess.formats.panel import PanelRow
from assess.recruit.accounting.books import books_of
from assess.recruit.crowd import SubmissionSource, Submitted
from assess.recruit.panel.export import PanelExport
from assess.store.tables import Campaign
from tests.conftest import Judged, MakeJudged
from tests.recruit.conftest import NOW

SETTINGS: dict[str, Any] = {
    "pairings": 2,
    "challenges": 1,
    "completion_code": "DONE",
    "discarded_code": "CHECK",
    "screened_code": "SCREEN",
    "return_url": "https://panel.example/complete?cc={code}&pid={PROLIFIC_PID}",
}
EXPORT = """Submission id,Participant id,Status,Completion code
v1,good,AWAITING REVIEW,DONE
v2,wrong-code,AWAITING REVIEW,NOCODE
v3,failing,AWAITING REVIEW,CHECK
v4,paid,APPROVED,DONE
v5,stranger,AWAITING REVIEW,DONE
v6,gone,RETURNED,
v7,half,AWAITING REVIEW,DONE
v8,nobody,TIMED-OUT,
v10,good,AWAITING REVIEW,DONE
v11,turned-down,REJECTED,DONE
"""


@pytest.fixture
def panel(judged: MakeJudged) -> Judged:
    """A campaign whose people came from a panel: some finished, some failed, one left."""
    made = judged(topics=2, candidates=5)
    link = made.shared("panel", **SETTINGS)
    for number, person in (
        (1, "good"),
        (2, "wrong-code"),
        (4, "paid"),
        (6, "gone"),
        (9, "unlisted"),
        (11, "turned-down"),
    ):
        token = made.arrived(link, person, f"v{number}")
        made.answer_all(token, made.taken(token))
    token = made.arrived(link, "failing", "v3")
    assignment = made.taken(token)
    for task in assignment.tasks:
        made.save(token, assignment, task.position, 1 if task.left.docno > task.right.docno else -1)
    made.finish(token, assignment)
    token = made.arrived(link, "half", "v7")
    made.save(token, made.taken(token), 1, 1)
    return made


@pytest.fixture
def assess(panel: Judged, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    return lambda *arguments: CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def lines_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_who_finished_is_written_with_the_code_that_they_were_shown(assess: Callable[..., Result]) -> None:
    lines = lines_of(assess("finished", "c").stdout)
    assert {line["participant"]: (line["outcome"], line["code"], line["answered"]) for line in lines} == {
        "good": ("kept", "DONE", "3"),
        "wrong-code": ("kept", "DONE", "3"),
        "paid": ("kept", "DONE", "3"),
        "gone": ("kept", "DONE", "3"),
        "unlisted": ("kept", "DONE", "3"),
        "turned-down": ("kept", "DONE", "3"),
        "failing": ("failed a check", "CHECK", "3"),
        "half": ("at work", "", "1"),
    }


def test_the_panels_list_is_compared_with_what_was_done_here(assess: Callable[..., Result], tmp_path: Path) -> None:
    export = tmp_path / "export.csv"
    export.write_text(EXPORT)
    found = assess("reconcile", "c", str(export), "--reward", "2.00")
    assert {(line["participant"], line["assignment"]): line["advice"] for line in lines_of(found.stdout)} == {
        ("good", "v1"): "approve",
        ("good", "v10"): "look: no finished work here",
        ("wrong-code", "v2"): "approve: finished here, but the code differs",
        ("failing", "v3"): "approve; they get no more work",
        ("paid", "v4"): "nothing: paid",
        ("stranger", "v5"): "look: no finished work here",
        ("gone", "v6"): "pay by hand: never submitted there",
        ("half", "v7"): "look: no finished work here",
        ("unlisted", "v9"): "pay by hand: never submitted there",
        ("turned-down", "v11"): "look: rejected there, finished here",
    }
    assert found.stderr == "10 in the list, 1 payments of $2.00 new in the books\n"


def test_a_list_without_assignments_means_what_that_person_did(assess: Callable[..., Result], tmp_path: Path) -> None:
    export = tmp_path / "export.csv"
    export.write_text("Participant,Status,Code\ngood,Pending,DONE\ngood,Pending,DONE\n")
    found = lines_of(assess("reconcile", "c", str(export), "--reward", "2.00").stdout)
    assert [line["advice"] for line in found if line["participant"] == "good"] == [
        "approve",
        "look: no finished work here",
    ]


def test_what_the_panel_paid_is_in_the_books_once(assess: Callable[..., Result], panel: Judged, tmp_path: Path) -> None:
    export = tmp_path / "export.csv"
    export.write_text(EXPORT)
    for paid in ("1 payments", "0 payments"):
        assert paid in assess("reconcile", "c", str(export), "--reward", "2.00", "--fees", "33.3%").stderr
    export.write_text(EXPORT.replace("v1,good,AWAITING REVIEW", "v1,good,APPROVED"))
    assert "1 payments" in assess("reconcile", "c", str(export), "--reward", "2.00", "--fees", "33.3%").stderr
    with reading(panel.engine) as session:
        books = books_of(session, session.get_one(Campaign, panel.campaign_id))
    assert (str(books.rewards), str(books.reward_fees)) == ("4.00", "1.34")


def test_the_ledger_has_each_payment_of_the_panel_once_and_nothing_is_reserved(
    assess: Callable[..., Result], panel: Judged, tmp_path: Path
) -> None:
    export = tmp_path / "export.csv"
    export.write_text(EXPORT)
    for text in (EXPORT, EXPORT, EXPORT.replace("v4,paid,APPROVED", "v4,paid,AWAITING REVIEW"), EXPORT):
        export.write_text(text)
        assess("reconcile", "c", str(export), "--reward", "2.00", "--fees", "33.3%")
    ledger = "SELECT l.kind, l.cause, amount, fee, outcome, note, assignments, l.hit_id, reason FROM ledger l"
    assert panel.rows(ledger) == [
        ("reward", "4", 200, 67, "done", "told by the panel's export", 1, None, None),
    ]
    paid = "SELECT s.identity, a.external_id FROM ledger l JOIN submission s ON s.id = l.submission_id"
    assert panel.rows(f"{paid} JOIN assignment a ON a.id = l.assignment_id") == [("paid", "v4")]
    states = "SELECT external_id, identity, state, receipt, hit_id FROM submission ORDER BY id"
    assert panel.rows(states) == [
        ("v1", "good", "submitted", "DONE", None),
        ("v2", "wrong-code", "submitted", None, None),
        ("v3", "failing", "submitted", "CHECK", None),
        ("v4", "paid", "approved", "DONE", None),
        ("v5", "stranger", "submitted", "DONE", None),
        ("v7", "half", "submitted", "DONE", None),
        ("v10", "good", "submitted", "DONE", None),
        ("v11", "turned-down", "rejected", "DONE", None),
    ]
    assert panel.rows("SELECT count(*) FROM hit") == [(0,)]
    excluded = "SELECT identity FROM assessor WHERE excluded_at IS NOT NULL"
    assert panel.rows(excluded) == [("failing",)]
    with reading(panel.engine) as session:
        assert books_of(session, session.get_one(Campaign, panel.campaign_id)).reserved == 0


def test_a_panel_that_paid_more_than_the_budget_is_told_of(
    assess: Callable[..., Result], panel: Judged, tmp_path: Path
) -> None:
    with writing(panel.engine) as session:
        campaign = session.get_one(Campaign, panel.campaign_id)
        campaign.parameters = {**campaign.parameters, "budget": "2.50"}
    export = tmp_path / "export.csv"
    export.write_text(EXPORT)
    said = assess("reconcile", "c", str(export), "--reward", "2.00", "--fees", "33.3%").stderr
    assert "warning: that is $0.17 more than the budget of $2.50" in said


def test_several_links_of_panels_are_named_by_their_number(assess: Callable[..., Result], panel: Judged) -> None:
    panel.shared("panel", **SETTINGS)
    assert (
        "found 2 recruiting links of campaign c, expected one: name it with --link, of: 1, 2"
        in assess("finished", "c").stderr
    )
    assert assess("finished", "c", "--link", "2").stdout.count("\n") == 1


def test_a_campaign_without_a_panel_says_so(judged: MakeJudged, database_url: str) -> None:
    judged(topics=1)
    refused = CliRunner().invoke(main, ["finished", "c", "--db", database_url])
    assert refused.exit_code == 1
    assert "campaign c has no recruiting link of a panel: assess invite c --panel NAME makes one" in refused.stderr


def test_a_bonus_that_the_panel_paid_is_entered_once(
    assess: Callable[..., Result], panel: Judged, tmp_path: Path
) -> None:
    bonus = ("bonus", "c", "paid", "0.50", "--reason", "The pages were slow.")
    unknown = assess(*bonus, "--paid")
    assert "found no submission of 'paid' in a panel's list: assess reconcile c FILE reads one" in unknown.stderr
    (tmp_path / "export.csv").write_text(EXPORT)
    assess("reconcile", "c", str(tmp_path / "export.csv"), "--reward", "2.00")
    assert "pay the bonus there, then give this command again with --paid" in assess(*bonus).stderr
    assert assess(*bonus, "--paid").stdout == "c: 1 bonus entered; spent $3.34, reserved $0.00\n"
    again = assess(*bonus, "--paid")
    assert (again.exit_code, "has got this bonus already" in again.stderr) == (1, True)
    entered = "SELECT kind, amount, fee, outcome, note, reason FROM ledger WHERE kind = 'bonus'"
    assert panel.rows(entered) == [
        ("bonus", 50, 17, "done", "paid on the panel's pages", "The pages were slow."),
    ]


def test_participants_are_excluded_and_let_in_again(assess: Callable[..., Result], panel: Judged) -> None:
    excluded = "SELECT identity FROM assessor WHERE excluded_at IS NOT NULL ORDER BY identity"
    done = assess("exclude", "c", "good")
    assert done.stdout.startswith("good gets no more work here: tell the panel on its own pages\n")
    assert panel.rows(excluded) == [("failing",), ("good",)]
    assert assess("exclude", "c", "failing", "--undo").stdout.startswith("failing may work again")
    assert panel.rows(excluded) == [("good",)]
    assert "found no assessor 'stranger' in campaign c" in assess("exclude", "c", "stranger").stderr


def test_two_people_of_the_same_name_are_told_apart(assess: Callable[..., Result], panel: Judged) -> None:
    panel.take(panel.invited("good"))
    assert "found 2 assessors called 'good', expected one of: panel:good, invited:good" in (
        assess("exclude", "c", "good").stderr
    )
    assert assess("exclude", "c", "invited:good").stdout.startswith("invited:good gets no more work\n")


def test_an_export_lists_what_was_submitted_at_the_panel() -> None:
    rows = [
        PanelRow("good", "v1", "approved", "DONE"),
        PanelRow("gone", "v2", "left", None),
        PanelRow("no-assignment", None, "submitted", None),
    ]
    source: SubmissionSource = PanelExport(rows, NOW)
    assert source.submissions("1") == [
        Submitted("v1", "good", "approved", NOW, "DONE"),
        Submitted("no-assignment", "no-assignment", "submitted", NOW, None),
    ]
