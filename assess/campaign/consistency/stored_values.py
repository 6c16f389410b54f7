"""What is stored of the things that changes are recorded of, by the keys of `recorded_values`."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from assess.campaign.access.link_settings import parse_link_settings
from assess.campaign.consistency.recorded_values import Key, Values, pair_key
from assess.campaign.people.exclusions import moment
from assess.store.assessors import assessors_of
from assess.store.grades import imported_grades
from assess.store.links import links_of
from assess.store.tables import Campaign, ExtraPairing, PairAside, StoredItem, StoredRun, StoredTopic
from assess.store.topics import topics_of


def stored_settings(_: Session, campaign: Campaign) -> Values:
    fields = {"name": campaign.name, "state": campaign.state, "texts": campaign.texts}
    return {(name,): value for name, value in {**campaign.parameters, **fields}.items()}


def stored_discards(session: Session, campaign: Campaign) -> Values:
    return {(one.id,): moment(one.discarded_from) for one in assessors_of(session, campaign.id)}


def stored_exclusions(session: Session, campaign: Campaign) -> Values:
    return {(one.id,): one.excluded_at is not None for one in assessors_of(session, campaign.id)}


def stored_shares(session: Session, campaign: Campaign) -> Values:
    shares = {link.id: parse_link_settings(link.settings) for link in links_of(session, campaign.id)}
    quotas: Values = {(id_, "quota"): share.quota for id_, share in shares.items()}
    return quotas | {(id_, "topics"): list(share.topics) for id_, share in shares.items()}


def stored_asides(session: Session, campaign: Campaign) -> Values:
    query = select(StoredTopic.topic, StoredItem.docno, StoredItem.aside_at.is_not(None))
    query = query.join(StoredItem, StoredItem.topic_id == StoredTopic.id).where(StoredTopic.campaign_id == campaign.id)
    return {(topic, docno): bool(aside) for topic, docno, aside in session.execute(query)}


def stored_pairs_aside(session: Session, campaign: Campaign) -> Values:
    return _pairs(session, campaign, PairAside)


def stored_extras(session: Session, campaign: Campaign) -> Values:
    return _pairs(session, campaign, ExtraPairing)


def _pairs(session: Session, campaign: Campaign, table: type[PairAside | ExtraPairing]) -> Values:
    a, b = aliased(StoredItem), aliased(StoredItem)
    query = (
        select(StoredTopic.topic, a.docno, b.docno)
        .select_from(table)
        .join(StoredTopic, StoredTopic.id == table.topic_id)
        .join(a, a.id == table.item_a_id)
        .join(b, b.id == table.item_b_id)
        .where(StoredTopic.campaign_id == campaign.id)
    )
    return {pair_key(*row): True for row in session.execute(query)}


def missing_pair(session: Session, campaign: Campaign, key: Key) -> object:
    """The value of a pair that is not stored: none if one of its items was removed."""
    topic, *docnos = key
    query = select(func.count()).select_from(StoredItem).join(StoredTopic, StoredTopic.id == StoredItem.topic_id)
    query = query.where(StoredTopic.campaign_id == campaign.id, StoredTopic.topic == topic)
    there = session.execute(query.where(StoredItem.docno.in_(docnos))).scalar_one()
    return False if there == len(docnos) else ...


def stored_closings(session: Session, campaign: Campaign) -> Values:
    return {(topic.topic,): topic.closed_at is not None for topic in topics_of(session, campaign.id)}


def stored_grades(session: Session, campaign: Campaign) -> Values:
    rows = imported_grades(session, campaign.id)
    return {(topic, docno): row.grade for topic, found in rows.items() for docno, row in found.items()}


def stored_runs(session: Session, campaign: Campaign) -> Values:
    runs = session.scalars(select(StoredRun).where(StoredRun.campaign_id == campaign.id))
    return {(run.id,): None if run.replaced_by_id else run.name for run in runs}
