"""The people of a campaign: what they judged, how they stand, what they do to the ranking of systems."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from assess.campaign.corrections.correction import Author, correct
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.exclusions import Exclude
from assess.database.engine import reading, writing
from assess.formats.runs import Ranking, Run
from assess.live.people import people_records
from assess.store.tables import Campaign
from tests.conftest import Judged, MakeJudged, small_sources
from tests.snapshots import means


def records(judged: Judged) -> dict[str, dict[str, Any]]:
    with reading(judged.engine) as session:
        found = people_records(session, session.get_one(Campaign, judged.campaign_id), judged.now)
    return {record["identity"]: record for record in found}


def with_runs(make: MakeJudged, **rest: Any) -> Judged:
    sources = small_sources(2, 4)
    runs = [
        Run(name, {topic: Ranking(order, [3.0, 2.0, 1.0]) for topic in sources.topics})
        for name, order in {"good": ["de", "dd", "dc"], "poor": ["db", "dc", "dd"]}.items()
    ]
    return make(sources=replace(sources, runs=runs), **rest)


def test_everybody_is_listed_whatever_their_kind_and_also_who_has_not_come(judged: MakeJudged) -> None:
    campaign = judged(votes=2)
    campaign.work(campaign.invited("ann"))
    campaign.answer_all(model := campaign.invited("model", kind="machine"), campaign.taken(model))
    campaign.invited("zoe")
    panel = campaign.arrived(campaign.shared(pairings=3, challenges=2), "P1")
    campaign.answer_all(panel, campaign.taken(panel))
    found = records(campaign)
    assert {name: record["kind"] for name, record in found.items()} == {
        "ann": "invited",
        "model": "machine",
        "P1": "panel",
        "zoe": "invited",
    }
    assert (found["zoe"]["number"], found["zoe"]["states"]) == (None, ("not begun",))
    assert (found["model"]["states"], found["model"]["judged"]["counting"]) == (("not counted",), 0)
    assert (found["P1"]["challenges"]["number"], found["P1"]["challenges"]["of"]) == (2, 2)
    assert (found["ann"]["judged"]["judgments"], found["ann"]["judged"]["others"]["of"]) == (12, 3)


def test_states_tell_who_is_excluded_discarded_holds_work_or_has_no_link(judged: MakeJudged) -> None:
    campaign = judged()
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    campaign.answer_all(ann, campaign.taken(ann))
    campaign.taken(ben)
    numbers = {name: record["number"] for name, record in records(campaign).items()}
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        correct(session, stored, Exclude(numbers["ann"]), Author("o"), campaign.now)
        correct(session, stored, Discard(numbers["ann"]), Author("o"), campaign.now)
    found = records(campaign)
    assert found["ann"]["states"] == ("excluded since 2026-01-31 12:00", "discarded")
    assert found["ben"]["states"] == (f"holds work until {campaign.now + timedelta(minutes=30):%Y-%m-%d %H:%M}",)


def test_the_effect_of_leaving_somebody_out_is_what_discarding_them_does(judged: MakeJudged) -> None:
    campaign = with_runs(judged, votes=2)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    campaign.work(ann)
    for task in (held := campaign.taken(ben)).tasks:
        assert task.right
        campaign.save(ben, held, task.position, 1 if task.left.docno > task.right.docno else -1)
    campaign.finish(ben, held)
    effect, before = records(campaign)["ben"]["left_out"], means(campaign)
    with writing(campaign.engine) as session:
        number = records(campaign)["ben"]["number"]
        correct(session, session.get_one(Campaign, campaign.campaign_id), Discard(number), Author("o"), campaign.now)
    after = means(campaign)
    changes = {run: after[run] - before[run] for run in before}
    assert abs(effect["change"]) == max(map(abs, changes.values())) > 0
    assert changes[effect["run"]] == effect["change"]
    assert effect["tau"] == 1.0
