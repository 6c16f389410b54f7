"""The report of a rehearsal: judgments, money to the cent, hours, people, and how near the result is to the truth."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from assess.assignments.weighing import Screening
from assess.campaign.judging.topic_state import result_state
from assess.campaign.settings import settings_of
from assess.database.engine import reading
from assess.pay import format_money, hours_of_work
from assess.recruit.accounting.books import Books
from assess.rehearsal.cast import Cast
from assess.rehearsal.people import Kind
from assess.rehearsal.proof import Proof, prove
from assess.simulation.quality import recall, tau_of_tops, top_one
from assess.store.progress import Progress, progress_of
from assess.store.tables import Assessor, Assignment, Campaign, Launch, StoredJudgment
from assess.store.topics import topics_of

HOUR = 3600.0


@dataclass(frozen=True)
class Report:
    """The figures of a rehearsal, and their proof.

    ``hours_of_work`` counts every pair that was answered with the time for a pair, as plans do;
    ``hours_spent`` is the time that these people took for them, who may be faster.
    """

    finished: bool
    progress: Progress
    proof: Proof
    assignments: dict[str, int]
    people: dict[str, int]
    excluded: dict[str, int]
    discarded: dict[Kind, int]
    screening: Screening
    hours: float
    hours_of_work: float
    hours_spent: float
    seconds_a_pair: float
    recall: float
    top_one: float
    tau: float
    kills: dict[str, int]
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether the campaign ended with every pairing judged as often as asked, and every cent accounted for."""
        return self.finished and self.proof.holds


def report(cast: Cast, seconds: float, kills: dict[str, int], *, finished: bool) -> Report:
    """Count everything after the end."""
    with reading(cast.engine) as session:
        campaign = session.get_one(Campaign, session.get_one(Launch, cast.launch_id).campaign_id)
        near = _nearness(session, campaign, cast)
        return Report(
            finished=finished,
            progress=progress_of(session, campaign.id),
            proof=prove(session, campaign, cast),
            assignments=_assignments(cast),
            people=dict(Counter(person.kind for person in cast.people)),
            excluded=_excluded(session, campaign, cast),
            discarded=_discarded(cast),
            screening=settings_of(campaign).screening,
            hours=(_last_judgment(session) - cast.began).total_seconds() / HOUR,
            hours_of_work=hours_of_work(sum(person.pairs_answered for person in cast.people), cast.script.seconds),
            hours_spent=sum(person.seconds_worked for person in cast.people) / HOUR,
            seconds_a_pair=cast.script.seconds,
            recall=fmean(one for one, _, _ in near),
            top_one=fmean(one for _, one, _ in near),
            tau=fmean(one for _, _, one in near),
            kills=kills,
            seconds=seconds,
        )


def _assignments(cast: Cast) -> dict[str, int]:
    total: Counter[str] = Counter()
    for person in cast.people:
        total += person.outcomes
    return dict(total)


def _discarded(cast: Cast) -> dict[Kind, int]:
    """How many assignments were discarded when they were finished, by the kind of people who did them."""
    total: Counter[Kind] = Counter()
    for person in cast.people:
        total[person.kind] += person.outcomes["discarded"]
    return dict(+total)


def _excluded(session: Session, campaign: Campaign, cast: Cast) -> dict[str, int]:
    query = select(Assessor.identity).where(Assessor.campaign_id == campaign.id, Assessor.excluded_at.is_not(None))
    kinds = {person.identity: person.kind for person in cast.people}
    return dict(Counter(kinds[identity] for identity in session.scalars(query) if identity in kinds))


def _last_judgment(session: Session) -> datetime:
    found: datetime | None = session.scalar(select(func.max(StoredJudgment.at)))
    return found or session.execute(select(func.max(Assignment.taken_at))).scalar_one()


def _nearness(session: Session, campaign: Campaign, cast: Cast) -> list[tuple[float, float, float]]:
    k = settings_of(campaign).parameters.k
    figures = []
    for topic in topics_of(session, campaign.id):
        truth = cast.truths.get(topic.topic)
        if truth is not None and len(truth.ranking) > 1:
            found = result_state(session, campaign, topic).ranking
            best = truth.ranking
            figures.append((recall(found, best, k), top_one(found, best), tau_of_tops(found, best, k)))
    return figures or [(1.0, 1.0, 1.0)]


def as_text(report: Report) -> str:
    """A line for each label and its figures; what is wrong is in capitals."""
    return "".join(f"{label:<14} {value}\n" for label, value in _lines(report).items())


def _lines(report: Report) -> dict[str, str]:
    progress, proof = report.progress, report.proof
    people = [f"{number} {kind} ({report.excluded.get(kind, 0)} excluded)" for kind, number in report.people.items()]
    lines = {
        "judgments": f"{progress.counted:,}, {progress.done:,} of {progress.topics:,} topics done; "
        f"pairings judged too seldom or too often: {proof.misjudged:,}",
        "assignments": ", ".join(f"{number:,} {what}" for what, number in sorted(report.assignments.items())),
        "discarded": _failures(report.discarded, report.screening),
        "people": ", ".join(sorted(people)),
        "spent": _spent(proof.books),
        "books": f"{'balance' if proof.balanced else 'DO NOT BALANCE'}: {format_money(proof.books.spent)} here, "
        f"{format_money(proof.payments)} paid there, {format_money(proof.account)} gone from the account",
        "time": f"{report.hours:,.1f} hours to the last judgment; {report.hours_of_work:,.1f} hours of work at "
        f"{report.seconds_a_pair:g} s a pair, {report.hours_spent:,.1f} at the speed of these people",
        "nearness": f"{report.recall:.3f} of the true top k found, {report.top_one:.3f} of the best items, "
        f"tau {report.tau:.3f}",
        "played in": f"{report.seconds:,.0f} s",
    }
    if proof.unknown_hits:
        lines["HITs"] = f"NOT KNOWN on both sides: {proof.unknown_hits:,}"
    if proof.differences:
        lines["log"] = f"DIFFERS from what is stored in {proof.differences:,} places: assess verify lists them"
    if report.kills:
        lines["killed"] = ", ".join(f"{what} {number} times" for what, number in sorted(report.kills.items()))
    if not report.finished:
        lines["unfinished"] = "nobody is left to work, or there is no money: raise --people or --budget"
    return lines


def _failures(discarded: dict[Kind, int], screening: Screening) -> str:
    """How many assignments were discarded although the people look."""
    why = "for a failed challenge" if screening == "paper" else "by the weighed rule"
    honest = {kind: number for kind, number in discarded.items() if kind != "spamming"}
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(honest.items()))
    return (
        f"{sum(discarded.values()):,} {why}: {sum(honest.values()):,} of honest people"
        f"{f' ({kinds})' if kinds else ''}, {discarded.get('spamming', 0):,} of spamming ones"
    )


def _spent(books: Books) -> str:
    fees = books.reward_fees + books.bonus_fees
    return (
        f"{format_money(books.spent)}: {format_money(books.rewards)} rewards, "
        f"{format_money(books.bonuses)} bonuses, {format_money(fees)} fees"
    )
