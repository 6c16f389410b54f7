"""Live evaluation: the scores of topics, the history of the means, the outlook, and the lease of the live scorer.

All of it is computed from the log and the runs. It can be deleted and is then computed again.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from assess.store.tables.base import Base
from assess.store.types import Scores


class TopicScore(Base):
    """The scores of all runs on a topic by a measure, and the number of judgments behind them.

    One row holds all runs: a judgment changes all of them, and they are shown together.
    """

    __tablename__ = "topic_score"
    topic_id: Mapped[int] = mapped_column(ForeignKey("topic.id"), primary_key=True)
    measure: Mapped[str] = mapped_column(primary_key=True)
    judgments: Mapped[int]
    runs: Mapped[list[int]] = mapped_column(JSON)
    values: Mapped[list[float]] = mapped_column(Scores)


class Standing(Base):
    """The means of all runs after so many judgments: a point of the history plot."""

    __tablename__ = "standing"
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), primary_key=True)
    measure: Mapped[str] = mapped_column(primary_key=True)
    judgments: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    runs: Mapped[list[int]] = mapped_column(JSON)
    means: Mapped[list[float]] = mapped_column(Scores)


class Outlook(Base):
    """Whether the order of a campaign's runs is settled, as last computed."""

    __tablename__ = "outlook"
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), primary_key=True, autoincrement=False)
    judgments: Mapped[int]
    at: Mapped[datetime]
    figures: Mapped[dict[str, Any]] = mapped_column(JSON)


class Lease(Base):
    """The process that does work that only one should do, and until when unless it renews the lease."""

    __tablename__ = "lease"
    name: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str]
    expires_at: Mapped[datetime]
