"""The runs of a campaign. A run that was replaced is in none of these lists."""

from collections.abc import Iterator, Mapping

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from assess.errors import ConflictError
from assess.formats.runs import Ranking, Run
from assess.store import tables
from assess.store.tables import StoredTopic

# Not replaced by another run.
CURRENT = tables.StoredRun.replaced_by_id.is_(None)


def add_run(session: Session, campaign_id: int, run: Run, topic_ids: Mapping[str, int], *, hidden: bool = False) -> int:
    """Store a run with its rankings of the campaign's topics; return its id. Other topics are left out."""
    if run.name in run_ids(session, campaign_id):
        raise ConflictError(f"there is a run {run.name!r} in the campaign already: give it another tag")
    row = tables.StoredRun(campaign_id=campaign_id, name=run.name, hidden=hidden)
    session.add(row)
    session.flush()
    rankings = [
        {"run_id": row.id, "topic_id": topic_ids[topic], "docnos": ranking.docnos, "scores": ranking.scores}
        for topic, ranking in run.rankings.items()
        if topic in topic_ids
    ]
    if rankings:
        session.execute(insert(tables.StoredRanking), rankings)
    return row.id


def run_ids(session: Session, campaign_id: int) -> dict[str, int]:
    """Run name to id, sorted by name."""
    query = (
        select(tables.StoredRun.name, tables.StoredRun.id)
        .where(tables.StoredRun.campaign_id == campaign_id, CURRENT)
        .order_by(tables.StoredRun.name)
    )
    return dict(session.execute(query).all())


def swap_runs(session: Session, out: tables.StoredRun, into: tables.StoredRun, name: str) -> None:
    """Let *into* be the run of that name, and keep *out* as replaced by it, under a name that no file can have."""
    out.name, out.replaced_by_id = f"{name} (replaced, run {out.id})", into.id
    session.flush()
    into.name, into.replaced_by_id = name, None
    session.flush()


def visible_runs(session: Session, campaign_id: int) -> list[tables.StoredRun]:
    """The runs that are not hidden, oldest first."""
    query = select(tables.StoredRun).where(
        tables.StoredRun.campaign_id == campaign_id, tables.StoredRun.hidden.is_(False), CURRENT
    )
    return list(session.scalars(query.order_by(tables.StoredRun.id)))


def shown_runs(session: Session, campaign_id: int) -> list[tuple[int, str, str | None]]:
    """Id, name and description of each run that is not hidden."""
    runs = tables.StoredRun
    columns = select(runs.id, runs.name, runs.description)
    query = columns.where(runs.campaign_id == campaign_id, runs.hidden.is_(False), CURRENT)
    return [(id_, name, described) for id_, name, described in session.execute(query.order_by(runs.id))]


def runs_of(session: Session, campaign_id: int) -> list[Run]:
    """The runs with their rankings, sorted by name."""
    return [Run(name, rankings_of_run(session, id_)) for name, id_ in run_ids(session, campaign_id).items()]


def rankings_of_run(session: Session, run_id: int) -> dict[str, Ranking]:
    """Topic to ranking."""
    query = (
        select(StoredTopic.topic, tables.StoredRanking.docnos, tables.StoredRanking.scores)
        .join(StoredTopic, StoredTopic.id == tables.StoredRanking.topic_id)
        .where(tables.StoredRanking.run_id == run_id)
        .order_by(StoredTopic.id)
    )
    return {topic: Ranking(docnos, scores) for topic, docnos, scores in session.execute(query)}


def rankings_by_run_id(session: Session, topic_id: int) -> Iterator[tuple[int, Ranking]]:
    """The id of each run that ranks the topic, and its ranking."""
    columns = (tables.StoredRanking.run_id, tables.StoredRanking.docnos, tables.StoredRanking.scores)
    query = select(*columns).join(tables.StoredRun, tables.StoredRun.id == tables.StoredRanking.run_id)
    query = query.where(tables.StoredRanking.topic_id == topic_id, CURRENT).order_by(tables.StoredRanking.run_id)
    for run_id, docnos, scores in session.execute(query):
        yield run_id, Ranking(docnos, scores)
