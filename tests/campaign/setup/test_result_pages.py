"""Plain comparison: campaigns without grades, of texts or of the result pages of runs."""

import pytest

from assess.analysis.pages import page_sections
from assess.analysis.reading import parse_any_judgments
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_qrels
from assess.campaign.judging.refusals import Reason
from assess.campaign.setup.result_pages import with_result_pages
from assess.campaign.setup.sources import Sources
from assess.campaign.verification import verify_campaign
from assess.database.engine import reading
from assess.errors import ConflictError
from assess.formats.items import Item
from assess.formats.qrels import parse_qrels
from assess.formats.runs import Ranking, Run
from assess.store.tables import Campaign
from tests.conftest import Judged, MakeJudged

TOPICS = {"t1": "What is it?", "t2": "What else?"}
DOCNOS = ["db", "dc", "dd", "de"]


def texts(*docnos: str) -> list[Item]:
    return [Item(docno, text=f"The text of {docno}, with a few words more. " * 8) for docno in docnos]


def runs(*names: str) -> list[Run]:
    ranking = Ranking(DOCNOS, [4.0, 3.0, 2.0, 1.0])
    return [Run(name, {"t1": ranking, "t2": ranking, "unknown": ranking}) for name in names]


def plain_sources() -> Sources:
    """Every topic has items of its own, so that challenges can be drawn from the other one."""
    letters = {"t1": "bcd", "t2": "efg"}
    return Sources(TOPICS, [Item(f"d{letter}", topic, text=letter) for topic in letters for letter in letters[topic]])


def exported(judged: Judged) -> tuple[dict[str, dict[str, float]], str]:
    with reading(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        assert list(verify_campaign(session, campaign)) == []
        return parse_qrels(export_qrels(session, campaign).encode()), export_preferences(session, campaign, 4)


def test_without_grades_all_items_are_compared_and_the_best_are_exported(judged: MakeJudged) -> None:
    campaign = judged(sources=plain_sources())
    assert campaign.progress().missing == 6
    assert campaign.work(campaign.invited("ann")) is Reason.ALL_DONE
    qrels, _ = exported(campaign)
    assert qrels == {"t1": {"dd": 50, "dc": 40, "db": 30}, "t2": {"dg": 50, "df": 40, "de": 30}}


def test_challenges_of_a_plain_comparison_have_foils_of_another_topic(judged: MakeJudged) -> None:
    campaign = judged(sources=plain_sources())
    worker = campaign.arrived(campaign.shared(pairings=3, challenges=2), "w")
    assignment = campaign.taken(worker)
    own = {"t1": {"db", "dc", "dd"}, "t2": {"de", "df", "dg"}}
    foreign = [
        task for task in assignment.tasks if task.right and not {task.left.docno, task.right.docno} <= own[task.topic]
    ]
    assert len(foreign) == 2
    for task in assignment.tasks:
        assert task.right
        known = {task.left.docno, task.right.docno} & own[task.topic]
        campaign.save(worker, assignment, task.position, -1 if task.left.docno in known else 1)
    assert campaign.finish(worker, assignment).outcome == "kept"


def test_the_top_of_each_run_is_a_page_named_by_its_run() -> None:
    made = with_result_pages(Sources(TOPICS, texts(*DOCNOS), runs=runs("one", "two")), 2)
    assert [(page.topic, page.docno, len(page.results)) for page in made.items] == [
        ("t1", "one", 2),
        ("t2", "one", 2),
        ("t1", "two", 2),
        ("t2", "two", 2),
    ]
    first = made.items[0].results[0]
    assert first.title == "The text of db, with a few words more. The text of db, with"
    assert first.snippet.startswith("a few words more. ")
    assert first.snippet.endswith(" …")
    assert (made.runs, made.pages) == ((), 2)


def test_a_page_may_show_an_item_of_another_topic() -> None:
    elsewhere = [Item(docno, "t2", text=docno) for docno in DOCNOS]
    made = with_result_pages(Sources(TOPICS, elsewhere, runs=runs("one", "two")), 1)
    assert {page.results[0].title for page in made.items} == {"db"}


def test_pages_need_the_text_of_every_result() -> None:
    with pytest.raises(ConflictError, match=r"2 of 6 results on the pages have no text: t1 dd, t2 dd; give .* --items"):
        with_result_pages(Sources(TOPICS, texts("db", "dc"), runs=runs("one", "two")), 3)


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (Sources(TOPICS, texts(*DOCNOS), runs=runs("one")), "found 1 runs, expected at least 2"),
        (Sources(TOPICS, texts(*DOCNOS), {"t1": {"db": 1}}, runs("one", "two")), "compared without grades"),
    ],
)
def test_what_makes_no_pages_is_refused(sources: Sources, message: str) -> None:
    with pytest.raises(ConflictError, match=message):
        with_result_pages(sources, 2)


def test_judged_pages_are_preferences_between_runs(judged: MakeJudged) -> None:
    sources = with_result_pages(Sources(TOPICS, texts(*DOCNOS), runs=runs("one", "three", "two")), 2)
    campaign = judged(sources=sources, pages=2)
    panel = campaign.shared(pairings=3, challenges=1)
    worker = campaign.arrived(panel, "w")
    assignment = campaign.taken(worker)
    [challenge] = campaign.rows("SELECT position FROM task WHERE expected IS NOT NULL")
    assert len(assignment.tasks) == 4
    assert challenge[0] in {task.position for task in assignment.tasks}
    campaign.release(worker, assignment)
    assert campaign.work(campaign.invited("ann")) is Reason.ALL_DONE
    qrels, preferences = exported(campaign)
    assert qrels["t1"] == {"two": 50, "three": 40, "one": 30}
    pages = parse_any_judgments(preferences.encode(), "pages")
    scores = {"nDCG": {topic: {"one": 0.1, "two": 0.9, "three": 0.5} for topic in TOPICS}}
    [section] = page_sections(scores, pages)
    assert section.rows[0][:3] == ("nDCG", 6, 0)
