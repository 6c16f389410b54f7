"""After any sequence of judging, corrections and undoing, the campaign agrees with its log."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import count
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from assess.campaign.corrections.adjudications import Adjudicate
from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.correction import Author, Correction, correct, undo
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.exclusions import Exclude
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.corrections.topic_closing import CloseTopic
from assess.campaign.export.log import export_log
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.disagreements import list_disagreements
from assess.campaign.judging.leases import reclaim_lapsed
from assess.campaign.privacy.forgetting import forget
from assess.campaign.privacy.withdrawal import record_wish
from assess.campaign.settings import settings_of
from assess.campaign.setup.sources import Sources
from assess.campaign.verification import verify_campaign
from assess.database.engine import reading, writing
from assess.errors import ConflictError
from assess.formats.items import Item
from assess.formats.judgment_log import parse_judgment_log
from assess.store.assessors import assessors_of
from assess.store.items import docnos_in_play, pairs_aside
from assess.store.tables import Campaign, CampaignChange, StoredItem, StoredPairing, StoredTopic
from assess.store.topics import topics_of
from assess.tournament import Tournament, play
from tests.conftest import Judged, MakeJudged

AUTHOR = Author("olga")
TOPICS, DOCNOS = ("t1", "t2"), ("db", "dc", "dd", "de")
PEOPLE = ("ann", "ben", "cleo", "model", "olga")

CORRECTIONS = st.one_of(
    st.builds(SetAside, st.sampled_from(TOPICS), st.sampled_from(DOCNOS)),
    st.builds(SetAside, st.sampled_from(TOPICS), st.just("db"), st.sampled_from(DOCNOS[1:])),
    st.builds(
        ChangeSettings,
        st.sampled_from(
            [
                {"k": 2},
                {"k": 5},
                {"votes": 2},
                {"votes": 1},
                {"overlap": 0.5},
                {"overlap": 0.0},
                {"strategy": "heap"},
                {"strategy": "round-robin"},
                {"strategy": "topk"},
                {"counted": "both"},
                {"counted": "machines"},
                {"counted": "people"},
            ]
        ),
    ),
    st.builds(CloseTopic, st.sampled_from(TOPICS), st.booleans()),
    st.builds(
        lambda topic, grade: CorrectContent(Sources({}, grades={topic: {"a1": grade}})),
        st.sampled_from(TOPICS),
        st.sampled_from((0.0, -1.0)),
    ),
    st.builds(
        lambda topic, docno, text: CorrectContent(Sources({}, [Item(docno, topic, text=text)])),
        st.sampled_from(TOPICS),
        st.sampled_from(DOCNOS),
        st.sampled_from("xyz"),
    ),
)


# A step: the name of a method of Walk, and its arguments.
STEPS = st.one_of(
    st.tuples(st.just("judge"), st.sampled_from(PEOPLE), st.lists(st.sampled_from((-1, 1)), max_size=5)),
    st.tuples(st.just("judge_with_challenges"), st.booleans()),
    st.tuples(st.just("wait"), st.sampled_from((1, 45, 120))),
    st.tuples(st.just("correct"), CORRECTIONS),
    st.tuples(st.just("discard"), st.integers(0, 9), st.none() | st.integers(0, 60)),
    st.tuples(st.just("forget"), st.integers(0, 9), st.booleans()),
    st.tuples(st.just("exclude"), st.integers(0, 9), st.booleans()),
    st.tuples(st.just("decide"), st.integers(0, 9), st.sampled_from((0, 1, None))),
    st.tuples(st.just("undo"), st.integers(0, 9)),
)


class Walk:
    """A small campaign, and the steps that people and its organiser can take."""

    def __init__(self, judged: Judged) -> None:
        self.judged = judged
        self.tokens = {who: judged.invited(who) for who in PEOPLE[:-2]}
        self.tokens["model"] = judged.invited("model", kind="machine")
        self.tokens["olga"] = judged.invited("olga", adjudicator=True)
        self.panel = judged.shared(pairings=3, challenges=1)
        self.numbers = count(1)
        self.changes: list[int] = []
        for who, answer in (("ann", -1), ("ben", 1)):  # so that there is something to disagree on
            self.judge(who, [answer] * 5)

    def judge(self, who: str, answers: list[int]) -> None:
        """Take work, answer some of it, and finish it if it is complete."""
        held = self.judged.take(self.tokens[who])
        if isinstance(held, HeldAssignment):
            self.answer(self.tokens[who], held, answers)

    def judge_with_challenges(self, passed: bool) -> None:
        """Somebody of a panel does a whole assignment, with or without passing its challenges."""
        number = next(self.numbers)
        token = self.judged.arrived(self.panel, f"P{number}", f"s{number}")
        held = self.judged.take(token)
        if isinstance(held, HeldAssignment):
            better = [-1 if task.right and task.left.docno > task.right.docno else 1 for task in held.tasks]
            self.answer(token, held, better if passed else [-side for side in better])

    def answer(self, token: str, held: HeldAssignment, answers: list[int]) -> None:
        for task, answer in zip(held.tasks, answers, strict=False):
            self.judged.save(token, held, task.position, answer)
        self.judged.finish(token, held)

    def wait(self, minutes: int) -> None:
        """Time passes, and leases end."""
        self.judged.now += timedelta(minutes=minutes)
        reclaim_lapsed(self.judged.engine, self.judged.campaign_id, self.judged.now)

    def correct(self, correction: Correction) -> None:
        self.change(lambda session, campaign: correct(session, campaign, correction, AUTHOR, self.judged.now))

    def discard(self, index: int, minutes: int | None) -> None:
        if assessors := self.assessors():
            since = None if minutes is None else self.judged.now - timedelta(minutes=minutes)
            self.correct(Discard(assessors[index % len(assessors)], since))

    def forget(self, index: int, discard: bool) -> None:
        """Somebody withdraws and is forgotten, and is invited again under the same name."""
        now = self.judged.now
        with writing(self.judged.engine) as session:
            campaign = session.get_one(Campaign, self.judged.campaign_id)
            known = [
                one
                for one in assessors_of(session, campaign.id)
                if one.kind not in ("machine", "organiser") and not one.forgotten_at
            ]
            if not known:
                return
            person = known[index % len(known)]
            identity = person.identity
            record_wish(session, campaign, person, AUTHOR, now, discard=discard)
            forget(session, campaign, person, AUTHOR, now)
        if identity in self.tokens:
            self.tokens[identity] = self.judged.invited(identity)

    def exclude(self, index: int, excluded: bool) -> None:
        if assessors := self.assessors():
            self.correct(Exclude(assessors[index % len(assessors)], excluded))

    def assessors(self) -> list[int]:
        query = f"SELECT id FROM assessor WHERE campaign_id = {self.judged.campaign_id} ORDER BY id"
        return [number for (number,) in self.judged.rows(query)]

    def decide(self, index: int, preferred: int | None) -> None:
        """The organiser decides one of the disagreements."""
        with reading(self.judged.engine) as session:
            found = list_disagreements(session, session.get_one(Campaign, self.judged.campaign_id))
        if found:
            known = found[index % len(found)]
            choice = None if preferred is None else known.pair[preferred]
            self.correct(Adjudicate(known.pairing.topic, *known.pair, choice))

    def undo(self, index: int) -> None:
        if self.changes:
            number = self.changes[index % len(self.changes)]
            self.change(lambda session, campaign: undo(session, campaign, number, KINDS, AUTHOR, self.judged.now))

    def change(self, action: Callable[[Session, Campaign], CampaignChange]) -> None:
        try:
            with writing(self.judged.engine) as session:
                self.changes.append(action(session, session.get_one(Campaign, self.judged.campaign_id)).id)
        except ConflictError:  # it is so already, or it was changed again since
            return

    def agrees_with_its_log(self) -> None:
        with reading(self.judged.engine) as session:
            campaign = session.get_one(Campaign, self.judged.campaign_id)
            assert list(verify_campaign(session, campaign)) == []
            stored = missing_as_stored(session, campaign)
            by_log = missing_by_the_log(session, campaign, stored)
            # Somebody may hold a judgment that is not needed any more.
            assert {key: missing for key, (missing, _) in stored.items()} == {
                key: max(missing, stored[key][1]) for key, missing in by_log.items()
            }


# Topic, round and the two docnos of a pairing.
Key = tuple[str, int, str, str]


def missing_by_the_log(session: Session, campaign: Campaign, asked: Iterable[Key]) -> dict[Key, int]:
    """The judgments that are missing by the exported log, played without the campaign's own code.

    By the log alone, unless the strategy chooses freely: then what it *asked* stays asked.
    """
    log = parse_judgment_log(export_log(session, campaign).encode())
    rules, missing = settings_of(campaign), dict[Key, int]()
    for stored in topics_of(session, campaign.id):
        if stored.closed_at is not None:
            continue
        topic, topic_id = stored.topic, stored.id
        candidates = tuple(docno for docno in docnos_in_play(session, topic_id) if docno in DOCNOS)
        out = frozenset((number, (a, b)) for of, number, a, b in asked if of == topic)
        tournament = Tournament(topic, candidates, rules.parameters, campaign.seed, pairs_aside(session, topic_id), out)
        said = [line for line in log if line.topic == topic and {line.docno_a, line.docno_b} <= set(candidates)]
        for request in play(tournament, said, rules.strategy).needed:
            pair = request.pairing
            missing[topic, request.round_, pair.docno_a, pair.docno_b] = request.missing
    return missing


def missing_as_stored(session: Session, campaign: Campaign) -> dict[Key, tuple[int, int]]:
    """The judgments that the stored pairings ask for, and how many of them are held."""
    a, b = aliased(StoredItem), aliased(StoredItem)
    query = (
        select(StoredTopic.topic, StoredPairing, a.docno, b.docno)
        .join(StoredTopic, StoredTopic.id == StoredPairing.topic_id)
        .join(a, a.id == StoredPairing.item_a_id)
        .join(b, b.id == StoredPairing.item_b_id)
        .where(StoredTopic.campaign_id == campaign.id, StoredPairing.counted < StoredPairing.votes)
        .where(StoredPairing.withdrawn.is_(False))
    )
    return {
        (topic, pairing.round_, min(one, other), max(one, other)): (pairing.votes - pairing.counted, pairing.held)
        for topic, pairing, one, other in session.execute(query)
    }


def test_after_any_sequence_the_campaign_agrees_with_its_log(judged: MakeJudged) -> None:
    campaigns = count(1)

    # A failure is told at once: shrinking it takes minutes.
    @settings(max_examples=20, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.lists(STEPS, min_size=15, max_size=25))
    def walk(steps: list[tuple[Any, ...]]) -> None:
        taken = Walk(judged(topics=2, candidates=4, name=f"c{next(campaigns)}", overlap=0.5))
        for name, *arguments in steps:
            getattr(taken, name)(*arguments)
            taken.agrees_with_its_log()
        taken.judged.writer.close()

    walk()
