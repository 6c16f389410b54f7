"""The app around the API: arrivals, headers, health and metrics."""

from pathlib import Path

import pytest

from assess.settings import Settings
from assess.store.schema import open_database
from assess.web import create_app
from tests.web.conftest import Serve

# tests/web/conftest.py makes it: a campaign with a client of its app.
WORKER = "assignmentId=3ABC&amp;hitId=3H&amp;workerId=A1&amp;turkSubmitTo=https%3A%2F%2Fwww.mturk.com%2F"


def test_a_worker_goes_on_by_a_token_that_says_who_they_are(serve: Serve) -> None:
    campaign, client = serve()
    answer = client.get(f"/mturk/{campaign.shared('worker')}?{WORKER}")
    assert answer.status_code == 303
    token = answer.headers["Location"].removeprefix("/j/")
    claim = campaign.key.read(token)
    assert (claim.identity, claim.external_id) == ("A1", "3ABC")
    assert claim.platform == {
        "workerId": "A1",
        "assignmentId": "3ABC",
        "hitId": "3H",
        "turkSubmitTo": "https://www.mturk.com",
    }


def test_a_panel_link_needs_the_participant(serve: Serve) -> None:
    campaign, client = serve()
    link = campaign.shared()
    assert client.get(f"/p/{link}?PROLIFIC_PID=5f&SESSION_ID=s").status_code == 303
    answer = client.get(f"/p/{link}")
    assert answer.status_code == 400
    assert "PROLIFIC_PID" in answer.text
    assert client.get("/p/nonsense").status_code == 404


def test_every_answer_is_closed_to_what_is_not_ours(serve: Serve) -> None:
    _, client = serve()
    headers = client.get("/health").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"


def test_health_tells_whether_the_database_answers(serve: Serve, tmp_path: Path) -> None:
    _, client = serve()
    assert client.get("/health").json == {"status": "ok"}
    engine = open_database(f"sqlite:///{tmp_path}/gone.db")
    app = create_app(Settings(), engine)
    engine.dispose()
    (tmp_path / "gone.db").write_bytes(b"no database" * 1000)
    assert app.test_client().get("/health").status_code == 503


def test_metrics_count_requests_and_judgments_and_name_no_campaign(serve: Serve) -> None:
    campaign, client = serve(topics=1, candidates=3)
    campaign.work(campaign.invited("anna"))
    client.get("/health")
    text = client.get("/metrics").text
    assert "assess_judgments_counted 3" in text.splitlines()
    assert 'assess_requests_total{endpoint="metrics.health",status="200"' in text
    assert 'le="+Inf"} 1' in text


def test_the_factory_reads_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASSESS_DATABASE", f"sqlite:///{tmp_path}/a.db")
    assert create_app().test_client().get("/health").status_code == 200
