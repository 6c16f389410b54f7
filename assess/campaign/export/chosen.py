"""Export judgments as preferred and other text, as JSON lines: the usual format to train on preferences (DPO).

One line for each judgment that counts, so several judgments of a pair are several lines. A tie prefers nothing and has
no line.
"""

from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.export.exported import Exported, counted
from assess.campaign.export.log import json_line
from assess.campaign.export.seen_texts import SeenTexts
from assess.store.items import Shown
from assess.store.judgments import JudgmentDetails, judgment_details
from assess.store.tables import Campaign


def export_chosen(session: Session, campaign: Campaign) -> Exported:
    """The judgments that count and prefer an item, with the texts that the assessor saw."""
    texts, lines, ties, bare = SeenTexts(session, campaign), list[str](), 0, 0
    for judgment in judgment_details(session, campaign.id):
        if judgment.reason is not None:
            continue
        line = _line(judgment, texts) if judgment.preferred is not None else None
        ties += judgment.preferred is None
        bare += judgment.preferred is not None and line is None
        lines += [json_line(line)] if line else []
    return Exported("".join(lines), _remarks(ties, bare))


def _remarks(ties: int, bare: int) -> tuple[str, ...]:
    remarks = [f"{counted(ties, 'tie is', 'ties are')} left out"] if ties else []
    if bare:
        remarks.append(
            f"{counted(bare, 'judgment is', 'judgments are')} left out: the campaign has no text of their items"
        )
    return tuple(remarks)


def _line(judgment: JudgmentDetails, texts: SeenTexts) -> dict[str, Any] | None:
    """The fields of a line; None if one of the items has nothing to show."""
    at = judgment.seen_at or judgment.at
    items = [(judgment.docno_a, judgment.item_a_id), (judgment.docno_b, judgment.item_b_id)]
    if judgment.preferred == judgment.docno_b:
        items.reverse()
    (chosen, chosen_id), (rejected, rejected_id) = items
    good, bad = texts.item(chosen_id, at), texts.item(rejected_id, at)
    if good is None or bad is None:
        return None
    question, description = texts.topic(judgment.topic_id, at)
    return {
        "prompt": question,
        **({"description": description} if description else {}),
        "chosen": as_text(good),
        "rejected": as_text(bad),
        "topic": judgment.topic,
        "chosen_docno": chosen,
        "rejected_docno": rejected,
        "material": good[0],
        "strength": judgment.strength,
        "judgment": judgment.id,
        "assessor": judgment.assessor_id,
        "kind": judgment.kind,
    }


def as_text(shown: Shown) -> str:
    """A text as it is; an image as its address, below its description; a result page as its numbered results."""
    material, body = shown
    if material == "text":
        return str(body)
    if material == "image":
        return _lines(body.get("text"), body.get("alt"), body["image"])
    results = [_result(number, result) for number, result in enumerate(body["results"], start=1)]
    return "\n\n".join(filter(None, [body.get("text"), *results]))


def _result(number: int, result: dict[str, str]) -> str:
    return _lines(f"{number}. {result['title']}", result.get("snippet"), result.get("url"))


def _lines(*parts: str | None) -> str:
    return "\n".join(part for part in parts if part)
