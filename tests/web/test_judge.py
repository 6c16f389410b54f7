"""The assessor's pages, as the server hands them out: the way through, and what must not be in them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assess.campaign.judging.refusals import Reason
from assess.campaign.judging.revoking import revoke
from assess.campaign.setup.lifecycle import close_campaign, pause_campaign
from assess.campaign.setup.sources import Sources
from assess.database.engine import writing
from assess.formats.items import Item
from assess.store.tables import Campaign, Link
from assess.web.languages import languages
from tests.conftest import Judged
from tests.web.conftest import Serve

ENGLISH = languages()["en"].texts
CONSENT = "I take part *freely*."


def page_data(html: str) -> dict[str, Any]:
    """The JSON that the work page carries."""
    found = re.search(r'<script type="application/json" id="page">(.*?)</script>', html, re.DOTALL)
    assert found, html
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_link_leads_to_the_first_pair_in_one_click(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.invited("ann")
    welcome = client.get(f"/j/{token}").text
    assert f'href="/j/{token}/work"' in welcome
    assert ENGLISH["welcome"]["start"] in welcome
    data = page_data(client.get(f"/j/{token}/work").text)
    assert data["assignment"]["kind"] == "judging"
    assert len(data["assignment"]["tasks"]) == 5
    assert ENGLISH["welcome"]["resume"] in client.get(f"/j/{token}").text


def test_coming_back_shows_the_same_assignment_with_its_answers(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.invited("ann")
    first = page_data(client.get(f"/j/{token}/work").text)["assignment"]
    client.put(f"/api/assignments/{first['assignment']}/tasks/1", json={"answer": -1, "token": token})
    again = page_data(client.get(f"/j/{token}/work").text)["assignment"]
    assert again["assignment"] == first["assignment"]
    assert [task["answer"] for task in again["tasks"]] == [-1, None, None, None, None]


def test_assessors_see_the_title_on_every_page(serve: Serve) -> None:
    campaign, client = serve(texts={"title": "Evening skies"})
    token = campaign.invited("ann")
    for path in ("", "/work", "/comments", "/stopped", "/expired"):
        html = client.get(f"/j/{token}{path}").text
        assert re.search(r"<title>[^<]* · Evening skies</title>", html)
        assert ">Evening skies</p>" in html


@pytest.mark.parametrize(("language", "title"), [("en", "How good are the results?"), ("de", "Wie gut sind die")])
def test_the_name_of_a_campaign_never_reaches_an_assessor(serve: Serve, language: str, title: str) -> None:
    campaign, client = serve(name="secret-study", texts={"consent": CONSENT}, topics=1, candidates=2)
    ann, bob, spoilt = campaign.invited("ann"), campaign.invited("bob"), "xyz"
    participant, frame = campaign.arrived(campaign.shared(), "P7"), campaign.shared("worker")
    preview = client.get(f"/mturk/{frame}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1").location
    headers = {"Accept-Language": language}
    seen = [client.get(page, headers=headers) for page in (f"/j/{participant}", preview, f"/j/{ann}/consent")]
    assert all(title in page.text for page in seen)

    seen.append(client.post(f"/j/{ann}/consent", data={"decision": "agree"}))
    seen.append(client.post(f"/j/{bob}/consent", data={"decision": "decline"}, headers=headers))
    seen += [client.get(f"/j/{ann}/{page}", headers=headers) for page in ("work", "comments", "stopped", "expired")]
    taken = client.post("/api/assignments", headers={"Authorization": f"Bearer {ann}"})
    assert taken.json
    number = taken.json["assignment"]
    answer = {"answer": -1, "token": ann}
    seen += [taken, *(client.put(f"/api/assignments/{number}/tasks/{at}", json=answer) for at in (1, 2, 3))]
    seen.append(client.post(f"/api/assignments/{number}/finish", json={"token": ann}))
    seen += [client.get(f"/j/{token}/work", headers=headers) for token in (ann, bob, spoilt)]
    seen.append(client.get(f"/j/{ann}/done/{number}", headers=headers))
    seen.append(client.post("/api/assignments", json={"token": ann}))
    assert any(page.status_code == 409 for page in seen)
    assert [page.request.path for page in seen if "secret-study" in page.text + str(page.headers)] == []


def test_consent_is_asked_before_any_work_and_only_once(serve: Serve) -> None:
    campaign, client = serve(texts={"consent": CONSENT})
    token = campaign.invited("ann")
    assert f"/j/{token}/consent" in client.get(f"/j/{token}").text
    assert client.get(f"/j/{token}/work").location.endswith("/consent")
    assert "I take part *freely*." in client.get(f"/j/{token}/consent").text
    agreed = client.post(f"/j/{token}/consent", data={"decision": "agree"})
    assert agreed.location.endswith("/work")
    assert client.get(f"/j/{token}/work").status_code == 200
    assert client.get(f"/j/{token}/consent").location.endswith("/work")


def test_declining_stores_nothing_but_the_fact(serve: Serve) -> None:
    campaign, client = serve(texts={"consent": CONSENT})
    token = campaign.arrived(campaign.shared(), "P7")
    declined = client.post(f"/j/{token}/consent", data={"decision": "decline"})
    assert ENGLISH["nothing"]["declined"]["title"] in declined.text
    assert campaign.rows("SELECT count(*) FROM decline") == [(1,)]
    assert campaign.rows("SELECT count(*) FROM assessor") == [(0,)]
    assert campaign.rows("SELECT count(*) FROM assignment") == [(0,)]


@pytest.mark.parametrize(("change", "reason"), [(pause_campaign, Reason.PAUSED), (close_campaign, Reason.CLOSED)])
def test_a_campaign_that_rests_says_so(serve: Serve, change: Callable[..., None], reason: Reason) -> None:
    campaign, client = serve()
    token = campaign.invited("ann")
    with writing(campaign.engine) as session:
        change(session, session.get_one(Campaign, campaign.campaign_id), campaign.now)
    assert ENGLISH["nothing"][reason]["title"] in client.get(f"/j/{token}/work").text


def test_when_all_is_done_or_held_by_others_the_page_says_which(serve: Serve) -> None:
    campaign, client = serve(topics=1, candidates=2)
    ann, bob = campaign.invited("ann"), campaign.invited("bob")
    client.get(f"/j/{ann}/work")
    later = client.get(f"/j/{bob}/work").text
    assert ENGLISH["nothing"]["come_back_later"]["title"] in later
    assert ENGLISH["nothing"]["again"] in later
    assert campaign.work(ann) == Reason.ALL_DONE
    done = client.get(f"/j/{bob}/work").text
    assert ENGLISH["nothing"]["all_done"]["title"] in done
    assert ENGLISH["nothing"]["again"] not in done


def test_a_participant_gets_their_code_and_the_way_back_again_and_again(serve: Serve) -> None:
    link = {"pairings": 2, "challenges": 0, "return_url": "https://panel.example/complete?cc={code}"}
    campaign, client = serve()
    token = campaign.arrived(campaign.shared(completion_code="C0DE", **link), "P7")
    assignment = campaign.taken(token)
    campaign.answer_all(token, assignment)
    done = client.get(f"/j/{token}/done/{assignment.id}").text
    assert ">C0DE</output>" in done
    assert 'href="https://panel.example/complete?cc=C0DE"' in done
    assert client.get(f"/j/{token}/work").location.endswith(f"/done/{assignment.id}")


def test_who_cannot_take_part_gets_the_panels_code_for_that(serve: Serve) -> None:
    campaign, client = serve()
    link = campaign.shared(
        screened_code="SCR33N", return_url="https://panel.example/complete?cc={code}&p={PROLIFIC_PID}"
    )
    campaign.work(campaign.invited("ann"))
    page = client.get(f"/j/{campaign.arrived(link, 'P7')}/work").text
    assert ">SCR33N</output>" in page
    assert 'href="https://panel.example/complete?cc=SCR33N&amp;p=P7"' in page


def test_a_worker_without_work_is_asked_to_return_the_hit(serve: Serve) -> None:
    campaign, client = serve()
    link = campaign.shared("worker", pairings=2, challenges=0)
    campaign.work(campaign.invited("ann"))
    at_the_platform = "assignmentId=A7&hitId=H1&workerId=W3&turkSubmitTo=https%3A%2F%2Fwww.mturk.com%2F"
    token = client.get(f"/mturk/{link}?{at_the_platform}").location.rsplit("/", 1)[1]
    assert ENGLISH["nothing"]["return_hit"] in client.get(f"/j/{token}/work").text


def answered(campaign: Judged, token: str) -> int:
    """The id of an assignment with an answer to every task, still to be submitted."""
    assignment = campaign.taken(token)
    for task in assignment.tasks:
        campaign.save(token, assignment, task.position, 1)
    return assignment.id


def test_looking_at_the_last_page_submits_nothing(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.arrived(campaign.shared(pairings=2, challenges=0), "P7")
    assignment = answered(campaign, token)
    assert client.get(f"/j/{token}/done/{assignment}").location.endswith("/work")
    assert campaign.rows("SELECT state FROM assignment") == [("held",)]


def test_a_form_submits_the_assignment_and_leads_to_the_last_page(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.arrived(campaign.shared(pairings=2, challenges=0, completion_code="C0DE"), "P7")
    assignment = answered(campaign, token)
    assert f'<form method="post" action="/j/{token}/done/{assignment}">' in client.get(f"/j/{token}/work").text
    for _ in range(2):  # submitting twice changes nothing
        submitted = client.post(f"/j/{token}/done/{assignment}")
        assert (submitted.status_code, submitted.location) == (303, f"/j/{token}/done/{assignment}")
        assert campaign.rows("SELECT state FROM assignment") == [("finished",)]
    assert ">C0DE</output>" in client.get(submitted.location).text


def test_submitting_too_early_leads_back_to_the_work(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.arrived(campaign.shared(), "P7")
    assignment = campaign.taken(token)
    assert "/done/" not in client.get(f"/j/{token}/work").text.partition("<noscript>")[2].partition("</noscript>")[0]
    too_early = client.post(f"/j/{token}/done/{assignment.id}")
    assert client.get(too_early.location).location.endswith("/work")


def test_submitting_too_late_says_that_the_time_is_over(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.arrived(campaign.shared(pairings=2, challenges=0), "P7")
    assignment = campaign.taken(token)
    campaign.release(token, assignment)
    too_late = client.post(f"/j/{token}/done/{assignment.id}", follow_redirects=True)
    assert ENGLISH["nothing"]["expired"]["title"] in too_late.text


def test_nobody_sees_the_last_page_of_somebody_else(serve: Serve) -> None:
    campaign, client = serve()
    ann, bob = campaign.invited("ann"), campaign.invited("bob")
    assignment = answered(campaign, ann)
    campaign.taken(bob)
    assert client.get(f"/j/{bob}/done/{assignment}").status_code == 404
    assert client.post(f"/j/{bob}/done/{assignment}").status_code == 404


def test_an_assignment_of_mechanical_turk_is_submitted_by_a_form(serve: Serve) -> None:
    campaign, client = serve()
    link = campaign.shared("worker", pairings=2, challenges=0)
    at_the_platform = "assignmentId=A7&hitId=H1&workerId=W3&turkSubmitTo=https%3A%2F%2Fwww.mturk.com%2F"
    token = client.get(f"/mturk/{link}?{at_the_platform}").location.rsplit("/", 1)[1]
    assignment = campaign.taken(token)
    campaign.answer_all(token, assignment)
    done = client.get(f"/j/{token}/done/{assignment.id}")
    assert 'action="https://www.mturk.com/mturk/externalSubmit"' in done.text
    assert 'name="assignmentId" value="A7"' in done.text
    policy = done.headers["Content-Security-Policy"]
    assert "frame-ancestors https://*.mturk.com" in policy
    assert "form-action 'self' https://www.mturk.com" in policy


def test_another_platform_frames_the_pages_of_its_own_link_only(serve: Serve) -> None:
    campaign, client = serve()
    link = campaign.shared("worker", pairings=2, challenges=0, submit_to=["https://crowd.example"])
    preview = client.get(f"/mturk/{link}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1", follow_redirects=True)
    assert preview.headers["Content-Security-Policy"].endswith("frame-ancestors https://crowd.example")


def test_a_preview_shows_an_example_and_stores_nothing(serve: Serve) -> None:
    campaign, client = serve(texts={"pay": "$2.00"})
    link = campaign.shared("worker")
    arrival = client.get(f"/mturk/{link}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1")
    preview = client.get(arrival.location).text
    assert ENGLISH["nothing"]["preview"]["title"] in preview
    assert "$2.00" in preview
    assert "a1 of t1" in preview
    assert "/work" not in preview
    assert campaign.rows("SELECT count(*) FROM assessor") == [(0,)]


def test_what_is_released_goes_back_to_the_others(serve: Serve) -> None:
    campaign, client = serve(topics=1, candidates=2)
    ann, bob = campaign.invited("ann"), campaign.invited("bob")
    assignment = campaign.taken(ann)
    assert client.post(f"/j/{ann}/stop/{assignment.id}").location.endswith("/stopped")
    assert ENGLISH["stopped"]["title"] in client.get(f"/j/{ann}/stopped").text
    assert page_data(client.get(f"/j/{bob}/work").text)["assignment"]["tasks"]


def test_a_comment_reaches_the_organiser_and_an_empty_one_is_asked_for_again(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.invited("ann")
    assert ENGLISH["comments"]["empty"] in client.post(f"/j/{token}/comments", data={"text": " "}).text
    sent = client.post(f"/j/{token}/comments", data={"text": "Pair 3 is <odd>."})
    assert ENGLISH["comments"]["sent_text"] in client.get(sent.location).text
    assert campaign.rows("SELECT text FROM comment") == [("Pair 3 is <odd>.",)]


def test_links_that_lead_nowhere_say_why(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.invited("ann")
    assert client.get(f"/j/{token}x").status_code == 404
    with writing(campaign.engine) as session:
        revoke(session, session.get_one(Campaign, campaign.campaign_id), session.get_one(Link, 1), campaign.now)
    gone = client.get(f"/j/{token}/work")
    assert gone.status_code == 410
    assert ENGLISH["link"]["revoked"]["title"] in gone.text
    absent = client.get("/nowhere")
    assert absent.status_code == 404
    assert ENGLISH["fault"]["yours"]["title"] in absent.text


def test_the_page_holds_no_docno_and_cannot_be_broken_out_of(serve: Serve) -> None:
    evil = "</script><script>alert(1)</script>"
    items = [Item(f"secret-{n}", "t1", text=f"{evil} {n}") for n in (1, 2)]
    sources = Sources({"t1": evil}, items, {"t1": {"secret-1": 1, "secret-2": 1}})
    campaign, client = serve(sources=sources, texts={"title": evil, "instructions": evil, "purpose": evil})
    token = campaign.invited("ann")
    for path in ("", "/work", "/comments"):
        html = client.get(f"/j/{token}{path}").text
        assert "<script>alert" not in html
        assert "secret-" not in html
    assert page_data(client.get(f"/j/{token}/work").text)["assignment"]["tasks"][0]["question"] == evil


def test_images_have_neutral_addresses_and_only_the_holder_sees_them(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "system-a.png").write_bytes(b"png of a")
    items = [Item("d1", "t1", image="system-a.png"), Item("d2", "t1", image="system-b.png")]
    campaign, client = serve(sources=Sources({"t1": "Which?"}, items, {"t1": {"d1": 1, "d2": 1}}))
    ann, bob = campaign.invited("ann"), campaign.invited("bob")
    html = client.get(f"/j/{ann}/work").text
    assert "system-" not in html
    task = page_data(html)["assignment"]["tasks"][0]
    answers = {client.get(task[side]["image"]).status_code for side in ("left", "right")}
    assert answers == {200, 404}  # system-b.png was never put there
    assert client.get(task["left"]["image"].replace(ann, bob)).status_code == 404
    assert client.get(task["left"]["image"].replace("/left", "/item/1")).status_code == 404


def test_the_campaign_or_the_browser_decides_the_language(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.invited("ann")
    german = client.get(f"/j/{token}", headers={"Accept-Language": "de-CH,en;q=0.5"}).text
    assert '<html lang="de"' in german
    assert languages()["de"].texts["welcome"]["start"] in german
    assert '<html lang="en"' in client.get(f"/j/{token}").text


def test_no_page_sets_a_cookie(serve: Serve) -> None:
    campaign, client = serve()
    token = campaign.invited("ann")
    for path in ("", "/work", "/comments", "/stopped"):
        assert "Set-Cookie" not in client.get(f"/j/{token}{path}").headers
