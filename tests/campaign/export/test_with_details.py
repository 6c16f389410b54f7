"""The exports with all details of a judgment: comma-separated values, and texts that were chosen and rejected."""

import csv
import io
import json
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import text

from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.export.chosen import export_chosen
from assess.campaign.export.exported import Exported
from assess.campaign.export.judgment_csv import HEADINGS, export_csv
from assess.campaign.overview.overview import read_overview
from assess.campaign.setup.sources import Sources
from assess.database.engine import reading, writing
from assess.formats.items import Item, Result
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import corrected
from tests.conftest import Judged, MakeJudged

Row = dict[str, str]


def exported_csv(judged: Judged) -> tuple[list[Row], Exported]:
    with reading(judged.engine) as session:
        found = export_csv(session, session.get_one(Campaign, judged.campaign_id))
    return list(csv.DictReader(io.StringIO(found.text, newline=""))), found


def exported_chosen(judged: Judged) -> tuple[list[dict[str, Any]], Exported]:
    with reading(judged.engine) as session:
        found = export_chosen(session, session.get_one(Campaign, judged.campaign_id))
    return [json.loads(line) for line in found.text.splitlines()], found


@pytest.fixture
def crowded(judged: MakeJudged) -> Judged:
    """One invited person with a tie and a changed answer; of a panel, one passes the challenge and one fails."""
    campaign = judged(topics=2, candidates=4, answers=5)
    ann = campaign.invited("ann-SECRET")
    held = campaign.taken(ann)
    campaign.save(ann, held, 1, 0, seconds=2.5)
    campaign.save(ann, held, 2, -2, changes=1)
    campaign.save(ann, held, 3, 1)
    campaign.save(ann, held, 3, -1)
    panel = campaign.shared(pairings=2, challenges=1)
    for person, wrong in (("P1-SECRET", False), ("P2-SECRET", True)):
        token = campaign.arrived(panel, person)
        work = campaign.taken(token)
        for task in work.tasks:
            assert task.right
            better = -1 if task.left.docno > task.right.docno else 1
            campaign.save(token, work, task.position, -better if wrong else better)
        campaign.finish(token, work)
    return campaign


def test_a_row_tells_everything_about_a_judgment_and_names_nobody(crowded: Judged) -> None:
    rows, found = exported_csv(crowded)
    assert tuple(rows[0]) == HEADINGS
    tie, definite, changed, *crowd = rows
    assert (tie["preferred"], tie["answer"], tie["strength"], tie["seconds"]) == ("", "tie", "", "2.5")
    assert (definite["answer"], definite["strength"], definite["changes"]) == ("left", "2", "1")
    assert definite["preferred"] == definite["left"]
    assert (changed["answer"], changed["counts"], changed["reason"]) == ("left", "TRUE", "")
    assert [(row["kind"], row["counts"], row["reason"], row["challenges"], row["passed"]) for row in crowd] == [
        ("panel", "TRUE", "", "1", "1"),
        ("panel", "TRUE", "", "1", "1"),
        ("panel", "FALSE", "discarded assignments", "1", "0"),
        ("panel", "FALSE", "discarded assignments", "1", "0"),
    ]
    assert {row["time"] for row in rows} == {"2026-01-31T12:00:00Z"}
    assert "SECRET" not in found.text
    assert found.remarks == ("1 answer was changed later: --as jsonl also has what was answered first",)


def test_the_rows_are_the_judgments_of_status_with_its_reasons(crowded: Judged) -> None:
    corrected(crowded, SetAside("t1", "de"))
    rows, _ = exported_csv(crowded)
    with reading(crowded.engine) as session:
        totals = read_overview(session, session.get_one(Campaign, crowded.campaign_id), crowded.now).judgments.totals
    reasons = Counter(row["reason"] for row in rows)
    assert reasons.pop("") == totals.counting
    assert dict(reasons) == totals.not_counting
    assert len(rows) == totals.made


def test_cells_that_a_spreadsheet_would_run_are_harmless(judged: MakeJudged) -> None:
    names = ["=1+1", "-docno", 'a"b,c', "@x\x1b[31m"]
    items = [Item(docno, "t1", text=docno) for docno in names]
    campaign = judged(sources=Sources({"t1": "What?"}, items, {"t1": dict.fromkeys(names, 1.0)}))
    campaign.work(campaign.invited("ann"))
    rows, found = exported_csv(campaign)
    assert {row["item_a"] for row in rows} | {row["item_b"] for row in rows} == {
        "'=1+1",
        "'-docno",
        'a"b,c',
        "'@x\ufffd[31m",
    }
    assert found.text.endswith("\r\n")
    assert found.remarks[0].startswith('3 names, such as "\'-docno", got an apostrophe or lost control characters')


def test_without_judgments_there_are_only_headings(judged: MakeJudged) -> None:
    campaign = judged()
    assert exported_csv(campaign)[1].text == ",".join(HEADINGS) + "\r\n"
    assert exported_chosen(campaign)[1] == Exported("")


def test_each_judgment_that_counts_is_a_line_with_both_texts(crowded: Judged) -> None:
    lines, found = exported_chosen(crowded)
    assert len(lines) == 4  # two of the invited person, two of who passed
    first = lines[0]
    assert first == {
        "prompt": f"What is {first['topic']}?",
        "chosen": f"{first['chosen_docno']} of {first['topic']}",
        "rejected": f"{first['rejected_docno']} of {first['topic']}",
        "topic": first["topic"],
        "chosen_docno": first["chosen_docno"],
        "rejected_docno": first["rejected_docno"],
        "material": "text",
        "strength": 2,
        "judgment": 2,
        "assessor": 1,
        "kind": "invited",
    }
    assert all(line["chosen_docno"] > line["rejected_docno"] for line in lines if line["kind"] == "panel")
    assert found.remarks == ("1 tie is left out",)
    assert "SECRET" not in found.text


def test_the_texts_are_those_that_the_assessor_saw(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2, votes=2)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    campaign.answer_all(ann, campaign.taken(ann))
    campaign.later(minutes=1)
    corrected(campaign, CorrectContent(Sources({"t1": "What is it, now?"}, [Item("dc", "t1", text="dc, corrected")])))
    campaign.later(minutes=1)
    campaign.answer_all(ben, campaign.taken(ben))
    before, after = exported_chosen(campaign)[0]
    assert (before["prompt"], before["chosen"]) == ("What is t1?", "dc of t1")
    assert (after["prompt"], after["chosen"]) == ("What is it, now?", "dc, corrected")


def test_images_are_addresses_and_result_pages_numbered_results(judged: MakeJudged) -> None:
    page = (Result("Bridges", "A bridge", "https://example.org/"), Result("Arches"))
    items = [Item("da", "t1", image="a.jpg", alt="An arch"), Item("db", "t1", results=page)]
    campaign = judged(sources=Sources({"t1": "Which?"}, items))
    campaign.work(campaign.invited("ann"))
    [line] = exported_chosen(campaign)[0]
    assert line["chosen"] == "1. Bridges\nA bridge\nhttps://example.org/\n\n2. Arches"
    assert line["rejected"] == "An arch\na.jpg"
    assert line["material"] == "results"


def test_judgments_of_items_without_a_text_are_left_out_and_counted(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2)
    campaign.work(campaign.invited("ann"))
    with writing(campaign.engine) as session:
        session.execute(text("UPDATE item SET body = NULL WHERE docno = 'db'"))
    remark = "1 judgment is left out: the campaign has no text of their items"
    assert exported_chosen(campaign)[1] == Exported("", (remark,))
