"""A run takes the place of another one of the same name, and gives it back."""

import pytest

from assess.campaign.corrections.correction import Correction
from assess.campaign.corrections.run_replacement import ReplaceRun
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.runs import Ranking, Run
from assess.live.uploads import coverage_of_runs, upload
from assess.store.runs import rankings_by_run_id, run_ids, runs_of, shown_runs, visible_runs
from assess.store.tables import Campaign, StoredTopic
from tests.campaign.corrections.test_corrections import corrected, differences, finished, undone
from tests.conftest import Judged, MakeJudged
from tests.snapshots import means


def a_run(*docnos: str, name: str = "late", topic: str = "t1") -> Run:
    return Run(name, {topic: Ranking(list(docnos), [float(-rank) for rank in range(len(docnos))])})


def with_run(make: MakeJudged) -> Judged:
    campaign = finished(make)
    with writing(campaign.engine) as session:
        here = session.get_one(Campaign, campaign.campaign_id)
        upload(session, here, [a_run("db", "de")], description="the first")
    return campaign


def listed(campaign: Judged) -> list[list[str]]:
    """The runs in every list of runs."""
    with reading(campaign.engine) as session:
        here, id_ = session.get_one(Campaign, campaign.campaign_id), campaign.campaign_id
        [topic] = session.query(StoredTopic).filter_by(topic="t1")
        names = {number: name for name, number in run_ids(session, id_).items()}
        return [
            list(run_ids(session, id_)),
            [run.name for run in visible_runs(session, id_)],
            [name for _, name, _ in shown_runs(session, id_)],
            [run.name for run in runs_of(session, id_)],
            [run.name for run in coverage_of_runs(session, here)],
            [names[number] for number, _ in rankings_by_run_id(session, topic.id)],
        ]


def score(campaign: Judged) -> float:
    return means(campaign)["late"]


def test_only_the_new_run_is_listed_and_scored_and_undoing_brings_the_former_back(judged: MakeJudged) -> None:
    campaign = with_run(judged)
    before = score(campaign)
    number = corrected(campaign, ReplaceRun(a_run("de", "dd", "dc", "db")))
    assert listed(campaign) == [["late"]] * 6
    assert score(campaign) > before
    undone(campaign, number)
    assert listed(campaign) == [["late"]] * 6
    assert score(campaign) == before
    assert differences(campaign) == []


def test_a_run_is_replaced_twice_and_taken_back_in_the_other_order(judged: MakeJudged) -> None:
    campaign = with_run(judged)
    first = corrected(campaign, ReplaceRun(a_run("dc")))
    second = corrected(campaign, ReplaceRun(a_run("dd"), "the third"))
    with pytest.raises(ConflictError, match="replaced again since"):
        undone(campaign, first)
    undone(campaign, second)
    undone(campaign, first)
    with reading(campaign.engine) as session:
        [run] = visible_runs(session, campaign.campaign_id)
        assert (run.description, runs_of(session, campaign.campaign_id)) == ("the first", [a_run("db", "de")])
    assert differences(campaign) == []


@pytest.mark.parametrize(
    ("correction", "error", "message"),
    [
        (ReplaceRun(a_run("de", name="other")), UnknownNameError, "found no run 'other' to replace.*one of: late"),
        (ReplaceRun(a_run("db", "de")), ConflictError, "has this run 'late' already"),
        (ReplaceRun(a_run("db", topic="t9")), ParameterError, "ranks none of the 1 topics"),
    ],
)
def test_a_run_that_cannot_replace_another_is_refused(
    judged: MakeJudged, correction: Correction, error: type[Exception], message: str
) -> None:
    campaign = with_run(judged)
    with pytest.raises(error, match=message):
        corrected(campaign, correction)
    assert listed(campaign) == [["late"]] * 6
