"""What there is to analyse in a campaign: its judgments with all details, and the top items so far."""

from sqlalchemy.orm import Session

from assess.campaign.export.qrels import export_qrels
from assess.formats.qrels import Qrels, parse_qrels
from assess.model import DetailedJudgment
from assess.store.judgments import LoggedJudgment, judgment_log
from assess.store.tables import Campaign


def judgments_of(session: Session, campaign: Campaign) -> list[DetailedJudgment]:
    """The judgments that count, in the order of the log; the items of each are in ascending order."""
    return [detailed(logged) for logged in judgment_log(session, campaign.id, counting=True)]


def detailed(logged: LoggedJudgment) -> DetailedJudgment:
    """A line of the log as a judgment for statistics, its items in ascending order."""
    return DetailedJudgment(
        logged.topic,
        min(logged.docno_a, logged.docno_b),
        max(logged.docno_a, logged.docno_b),
        logged.preferred,
        logged.round_,
        logged.strength,
        logged.left,
        logged.seconds,
        f"{logged.kind}:{logged.identity}",
        adjudicates=logged.adjudicates,
    )


def levels_of(session: Session, campaign: Campaign) -> Qrels:
    """The grades, and above them the top items of each topic whose tournament has ended."""
    return parse_qrels(export_qrels(session, campaign).encode())
