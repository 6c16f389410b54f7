"""The judgments that hold by the log alone: read line by line, as a reader of the exported log would."""

from collections import defaultdict

from sqlalchemy.orm import Session

from assess.model import Judgment
from assess.store.judgments import judgment_log
from assess.store.tables import Campaign


def judgments_by_log(session: Session, campaign: Campaign) -> defaultdict[str, list[Judgment]]:
    """Topic to the judgments that count and were not superseded, in the order of the log."""
    log = list(judgment_log(session, campaign.id))
    superseded = {logged.supersedes for logged in log}
    found: defaultdict[str, list[Judgment]] = defaultdict(list)
    for logged in log:
        if logged.counts and logged.id not in superseded:
            judged = (logged.topic, logged.docno_a, logged.docno_b, logged.preferred, logged.round_)
            found[logged.topic].append(Judgment(*judged, adjudicates=logged.adjudicates))
    return found
