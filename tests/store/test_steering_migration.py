"""A campaign of revision 0007 goes on after the migration to 0008."""

from pathlib import Path

from assess.campaign.settings import settings_of
from assess.database.engine import reading
from assess.store.schema import open_database
from assess.store.tables import Campaign
from tests.store.old_databases import make_old_database


def test_a_campaign_with_the_strategy_active_goes_on_with_topk(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    campaign = "INSERT INTO campaign (name, state, seed, parameters, texts, created_at) VALUES"
    rest = "'{}', '2026-01-31 11:50:00'"
    make_old_database(
        url,
        "0007",
        [
            f"""{campaign} ('a', 'open', 1, '{{"k": 3, "strategy": "active"}}', {rest})""",
            f"""{campaign} ('b', 'open', 1, '{{"strategy": "heap"}}', {rest})""",
        ],
    )
    engine = open_database(url)
    with reading(engine) as session:
        found = [settings_of(session.get_one(Campaign, number)) for number in (1, 2)]
    engine.dispose()
    assert [settings.strategy for settings in found] == ["topk", "heap"]
    assert found[0].parameters.k == 3
