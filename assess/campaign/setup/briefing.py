"""What the assessors of a campaign are told: its texts, the names of its grades, its training."""

from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.judging.training import check_training
from assess.formats.briefing import TEXTS, Briefing
from assess.store.campaigns import change_campaign
from assess.store.tables import Campaign


def brief(session: Session, campaign: Campaign, briefing: Briefing, now: datetime) -> None:
    """Change what the briefing names, and keep the rest; an empty text or list takes away what was there."""
    texts = {**campaign.texts, **briefing.texts}
    change_campaign(session, campaign, "texts", {name: text for name, text in texts.items() if text}, now)
    check_training(session, campaign, briefing.training or [])
    parameters = dict(campaign.parameters)
    for name, records in (("scale", briefing.grades), ("training", briefing.training)):
        if records is not None:
            parameters[name] = records
    change_campaign(session, campaign, "parameters", parameters, now)


def briefing_of(campaign: Campaign) -> Briefing:
    """What the assessors are told now."""
    texts = {name: campaign.texts[name] for name in TEXTS if name in campaign.texts}
    return Briefing(texts, campaign.parameters.get("scale"), campaign.parameters.get("training"))
