"""A campaign in which much has happened, to be moved from each kind of database to each."""

import shutil
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.campaign.access.arrivals import read_arrival
from assess.campaign.access.consent import consent, decline
from assess.campaign.access.link_settings import LinkSettings, as_stored
from assess.campaign.access.platform_parameters import PRESETS
from assess.campaign.access.tokens import signing_key
from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.corrections.run_replacement import ReplaceRun
from assess.campaign.inbox.comments import Place, comment
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.setup.sources import Sources
from assess.cli import main
from assess.database.engine import reading, writing
from assess.formats.items import Item
from assess.formats.runs import Ranking, Run
from assess.live.rescoring import Scorer
from assess.live.uploads import upload
from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.store.launches import add_launch
from assess.store.links import add_link
from assess.store.moving.backup_file import write_backup
from assess.store.moving.snapshot import batches_of, snapshot_of
from assess.store.schema import open_database
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import assessor, corrected, undone
from tests.conftest import Judged, MakeJudged, judged_in

TEXTS = {"title": 'Brücken 橋 🌉 \u2028 "quoted" \\ back', "consent": "I agree.\n\tYes."}
LONG = "Ein langer Text über Brücken. 🌉\n" * 20_000
TAKEN_AT = datetime(2026, 2, 1, tzinfo=UTC)


def play(make: MakeJudged) -> Judged:
    """Ann changes an answer, Eva declines, Ben is discarded, texts and runs are corrected, a panel is paid."""
    campaign = make(topics=3, candidates=4, answers=5, texts=TEXTS, name="bridges")
    _judge(campaign)
    _correct(campaign)
    _pay(campaign)
    Scorer(campaign.engine, lambda: campaign.now).score_all()
    return campaign


def _judge(campaign: Judged) -> None:
    ann, ben, eva = (campaign.invited(who) for who in ("ann", "ben", "eva"))
    with writing(campaign.engine) as session:
        decline(session, read_arrival(session, campaign.key, eva, campaign.now), campaign.now)
        comment(
            session, read_arrival(session, campaign.key, ann, campaign.now), "Nett! 👍\nΑντίο", Place(), campaign.now
        )
    panel = campaign.arrived(campaign.shared(challenges=1, pairings=2), "P1")
    held = willing(campaign, ann)
    campaign.later(microseconds=123_456)
    campaign.save(ann, held, 1, -2, seconds=0.1 + 0.2, key="k1")
    campaign.save(ann, held, 1, 0, changes=1, key="k2")
    campaign.answer_all(ann, held)
    for token in (ben, panel):
        campaign.answer_all(token, willing(campaign, token))


def willing(campaign: Judged, token: str) -> HeldAssignment:
    """What somebody gets who agrees to take part."""
    with writing(campaign.engine) as session:
        consent(session, read_arrival(session, campaign.key, token, campaign.now), campaign.now)
    return campaign.taken(token)


def _correct(campaign: Judged) -> None:
    number = corrected(campaign, Discard(assessor(campaign, "ben")))
    undone(campaign, number)
    corrected(campaign, Discard(assessor(campaign, "ben"), campaign.now))
    corrected(campaign, CorrectContent(Sources({"t1": "Wo? 🌉"}, [Item("db", "t1", LONG)])))
    corrected(campaign, SetAside("t2", "db", "dc"))
    with writing(campaign.engine) as session:
        upload(session, session.get_one(Campaign, campaign.campaign_id), [_run("db", "de")])
    # The former run refers to one that is stored after it.
    corrected(campaign, ReplaceRun(_run("de", "dd", "x-ü")))


def _run(*docnos: str) -> Run:
    return Run("late", {"t1": Ranking(list(docnos), [1 / 3 - rank for rank in range(len(docnos))])})


def _pay(campaign: Judged) -> None:
    with writing(campaign.engine) as session:
        settings = as_stored(LinkSettings(parameters=PRESETS["prolific"]))
        link = add_link(session, campaign.campaign_id, "panel", None, settings, campaign.now)
        launch = add_launch(session, link, "panel", "prolific", {"reward": "2.00"}, campaign.now)
        paid = intend(session, launch, Intention("reward", "7", Decimal("1234567.89"), Decimal("0.01")), campaign.now)
        settle(paid, "done", campaign.now)
        intend(session, launch, Intention("bonus", "8", Decimal("0.10"), Decimal(0), reason="🎁"), campaign.now)


@pytest.fixture
def played(judged: MakeJudged) -> Judged:
    return play(judged)


@pytest.fixture(scope="session")
def played_file(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Path:
    """Such a campaign in an SQLite file that nobody changes."""
    path = Path(shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("played") / "assess.db"))
    engine = open_database(f"sqlite:///{path}")
    play(judged_in(engine))
    engine.dispose()
    return path


@pytest.fixture
def source(played_file: Path, tmp_path: Path) -> str:
    """The URL of a copy of that file."""
    return f"sqlite:///{shutil.copy(played_file, tmp_path / 'source.db')}"


@pytest.fixture
def backup_file(source: str, tmp_path: Path) -> Path:
    """A backup of it."""
    path = tmp_path / "played.jsonl.gz"
    path.write_bytes(content(source, path))
    return path


def content(url: str, path: Path) -> bytes:
    """Everything that is stored, as the bytes of a backup that was taken at a certain time."""
    engine = open_database(url, create=False)
    with reading(engine) as session:
        snapshot = snapshot_of(session, TAKEN_AT)
        write_backup(path, snapshot, batches_of(session, snapshot), replace=True)
    engine.dispose()
    return path.read_bytes()


def assess(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def reopened(url: str, campaign: Judged) -> Judged:
    """The campaign in a copy of its database."""
    engine = open_database(url, create=False)
    with writing(engine) as session:
        return Judged(engine, signing_key(session), campaign.campaign_id, campaign.now)
