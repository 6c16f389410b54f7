"""What assessors write to the organiser, and what the organiser does about it."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError

from assess.campaign.access.arrivals import PREVIEW, arrive, read_arrival
from assess.campaign.corrections.correction import Author, correct
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.inbox.comments import OwnComment, Place, comment, flag, own_comments
from assess.campaign.inbox.inbox import Answered, InboxEntry, answer, read_inbox, read_task, reopen, resolve
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.refusals import RefusedError
from assess.campaign.setup.sources import Sources
from assess.cli import main
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.items import Item
from assess.formats.items import Result as Found
from assess.store.deletion import delete_campaign
from assess.store.tables import Campaign, Comment
from tests.conftest import Judged, MakeJudged

NOWHERE = Place()


def write(judged: Judged, token: str, text: str, place: Place = NOWHERE) -> None:
    with writing(judged.engine) as session:
        comment(session, read_arrival(session, judged.key, token, judged.now), text, place, judged.now)


def raise_flag(judged: Judged, token: str, place: Place, reason: str = "broken", note: str = "") -> bool:
    with writing(judged.engine) as session:
        return flag(session, read_arrival(session, judged.key, token, judged.now), place, reason, note, judged.now)


def inbox(judged: Judged) -> list[InboxEntry]:
    with reading(judged.engine) as session:
        return read_inbox(session, session.get_one(Campaign, judged.campaign_id))


def own(judged: Judged, token: str) -> list[OwnComment]:
    with reading(judged.engine) as session:
        return own_comments(session, read_arrival(session, judged.key, token, judged.now))


def reply(judged: Judged, number: int, text: str, *, keep_open: bool = False, replace: bool = False) -> InboxEntry:
    with writing(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        return answer(session, campaign, number, Answered(text, keep_open, replace), "kim", judged.now)


def run(judged: Judged, *words: str) -> Result:
    url = judged.engine.url.render_as_string(hide_password=False)
    return CliRunner().invoke(main, list(words), env={"ASSESS_DATABASE": url})


@pytest.fixture
def held(judged: MakeJudged) -> tuple[Judged, str, HeldAssignment]:
    """A campaign, the link of somebody who judges in it, and what they hold."""
    campaign = judged(topics=1)
    anna = campaign.invited("anna")
    return campaign, anna, campaign.taken(anna)


def test_a_comment_names_its_assignment_and_its_pair(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, assignment = held
    task = assignment.tasks[1]
    assert task.right
    write(judged, anna, "in general")
    write(judged, anna, "this set", Place(assignment.id))
    write(judged, anna, "this pair is broken", Place(assignment.id, task.position))
    general, of_set, of_pair = inbox(judged)
    assert (general.assignment, general.topic, general.who) == (None, None, "invited:anna")
    assert (of_set.assignment, of_set.position, of_set.topic) == (assignment.id, None, None)
    assert (of_pair.topic, of_pair.left, of_pair.right) == (task.topic, task.left.docno, task.right.docno)
    assert (of_pair.kind, of_pair.position, of_pair.is_open) == ("comment", 2, True)


def test_work_of_others_and_of_other_campaigns_cannot_be_named(
    judged: MakeJudged, held: tuple[Judged, str, HeldAssignment]
) -> None:
    campaign, anna, assignment = held
    ben = campaign.invited("ben")
    other = judged(name="other")
    elsewhere = other.taken(other.invited("anna"))
    write(campaign, ben, "hello")
    for token, place in (
        (ben, Place(assignment.id)),
        (ben, Place(assignment.id, 1)),
        (campaign.invited("new"), Place(assignment.id, 1)),
        (anna, Place(elsewhere.id)),
        (anna, Place(elsewhere.id, 1)),
        (anna, Place(assignment.id, 99)),
        (anna, Place(assignment.id, 0)),
        (anna, Place(10**30)),
        (anna, Place(assignment.id, 10**30)),
    ):
        with pytest.raises(UnknownNameError):
            write(campaign, token, "not mine", place)
        if place.position is not None:
            with pytest.raises(UnknownNameError):
                raise_flag(campaign, token, place)
    with pytest.raises(ParameterError, match="without an assignment"):
        write(campaign, anna, "where?", Place(None, 1))
    assert [entry.text for entry in inbox(campaign)] == ["hello"]
    assert inbox(other) == []


def test_the_same_flag_is_stored_once_also_when_sent_twice_at_once(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, assignment = held
    place = Place(assignment.id, 1)
    with ThreadPoolExecutor(4) as pool:
        new = list(pool.map(lambda _: raise_flag(judged, anna, place, "broken", "cut off"), range(4)))
    assert sorted(new) == [False, False, False, True]
    assert raise_flag(judged, anna, place, "offensive", "cut off")
    assert raise_flag(judged, anna, Place(assignment.id, 2), "broken", "cut off")
    assert [(entry.reason, entry.position) for entry in inbox(judged)] == [
        ("broken", 1),
        ("offensive", 1),
        ("broken", 2),
    ]


def test_what_cannot_be_stored_is_refused(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, assignment = held
    for text in (" \n", "x" * 10_001, "a\0b", "\ud800"):
        with pytest.raises(ParameterError):
            write(judged, anna, text)
    for text in ("x" * 10_001, "a\0b", "\ud800"):
        with pytest.raises(ParameterError):
            raise_flag(judged, anna, Place(assignment.id, 1), note=text)
    with pytest.raises(ParameterError, match="expected one of broken, wrong-topic, offensive, undecidable"):
        raise_flag(judged, anna, Place(assignment.id, 1), "ugly")
    assert inbox(judged) == []


def test_a_preview_stores_no_comment_and_nobody(judged: MakeJudged) -> None:
    campaign = judged()
    link = campaign.shared("worker")
    with writing(campaign.engine) as session:
        preview = arrive(session, campaign.key, link, [("assignmentId", PREVIEW)], campaign.now)
        with pytest.raises(RefusedError):
            comment(session, preview, "hello", Place(), campaign.now)
    assert campaign.rows("SELECT count(*) FROM comment UNION ALL SELECT count(*) FROM assessor") == [(0,), (0,)]


def test_an_answer_reaches_its_writer_alone_and_resolves_the_comment(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, assignment = held
    write(judged, anna, "odd", Place(assignment.id, 1))
    [entry] = inbox(judged)
    judged.later(hours=1)
    answered = reply(judged, entry.number, " Thank you. ")
    assert (answered.answer, answered.answered_by, answered.resolved_by) == ("Thank you.", "kim", "kim")
    assert answered.answered_at == answered.resolved_at == judged.now
    [seen] = own(judged, anna)
    assert (seen.text, seen.place, seen.answer) == ("odd", Place(assignment.id, 1), "Thank you.")
    assert own(judged, judged.invited("ben")) == []


def test_an_answer_is_replaced_only_if_told_so(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, _ = held
    write(judged, anna, "odd")
    [entry] = inbox(judged)
    assert reply(judged, entry.number, "We look at it.", keep_open=True).is_open
    with pytest.raises(ConflictError, match="was answered by kim on 2026-01-31 12:00 UTC"):
        reply(judged, entry.number, "Done.")
    assert [seen.answer for seen in own(judged, anna)] == ["We look at it."]
    assert not reply(judged, entry.number, "Done.", replace=True).is_open
    assert [seen.answer for seen in own(judged, anna)] == ["Done."]
    for text in (" ", "x" * 10_001, "\0"):
        with pytest.raises(ParameterError):
            reply(judged, entry.number, text, replace=True)


def test_of_two_answers_at_once_one_is_kept(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, _ = held
    write(judged, anna, "odd")
    [entry] = inbox(judged)

    def try_to_reply(number: int) -> str | None:
        try:
            return reply(judged, entry.number, f"answer {number}").answer
        except ConflictError:
            return None

    with ThreadPoolExecutor(4) as pool:
        [kept] = [given for given in pool.map(try_to_reply, range(4)) if given]
    assert [seen.answer for seen in own(judged, anna)] == [kept]


def test_comments_are_resolved_and_opened_again(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, _ = held
    for text in ("one", "two", "three"):
        write(judged, anna, text)
    one, two, three = (entry.number for entry in inbox(judged))
    with writing(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        resolve(session, campaign, [two, one, one], "kim", judged.now)
        resolve(session, campaign, [one], "lee", judged.now + timedelta(hours=1))
    assert [(entry.number, entry.resolved_by) for entry in inbox(judged)] == [(three, None), (one, "kim"), (two, "kim")]
    with writing(judged.engine) as session:
        reopen(session, session.get_one(Campaign, judged.campaign_id), [one])
    assert [(entry.number, entry.is_open) for entry in inbox(judged)] == [(one, True), (three, True), (two, False)]


def test_a_number_of_another_campaign_is_unknown_and_nothing_changes(
    judged: MakeJudged, held: tuple[Judged, str, HeldAssignment]
) -> None:
    campaign, anna, _ = held
    other = judged(name="other")
    write(campaign, anna, "mine")
    write(other, other.invited("anna"), "theirs")
    [mine], [theirs] = inbox(campaign), inbox(other)
    for number in (theirs.number, 999, 0, -1, 10**30):
        with pytest.raises(UnknownNameError, match="assess inbox c --all lists them"):
            reply(campaign, number, "hello")
        done = run(campaign, "resolve", "c", "--", str(mine.number), str(number))
        assert (done.exit_code, "found no comment" in done.output) == (1, True)
    assert (inbox(campaign), inbox(other)) == ([mine], [theirs])


def test_the_organiser_sees_the_pair_as_its_assessor_saw_it(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, assignment = held
    task = assignment.tasks[0]
    assert task.right
    raise_flag(judged, anna, Place(assignment.id, 1), "broken", "cut off")
    judged.save(anna, assignment, 1, -1)
    judged.later(minutes=5)
    items = [Item(task.left.docno, "t1", text="The whole text.")]
    with writing(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        correct(session, campaign, CorrectContent(Sources(topics={}, items=items)), Author("kim"), judged.now)
    [entry] = inbox(judged)
    with reading(judged.engine) as session:
        seen = read_task(session, entry)
    assert seen
    assert (seen.left, seen.right, seen.answer) == (task.left, task.right, -1)
    shown = run(judged, "inbox", "c", str(entry.number)).output
    assert f"left {task.left.docno}\n    {task.left.body}\n" in shown
    assert "The whole text." not in shown
    assert f"assess aside c t1 {task.left.docno} {task.right.docno} " in shown
    assert "judged         left\n" in shown


def test_a_flagged_challenge_is_called_one_and_is_not_to_be_set_aside(judged: MakeJudged) -> None:
    campaign = judged(topics=1)
    token = campaign.arrived(campaign.shared(pairings=1, challenges=1), "P1")
    assignment = campaign.taken(token)
    [challenge] = [task for task in assignment.tasks if "a" in (task.left.docno[0], (task.right or task.left).docno[0])]
    raise_flag(campaign, token, Place(assignment.id, challenge.position), "wrong-topic")
    [entry] = inbox(campaign)
    assert entry.expected == (1 if challenge.left.docno.startswith("a") else -1)
    shown = run(campaign, "inbox", "c", str(entry.number)).output
    assert "challenge      the expected answer is" in shown
    assert "assess aside" not in shown


def test_images_result_pages_and_items_to_grade_are_shown_as_text(judged: MakeJudged) -> None:
    page = Item("p1", "t1", results=(Found("First hit", "about it", "https://a.example"),))
    picture = Item("p2", "t1", image="cat.png", alt="A cat")
    campaign = judged(sources=Sources({"t1": "Which?"}, [page, picture]), grading=True)
    token = campaign.invited("anna")
    assignment = campaign.taken(token)
    for task in assignment.tasks:
        raise_flag(campaign, token, Place(assignment.id, task.position), "undecidable")
    shown = "".join(run(campaign, "inbox", "c", str(entry.number)).output for entry in inbox(campaign))
    assert "item p1\n    First hit https://a.example\n        about it\n" in shown
    assert "item p2\n    cat.png\n    A cat\n" in shown
    assert shown.count("graded         not yet\n") == 2
    assert "assess aside c t1 p2 " in shown


def test_the_list_has_open_ones_first_and_says_what_is_hidden(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, assignment = held
    assert run(judged, "inbox", "c").output == "no comments or flags\n"
    task = assignment.tasks[0]
    assert task.right
    write(judged, anna, "How long\nwill it take?")
    raise_flag(judged, anna, Place(assignment.id, 1), "broken", "cut off")
    first, second = (entry.number for entry in inbox(judged))
    done = run(judged, "answer", "c", str(first), "An hour.", "--who", "kim")
    assert done.output == f"answered {first} of invited:anna, and resolved it\n"
    listed = run(judged, "inbox", "c").output
    about = f"topic t1: {task.left.docno}, {task.right.docno}"
    assert listed.startswith(f"{second}  2026-01-31 12:00 UTC  invited:anna  flag: broken  {about}\n    cut off\n")
    assert "1 resolved: --all shows them" in listed
    everything = run(judged, "inbox", "c", "--all").output
    assert everything.index("cut off") < everything.index("How long will it take?")
    assert "    answer of kim, " in everything
    assert run(judged, "resolve", "c", str(second)).output == f"resolved {second}; 0 open\n"
    assert run(judged, "inbox", "c").output == "no open comments or flags\n\n2 resolved: --all shows them\n"
    assert run(judged, "resolve", "c", str(second), "--undo").output == f"opened {second} again; 1 open\n"


def test_the_status_says_how_many_are_open(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, _ = held
    assert "open: assess inbox c" not in run(judged, "status", "c").output
    write(judged, anna, "one")
    assert "1 comment or flag is open: assess inbox c\n" in run(judged, "status", "c").output
    write(judged, anna, "two")
    assert "2 comments and flags are open: assess inbox c\n" in run(judged, "status", "c").output
    assert json.loads(run(judged, "status", "c", "--json").output)["open_comments"] == 2


EVIL = "\x1b]0;owned\x07\x9b31m\u202eevil\r"


def test_control_characters_never_reach_the_terminal(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, _ = held
    write(judged, anna, f"hello {EVIL}")
    [entry] = inbox(judged)
    for words in (("inbox", "c"), ("inbox", "c", str(entry.number)), ("inbox", "c", "--json"), ("inbox", "c", "--csv")):
        printed = run(judged, *words).output
        assert "\\u001b" in printed
        assert set(printed) & set(EVIL) <= set("]0;owned31mevil")
    [read] = json.loads(run(judged, "inbox", "c", "--json").output)
    assert read["text"] == f"hello {EVIL}"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\n=1"])
def test_a_spreadsheet_takes_no_comment_for_a_formula(held: tuple[Judged, str, HeldAssignment], text: str) -> None:
    judged, anna, assignment = held
    write(judged, anna, text, Place(assignment.id, 1))
    [row] = csv.DictReader(io.StringIO(run(judged, "inbox", "c", "--csv").output))
    assert row["text"] == f"'{text}"
    assert (row["topic"], row["person_identity"], row["position"]) == ("t1", "anna", "1")


@pytest.mark.parametrize(
    ("columns", "constraint"),
    [
        ({"reason": "ugly"}, "ck_comment_reason"),
        ({"reason": None}, "ck_comment_flag"),
        ({"task_id": None}, "ck_comment_flag"),
    ],
)
def test_the_database_keeps_flags_complete(
    held: tuple[Judged, str, HeldAssignment], columns: dict[str, str | None], constraint: str
) -> None:
    judged, anna, assignment = held
    raise_flag(judged, anna, Place(assignment.id, 1))
    with pytest.raises(DBAPIError, match=constraint), writing(judged.engine) as session:
        session.execute(update(Comment).values(columns))


def test_deleting_a_campaign_deletes_its_comments(held: tuple[Judged, str, HeldAssignment]) -> None:
    judged, anna, assignment = held
    raise_flag(judged, anna, Place(assignment.id, 1))
    with writing(judged.engine) as session:
        delete_campaign(session, session.get_one(Campaign, judged.campaign_id))
    assert judged.rows("SELECT count(*) FROM comment") == [(0,)]
