"""The typed models: one class per table, and the rules that the database itself keeps."""

from assess.store.tables.base import AssessorKind, Base, GradeSource, HitKind, HitState, LinkKind, Material, State
from assess.store.tables.campaigns import (
    Assessor,
    Campaign,
    CampaignChange,
    Grade,
    Item,
    Judgment,
    Pairing,
    Ranking,
    Run,
    Topic,
)
from assess.store.tables.live import Lease, Outlook, Standing, TopicScore
from assess.store.tables.work import Answer, Comment, Consent, Decline, Grading, Hit, Link, Setting, Task

__all__ = [
    "Answer",
    "Assessor",
    "AssessorKind",
    "Base",
    "Campaign",
    "CampaignChange",
    "Comment",
    "Consent",
    "Decline",
    "Grade",
    "GradeSource",
    "Grading",
    "Hit",
    "HitKind",
    "HitState",
    "Item",
    "Judgment",
    "Lease",
    "Link",
    "LinkKind",
    "Material",
    "Outlook",
    "Pairing",
    "Ranking",
    "Run",
    "Setting",
    "Standing",
    "State",
    "Task",
    "Topic",
    "TopicScore",
]
