"""The live page: who may see it, what it shows, and how it is kept up to date."""

import gzip
import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from assess.database.engine import reading, writing
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings, change_live
from assess.store.tables import Campaign, StoredRun
from assess.web.live.board_cache import BoardCache, board_cache_of
from tests.conftest import Judged
from tests.web.conftest import Serve

# tests/web/conftest.py makes it: a campaign with a client of its app.
TOPICS = 6
GOOD = "".join(
    f"t{t} Q0 {d} {r} {9 - r} good\n" for t in range(1, TOPICS + 1) for r, d in enumerate(["de", "dd", "dc"], 1)
)
POOR = "".join(f"t{t} Q0 {d} {r} {9 - r} poor\n" for t in range(1, TOPICS) for r, d in enumerate(["a1", "db", "dc"], 1))
# What does not touch the database in a way of its own is looked at once.
ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Organiser:
    """Somebody with the organiser's link."""

    def __init__(self, campaign: Judged, client: FlaskClient) -> None:
        self.campaign, self.client = campaign, client
        self.base = f"/live/{campaign.invited('organiser', kind='organiser')}"

    def call(self, method: str, path: str, **sent: Any) -> TestResponse:
        """Call the JSON API with the token of the link."""
        token = self.base.rpartition("/")[2]
        return self.client.open(f"/api{path}", method=method, headers={"Authorization": f"Bearer {token}"}, **sent)

    def upload(self, *runs: str) -> None:
        for run in runs:
            assert self.call("POST", "/runs", data=run.encode()).status_code == 201

    def judge(self) -> None:
        """Everything is judged, and scored."""
        self.campaign.work(self.campaign.invited("ann"))
        Scorer(self.campaign.engine).score_all()

    def board(self) -> dict[str, Any]:
        answer = self.client.get(f"{self.base}/board.json")
        assert answer.status_code == 200
        found: dict[str, Any] = answer.json
        return found

    def choose(self, **settings: Any) -> None:
        with writing(self.campaign.engine) as session:
            campaign = session.get_one(Campaign, self.campaign.campaign_id)
            change_live(session, campaign, LiveSettings(**settings), self.campaign.now)


@pytest.fixture
def organiser(serve: Serve) -> Organiser:
    return Organiser(*serve(topics=TOPICS))


def test_runs_are_uploaded_judged_and_ranked(organiser: Organiser) -> None:
    organiser.upload(POOR, GOOD)
    organiser.judge()
    board = organiser.board()
    assert [(run["place"], run["name"]) for run in board["runs"]] == [(1, "good"), (2, "poor")]
    assert board["judged_topics"] == TOPICS
    page = organiser.client.get(organiser.base)
    assert page.status_code == 200
    assert page.text.index('data-run="good"') < page.text.index('data-run="poor"')
    assert f"{board['runs'][0]['mean']:.4f}" in page.text


def test_an_upload_tells_what_it_took(organiser: Organiser) -> None:
    answer = organiser.call("POST", "/runs", data=gzip.compress(POOR.encode()))
    assert answer.status_code == 201
    assert answer.json == {"name": "poor", "topics": 5, "missing": 1, "unknown": 0}


def test_a_form_uploads_several_runs_with_a_description(organiser: Organiser) -> None:
    files = [(io.BytesIO(run.encode()), f"{n}.run") for n, run in enumerate((GOOD, POOR))]
    form = {"run": files, "description": "both of them", "hidden": "on"}
    answer = organiser.client.post(f"{organiser.base}/runs", data=form, content_type="multipart/form-data")
    assert (answer.status_code, answer.headers["Location"]) == (303, organiser.base)
    with reading(organiser.campaign.engine) as session:
        found = session.execute(
            select(StoredRun.name, StoredRun.description, StoredRun.hidden).order_by(StoredRun.name)
        ).all()
    assert [tuple(row) for row in found] == [("good", "both of them", True), ("poor", "both of them", True)]


@ON_SQLITE
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"t1 Q0 d1\n", "line 1: found 3 fields"),
        (b"t9 Q0 d1 1 1.0 lost\n", "run 'lost' ranks none of the 6 topics of c, such as t1"),
        (b"\x1f\x8bnonsense", "the body: found damaged or no gzip data"),
        (gzip.compress(b"t1 Q0 d1 1 1.0 x", mtime=0)[:10] + b"\xff" * 20, "the body: found damaged or no gzip data"),
        (gzip.compress(b"t1 Q0 d1 1 1.0 x", mtime=0)[:-3], "the body: found gzip data cut short"),
    ],
)
def test_a_bad_run_is_refused_with_its_fault_and_changes_nothing(
    organiser: Organiser, body: bytes, message: str
) -> None:
    answer = organiser.call("POST", "/runs", data=body)
    assert answer.status_code == 400
    assert message in answer.json["message"]
    assert organiser.board()["runs"] == []


def test_a_program_lists_hides_and_describes_runs(organiser: Organiser) -> None:
    organiser.upload(GOOD, POOR)
    changed = organiser.call("PATCH", "/runs/poor", json={"hidden": True, "description": "BM25"})
    assert changed.json == {"name": "poor", "description": "BM25", "hidden": True}
    assert [run["name"] for run in organiser.call("GET", "/board").json["runs"]] == ["good"]
    listed = {run["name"]: run for run in organiser.call("GET", "/runs").json}
    assert listed["poor"] == {"name": "poor", "description": "BM25", "hidden": True, "compared": 0.0, "known": 0.0}
    assert organiser.call("PATCH", "/runs/lost", json={"hidden": True}).status_code == 404
    assert organiser.call("PATCH", "/runs/poor", json={"hidden": "yes"}).status_code == 400


@ON_SQLITE
def test_other_tokens_do_not_open_runs_and_scores(organiser: Organiser) -> None:
    headers = {"Authorization": f"Bearer {organiser.campaign.invited('bob')}"}
    for path in ("/api/runs", "/api/board", "/api/runs/good/helpful"):
        assert organiser.client.get(path, headers=headers).status_code == 401
        assert organiser.client.get(path).status_code == 401


def test_a_late_run_shows_what_of_it_was_judged_and_what_would_help(organiser: Organiser) -> None:
    organiser.upload(GOOD)
    organiser.judge()
    organiser.upload("".join(f"t1 Q0 {d} {r} {9 - r} late\n" for r, d in enumerate(["new", "de", "dd"], 1)))
    Scorer(organiser.campaign.engine).score_all()
    late = next(run for run in organiser.call("GET", "/runs").json if run["name"] == "late")
    assert 0 < late["compared"] < 1
    helpful = organiser.call("GET", "/runs/late/helpful").json
    assert helpful[0] | {"against": None} == {
        "rank": 1,
        "topic": "t1",
        "docno": "new",
        "against": None,
        "shown": False,
    }
    page = organiser.client.get(f"{organiser.base}/runs/late")
    assert page.status_code == 200
    assert f"<td>new</td><td>{helpful[0]['against']}</td><td>missing</td>" in page.text
    assert f'href="{organiser.base}/runs/late"' in organiser.client.get(organiser.base).text


@ON_SQLITE
def test_while_names_are_hidden_no_page_of_a_run_tells_them(organiser: Organiser) -> None:
    organiser.upload(GOOD)
    organiser.choose(blind=True)
    assert organiser.client.get(f"{organiser.base}/runs/good").status_code == 404


@ON_SQLITE
def test_a_form_with_a_bad_run_gets_a_page_with_a_way_back(organiser: Organiser) -> None:
    form = {"run": (io.BytesIO(b"<b>bad</b>\n"), "x.run")}
    answer = organiser.client.post(f"{organiser.base}/runs", data=form, content_type="multipart/form-data")
    assert answer.status_code == 400
    assert f'href="{organiser.base}"' in answer.text
    assert "<b>bad</b>" not in answer.text


@ON_SQLITE
def test_a_name_that_looks_like_markup_stays_text(organiser: Organiser) -> None:
    organiser.upload("t1 Q0 db 1 1.0 </script><img>\n")
    page = organiser.client.get(organiser.base).text
    assert "</script><img>" not in page
    assert "&lt;/script&gt;&lt;img&gt;" in page


@ON_SQLITE
def test_a_run_of_several_megabytes_is_taken(organiser: Organiser) -> None:
    big = "".join(f"t1 Q0 doc{n:06} {n} {-n} big\n" for n in range(60_000))
    assert len(big) > 1_500_000
    organiser.upload(big)
    assert organiser.board()["runs"][0]["name"] == "big"


@ON_SQLITE
def test_other_links_do_not_lead_to_the_scores(organiser: Organiser) -> None:
    other = organiser.campaign.invited("bob")
    for path in ("", "/board.json", "/events", "/topics.json"):
        assert organiser.client.get(f"/live/{other}{path}").status_code == 404
        assert organiser.client.get(f"/live/nonsense{path}").status_code == 404
    assert organiser.client.post(f"/live/{other}/settings", data={"blind": "yes"}).status_code == 404
    assert organiser.client.post(f"/live/{other}/runs", data=GOOD).status_code == 404


@ON_SQLITE
def test_a_part_is_sent_once_and_then_only_when_it_changed(organiser: Organiser) -> None:
    organiser.upload(GOOD, POOR)
    path = f"{organiser.base}/board.json"
    tag = organiser.client.get(path).headers["ETag"]
    assert organiser.client.get(path, headers={"If-None-Match": tag}).status_code == 304
    organiser.judge()
    changed = organiser.client.get(path, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_all_parts_of_the_page_are_there(organiser: Organiser) -> None:
    organiser.upload(GOOD, POOR)
    organiser.judge()
    parts = {name: organiser.client.get(f"{organiser.base}/{name}.json").json for name in ("significance", "topics")}
    assert parts["significance"]["runs"] == parts["topics"]["runs"] == ["good", "poor"]
    assert len(parts["topics"]["topics"]) == TOPICS
    history = organiser.client.get(f"{organiser.base}/history.json").json
    assert history["judgments"][-1] == organiser.board()["judgments"]
    assert organiser.client.get(f"{organiser.base}/secrets.json").status_code == 404


@ON_SQLITE
def test_an_unknown_measure_is_not_found(organiser: Organiser) -> None:
    assert organiser.client.get(f"{organiser.base}/board.json?measure=AP").status_code == 404
    assert organiser.client.get(f"{organiser.base}?measure=AP").status_code == 404


def test_the_public_page_shows_the_board_and_nothing_to_change(organiser: Organiser) -> None:
    organiser.choose(public="open-sesame")
    organiser.upload(GOOD, POOR)
    organiser.judge()
    page = organiser.client.get("/scores/c/open-sesame")
    assert page.status_code == 200
    assert "<form" not in page.text
    assert organiser.base not in page.text
    assert organiser.client.get("/scores/c/open-sesame/board.json").json == organiser.board()


@ON_SQLITE
def test_the_public_page_needs_its_secret_and_the_organisers_will(organiser: Organiser) -> None:
    assert organiser.client.get("/scores/c/open-sesame").status_code == 404
    organiser.choose(public="open-sesame")
    assert organiser.client.get("/scores/c/wrong").status_code == 404
    assert organiser.client.get("/scores/other/open-sesame").status_code == 404
    organiser.choose()
    assert organiser.client.get("/scores/c/open-sesame").status_code == 404


def test_the_organiser_blinds_reveals_publishes_hides_and_sets_a_rule(organiser: Organiser) -> None:
    organiser.upload(GOOD, POOR)

    def press(**form: str) -> None:
        assert organiser.client.post(f"{organiser.base}/settings", data=form).status_code == 303

    press(blind="yes")
    page = organiser.client.get(organiser.base).text
    assert "System A" in page
    assert "good" not in page
    press(blind="no")
    press(run="poor", hidden="yes")
    assert [run["name"] for run in organiser.board()["runs"]] == ["good"]
    press(run="poor", hidden="no")
    press(public="yes", stop="order", level="0.9", closes="topics")
    page = organiser.client.get(organiser.base).text
    address = page.partition("/scores/c/")[2].partition('"')[0]
    assert organiser.client.get(f"/scores/c/{address}").status_code == 200
    assert organiser.board()["stop"] == {"comparison": "order", "level": 0.9, "closes": "topics", "judgments": 10}
    press(public="no", stop="never")
    assert organiser.client.get(f"/scores/c/{address}").status_code == 404
    assert organiser.board()["stop"] is None


@ON_SQLITE
def test_the_organiser_chooses_measures(organiser: Organiser) -> None:
    organiser.upload(GOOD)
    chosen = organiser.client.post(f"{organiser.base}/settings", data={"measures": "nDCG@10  pgc(p=0.8)"})
    assert chosen.status_code == 303
    assert organiser.board()["measures"] == ["nDCG@10", "pgc(p=0.8)"]
    for wrong in ("", "nonsense"):
        assert organiser.client.post(f"{organiser.base}/settings", data={"measures": wrong}).status_code == 400


@ON_SQLITE
@pytest.mark.parametrize(("level", "message"), [("high", "found level &#39;high&#39;"), ("2", "found level 2.0")])
def test_a_rule_that_makes_no_sense_is_refused(organiser: Organiser, level: str, message: str) -> None:
    answer = organiser.client.post(f"{organiser.base}/settings", data={"stop": "leader", "level": level})
    assert answer.status_code == 400
    assert message in answer.text
    assert organiser.board()["stop"] is None


def test_events_bring_the_board_and_every_change(organiser: Organiser) -> None:
    organiser.upload(GOOD, POOR)
    boards: BoardCache = board_cache_of(organiser.client.application)
    answer = organiser.client.get(f"{organiser.base}/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    events = iter(answer.response)
    assert next(events) == b"retry: 1000\n\n"
    assert board_in(next(events))["judgments"] == 0
    organiser.judge()
    assert board_in(next(events))["judgments"] > 0
    boards.stopping.set()
    assert list(events) == []


def board_in(event: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(event.decode().partition("data: ")[2])
    return found


@ON_SQLITE
def test_only_so_many_streams_are_served_and_one_that_ends_makes_room(organiser: Organiser) -> None:
    boards: BoardCache = board_cache_of(organiser.client.application)
    boards.most_streams = 1
    first = organiser.client.get(f"{organiser.base}/events", buffered=False)
    next(iter(first.response))
    refused = organiser.client.get(f"{organiser.base}/events")
    assert refused.status_code == 503
    first.close()
    again = organiser.client.get(f"{organiser.base}/events", buffered=False)
    assert again.status_code == 200
    again.close()


@ON_SQLITE
def test_a_quiet_stream_gives_a_sign_of_life(organiser: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assess.web.live.board_cache.KEEPALIVE_INTERVAL", 0.0)
    answer = organiser.client.get(f"{organiser.base}/events", buffered=False)
    events = iter(answer.response)
    next(events), next(events)
    assert next(events) == b": still here\n\n"
    answer.close()


@ON_SQLITE
def test_a_board_is_computed_once_for_all_who_look(organiser: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    computed = []
    real = BoardCache.part.__globals__["PARTS"]["board"]
    monkeypatch.setitem(
        BoardCache.part.__globals__["PARTS"], "board", lambda *given: computed.append(1) or real(*given)
    )
    for _ in range(3):
        organiser.board()
    assert len(computed) == 1


def test_a_campaign_without_runs_shows_its_progress(serve: Serve) -> None:
    campaign, client = serve(topics=2, candidates=3)
    campaign.work(campaign.invited("ann"))
    page = client.get(f"/live/{campaign.invited('organiser', 'organiser')}").get_data(as_text=True)
    assert '<dd id="judgments">6</dd>' in page
    assert '<dd id="judged-topics">2 of 2</dd>' in page
    assert '<dd id="done-topics">2 of 2</dd>' in page
    assert "No system has been uploaded yet" in page
    assert "<code>assess upload c RUN…</code>" in page
