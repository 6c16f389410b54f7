"""The record of changes in words, and as JSON."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy.orm import Session

from assess.store.changes import changes_of
from assess.store.tables import Campaign, CampaignChange

# Longer values are cut.
LONGEST = 60


def changes_as_json(session: Session, campaign: Campaign) -> list[dict[str, Any]]:
    """Every change of the campaign, oldest first, with what it did in words."""
    found = changes_of(session, campaign)
    undone = {change.undoes_id: change.id for change in found if change.undoes_id}
    return [change_as_json(change, undone.get(change.id)) for change in found]


def change_as_json(change: CampaignChange, undone_by: int | None = None) -> dict[str, Any]:
    """One change, and the number of the change that took it back."""
    return {
        "number": change.id,
        "at": change.at.isoformat(),
        "who": change.who,
        "why": change.why,
        "what": in_words(change),
        "kind": change.field,
        "old": change.old,
        "new": change.new,
        "undoes": change.undoes_id,
        "undone_by": undone_by,
    }


def in_words(change: CampaignChange) -> str:
    """What the change did, in a few words."""
    if change.undoes_id is not None:
        return f"undid change {change.undoes_id}"
    if change.field in WORDINGS:
        return WORDINGS[change.field](change.old, change.new)
    return f"{change.field}: {_short(change.old)} -> {_short(change.new)}"


def _parameters(old: Any, new: Any) -> str:
    """The settings that differ."""
    names = [name for name in {**(old or {}), **(new or {})} if (old or {}).get(name) != (new or {}).get(name)]
    return "; ".join(f"{name} {_short((old or {}).get(name))} -> {_short((new or {}).get(name))}" for name in names)


def _texts(old: Any, new: Any) -> str:
    names = [name for name in {**(old or {}), **(new or {})} if (old or {}).get(name) != (new or {}).get(name)]
    return f"changed the briefing: {', '.join(names)}"


def _discard(_: Any, new: Any) -> str:
    since = "" if new["from"] is None or new["from"].startswith("1970-") else f" from {new['from'][:16]} on"
    return f"discarded the judgments of assessor {new['assessor']}{since}"


def _aside(_: Any, new: Any) -> str:
    pair = f"the pair {new['docno']} and {new['other']}" if "other" in new else f"item {new['docno']}"
    return f"set {pair} of topic {new['topic']} aside"


def _extend(_: Any, new: Any) -> str:
    return f"added {_content(new)}"


def _correct(_: Any, new: Any) -> str:
    return f"corrected {_content(new)}"


def _content(new: Any) -> str:
    numbers = {"topic": len(new["topics"])}
    numbers |= {name: sum(map(len, new.get(f"{name}s", {}).values())) for name in ("item", "text", "grade")}
    parts = [f"{number:,} {name}{'s' if number > 1 else ''}" for name, number in numbers.items() if number]
    return ", ".join(parts)


def _judge(_: Any, new: Any) -> str:
    return f"asked for {new['judgments']:,} judgments of the top {new['top']} of run {new['run']}"


def _topic(_: Any, new: Any) -> str:
    return f"{'closed' if new['closed'] else 'reopened'} topic {new['topic']}"


def _withdraw(_: Any, new: Any) -> str:
    after = "stay under the number" if new["judgments"] == "keep" else "count no more"
    return f"assessor {new['assessor']} withdrew; their judgments {after}"


def _forget(_: Any, new: Any) -> str:
    books = ", also the platform's ids of paid work" if new["books"] else ""
    return f"erased what identified assessor {new['assessor']}{books}"


def _exclude(_: Any, new: Any) -> str:
    if new["at"] is None:
        return f"admitted assessor {new['assessor']} again"
    return f"excluded assessor {new['assessor']} from further work"


def _share(old: Any, new: Any) -> str:
    """What changed of a link's share of work; no quota and no topics mean no limit."""
    parts = [f"{name} {_limit(old['changes'][name])} -> {_limit(value)}" for name, value in new["changes"].items()]
    return f"share of work of link {new['link']}: {'; '.join(parts)}"


def _limit(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) and value else str(value or "all")


def _adjudicate(_: Any, new: Any) -> str:
    decision = "a tie" if new["preferred"] is None else f"{new['preferred']}"
    return f"decided {new['docno']} against {new['other']} of topic {new['topic']}: {decision}"


def _decide_grade(_: Any, new: Any) -> str:
    return f"decided the grade of {new['docno']} of topic {new['topic']}: {new['grade']:g}"


WORDINGS: Mapping[str, Callable[[Any, Any], str]] = {
    "state": lambda old, new: f"state {old} -> {new}",
    "name": lambda old, new: f"renamed from {old} to {new}",
    "parameters": _parameters,
    "settings": _parameters,
    "texts": _texts,
    "discard": _discard,
    "aside": _aside,
    "adjudicate": _adjudicate,
    "decide grade": _decide_grade,
    "extend": _extend,
    "correct": _correct,
    "judge": _judge,
    "exclude": _exclude,
    "share of work": _share,
    "replace": lambda _, new: f"replaced run {new['run']}",
    "topic": _topic,
    "withdraw": _withdraw,
    "forget": _forget,
}


def _short(value: Any) -> str:
    found = "the default" if value is None else str(value)
    return found if len(found) <= LONGEST else found[:LONGEST] + "…"
