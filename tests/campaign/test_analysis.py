"""Analysing a campaign: the same as analysing the log that it exports."""

from click.testing import CliRunner

from assess.analysis.reading import parse_any_judgments
from assess.campaign.analysis import judgments_of, levels_of
from assess.campaign.export.log import export_log
from assess.cli import main
from assess.database.engine import reading
from assess.store.tables import Campaign
from tests.conftest import Judged, MakeJudged


def worked(judged: MakeJudged) -> Judged:
    """Two people judge every pair of three candidates in two topics, and always agree."""
    campaign = judged(topics=2, candidates=3, votes=2, name="bridges")
    link = campaign.shared(challenges=0)
    for person in ("P1", "P2"):
        campaign.work(campaign.arrived(link, person))
    return campaign


def test_judgments_and_top_items_are_those_exported(judged: MakeJudged) -> None:
    campaign = worked(judged)
    with reading(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        found = judgments_of(session, stored)
        exported = parse_any_judgments(export_log(session, stored).encode())
        levels = levels_of(session, stored)
    assert [(j.topic, j.preferred, j.left, j.assessor) for j in found] == [
        (j.topic, j.preferred, j.left, j.assessor) for j in exported
    ]
    assert {judgment.assessor for judgment in found} == {"panel:P1", "panel:P2"}
    assert levels["t1"] == {"a1": 0, "a2": 0, "db": 30, "dc": 40, "dd": 50}


def test_the_command_takes_the_name_of_a_campaign(judged: MakeJudged, database_url: str) -> None:
    worked(judged)
    shown = CliRunner().invoke(main, ["analyse", "bridges", "--db", database_url])
    assert shown.exit_code == 0, shown.output
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert "assessors 2" in lines
    assert "of different assessors 6 6 100.0% - -" in lines
    assert "Left or right" in lines
    assert "top grade 6 100.0% 6 100.0% 2 100.0% 6 100.0%" in lines
    unknown = CliRunner().invoke(main, ["analyse", "castles", "--db", database_url])
    assert "found no file castles; found no campaign 'castles', expected one of: bridges" in unknown.output
