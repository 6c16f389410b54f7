"""A judged campaign for pictures of the live page: six systems from good to poor, and a crowd that errs at times."""

from datetime import datetime
from random import Random

from sqlalchemy import Engine

from assess.database.engine import writing
from assess.formats.runs import Ranking, Run
from assess.live.outlook_worker import OutlookWorker
from assess.live.replay import Log, ReplayStage, log_of_preferences
from assess.live.rescoring import Scorer
from assess.live.view_settings import LiveSettings
from assess.model import Judgment
from assess.store.tables import Campaign

# System to its noise: the larger, the worse it ranks.
SYSTEMS = {"bm25": 4.0, "bm25-rm3": 3.0, "dense": 2.5, "hybrid": 1.4, "rerank-large": 0.9, "title-only": 7.0}
TOPICS = [f"{number}" for number in range(101, 115)]
ITEMS = [f"passage-{number}" for number in range(10)]
STEPS = 8
# A system that is noisier than this one finds items that nobody judged.
UNJUDGED = 5.0


def judged_campaign(engine: Engine, now: datetime) -> Campaign:
    """Play a whole campaign; its scores and its outlook are stored."""
    log, scorer = _log(Random(4)), Scorer(engine, lambda: now)
    with writing(engine) as session:
        stage = ReplayStage(session, "evening", log, LiveSettings(("pgc", "pgc(p=0.8)")), now)
        stage.campaign.texts = {"title": "Evening skies"}
    for step in range(STEPS):
        with writing(engine) as session:
            stage.feed(session, log.lines[step::STEPS])
        scorer.score_all()
    OutlookWorker(engine, scorer.cache, lambda: now).update_all()
    return stage.campaign


def _log(rng: Random) -> Log:
    judgments = []
    for topic in TOPICS:
        for _ in range(30):
            a, b = sorted(rng.sample(range(len(ITEMS)), 2))
            preferred = a if rng.random() < 0.85 else b
            judgments.append(Judgment(topic, ITEMS[a], ITEMS[b], ITEMS[preferred]))
    rng.shuffle(judgments)
    return log_of_preferences(judgments, [_run(name, noise, rng) for name, noise in SYSTEMS.items()])


def _run(name: str, noise: float, rng: Random) -> Run:
    rankings = {}
    for topic in TOPICS:
        seen = {docno: place + rng.gauss(0, noise) for place, docno in enumerate(ITEMS)}
        if noise > UNJUDGED:
            seen[f"caption-{topic}"] = rng.uniform(0, len(ITEMS))
        ranked = sorted(seen, key=lambda docno: seen[docno])
        rankings[topic] = Ranking(ranked, [-seen[docno] for docno in ranked])
    return Run(name, rankings)
