"""Disagreements as plain values, for JSON: who said what, and what they saw."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.judging.disagreements import Disagreement, list_disagreements
from assess.campaign.judging.grade_disagreements import GradeDisagreement, list_grade_disagreements
from assess.store.disagreements import SaidRow
from assess.store.former_texts import former_texts
from assess.store.graders import GivenGrade
from assess.store.tables import Campaign, StoredItem, StoredTopic


def disagreement_records(session: Session, campaign: Campaign, *, texts: bool = False) -> list[dict[str, Any]]:
    """Every disagreement, hardest first: pairings, then grades; with the *texts* that people saw."""
    records = []
    for pair in list_disagreements(session, campaign):
        row = pair.pairing
        shown = _seen(session, row.topic_id, (row.item_a_id, row.item_b_id), pair.said) if texts else {}
        records.append(_pair(pair) | shown)
    for grade in list_grade_disagreements(session, campaign):
        shown = _seen(session, grade.item.topic_id, (grade.item.item_id,), grade.said) if texts else {}
        records.append(_grade(grade) | shown)
    return records


def _pair(known: Disagreement) -> dict[str, Any]:
    row = known.pairing
    return {
        "kind": "pair",
        "topic": row.topic,
        "round": row.round_,
        "docno_a": row.docno_a,
        "docno_b": row.docno_b,
        "margin": round(known.margin, 4),
        "stake": known.stake,
        "said": [_said(said) for said in known.said],
        "decided": [_said(said) for said in known.decisions],
    }


def _said(row: SaidRow) -> dict[str, Any]:
    return {"person": _person(row), "preferred": row.preferred, "at": row.at.isoformat()}


def _grade(known: GradeDisagreement) -> dict[str, Any]:
    return {
        "kind": "grade",
        "topic": known.item.topic,
        "docno": known.item.docno,
        "grade": known.grade,
        "spread": known.spread,
        "said": [{"person": _person(row), "grade": row.grade, "at": row.at.isoformat()} for row in known.said],
        "decided": known.decided,
    }


def _person(row: SaidRow | GivenGrade) -> dict[str, Any]:
    return {"number": row.assessor_id, "kind": row.kind, "identity": row.identity}


def _seen(
    session: Session, topic_id: int, item_ids: Sequence[int], said: Sequence[SaidRow | GivenGrade]
) -> dict[str, Any]:
    """The question and the items as people saw them, once for each text that was corrected in between."""
    versions: list[dict[str, Any]] = []
    for row in said:
        shown = _shown_at(session, topic_id, item_ids, row)
        same = next((version for version in versions if version["shown"] == shown), None)
        if same is None:
            same = {"shown": shown, "by": []}
            versions.append(same)
        same["by"].append(_person(row))
    return {"seen": [{"by": version["by"], **version["shown"]} for version in versions]}


def _shown_at(session: Session, topic_id: int, item_ids: Sequence[int], row: SaidRow | GivenGrade) -> dict[str, Any]:
    topics, formers = former_texts(session, {topic_id}, row.seen_at)
    topic = session.get_one(StoredTopic, topic_id)
    asked = {"question": topic.question, "description": topic.description}
    items = [session.get_one(StoredItem, item_id) for item_id in item_ids]
    bodies = {item.docno: formers[item.id].body if item.id in formers else item.body for item in items}
    return (topics[topic_id].body if topic_id in topics else asked) | {"items": bodies}
