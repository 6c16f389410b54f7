"""Find an assessor by what the organiser calls them: a number, a name, or a kind and a name."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.errors import UnknownNameError
from assess.store.tables import Assessor, Campaign


def assessor_called(session: Session, campaign: Campaign, called: str) -> Assessor:
    """The assessor with this identity, with this ``kind:identity``, or of this number.

    An identity that two kinds of assessors share must be given with its kind.
    """
    everybody = list(session.scalars(select(Assessor).where(Assessor.campaign_id == campaign.id).order_by(Assessor.id)))
    for matches in (
        [found for found in everybody if called in (found.identity, f"{found.kind}:{found.identity}")],
        [found for found in everybody if called == str(found.id)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = ", ".join(f"{found.kind}:{found.identity}" for found in matches)
            raise UnknownNameError(f"found {len(matches)} assessors called {called!r}, expected one of: {names}")
    raise UnknownNameError(
        f"found no assessor {called!r} in campaign {campaign.name}: assess people {campaign.name} lists them"
    )
