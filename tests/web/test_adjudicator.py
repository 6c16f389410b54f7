"""An adjudicator over HTTP: the disagreements as work, and what the organiser sees of it."""

import json

from click.testing import CliRunner

from assess.campaign.judging.refusals import Reason
from assess.cli import main
from tests.campaign.corrections.test_adjudications import judge_with_slips
from tests.campaign.corrections.test_corrections import differences
from tests.conftest import Judged
from tests.web.conftest import MakeCaller, Serve


def disputed(campaign: Judged) -> None:
    """Two people judge everything, and disagree on db and dc."""
    campaign.work(campaign.invited("ann"))
    judge_with_slips(campaign, "ben", {("db", "dc")})


def run(campaign: Judged, *arguments: str) -> str:
    url = {"ASSESS_DATABASE": campaign.engine.url.render_as_string(hide_password=False)}
    result = CliRunner().invoke(main, list(arguments), env=url)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_an_adjudicator_decides_in_the_page_what_the_organiser_then_reads(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=1, candidates=3, overlap=1.0)
    disputed(campaign)
    organiser = caller(client, campaign.invited("organiser", "organiser"))
    assert "1 disagreement waits" in " ".join(organiser("GET", "/status").json["left"])
    token = run(campaign, "invite", "c", "olga", "--adjudicator").split("/j/")[1].strip()
    assert client.get(f"/j/{token}", follow_redirects=True).status_code == 200
    olga = caller(client, token)
    work = olga.take()
    assert (work["kind"], len(work["tasks"])) == ("judging", 1)
    assert organiser("GET", "/held").json[0]["work"] == "adjudication"
    left = work["tasks"][0]["left"]["text"]
    answer = olga("PUT", f"/assignments/{work['assignment']}/tasks/1", answer=-1, key="k1")
    assert (answer.status_code, answer.json["answered"]) == (200, 1)
    assert olga("POST", f"/assignments/{work['assignment']}/finish").json["outcome"] == "kept"
    assert olga("POST", "/assignments").json["reason"] == Reason.ALL_DONE
    [record] = organiser("GET", "/disagreements").json
    assert [said["person"]["identity"] for said in record["said"]] == ["ann", "ben"]
    [decision] = record["decided"]
    assert (decision["person"]["identity"], f"{decision['preferred']} of t1") == ("olga", left)
    assert organiser("GET", "/status").json["left"] == []
    assert differences(campaign) == []


def test_the_organiser_decides_by_program(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=1, candidates=3, overlap=1.0)
    disputed(campaign)
    organiser = caller(client, campaign.invited("organiser", "organiser"))
    fields = {"kind": "adjudicate", "topic": "t1", "docno": "db", "other": "dc"}
    assert organiser("POST", "/changes", **fields).status_code == 400
    made = organiser("POST", "/changes", **fields, preferred="dc", why="read again")
    assert (made.status_code, made.json["what"]) == (201, "decided db against dc of topic t1: dc")
    assert organiser("POST", "/changes", **fields, preferred="db").status_code == 409
    assert organiser("POST", f"/changes/{made.json['number']}/undo").status_code == 201
    assert organiser("GET", "/disagreements").json[0]["decided"] == []
    # The organiser's own link leads to no work, though the organiser is among the assessors now.
    assert organiser("POST", "/assignments").status_code == 401
    assert differences(campaign) == []


def test_only_the_organiser_reads_who_disagrees(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=1, candidates=3, overlap=1.0)
    disputed(campaign)
    for token in (campaign.invited("ann"), campaign.invited("olga", adjudicator=True), "guess"):
        assert caller(client, token)("GET", "/disagreements").status_code == 401


def test_the_commands_list_show_and_decide(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=1, candidates=3, overlap=1.0)
    disputed(campaign)
    organiser = caller(client, campaign.invited("organiser", "organiser"))
    listed = run(campaign, "disagreements", "c").splitlines()
    assert listed[1].split() == ["t1", "1", "db", "dc", "db:", "ben;", "dc:", "ann", "2", "-"]
    assert listed[-1] == "1 disagreement, 1 to decide"
    assert json.loads(run(campaign, "disagreements", "c", "--json")) == organiser("GET", "/disagreements").json
    shown = run(campaign, "disagreements", "c", "t1", "--texts")
    assert all(text in shown for text in ("What is t1?", "db of t1", "dc of t1"))
    told = run(campaign, "adjudicate", "c", "t1", "db", "dc", "--prefer", "dc", "--why", "read again", "--yes")
    assert "judgments that count  6 -> 7" in told
    assert run(campaign, "disagreements", "c").splitlines()[-1] == "1 disagreement, 0 to decide"
    assert run(campaign, "changes", "c").splitlines()[-1].endswith("topic t1: dc: read again")
    assert "everything agrees" in run(campaign, "verify", "c")


def test_texts_are_shown_as_people_saw_them(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=1, candidates=3, overlap=1.0)
    campaign.work(campaign.invited("ann"))
    campaign.later(minutes=1)
    organiser = caller(client, campaign.invited("organiser", "organiser"))
    item = {"topic": "t1", "docno": "dc", "text": "corrected"}
    assert organiser("POST", "/changes", kind="correct", items=[item]).status_code == 201
    campaign.later(minutes=1)
    judge_with_slips(campaign, "ben", {("db", "dc")})
    [record] = organiser("GET", "/disagreements?texts=1").json
    seen = [([person["identity"] for person in version["by"]], version["items"]["dc"]) for version in record["seen"]]
    assert seen == [(["ann"], "dc of t1"), (["ben"], "corrected")]
    assert "as seen by ann" in run(campaign, "disagreements", "c", "--texts")
