"""How the topics of a campaign stand now, and what its runs score."""

from assess.campaign.corrections.topic_effects import TopicStanding
from assess.database.engine import reading
from assess.live.preview import CampaignReading, mean_scores, read_campaign_now
from assess.live.rank_cache import ScoreCache
from assess.store.tables import Campaign
from tests.conftest import Judged


def stands(judged: Judged) -> dict[str, TopicStanding]:
    with reading(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        return dict(read_campaign_now(session, campaign, CampaignReading(), ScoreCache()).standings)


def means(judged: Judged) -> dict[str, float]:
    """Run to its mean by the main measure."""
    with reading(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        return mean_scores(session, campaign, read_campaign_now(session, campaign, CampaignReading(), ScoreCache()))
