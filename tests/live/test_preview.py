"""What a correction would do is shown without changing anything, and without keeping people from judging."""

from contextlib import AbstractContextManager
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.correction import Author, Correction, correct
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.setup.sources import Sources
from assess.database.engine import writing
from assess.formats.runs import Ranking, Run
from assess.live import preview as previews
from assess.live.preview import Action, Effect, preview
from assess.store.tables import Campaign
from tests.conftest import Judged, MakeJudged, small_sources
from tests.snapshots import means, stands

AUTHOR = Author("olga", "a test")


@pytest.fixture
def campaign(judged: MakeJudged) -> Judged:
    """Three topics judged to the end, and two runs."""
    sources = small_sources(3, 4)
    runs = [Run("good", {"t1": ranking("dedcdb"), "t2": ranking("dedb")}), Run("bad", {"t1": ranking("dbdcde")})]
    made = judged(sources=Sources(sources.topics, sources.items, sources.grades, runs=runs))
    made.work(made.invited("ann"))
    return made


def ranking(docnos: str) -> Ranking:
    """A ranking of docnos of two letters each."""
    found = [docnos[place : place + 2] for place in range(0, len(docnos), 2)]
    return Ranking(found, [float(-rank) for rank in range(len(found))])


def correcting(judged: Judged, correction: Correction) -> Action:
    def action(session: Session, campaign: Campaign) -> object:
        return correct(session, campaign, correction, AUTHOR, judged.now)

    return action


def effect(judged: Judged, correction: Correction) -> Effect:
    return preview(judged.engine, "c", correcting(judged, correction))


@pytest.mark.parametrize("correction", [SetAside("t1", "de"), ChangeSettings({"votes": 2}), Discard(1)])
def test_a_preview_tells_what_the_correction_then_does(campaign: Judged, correction: Correction) -> None:
    before, means_before = stands(campaign), means(campaign)
    told = effect(campaign, correction)
    assert (stands(campaign), means(campaign)) == (before, means_before)
    with writing(campaign.engine) as session:
        correcting(campaign, correction)(session, session.get_one(Campaign, campaign.campaign_id))
    after, means_after = stands(campaign), means(campaign)
    assert {one.topic: one.after for one in told.topics} == {
        topic: standing for topic, standing in after.items() if before[topic] != standing
    }
    assert told.counted == (total(before, "counted"), total(after, "counted"))
    assert told.missing == (total(before, "missing"), total(after, "missing"))
    assert told.means == {run: (means_before.get(run), means_after.get(run)) for run in ("bad", "good")}


def total(standings: dict[str, Any], number: str) -> int:
    return sum(getattr(standing, number) for standing in standings.values())


def test_people_wait_only_for_the_topics_that_the_correction_touches(
    campaign: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[str, bool]] = []
    original = previews.standing_of

    def noted(session: Session, found: Campaign, topic: Any) -> Any:
        options = session.connection().get_execution_options()
        read.append((topic.topic, bool(options.get("writing"))))
        return original(session, found, topic)

    monkeypatch.setattr(previews, "standing_of", noted)
    effect(campaign, SetAside("t1", "de"))
    assert read == [("t1", False), ("t2", False), ("t3", False), ("t1", True)]


def test_a_judgment_that_arrives_meanwhile_is_not_taken_for_the_corrections_doing(
    judged: MakeJudged, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = judged(topics=2, candidates=3)
    ann = campaign.invited("ann")
    held = campaign.taken(ann)
    [position, *_] = (task.position for task in held.tasks if task.topic == "t2")

    def judging_first(engine: Engine) -> AbstractContextManager[Session]:
        campaign.save(ann, held, position, 1)
        return writing(engine)

    monkeypatch.setattr(previews, "writing", judging_first)
    told = effect(campaign, SetAside("t1", "db"))
    assert told.counted == (1, 1)
    assert [one.topic for one in told.topics] == ["t1"]
