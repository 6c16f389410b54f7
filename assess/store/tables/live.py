"""Live evaluation: the scores of topics, how the means came about, and who computes them.

All of it is derived from the log and the runs, and can be thrown away: it is computed again.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from assess.store.tables.base import Base
from assess.store.types import Scores


class TopicScore(Base):
    """What every run scores on a topic by a measure, and the number of judgments that rests on.

    A row for all runs, not one for each: a judgment moves all of them, and all are shown together.
    """

    __tablename__ = "topic_score"
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"), primary_key=True)
    measure: Mapped[str] = mapped_column(primary_key=True)
    judgments: Mapped[int]
    runs: Mapped[list[int]] = mapped_column(JSON)
    values: Mapped[list[float]] = mapped_column(Scores)


class Standing(Base):
    """The means of all runs when the campaign had so many judgments: a point of the plot."""

    __tablename__ = "standing"
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), primary_key=True)
    measure: Mapped[str] = mapped_column(primary_key=True)
    judgments: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    runs: Mapped[list[int]] = mapped_column(JSON)
    means: Mapped[list[float]] = mapped_column(Scores)


class Outlook(Base):
    """Whether the order of a campaign's runs is settled, as last worked out."""

    __tablename__ = "outlook"
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), primary_key=True, autoincrement=False)
    judgments: Mapped[int]
    at: Mapped[datetime]
    figures: Mapped[dict[str, Any]] = mapped_column(JSON)


class Lease(Base):
    """Who does what only one process needs to do, and until when it need not say so again."""

    __tablename__ = "lease"
    name: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str]
    expires_at: Mapped[datetime]
