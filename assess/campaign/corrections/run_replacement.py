"""Replace a run by another one of the same name. The former run is kept, so that this can be undone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import optional_text_field, text_field
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.runs import Run, parse_run
from assess.store.runs import add_run, rankings_of_run, run_ids, swap_runs
from assess.store.scores import mark_topics
from assess.store.tables import Campaign, CampaignChange, StoredRun
from assess.store.topics import topic_ids


@dataclass(frozen=True)
class ReplaceRun:
    """The run takes the place of the one of the same name. Without a description it keeps the former one's."""

    field: ClassVar[str] = "replace"
    run: Run
    description: str | None = None

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        name, topics = self.run.name, topic_ids(session, campaign.id)
        former = _current(session, campaign, name)
        if topics.keys().isdisjoint(self.run.rankings):
            raise ParameterError(f"run {name!r} ranks none of the {len(topics)} topics of {campaign.name}")
        if rankings_of_run(session, former.id) == {
            topic: ranking for topic, ranking in self.run.rankings.items() if topic in topics
        }:
            raise ConflictError(f"campaign {campaign.name} has this run {name!r} already, with the same rankings")
        new_name = f"{name} (new)"
        new = session.get_one(
            StoredRun, add_run(session, campaign.id, Run(new_name, self.run.rankings), topics, hidden=former.hidden)
        )
        new.description = self.description or former.description
        return _swapped(session, campaign, former, new, name)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        name = change.new["run"]
        current = _current(session, campaign, name)
        if current.id != change.new["id"]:
            raise ConflictError(f"run {name!r} was replaced again since: undo that first")
        return _swapped(session, campaign, current, session.get_one(StoredRun, change.old["id"]), name)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "ReplaceRun":
        run = parse_run(text_field(fields, "run").encode(), "run")
        return cls(run, optional_text_field(fields, "description"))


def _current(session: Session, campaign: Campaign, name: str) -> StoredRun:
    runs = run_ids(session, campaign.id)
    if name not in runs:
        known = ", ".join(runs) or "none"
        raise UnknownNameError(
            f"found no run {name!r} to replace in campaign {campaign.name}, expected one of: {known}; "
            "without --replace it is added"
        )
    return session.get_one(StoredRun, runs[name])


def _swapped(session: Session, campaign: Campaign, out: StoredRun, into: StoredRun, name: str) -> Corrected:
    swap_runs(session, out, into, name)
    mark_topics(session, campaign.id)
    return Corrected([], {"run": name, "id": out.id}, {"run": name, "id": into.id})
