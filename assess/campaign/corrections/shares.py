"""Change the share of work of the people of a link: their quota, their topics, whether they are adjudicators."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import check_share_of_work, parse_link_settings
from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import whole_number_field
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.store.tables import Campaign, CampaignChange, Link
from assess.store.topics import topic_ids

# Settings of a link that this changes; None and () lift them.
SHARES = ("quota", "topics", "adjudicator")
# Kinds of links whose people can decide disagreements: everybody who is known by name, and no machine.
ADJUDICATORS = ("invited", "simulated")


@dataclass(frozen=True)
class ChangeShare:
    """Give a link another quota, other topics or another role. What somebody holds now they may finish."""

    field: ClassVar[str] = "share of work"
    link: int
    changes: Mapping[str, Any]

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        link = link_numbered(session, campaign, self.link)
        if unknown := sorted(self.changes.keys() - set(SHARES)):
            raise ParameterError(f"found {unknown[0]!r}, expected one of {', '.join(SHARES)}")
        changes = check_share_of_work(self.changes, topic_ids(session, campaign.id))
        if changes.get("adjudicator") and link.kind not in ADJUDICATORS:
            raise ConflictError(f"link {link.id} is of a {link.kind}: only an invited person can be an adjudicator")
        return _set(session, link, changes)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        link = link_numbered(session, campaign, change.new["link"])
        if _shares(link, change.new["changes"]) != change.new["changes"]:
            raise ConflictError(f"the share of link {link.id} was changed again since: undo that first")
        return _set(session, link, change.old["changes"])

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "ChangeShare":
        changes = fields.get("changes")
        if not isinstance(changes, dict) or not changes:
            raise ParameterError(f'found changes = {changes!r}, expected an object such as {{"quota": 200}}')
        return cls(whole_number_field(fields, "link"), changes)


def link_numbered(session: Session, campaign: Campaign, number: int) -> Link:
    """The link of that number. Any other campaign's is unknown."""
    found = session.get(Link, number)
    if found is None or found.campaign_id != campaign.id:
        raise UnknownNameError(
            f"found no link {number} of campaign {campaign.name}: assess invite {campaign.name} lists"
        )
    return found


def _set(session: Session, link: Link, changes: Mapping[str, Any]) -> Corrected:
    old = _shares(link, changes)
    kept = {name: value for name, value in (link.settings | dict(changes)).items() if value not in (None, [], ())}
    link.settings = kept
    session.flush()
    return Corrected((), {"link": link.id, "changes": old}, {"link": link.id, "changes": _shares(link, changes)})


def _shares(link: Link, names: Mapping[str, Any]) -> dict[str, Any]:
    settings = parse_link_settings(link.settings)
    known = {"quota": settings.quota, "topics": list(settings.topics), "adjudicator": settings.adjudicator}
    return {name: known[name] for name in names}
