"""Links: who comes by which link, and the parameters that platforms send."""

from datetime import timedelta

import pytest
from sqlalchemy import Engine

from assess.campaign.access.arrivals import PREVIEW, Arrival, arrive, first_values, read_arrival
from assess.campaign.access.links import invite
from assess.campaign.access.platform_parameters import PlatformParameters
from assess.campaign.access.tokens import Claim, Key, signing_key
from assess.campaign.judging.refusals import Reason
from assess.campaign.judging.revoking import revoke
from assess.database.engine import reading, writing
from assess.errors import LinkError, ParameterError
from assess.store.tables import Campaign, Link
from tests.conftest import Judged, MakeJudged

# A fixture of tests/conftest.py: an open campaign without a judgment.
WORKER = {"workerId": "A1", "assignmentId": "3ABC", "hitId": "3H", "turkSubmitTo": "https://www.mturk.com/"}


def arrival(campaign: Judged, link: str, parameters: dict[str, str]) -> Arrival:
    with writing(campaign.engine) as session:
        return arrive(session, campaign.key, link, parameters.items(), campaign.now)


def test_a_token_says_what_was_signed_and_nothing_else_is_believed() -> None:
    key, claim = Key("secret"), Claim(7, "A1", "3ABC", {"hitId": "3H"})
    assert key.read(key.token(claim)) == claim
    assert key.read(key.token(Claim(7))) == Claim(7)
    for wrong in (Key("other").token(claim), key.token(claim)[:-1], "x", ""):
        with pytest.raises(LinkError, match="not complete"):
            key.read(wrong)


def test_the_secret_is_made_once_and_kept_unless_one_is_given(database: Engine) -> None:
    with writing(database) as session:
        token = signing_key(session).token(Claim(1))
    with writing(database) as session:
        assert signing_key(session).read(token) == Claim(1)
        with pytest.raises(LinkError):
            signing_key(session, "given").read(token)


def test_inviting_again_gives_the_same_link_until_it_is_revoked(judged: MakeJudged) -> None:
    campaign = judged()
    with writing(campaign.engine) as session:
        row = session.get_one(Campaign, campaign.campaign_id)
        first = invite(session, row, "invited", "anna", campaign.now)
        assert invite(session, row, "invited", "anna", campaign.now) is first
        revoke(session, session.get_one(Campaign, campaign.campaign_id), first, campaign.now)
        session.flush()
        assert invite(session, row, "invited", "anna", campaign.now).id != first.id


def test_a_link_that_expired_or_was_revoked_says_so(judged: MakeJudged) -> None:
    campaign = judged()
    token = campaign.invited("anna")
    with writing(campaign.engine) as session:
        link = session.get_one(Link, campaign.key.read(token).link_id)
        link.expires_at = campaign.now
        session.flush()
        with pytest.raises(LinkError) as expired:
            read_arrival(session, campaign.key, token, campaign.now)
        read_arrival(session, campaign.key, token, campaign.now - timedelta(seconds=1))
        link.revoked_at = campaign.now
        session.flush()
        with pytest.raises(LinkError) as revoked:
            read_arrival(session, campaign.key, token, campaign.now)
    assert (expired.value.reason, revoked.value.reason) == ("expired", "revoked")


def test_a_panel_sends_the_ids_of_the_participant_and_the_assignment(judged: MakeJudged) -> None:
    campaign = judged()
    arrived = arrival(
        campaign, campaign.shared(), {"PROLIFIC_PID": "5f", "SESSION_ID": "s1", "STUDY_ID": "x", "z": "1"}
    )
    assert (arrived.identity, arrived.claim.external_id, arrived.framed) == ("5f", "s1", False)
    assert arrived.claim.platform == {"PROLIFIC_PID": "5f", "SESSION_ID": "s1", "STUDY_ID": "x"}


def test_a_panel_without_assignment_ids_will_do(judged: MakeJudged) -> None:
    campaign = judged()
    arrived = arrival(campaign, campaign.shared(parameters=PlatformParameters("student")), {"student": "42"})
    assert (arrived.identity, arrived.claim.external_id) == ("42", "42")


@pytest.mark.parametrize("found", [{}, {"PROLIFIC_PID": ""}, {"PROLIFIC_PID": "a b"}, {"PROLIFIC_PID": "x" * 129}])
def test_a_panel_that_does_not_say_who_comes_is_a_clear_error(judged: MakeJudged, found: dict[str, str]) -> None:
    campaign = judged()
    with pytest.raises(ParameterError, match=r"found PROLIFIC_PID=.* in the address, expected the platform's identif"):
        arrival(campaign, campaign.shared(), {**found, "SESSION_ID": "s1"})


@pytest.mark.parametrize("parameters", [{}, {"assignmentId": PREVIEW}, {"assignmentId": PREVIEW, "workerId": "A1"}])
def test_a_preview_stores_nothing(judged: MakeJudged, parameters: dict[str, str]) -> None:
    campaign = judged()
    link = campaign.shared("worker")
    arrived = arrival(campaign, link, parameters)
    assert arrived.preview
    token = campaign.key.token(arrived.claim)
    assert campaign.take(token) is Reason.PREVIEW
    assert campaign.rows("SELECT (SELECT count(*) FROM assessor) + (SELECT count(*) FROM assignment)") == [(0,)]


def test_names_spelt_with_amp_and_doubled_values_are_understood() -> None:
    pairs = [("assignmentId", "3ABC"), ("amp;hitId", "3H"), ("amp;workerId", "A1,A1"), ("assignmentId", "3XYZ")]
    assert first_values(pairs) == {"assignmentId": "3ABC", "hitId": "3H", "workerId": "A1"}
    assert first_values([("q", "one,two")]) == {"q": "one,two"}


def test_work_is_submitted_at_known_platforms_only(judged: MakeJudged) -> None:
    campaign = judged()
    assert (
        arrival(campaign, campaign.shared("worker"), WORKER).claim.platform["turkSubmitTo"] == "https://www.mturk.com"
    )
    own = campaign.shared("worker", submit_to=["http://127.0.0.1:8900"])
    assert arrival(campaign, own, WORKER | {"turkSubmitTo": "http://127.0.0.1:8900"}).framed
    for origin in ("https://evil.example", "https://www.mturk.com.evil.example", "javascript:alert(1)", ""):
        with pytest.raises(ParameterError, match="found turkSubmitTo="):
            arrival(campaign, campaign.shared("worker"), WORKER | {"turkSubmitTo": origin})


def test_an_assignment_id_that_comes_back_with_another_worker_is_another_hit(judged: MakeJudged) -> None:
    campaign = judged(topics=4)
    link = campaign.shared("worker", pairings=2, challenges=1)
    tokens = [
        campaign.key.token(arrival(campaign, link, WORKER | {"workerId": worker}).claim) for worker in ("A1", "A2")
    ]
    first, second = (campaign.taken(token) for token in tokens)
    assert first.id != second.id
    assert campaign.taken(tokens[1]).id == second.id
    outcome = campaign.answer_all(tokens[1], second)
    assert (outcome.outcome, outcome.return_url) == ("kept", "https://www.mturk.com/mturk/externalSubmit")


def test_the_way_back_to_a_panel_carries_its_code_and_parameters(judged: MakeJudged) -> None:
    campaign = judged()
    back = {"completion_code": "C1", "discarded_code": "C2", "return_url": "https://p.example/?cc={code}&s={STUDY_ID}"}
    link = campaign.shared(challenges=1, pairings=2, **back)
    arrived = arrival(campaign, link, {"PROLIFIC_PID": "5f", "SESSION_ID": "s1", "STUDY_ID": "a&b"})
    token = campaign.key.token(arrived.claim)
    assignment = campaign.taken(token)
    outcome = campaign.answer_all(token, assignment)
    assert (outcome.completion_code, outcome.return_url) == ("C1", "https://p.example/?cc=C1&s=a%26b")


def test_a_personal_link_is_no_recruiting_link_and_the_other_way_round(judged: MakeJudged) -> None:
    campaign = judged()
    with pytest.raises(LinkError, match="for one person"):
        arrival(campaign, campaign.invited("anna"), {})
    with reading(campaign.engine) as session, pytest.raises(LinkError, match="opened by the platform"):
        read_arrival(session, campaign.key, campaign.shared(), campaign.now)
