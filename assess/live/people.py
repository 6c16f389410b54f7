"""The people of a campaign with what each does to the ranking of systems, as records for JSON, CSV and tables."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.people.overview import AssessorProfile, people_of
from assess.live.person_effects import PersonEffect, effects_of_people
from assess.store.tables import Campaign

Record = dict[str, Any]


def people_records(session: Session, campaign: Campaign, now: datetime) -> list[Record]:
    """A record for each person, with the effect of leaving them out where there are runs."""
    return with_effects(people_of(session, campaign, now), effects_of_people(session, campaign))


def with_effects(people: Sequence[AssessorProfile], effects: Mapping[int, PersonEffect]) -> list[Record]:
    return [_record(person, effects.get(person.number or 0)) for person in people]


def _record(person: AssessorProfile, effect: PersonEffect | None) -> Record:
    """The fields of a person on one level; shares and the effect are objects."""
    judged = asdict(person.judged) if person.judged else {}
    base = {name: value for name, value in asdict(person).items() if name != "judged"}
    return base | {"left_out": asdict(effect) if effect else None, "judged": judged or None}
