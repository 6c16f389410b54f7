"""Replay a finished log through the live view, to see how a ranking came about and to test live scoring."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from assess import model
from assess.campaign.setup.create import check_name
from assess.campaign.setup.sources import NOT_SHOWN
from assess.errors import ParameterError
from assess.formats.runs import Run
from assess.live.view_settings import LiveSettings, as_parameter
from assess.store.assessors import get_or_create_assessor
from assess.store.campaigns import add_campaign
from assess.store.grades import add_grades, grades_of
from assess.store.items import add_items
from assess.store.judgments import judgment_log
from assess.store.pairings import UNASKED
from assess.store.runs import add_run, runs_of
from assess.store.tables import AssessorKind, Campaign, StoredJudgment, StoredPairing, StoredTopic
from assess.store.topics import add_topics, done_topics, questions_of
from assess.tournament import Parameters

Grades = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One judgment of a log, and who made it."""

    judgment: model.Judgment
    kind: AssessorKind
    identity: str


# Topic id, round and the ids of the two items, the smaller first: unique in a campaign.
PairingKey = tuple[int, int, int, int]


@dataclass(frozen=True)
class Log:
    """A finished evaluation: its judgments in order, with its topics, grades and runs."""

    lines: Sequence[LogLine]
    questions: dict[str, str]
    grades: Grades
    runs: Sequence[Run]
    parameters: dict[str, Any] = field(default_factory=lambda: asdict(Parameters()))
    seed: int = 0
    # Topics that are not finished at the end of the log.
    unfinished: frozenset[str] = frozenset()


def log_of_preferences(judgments: Iterable[model.Judgment], runs: Sequence[Run], grades: Grades | None = None) -> Log:
    """The log of a preference file. It does not say who judged, and the campaign of the replay says so.

    An assessor judges a pair once, so each judgment of a pair gets another assessor. They stand for nobody.
    """
    times: Counter[model.Pairing] = Counter()
    lines = []
    for judgment in judgments:
        times[judgment.pairing] += 1
        lines.append(LogLine(judgment, "machine", f"unknown {times[judgment.pairing]}"))
    topics = dict.fromkeys([line.judgment.topic for line in lines] + list(grades or {}))
    parameters = asdict(Parameters()) | {"workers_known": False, "counted": "both"}
    return Log(lines, {topic: topic for topic in topics}, grades or {}, runs, parameters)


def log_of_campaign(session: Session, campaign: Campaign) -> Log:
    """The judgments of a campaign that count, oldest first, with its grades and runs."""
    lines = [
        LogLine(
            model.Judgment(line.topic, line.docno_a, line.docno_b, line.preferred, line.round_),
            line.kind,
            line.identity,
        )
        for line in judgment_log(session, campaign.id, counting=True)
    ]
    grades: Grades = {topic: dict(items) for topic, items in grades_of(session, campaign.id).items()}
    questions, runs = questions_of(session, campaign.id), runs_of(session, campaign.id)
    unfinished = frozenset(questions.keys() - done_topics(session, campaign.id))
    return Log(lines, questions, grades, runs, dict(campaign.parameters), campaign.seed, unfinished)


_COUNT = (
    update(StoredPairing)
    .where(StoredPairing.id == bindparam("judged"))
    .values(counted=StoredPairing.counted + bindparam("more"))
)


class ReplayStage:
    """A closed campaign with everything but the judgments of a log, which `feed` adds in order."""

    def __init__(self, session: Session, name: str, log: Log, settings: LiveSettings, now: datetime) -> None:
        if not log.lines or not log.runs:
            raise ParameterError(f"found {len(log.lines)} judgments and {len(log.runs)} runs, expected some of each")
        check_name(name)
        self.campaign = add_campaign(session, name, log.seed, log.parameters | as_parameter(settings), now)
        self.campaign.state = "closed"
        self._now = now
        self._topics = add_topics(session, self.campaign.id, log.questions)
        self._items = self._add_items(session, log)
        self._pairings = self._add_pairings(session, log)
        self._assessors: dict[tuple[AssessorKind, str], int] = {}
        self._waiting = Counter(line.judgment.topic for line in log.lines)
        self._unfinished = log.unfinished
        for run in log.runs:
            add_run(session, self.campaign.id, run, self._topics)

    def _add_items(self, session: Session, log: Log) -> dict[str, dict[str, int]]:
        """Store every item that was judged or graded; return topic to docno to id."""
        docnos: dict[str, set[str]] = {topic: set(log.grades.get(topic, ())) for topic in self._topics}
        for line in log.lines:
            docnos[line.judgment.topic].update((line.judgment.docno_a, line.judgment.docno_b))
        items = {
            topic: add_items(session, topic_id, dict.fromkeys(docnos[topic], NOT_SHOWN))
            for topic, topic_id in self._topics.items()
        }
        for topic, grades in log.grades.items():
            add_grades(session, items[topic], grades)
        return items

    def _add_pairings(self, session: Session, log: Log) -> dict[PairingKey, int]:
        """Store every pairing that was judged, in one statement; return the id of each."""
        asked = Counter(self._key(line) for line in log.lines)
        names = ("topic_id", "round_", "item_a_id", "item_b_id")
        rows = [dict(zip(names, key, strict=True)) | {"votes": number} for key, number in asked.items()]
        session.execute(insert(StoredPairing), rows)
        columns = (
            StoredPairing.topic_id,
            StoredPairing.round_,
            StoredPairing.item_a_id,
            StoredPairing.item_b_id,
            StoredPairing.id,
        )
        stored = session.execute(select(*columns).where(StoredPairing.topic_id.in_(self._topics.values())))
        return {(topic_id, round_, a, b): id_ for topic_id, round_, a, b, id_ in stored}

    def _key(self, line: LogLine) -> PairingKey:
        judged, items = line.judgment, self._items[line.judgment.topic]
        a, b = sorted((items[judged.docno_a], items[judged.docno_b]))
        return self._topics[judged.topic], judged.round_ or UNASKED, a, b

    def feed(self, session: Session, lines: Sequence[LogLine]) -> None:
        """Append the next judgments of the log, and mark their topics to be scored."""
        session.execute(insert(StoredJudgment), [self._row(session, line) for line in lines])
        judged = Counter(self._pairings[self._key(line)] for line in lines)
        session.connection().execute(_COUNT, [{"judged": id_, "more": number} for id_, number in judged.items()])
        for topic, number in Counter(line.judgment.topic for line in lines).items():
            values: dict[str, Any] = {"counted": StoredTopic.counted + number, "version": StoredTopic.version + 1}
            self._waiting[topic] -= number
            if not self._waiting[topic] and topic not in self._unfinished:
                values["done_at"] = self._now
            session.execute(update(StoredTopic).where(StoredTopic.id == self._topics[topic]).values(values))

    def _row(self, session: Session, line: LogLine) -> dict[str, object]:
        judged, items = line.judgment, self._items[line.judgment.topic]
        who = (line.kind, line.identity)
        if who not in self._assessors:
            self._assessors[who] = get_or_create_assessor(session, self.campaign.id, *who, counted=True)
        return {
            "pairing_id": self._pairings[self._key(line)],
            "assessor_id": self._assessors[who],
            "left_id": items[judged.docno_a],
            "preferred_id": None if judged.preferred is None else items[judged.preferred],
            "strength": 1,
            "changes": 0,
            "at": self._now,
        }
