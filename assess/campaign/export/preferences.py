"""Export the preferences of a campaign."""

from sqlalchemy.orm import Session

from assess.formats.preferences import format_judgments
from assess.store.judgments import current_judgments
from assess.store.tables import Campaign
from assess.store.topics import topic_ids


def export_preferences(session: Session, campaign: Campaign, columns: int = 3) -> str:
    """The judgments that count, by topic, then in the order of the log. Ties appear in the four-column format only."""
    place = {topic: number for number, topic in enumerate(topic_ids(session, campaign.id))}
    judgments = sorted(current_judgments(session, campaign.id), key=lambda judgment: place[judgment.topic])
    return format_judgments(judgments, columns)
