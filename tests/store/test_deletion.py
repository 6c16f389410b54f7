"""A campaign is deleted with everything that belongs to it, or not at all; the log of the others stays protected."""

import subprocess
import sys
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.setup.sources import Sources
from assess.campaign.verification import verify_campaign
from assess.database.engine import reading, writing
from assess.errors import LinkError
from assess.formats.items import Item
from assess.store.deletion import count_rows, delete_campaign
from assess.store.tables import Base, Campaign
from tests.campaign.corrections.test_corrections import corrected, differences, undone
from tests.conftest import Judged, MakeJudged

# Deletes the campaign in a transaction, says so, and waits before the end of the transaction.
DELETING = """
import sys
from assess.database.engine import writing
from assess.store.campaigns import campaign_named
from assess.store.deletion import delete_campaign
from assess.store.schema import open_database

with writing(open_database(sys.argv[1])) as session:
    delete_campaign(session, campaign_named(session, "gone"))
    print("deleted", flush=True)
    sys.stdin.read()
"""


def two_campaigns(make: MakeJudged) -> tuple[Judged, Judged]:
    """One that is deleted, and one that stays; people have judged both."""
    gone, stays = make(name="gone", candidates=4), make(name="stays", candidates=4, topics=1)
    for campaign in (gone, stays):
        for identity in ("ann", "ben"):
            campaign.work(campaign.invited(identity))
        campaign.later(minutes=1)
        undone(campaign, corrected(campaign, SetAside("t1", "db")))
        corrected(campaign, SetAside("t1", "db", "dc"))
        corrected(campaign, CorrectContent(Sources({}, [Item("db", "t1", "other")])))
    gone.taken(gone.invited("cat")) if gone.progress().missing else None
    return gone, stays


def rows(campaign: Judged) -> dict[str, int]:
    with reading(campaign.engine) as session:
        return count_rows(session, campaign.campaign_id)


def everything(campaign: Judged) -> dict[str, int]:
    return {
        table.name: campaign.rows(f"SELECT count(*) FROM {table.name}")[0][0]
        for table in Base.metadata.sorted_tables
        if table.name not in ("campaign", "setting", "lease")
    }


def is_protected(campaign: Judged) -> bool:
    """Whether the log refuses to be changed."""
    for statement in ("DELETE FROM judgment", "UPDATE judgment SET strength = 1", "DELETE FROM campaign_change"):
        with pytest.raises(DBAPIError, match="append-only"), writing(campaign.engine) as session:
            session.execute(text(statement))
    return True


def test_everything_of_a_campaign_goes_and_nothing_of_another(judged: MakeJudged) -> None:
    gone, stays = two_campaigns(judged)
    before = rows(stays)
    assert min(rows(gone)[table] for table in ("judgment", "campaign_change", "pair_aside", "former_text")) > 0
    with writing(gone.engine) as session:
        delete_campaign(session, session.get_one(Campaign, gone.campaign_id))
    assert everything(stays) == rows(stays) == before
    assert stays.rows("SELECT name FROM campaign") == [("stays",)]
    assert is_protected(stays)
    assert differences(stays) == []


def test_a_deletion_that_is_killed_leaves_everything_as_it_was(judged: MakeJudged) -> None:
    gone, stays = two_campaigns(judged)
    before = rows(gone), rows(stays)
    url = gone.engine.url.render_as_string(hide_password=False)
    with subprocess.Popen(
        [sys.executable, "-c", DELETING, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "deleted\n"
        process.kill()
    assert (rows(gone), rows(stays)) == before
    assert is_protected(gone)
    with reading(gone.engine) as session:
        assert list(verify_campaign(session, session.get_one(Campaign, gone.campaign_id))) == []
    gone.now += timedelta(days=1)
    with writing(gone.engine) as session:
        delete_campaign(session, session.get_one(Campaign, gone.campaign_id))
    assert everything(stays) == before[1]


def test_a_link_of_a_deleted_campaign_never_leads_into_another(judged: MakeJudged) -> None:
    gone = judged(name="gone")
    token = gone.invited("ann")
    with writing(gone.engine) as session:
        delete_campaign(session, session.get_one(Campaign, gone.campaign_id))
    stays = judged(name="stays")
    stays.invited("ben")
    with pytest.raises(LinkError):
        stays.take(token)
