"""People and machines side by side: in the command, the API, the report, and on the leaderboard."""

import json

import pytest
from click.testing import CliRunner

from assess.campaign.corrections.discards import Discard
from assess.campaign.setup.sources import Sources
from assess.cli import main
from assess.database.engine import reading
from assess.formats.runs import Ranking, Run
from assess.live.side_by_side import Side, SideBySide, side_by_side
from assess.report.campaign_material import campaign_material
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import assessor, corrected
from tests.conftest import Judged, MakeJudged, small_sources
from tests.snapshots import means


def machine_prefers_worst(judged: Judged, token: str) -> None:
    """Judge everything against the letters: the earlier item is better."""
    while not isinstance(held := judged.take(token), str):
        for task in held.tasks:
            assert task.right is not None
            judged.save(token, held, task.position, -1 if task.left.docno < task.right.docno else 1)
        judged.finish(token, held)


def found_in(judged: Judged) -> SideBySide:
    with reading(judged.engine) as session:
        return side_by_side(session, session.get_one(Campaign, judged.campaign_id))


def printed(judged: Judged, *words: str) -> str:
    url = judged.engine.url.render_as_string(hide_password=False)
    result = CliRunner().invoke(main, [*words, "--db", url])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def campaign(judged: MakeJudged) -> Judged:
    """Ann judges topic t1 by the letters, a machine judges both topics the other way round."""
    sources = small_sources(2, 3)
    runs = [
        Run("last", {topic: Ranking(["dd", "dc", "db"], [3.0, 2.0, 1.0]) for topic in ("t1", "t2")}),
        Run("first", {topic: Ranking(["db", "dc", "dd"], [3.0, 2.0, 1.0]) for topic in ("t1", "t2")}),
    ]
    made = judged(sources=Sources(sources.topics, sources.items, sources.grades, runs=runs))
    made.work(made.invited("ann", topics=["t1"]))
    machine_prefers_worst(made, made.invited("gpt", "machine"))
    return made


def test_runs_are_scored_by_people_and_by_machines_on_the_topics_that_both_judged(campaign: Judged) -> None:
    found = found_in(campaign)
    assert (found.people, found.machines) == (Side(3, 1, 1), Side(6, 1, 2))
    assert (found.shared, found.same.number, found.same.of) == (3, 0, 3)
    assert (found.counted, found.topics, found.tau) == ("people", 1, pytest.approx(-1))
    assert [run.run for run in found.runs] == ["last", "first"]
    assert {run.run: run.people for run in found.runs} == pytest.approx(means(campaign))
    assert found.runs[0].people == pytest.approx(found.runs[1].machines)


def test_what_was_taken_back_is_on_no_side(campaign: Judged) -> None:
    corrected(campaign, Discard(assessor(campaign, "ann")))
    found = found_in(campaign)
    assert (found.people, found.topics, found.runs, found.tau) == (Side(0, 0, 0), 0, (), None)


def test_the_command_shows_both_and_json_the_same(campaign: Judged) -> None:
    shown = printed(campaign, "machines", "c")
    assert "judgments       3         6\n" in shown
    assert "counted        those of people\n" in shown
    assert "pairs          3 judged by both; the same preference on 0 of the 3 with a majority on both sides\n" in shown
    assert "over the 1 topic that both judged; Kendall's tau of the two orders: -1.000" in shown
    assert json.loads(printed(campaign, "machines", "c", "--json"))["machines"]["judgments"] == 6
    assert "assess machines c shows both side by side" in printed(campaign, "status", "c")


def test_the_report_has_a_table_of_both(campaign: Judged, judged: MakeJudged) -> None:
    with reading(campaign.engine) as session:
        section = campaign_material(session, session.get_one(Campaign, campaign.campaign_id), None).machines
    assert section is not None
    assert [row[0] for row in section.rows] == ["last", "first"]
    assert section.notes[0] == "3 judgments by 1 person, 6 by 1 machine, whether they count or not"


def test_the_leaderboard_says_whose_judgments_it_rests_on(campaign: Judged) -> None:
    assert " by 3 judgments of 1 of 2 topics" in printed(campaign, "watch", "c", "--once")
    printed(campaign, "change", "c", "counted=machines", "--yes")
    assert " by 6 judgments by machines of 2 of 2 topics" in printed(campaign, "watch", "c", "--once")


def test_the_pace_is_that_of_those_whose_judgments_count(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    machine = campaign.invited("gpt", "machine")
    held = campaign.taken(machine)
    for task in held.tasks:
        campaign.later(minutes=2)
        campaign.save(machine, held, task.position, 1)
    assert json.loads(printed(campaign, "status", "c", "--json"))["progress"]["pace"] is None


def test_a_pair_without_a_majority_says_nothing_about_agreement(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2, votes=2)
    for who, answer in (("ann", 1), ("ben", -1)):
        token = campaign.invited(who)
        held = campaign.taken(token)
        [task] = held.tasks
        assert task.right is not None
        campaign.save(token, held, 1, answer if task.left.docno < task.right.docno else -answer)
    machine_prefers_worst(campaign, campaign.invited("gpt", "machine"))
    found = found_in(campaign)
    assert (found.people.judgments, found.shared, found.same.of) == (2, 1, 0)
