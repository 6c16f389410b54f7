"""People withdraw and are forgotten: nothing that identifies them is left, and their judgments stay."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from assess.campaign.access.arrivals import read_arrival
from assess.campaign.access.consent import consent, needs_consent
from assess.campaign.access.links import invite
from assess.campaign.author import Author
from assess.campaign.corrections.correction import correct, undo
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.exclusions import Exclude
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.export.log import export_log
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.release import release_files
from assess.campaign.inbox.comments import Place, comment
from assess.campaign.judging.refusals import Reason
from assess.campaign.people.overview import people_of
from assess.campaign.privacy.forgetting import forget as erase
from assess.campaign.privacy.withdrawal import Outcome, withdraw, withdraw_by_oneself
from assess.campaign.settings import change_settings
from assess.campaign.setup.briefing import brief
from assess.campaign.setup.lifecycle import close_campaign
from assess.cli import main
from assess.database.engine import is_postgresql, reading, writing
from assess.errors import ConflictError, LinkError, ParameterError
from assess.formats.briefing import Briefing
from assess.recruit.forgetting import forget_due
from assess.store import forgetting
from assess.store.forgetting import sweep
from assess.store.tables import Assessor, Campaign
from tests.campaign.corrections.test_corrections import assessor, differences
from tests.conftest import Judged, MakeJudged
from tests.traces import bytes_left, traces

NAME = "Annabelle Quimby"
WORDS = "my phone number is 555-0100"
ORGANISER = Author("organiser", f"{NAME} asked for it")


def forget(judged: Judged, identity: str, *, discard: bool | None = None) -> Outcome:
    with writing(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        person = session.get_one(Assessor, assessor(judged, identity))
        return withdraw(session, campaign, person, ORGANISER, judged.now, discard=discard)


def leave(judged: Judged, token: str) -> Outcome:
    """Withdraw by oneself."""
    with writing(judged.engine) as session:
        return withdraw_by_oneself(session, read_arrival(session, judged.key, token, judged.now), judged.now)


def say(judged: Judged, token: str, text: str) -> None:
    with writing(judged.engine) as session:
        comment(session, read_arrival(session, judged.key, token, judged.now), text, Place(), judged.now)


def exports(judged: Judged) -> dict[str, str]:
    with reading(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        files = {"log": export_log(session, campaign), "preferences": export_preferences(session, campaign)}
        return files | release_files(session, campaign)


@pytest.fixture
def pair_of_people(judged: MakeJudged) -> tuple[Judged, str]:
    """Two invited people who judged everything; the token of the first, who has commented and is named in a reason."""
    made = judged(topics=1, candidates=4, votes=2, texts={"consent": "Agree?"})
    tokens = [made.invited(NAME), made.invited("bob")]
    for token in tokens:
        with writing(made.engine) as session:
            consent(session, read_arrival(session, made.key, token, made.now), made.now)
        made.work(token)
    say(made, tokens[0], WORDS)
    return made, tokens[0]


def test_nothing_is_left_of_an_invited_person_but_their_judgments(pair_of_people: tuple[Judged, str]) -> None:
    made, token = pair_of_people
    number, before = assessor(made, NAME), exports(made)
    assert forget(made, NAME) == "erased"
    sweep(made.engine)
    assert traces(made.engine, [NAME, WORDS]) == set()
    assert bytes_left(made.engine, [NAME, WORDS]) == set()
    after = exports(made)
    assert after["log"] == before["log"].replace(NAME, f"forgotten-{number}")
    assert {name: text for name, text in after.items() if name != "log"} == {
        name: text for name, text in before.items() if name != "log"
    }
    assert differences(made) == []
    with pytest.raises(LinkError, match="withdrawn"):
        made.take(token)
    # What was agreed to and when stays, and the reasons name the number.
    assert made.rows(f"SELECT count(*) FROM consent WHERE assessor_id = {number}") == [(1,)]
    assert made.rows("SELECT DISTINCT why FROM campaign_change WHERE why IS NOT NULL") == [
        (f"forgotten-{number} asked for it",)
    ]


def test_people_who_are_forgotten_are_listed_as_such(pair_of_people: tuple[Judged, str]) -> None:
    made, _ = pair_of_people
    forget(made, NAME)
    with reading(made.engine) as session:
        first, second = people_of(session, session.get_one(Campaign, made.campaign_id), made.now)
    assert (first.identity, first.states) == (f"forgotten-{first.number}", ("forgotten since 2026-01-31 12:00",))
    assert first.judged is not None
    assert (second.identity, second.states) == ("bob", ())


@pytest.mark.parametrize("told", ["keep", "discard"])
def test_the_briefing_says_what_becomes_of_the_judgments(judged: MakeJudged, told: str) -> None:
    made = judged(topics=1, candidates=3, texts={"withdrawal": told})
    token = made.invited("ann")
    assert made.work(token) is Reason.ALL_DONE
    assert leave(made, token) == "erased"
    assert made.progress().counted == (3 if told == "keep" else 0)
    assert made.rows("SELECT count(*) FROM judgment") == [(3,)]
    assert differences(made) == []
    assert made.work(made.invited("ben")) is Reason.ALL_DONE
    assert made.progress().counted == 3


def test_people_agree_again_when_it_is_changed_what_becomes_of_their_judgments(
    pair_of_people: tuple[Judged, str],
) -> None:
    made, token = pair_of_people
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        arrival = read_arrival(session, made.key, token, made.now)
        assert not needs_consent(session, arrival)
        for told, asked in (("keep", False), ("discard", True)):
            brief(session, campaign, Briefing({"withdrawal": told}), made.now)
            assert needs_consent(session, arrival) is asked


def test_discarding_is_undone_and_erasing_is_not(pair_of_people: tuple[Judged, str]) -> None:
    made, _ = pair_of_people
    counted = made.progress().counted
    forget(made, NAME, discard=True)
    assert made.progress().counted < counted
    numbers = dict(made.rows("SELECT field, max(id) FROM campaign_change GROUP BY field"))
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        with pytest.raises(ConflictError, match="cannot be undone"):
            undo(session, campaign, numbers["forget"], KINDS, ORGANISER, made.now)
        undo(session, campaign, numbers["discard"], KINDS, ORGANISER, made.now)
    assert made.progress().counted == counted
    assert differences(made) == []


def test_who_holds_work_gives_it_back_and_gets_no_more(judged: MakeJudged) -> None:
    made = judged(topics=1, candidates=3)
    link = made.shared("panel", pairings=3, challenges=0)
    token = made.arrived(link, "P1")
    assignment = made.taken(token)
    made.save(token, assignment, 1, 1)
    assert made.progress().held == 2
    assert leave(made, token) == "waiting"  # a panel's person may have to be paid: the books tell
    assert made.progress().held == 0
    assert made.take(token) is Reason.WITHDRAWN
    with pytest.raises(ConflictError, match="withdrawn"):
        say(made, token, WORDS)
    assert forget_due(made.engine, made.now).people == [assessor(made, f"forgotten-{assessor_number(made)}")]
    assert traces(made.engine, ["P1"]) == set()
    assert made.taken(made.arrived(link, "P1", "V2")).tasks  # a new person
    assert differences(made) == []


def assessor_number(judged: Judged) -> int:
    [(number,)] = judged.rows("SELECT min(id) FROM assessor")
    return int(number)


@pytest.mark.parametrize("bar", [Exclude, Discard])
def test_withdrawing_is_no_way_back_for_somebody_who_was_excluded(
    judged: MakeJudged, bar: Callable[[int], Exclude | Discard]
) -> None:
    made = judged(topics=2, candidates=4)
    link = made.shared("panel", pairings=1, challenges=0)
    for person in ("spammer", "honest"):
        made.answer_all(token := made.arrived(link, person), made.taken(token))
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        correct(session, campaign, bar(assessor(made, "spammer")), ORGANISER, made.now)
    for person in ("spammer", "honest"):
        assert leave(made, made.arrived(link, person)) == "waiting"
    with writing(made.engine) as session:
        change_settings(session, session.get_one(Campaign, made.campaign_id), {"retention": 0}, made.now)
        close_campaign(session, session.get_one(Campaign, made.campaign_id), made.now)
    assert forget_due(made.engine, made.now).people == []  # no list of the panel says that they were paid
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        campaign.state = "open"
        for person in ("spammer", "honest"):
            erase(session, campaign, session.get_one(Assessor, assessor(made, person)), ORGANISER, made.now)
    assert traces(made.engine, ["spammer", "honest"]) == set()
    assert made.take(made.arrived(link, "spammer", "V2")) is Reason.EXCLUDED
    assert made.taken(made.arrived(link, "honest", "V2")).tasks
    assert len(made.rows("SELECT id FROM assessor WHERE seal IS NOT NULL")) == 1


def test_identities_of_a_closed_campaign_go_when_their_time_is_over(pair_of_people: tuple[Judged, str]) -> None:
    made, _ = pair_of_people
    made.invited("never came")
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        change_settings(session, campaign, {"retention": 30}, made.now)
        close_campaign(session, campaign, made.now)
    before = exports(made)["preferences"]
    assert forget_due(made.engine, made.now + timedelta(days=29)).people == []
    assert len(forget_due(made.engine, made.now + timedelta(days=30)).people) == 3
    assert traces(made.engine, [NAME, "bob", "never came", WORDS]) == set()
    assert forget_due(made.engine, made.now + timedelta(days=31)).people == []
    assert exports(made)["preferences"] == before
    assert differences(made) == []


def test_a_name_of_somebody_forgotten_is_given_to_nobody(pair_of_people: tuple[Judged, str]) -> None:
    made, _ = pair_of_people
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        with pytest.raises(ParameterError, match="forgotten"):
            invite(session, campaign, "invited", "forgotten-1", made.now)


def test_a_file_that_others_read_is_swept_later(
    pair_of_people: tuple[Judged, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = pair_of_people
    monkeypatch.setattr(forgetting, "SWEEP_TIMEOUT", 0.05)
    with reading(made.engine) as reader:
        reader.execute(text("SELECT count(*) FROM comment")).all()
        forget(made, NAME)
        assert sweep(made.engine) == is_postgresql(made.engine)
    assert sweep(made.engine)
    assert bytes_left(made.engine, [NAME, WORDS]) == set()


def test_somebody_who_is_readmitted_may_come_back(judged: MakeJudged) -> None:
    made = judged(topics=2, candidates=4)
    link = made.shared("panel", pairings=1, challenges=0)
    token = made.arrived(link, "P1")
    made.release(token, made.taken(token))
    number = assessor(made, "P1")
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        correct(session, campaign, Exclude(number), ORGANISER, made.now)
    leave(made, token)
    assert forget_due(made.engine, made.now).people == [number]
    assert made.take(made.arrived(link, "P1", "V2")) is Reason.EXCLUDED
    with writing(made.engine) as session:
        campaign = session.get_one(Campaign, made.campaign_id)
        correct(session, campaign, Exclude(number, excluded=False), ORGANISER, made.now)
        correct(session, campaign, Exclude(assessor(made, "P1"), excluded=False), ORGANISER, made.now)
    assert made.taken(made.arrived(link, "P1", "V3")).tasks


@pytest.fixture
def assess(pair_of_people: tuple[Judged, str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("ASSESS_DATABASE", pair_of_people[0].engine.url.render_as_string(hide_password=False))
    return lambda *arguments, **rest: CliRunner().invoke(main, list(arguments), **rest)


def test_the_command_says_what_goes_and_asks(pair_of_people: tuple[Judged, str], assess: Callable[..., Result]) -> None:
    made, _ = pair_of_people
    number = assessor(made, NAME)
    asked = assess("people", "c", NAME, "--forget", input="n\n")
    assert asked.stdout.splitlines() == [
        f"person    invited:{NAME}, number {number}",
        "erased    the name, 1 personal link, revoked, the words of 1 comment",
        f"stays     6 judgments of forgotten-{number}, which go on counting",
        "this cannot be undone",
    ]
    assert traces(made.engine, [WORDS]) == {("comment.text", WORDS)}
    done = assess("people", "c", NAME, "--forget", "--discard", "--yes", "--why", f"{NAME} wrote")
    assert done.stdout.splitlines()[-1] == f"forgotten: 1 person (number {number})"
    assert traces(made.engine, [NAME, WORDS]) == set()
    assert bytes_left(made.engine, [NAME, WORDS]) == set()
    again = assess("people", "c", f"forgotten-{number}", "--forget")
    assert (again.exit_code, "forgotten already" in again.stderr) == (1, True)
    status = json.loads(assess("status", "c", "--json").stdout)
    assert "judgments that count  12 -> 6" in done.stdout
    assert status["identities"] == {
        "known": 1,
        "waiting": 0,
        "forgotten": 1,
        "days": None,
        "erased_on": None,
        "overdue": False,
    }


def test_commands_carry_out_what_is_due(pair_of_people: tuple[Judged, str], assess: Callable[..., Result]) -> None:
    made, _ = pair_of_people
    assert assess("change", "c", "retention=0", "--yes").exit_code == 0
    assert "of 2 people: erased 0 days after closing" in assess("status", "c").stdout
    assert assess("change", "c", "retention=-1", "--yes").exit_code == 1
    assert assess("close", "c", "--yes").exit_code == 0
    shown = assess("status", "c")
    assert shown.stderr == "erased what identified 2 people: their time was over\n"
    assert "identities     2 forgotten\n" in shown.stdout
    assert traces(made.engine, [NAME, "bob"]) == set()
    assert bytes_left(made.engine, [NAME]) == set()


@pytest.mark.parametrize(
    "arguments",
    [["--forget"], ["bob", "--forget-all"], ["bob", "--books"], ["--forget-all", "--discard"]],
)
def test_options_that_do_not_go_together_are_refused(assess: Callable[..., Result], arguments: list[str]) -> None:
    assert assess("people", "c", *arguments, "--yes").exit_code == 2
