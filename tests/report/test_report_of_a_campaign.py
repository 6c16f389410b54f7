"""``assess report`` of a campaign: what is stored, and nothing about who judged."""

import csv
import io
from pathlib import Path

from click.testing import CliRunner

from assess.cli import main
from assess.database.engine import reading, writing
from assess.formats.runs import Ranking, Run
from assess.live.board import read_board
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings, change_live
from assess.report.campaign_material import campaign_material
from assess.report.output import report_files
from assess.store.runs import add_run
from assess.store.scores import mark_topics
from assess.store.tables import Campaign
from assess.store.topics import topic_ids
from tests.browser.pair import ON_SQLITE
from tests.conftest import Judged, MakeJudged

pytestmark = ON_SQLITE

RUNS = {"good": ["de", "dd", "dc", "db"], "poor": ["db", "dc", "dd", "de"], "middle": ["dd", "de", "db", "dc"]}


def add_runs(campaign: Judged, *, blind: bool = False) -> None:
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        ids = topic_ids(session, stored.id)
        for name, docnos in RUNS.items():
            ranking = Ranking(docnos, [float(-place) for place in range(len(docnos))])
            add_run(session, stored.id, Run(name, dict.fromkeys(ids, ranking)), ids)
        change_live(session, stored, LiveSettings(("pgc", "nDCG@10"), "real", blind), campaign.now)
        mark_topics(session, stored.id)


def judged_by_two(judged: MakeJudged) -> Judged:
    campaign = judged(topics=3, candidates=4, votes=2, name="evening", texts={"title": "Evening skies"})
    for person in ("ann@example.org", "bob@example.org"):
        campaign.work(campaign.invited(person))
    return campaign


def files_of(campaign: Judged) -> dict[str, str | bytes]:
    Scorer(campaign.engine, lambda: campaign.now).score_all()
    with reading(campaign.engine) as session:
        return report_files(campaign_material(session, session.get_one(Campaign, campaign.campaign_id), None))


def table(files: dict[str, str | bytes], name: str) -> list[dict[str, str]]:
    text = files[f"tables/{name}.csv"]
    assert isinstance(text, str)
    return list(csv.DictReader(io.StringIO(text)))


def test_everything_stored_is_told_but_who_judged(judged: MakeJudged) -> None:
    campaign = judged_by_two(judged)
    add_runs(campaign)
    files = files_of(campaign)

    people = table(files, "people")
    assert sorted(row["person"] for row in people) == ["person 1", "person 2"]
    assert [row["judgments"] for row in people] == ["18", "18"]
    assert [row["agree"] for row in people] == ["1.0", "1.0"]  # both prefer the later letter everywhere
    everything = b"".join(text.encode() if isinstance(text, str) else text for text in files.values())
    assert b"example.org" not in everything

    found = table(files, "leaderboard-pgc")
    with reading(campaign.engine) as session:
        board = read_board(session, session.get_one(Campaign, campaign.campaign_id))
    expected = [(row.name, row.place, row.mean) for row in board.rows]
    assert [(row["run"], int(row["place"]), float(row["mean"])) for row in found] == expected
    assert [row["run"] for row in found] == ["good", "middle", "poor"]

    round_ = {"round": "1", "topics": "3", "items": "12", "largest pool": "4", "judgments": "36"}
    assert table(files, "rounds") == [round_]
    first = table(files, "pools")[0]
    assert (first["graded"], first["candidates"], first["round 1"], first["top"]) == ("6", "4", "4", "4")
    assert (first["pairs"], first["judgments"]) == ("6", "12")


def test_runs_of_a_blind_campaign_have_letters_and_no_seed_is_printed(judged: MakeJudged) -> None:
    campaign = judged_by_two(judged)
    add_runs(campaign, blind=True)
    files = files_of(campaign)
    assert sorted(row["run"] for row in table(files, "leaderboard-pgc")) == ["System A", "System B", "System C"]
    assert "good" not in str(files["index.html"]).split()
    assert "would undo the letters of a blind campaign" in str(files["index.html"])


def test_an_unjudged_campaign_says_what_is_missing(judged: MakeJudged) -> None:
    page = str(files_of(judged(topics=2))["index.html"])
    assert "The campaign is not complete: 12 judgments are missing." in page
    assert "Agreement: not defined because there are no preference judgments." in page
    assert "nobody has taken an assignment" in page
    assert "best items: not defined because no item won a judgment" in page


def test_the_command_writes_the_campaign_with_its_cost(judged: MakeJudged, tmp_path: Path) -> None:
    campaign = judged_by_two(judged)
    url = campaign.engine.url.render_as_string(hide_password=False)
    done = CliRunner().invoke(main, ["report", "evening", "--db", url, "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "out" / "index.html").read_text()
    assert "<h1>Evening skies</h1>" in page
    assert "No payments are known" in page
