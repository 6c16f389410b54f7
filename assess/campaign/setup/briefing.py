"""What the assessors of a campaign are told: its texts, the names of its grades, its training."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.judging.training import check_training
from assess.campaign.settings import USUAL_GRADES, TrainingPair, change_settings, settings_of
from assess.formats.briefing import TEXTS, Briefing
from assess.store.campaigns import change_campaign
from assess.store.tables import Campaign


def brief(session: Session, campaign: Campaign, briefing: Briefing, now: datetime) -> None:
    """Change what the briefing names, and keep the rest. An empty text or list removes the stored one."""
    texts = {**campaign.texts, **briefing.texts}
    change_campaign(session, campaign, "texts", {name: text for name, text in texts.items() if text}, now)
    check_training(session, campaign, [TrainingPair(**pair) for pair in briefing.training or []])
    records = {"scale": briefing.grades, "training": briefing.training}
    change_settings(session, campaign, {name: found for name, found in records.items() if found is not None}, now)


def briefing_of(campaign: Campaign) -> Briefing:
    """The current briefing of the campaign."""
    texts = {name: campaign.texts[name] for name in TEXTS if name in campaign.texts}
    settings = settings_of(campaign)
    grades = None if settings.scale is USUAL_GRADES else [asdict(grade) for grade in settings.scale]
    return Briefing(texts, grades, [asdict(pair) for pair in settings.training] or None)
