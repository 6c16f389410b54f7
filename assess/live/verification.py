"""Score every topic again from the log, and compare the scores with those that are stored."""

from collections.abc import Iterator, Mapping
from math import isclose

from sqlalchemy.orm import Session

from assess.campaign.consistency.check import Check, Difference, compared
from assess.live.rank_cache import ScoreCache
from assess.live.topic_scores import read_campaign, read_topic, score_topic
from assess.store.runs import run_ids
from assess.store.scores import MarkedTopic, ScoredTopic, all_scores, all_standings, counted_judgments
from assess.store.tables import Campaign
from assess.store.topics import topics_of

# Scores that differ by less are the same: they may come from another machine.
TOLERANCE = 1e-9
Scores = Mapping[str, ScoredTopic]


def check_scores(session: Session, campaign: Campaign) -> list[Check]:
    """Compare the stored scores of every topic, and the points of the history, with the log."""
    runs, cache = run_ids(session, campaign.id), ScoreCache()
    if not runs:
        return []
    live, stored = read_campaign(session, campaign.id), all_scores(session, campaign.id)
    names = {id_: name for name, id_ in runs.items()}
    number, waiting, found = 0, 0, list[Difference]()
    for topic in topics_of(session, campaign.id):
        if topic.version > topic.scored:
            waiting += 1
            continue
        marked = MarkedTopic(topic.id, topic.topic, campaign.id, topic.version)
        scored = score_topic(session, cache, read_topic(session, cache, live, marked))
        rebuilt = {measure: values for measure, values in scored.items() if values is not None}
        number += sum(len(of.values) for of in rebuilt.values())
        found += _differences(f"topic {topic.topic}", stored.get(topic.topic, {}), rebuilt, names)
    note = f"{waiting:,} topics wait to be scored" if waiting else ""
    return [Check("scores of runs", number, tuple(found), note), _check_standings(session, campaign)]


def _differences(where: str, stored: Scores, rebuilt: Scores, names: Mapping[int, str]) -> Iterator[Difference]:
    for measure in sorted(stored.keys() | rebuilt.keys()):
        if measure not in stored or measure not in rebuilt:
            yield Difference(where, f"{measure} is stored", measure in stored, measure in rebuilt)
            continue
        old, new = stored[measure], rebuilt[measure]
        yield from compared(where, f"judgments behind {measure}", old.judgments, new.judgments)
        for run in sorted(old.values.keys() | new.values.keys()):
            pair = old.values.get(run), new.values.get(run)
            if None in pair or not isclose(*pair, abs_tol=TOLERANCE):  # type: ignore[arg-type]
                yield Difference(f"{where}, run {names.get(run, run)}", measure, *pair)


def _check_standings(session: Session, campaign: Campaign) -> Check:
    """No point of the history can have more judgments than count, or a run that there never was."""
    counted, found = counted_judgments(session, campaign.id), list[Difference]()
    points = all_standings(session, campaign.id)
    for measure, judgments in points:
        if judgments > counted:
            found.append(Difference(f"history of {measure}", "judgments of a point", judgments, f"at most {counted}"))
    return Check("points of the history", len(points), tuple(found))
