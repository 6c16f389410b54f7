"""Whether `verify` finds what is wrong in the ledger, and nothing in a campaign with everything in it."""

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from assess.campaign.corrections.discards import Discard
from assess.cli import main
from assess.database.engine import writing
from assess.live.rescoring import Scorer
from assess.live.uploads import upload
from assess.recruit.accounting.bonuses import give_bonus
from assess.recruit.accounting.verification import check_ledger
from assess.recruit.recruiter import Recruiter
from assess.store.tables import Campaign
from tests.campaign.consistency.test_damage import Found, found_after, run
from tests.campaign.corrections.test_corrections import assessor, corrected
from tests.conftest import BOTH
from tests.recruit.conftest import Fair
from tests.recruit.test_summaries import bring_panel


@pytest.fixture
def busy(fair: Fair) -> Fair:
    """A crowd in which one of three failed its challenge and one has a bonus, a panel, an invited person, runs."""
    fair.sync()
    fair.work("A1ANNA")
    fair.work("A2WRONG", wrong=True)
    fair.sync()
    recruiter = Recruiter(fair.judged.engine, fair.launch_id, fair.crowd, lambda: fair.judged.now)
    give_bonus(recruiter, "A1ANNA", Decimal("0.50"), "thank you")
    fair.sync()
    bring_panel(fair.judged)
    invited = fair.judged.invited("ann")
    fair.judged.answer_all(invited, fair.judged.taken(invited))
    corrected(fair.judged, Discard(assessor(fair.judged, "ann")))
    with writing(fair.judged.engine) as session:
        upload(session, session.get_one(Campaign, fair.judged.campaign_id), [run("system", "db", "de")])
    Scorer(fair.judged.engine).score_all()
    return fair


ANNA = "(SELECT id FROM submission WHERE identity = 'A1ANNA')"
REWARD = f"kind = 'reward' AND submission_id = {ANNA}"
SUBMISSION, BOOKS, HIT = ("submissions", "submission 1 (approved)"), ("sums of the books", "the books"), "HIT 1 (work)"
DAMAGE: dict[str, Found] = {
    f"UPDATE ledger SET outcome = NULL, settled_at = NULL WHERE {REWARD}": [(*SUBMISSION, "payments", 0, 1)],
    f"DELETE FROM ledger WHERE {REWARD}": [
        (*SUBMISSION, "payments", 0, 1),
        (*BOOKS, "rewards", Decimal("4.00"), Decimal("6.00")),
        (*BOOKS, "reward fees", Decimal("1.07"), Decimal("1.47")),
    ],
    f"UPDATE ledger SET amount = 300 WHERE {REWARD}": [
        (*SUBMISSION, "reward, fee and HIT", "3.00, 0.40, 1", "2.00, 0.40, 1"),
        (*BOOKS, "rewards", Decimal("7.00"), Decimal("6.00")),
    ],
    f"UPDATE submission SET state = 'rejected' WHERE id = {ANNA}": [
        ("submissions", "submission 1 (rejected)", "payments", 1, 0)
    ],
    "UPDATE submission SET state = 'submitted' WHERE identity = 'p-paid'": [
        ("submissions", "submission 3 (submitted)", "payments", 1, 0)
    ],
    f"UPDATE ledger SET kind = 'reward' WHERE kind = 'bonus' AND submission_id = {ANNA}": [
        (*SUBMISSION, "payments", 2, 1),
        (*SUBMISSION, "reward, fee and HIT", "0.50, 0.10, None", "2.00, 0.40, 1"),
        (*BOOKS, "rewards", Decimal("6.50"), Decimal("6.00")),
        (*BOOKS, "reward fees", Decimal("1.57"), Decimal("1.47")),
    ],
    "UPDATE ledger SET kind = 'top_up' WHERE kind = 'publish' AND hit_id = 1": [
        ("HITs", HIT, "entries that publish it", 0, 1),
        ("HITs", HIT, "published", True, False),
    ],
    "UPDATE ledger SET submission_id = NULL WHERE kind = 'bonus'": [
        ("ledger entries", "entry 8 (bonus)", "submission", None, "one of this campaign")
    ],
    "UPDATE hit SET assignments = 2 WHERE id = 1": [("HITs", HIT, "assignments", 2, 1)],
    "UPDATE hit SET external_id = NULL WHERE id = 1": [("HITs", HIT, "published", False, True)],
}


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_every_damage_of_the_ledger_is_found_where_it_is(busy: Fair) -> None:
    assert found_after(busy.judged, "", check_ledger) == []
    for damage, expected in DAMAGE.items():
        assert found_after(busy.judged, damage, check_ledger) == expected, damage


@pytest.fixture
def assess(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    return lambda *arguments: CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def test_the_command_finds_nothing_in_a_campaign_with_everything(busy: Fair, assess: Callable[..., Result]) -> None:
    result = assess("verify", "c")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "c: everything agrees with the log")
    checked = {line.rsplit(maxsplit=2)[0]: line.split()[-2:] for line in result.stdout.splitlines()[1:-2]}
    assert {number for _, number in checked.values()} == {"0"}
    assert checked.keys() >= {"pairings", "rounds", "scores of runs", "ledger entries", "submissions", "HITs"}


def test_the_command_says_what_differs_and_fails(busy: Fair, assess: Callable[..., Result]) -> None:
    with writing(busy.judged.engine) as session:
        session.execute(text("UPDATE topic SET missing = missing + 1 WHERE topic = 't1'"))
        session.execute(text("UPDATE hit SET external_id = NULL WHERE id = 1"))
    result = assess("verify", "c")
    first, second, last = result.stdout.splitlines()[-3:]
    assert (result.exit_code, last) == (1, "c: 2 differences")
    assert first.startswith("topic t1: missing is ")
    assert second == "HIT 1 (work): published is no, rebuilt yes"
    record = json.loads(assess("verify", "c", "--json").stdout)
    assert (record["campaign"], record["agrees"]) == ("c", False)
    assert [check["what"] for check in record["checks"] if check["differences"]] == ["rounds", "HITs"]


def test_a_release_tells_what_was_paid_and_to_nobody_in_particular(
    busy: Fair, assess: Callable[..., Result], tmp_path: Path
) -> None:
    assert assess("export", "c", "--as", "release", "-o", str(tmp_path / "release")).exit_code == 0
    files = {path.name: path.read_text() for path in (tmp_path / "release").rglob("*") if path.is_file()}
    assert "$6.00 as rewards and $0.50 as bonuses. The platforms took $1.57 as fees." in files["datacard.md"]
    ids = [id_ for (id_,) in busy.judged.rows("SELECT external_id FROM submission UNION SELECT external_id FROM hit")]
    people = ("A1ANNA", "A2WRONG", "p-paid", "p-waiting", *filter(None, ids))
    assert [name for name, text in files.items() if any(person in text for person in people)] == []
