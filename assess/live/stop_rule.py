"""The optional rule that closes a campaign, or its topics, once a comparison is decided."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.setup.lifecycle import close_campaign, close_topic
from assess.live.view_settings import StopRule, live_settings
from assess.stats.resampling import Floats
from assess.stats.topic_stability import Pairs, pairs_in_order, pairs_of_leader, stability
from assess.store.tables import Campaign
from assess.store.topics import unfinished_topics


def rule_figures(
    rule: StopRule, pair: Sequence[int], figures: Mapping[str, Any], scores: Floats, replicates: Floats
) -> dict[str, Any]:
    """The probability that the rule's comparison stays as it is now: in the campaign, and in each topic.

    *pair* has the columns of the two runs, if the rule compares two. If one of them is missing, nothing is decided.
    """
    if rule.pair and len(pair) < 2:
        return {"probability": 0.0, "topics": [0.0] * len(scores)}
    if rule.pair:
        first, second = pair
        probability = max(figures["ahead"][first][second], figures["ahead"][second][first])
    else:
        probability = figures[rule.comparison]
    return {
        "probability": probability,
        "topics": [
            stability(rejudged, _pairs(rule, pair, row)) for row, rejudged in zip(scores, replicates, strict=True)
        ],
    }


def _pairs(rule: StopRule, pair: Sequence[int], scores: Floats) -> Pairs:
    if rule.comparison == "leader":
        return pairs_of_leader(scores)
    return pairs_in_order(scores, pair or None)


def apply_rule(
    session: Session, campaign: Campaign, figures: Mapping[str, Any], judged: Mapping[str, int], now: datetime
) -> list[str]:
    """Close what is decided by the campaign's rule; return the names of what was closed.

    *judged* is topic to its number of judgments, in the order of the rule's figures.
    """
    rule = live_settings(campaign).stop
    if rule is None or "rule" not in figures or campaign.state != "open":
        return []
    if rule.closes == "campaign":
        if figures["rule"]["probability"] < rule.level or sum(judged.values()) < rule.judgments:
            return []
        close_campaign(session, campaign, now)
        return [campaign.name]
    probability = dict(zip(judged, figures["rule"]["topics"], strict=True))
    closed = []
    for topic, topic_id in unfinished_topics(session, campaign.id).items():
        if probability.get(topic, 0.0) >= rule.level and judged[topic] >= rule.judgments:
            close_topic(session, campaign, topic_id, now)
            closed.append(topic)
    return closed
