"""Campaigns, topics, items, grades, runs, assessors and pairings in the database."""

from datetime import timedelta

import pytest
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from assess.errors import ConflictError, UnknownNameError
from assess.formats.runs import Ranking, Run
from assess.store import tables
from assess.store.assessors import get_or_create_assessor
from assess.store.campaigns import add_campaign, all_campaigns, campaign_named, change_campaign
from assess.store.grades import add_grades, grades_of
from assess.store.items import add_items, count_items, item_ids, shown_docnos
from assess.store.pairings import count_pairings
from assess.store.runs import add_run, rankings_by_run_id, rankings_of_run, run_ids
from assess.store.topics import questions_of, topic_ids
from tests.store.conftest import Small, insert_pairing


def test_a_campaign_starts_as_a_draft_with_its_seed_and_parameters(session: Session, small: Small) -> None:
    found = campaign_named(session, "small")
    assert (found.state, found.seed, found.parameters, found.created_at) == ("draft", 1, {"k": 5}, small.now)
    assert [campaign.name for campaign in all_campaigns(session)] == ["small"]


def test_the_largest_seed_fits(session: Session, small: Small) -> None:
    add_campaign(session, "large", seed=2**63 - 1, parameters={}, now=small.now)
    session.expire_all()
    assert campaign_named(session, "large").seed == 2**63 - 1


def test_a_name_serves_one_campaign(session: Session, small: Small) -> None:
    with pytest.raises(ConflictError, match="there is a campaign 'small' already"):
        add_campaign(session, "small", seed=2, parameters={}, now=small.now)


@pytest.mark.usefixtures("small")
def test_an_unknown_campaign_is_answered_with_the_known_ones(session: Session) -> None:
    with pytest.raises(UnknownNameError, match="no campaign 'smal', expected one of: small"):
        campaign_named(session, "smal")


def test_what_is_changed_later_is_on_record(session: Session, small: Small) -> None:
    campaign = campaign_named(session, "small")
    later = small.now + timedelta(days=1)
    change_campaign(session, campaign, "state", "open", later)
    change_campaign(session, campaign, "state", "open", later)
    change_campaign(session, campaign, "parameters", {"k": 3}, later)
    session.expire_all()
    assert campaign.state == "open"
    recorded = session.scalars(select(tables.CampaignChange).order_by(tables.CampaignChange.id))
    assert [(change.field, change.old, change.new, change.at) for change in recorded] == [
        ("state", "draft", "open", later),
        ("parameters", {"k": 5}, {"k": 3}, later),
    ]


def test_a_state_of_another_name_is_refused(session: Session, small: Small) -> None:
    campaign = campaign_named(session, "small")
    with pytest.raises(IntegrityError):
        change_campaign(session, campaign, "state", "finished", small.now)


def test_topics_come_back_in_their_order(session: Session, small: Small) -> None:
    assert questions_of(session, small.id) == {"31_1": "What is throat cancer?", "31_2": "Is it treatable?"}
    assert list(topic_ids(session, small.id)) == ["31_1", "31_2"]


BODIES = {
    "text": "<b>Ünï</b>\n\u0000 🌉",
    "image": {"image": "a.jpg", "alt": "A bridge"},
    "results": [{"title": "Bridges", "url": "https://example.org/"}],
}


@pytest.mark.parametrize(("material", "body"), BODIES.items())
def test_a_body_comes_back_as_it_was_given(
    session: Session, small: Small, material: tables.Material, body: object
) -> None:
    ids = add_items(session, small.topics["31_2"], {"d1": (material, body), "d2": ("text", None)})
    session.expire_all()
    found = session.get_one(tables.StoredItem, ids["d1"])
    assert (found.material, found.body) == (material, body)
    assert session.get_one(tables.StoredItem, ids["d2"]).body is None
    assert shown_docnos(session, small.id)["31_2"] == {"d1"}


def test_docnos_sort_by_code_point_on_both_databases(session: Session, small: Small) -> None:
    docnos = ["a", "B", "_", "é", "Z1", "a#1", "a,b/c.d", "10", "9", "ﬀ", "𝒜"]
    ids = add_items(session, small.topics["31_2"], dict.fromkeys(docnos, ("text", None)))
    assert list(ids) == sorted(docnos)
    assert list(ids.values()) == sorted(ids.values())


def test_the_same_docno_lives_in_two_topics(session: Session, small: Small) -> None:
    other = add_items(session, small.topics["31_2"], {"d1": ("text", "elsewhere")})
    assert other["d1"] != small.items["d1"]
    assert count_items(session, small.id) == 5
    assert list(item_ids(session, small.topics["31_2"])) == ["d1"]


def test_a_docno_lives_once_in_a_topic(session: Session, small: Small) -> None:
    with pytest.raises(IntegrityError):
        add_items(session, small.topics["31_1"], {"d1": ("text", None)})


def test_whole_grades_are_integers_and_collected_ones_go_first(session: Session, small: Small) -> None:
    add_grades(session, small.items, {"d2": 1, "d1": 2.0, "d3": 0.5, "d4": -1})
    add_grades(session, small.items, {"d4": 3}, source="collected")
    grades = grades_of(session, small.id)
    assert grades == {"31_1": {"d1": 2, "d2": 1, "d3": 0.5, "d4": 3}}
    assert [str(grade) for grade in grades["31_1"].values()] == ["2", "1", "0.5", "3"]


def test_a_run_comes_back_with_the_topics_of_the_campaign(session: Session, small: Small) -> None:
    scores = [3.0, 0.1 + 0.2, float("-inf")]
    rankings = {"31_1": Ranking(["d3", "d9#/é", "d1"], scores), "99": Ranking(["d1"], [1.0])}
    run = add_run(session, small.id, Run("bm25", rankings), small.topics)
    assert rankings_of_run(session, run) == {"31_1": rankings["31_1"]}
    assert dict(rankings_by_run_id(session, small.topics["31_1"])) == {run: rankings["31_1"]}
    assert run_ids(session, small.id) == {"bm25": run}


def test_a_name_serves_one_run(session: Session, small: Small) -> None:
    add_run(session, small.id, Run("bm25", {}), small.topics)
    with pytest.raises(ConflictError, match="there is a run 'bm25' in the campaign already"):
        add_run(session, small.id, Run("bm25", {}), small.topics)


def test_one_person_has_one_identity_in_a_kind(session: Session, small: Small) -> None:
    assert get_or_create_assessor(session, small.id, "invited", "ann") == small.ann
    assert get_or_create_assessor(session, small.id, "worker", "ann") not in (small.ann, small.bob)


def test_pairings_are_counted_by_campaign(session: Session, small: Small) -> None:
    assert count_pairings(session, small.id) == 3
    assert count_pairings(session, small.id + 1) == 0


def test_a_pair_comes_once_in_a_round(session: Session, small: Small) -> None:
    topic, a, b = small.topics["31_1"], small.items["d1"], small.items["d2"]
    insert_pairing(session, topic, 2, a, b)
    with pytest.raises(IntegrityError):
        insert_pairing(session, topic, 2, a, b)


def test_the_items_of_a_pairing_have_one_order(session: Session, small: Small) -> None:
    with pytest.raises(IntegrityError):
        insert_pairing(session, small.topics["31_1"], 2, small.items["d2"], small.items["d1"])


def test_a_pairing_holds_two_items_of_its_own_topic(session: Session, small: Small) -> None:
    with pytest.raises(IntegrityError):
        insert_pairing(session, small.topics["31_2"], 1, small.items["d1"], small.items["d2"])


def test_an_item_is_not_paired_with_itself(session: Session, small: Small) -> None:
    with pytest.raises(IntegrityError):
        insert_pairing(session, small.topics["31_1"], 1, small.items["d1"], small.items["d1"])


def test_what_is_referred_to_cannot_be_deleted(session: Session, small: Small) -> None:
    with pytest.raises(IntegrityError):
        session.execute(delete(tables.StoredTopic).where(tables.StoredTopic.id == small.topics["31_1"]))
