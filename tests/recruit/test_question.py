"""The documents of Mechanical Turk."""

from xml.etree.ElementTree import fromstring

import pytest

from assess.marketplace.domain.question_documents import answers_document, read_question
from assess.recruit.mturk.documents import compensation_question, external_question, read_receipt


def test_the_address_is_escaped_once() -> None:
    url = "https://judge.example.org/mturk/t0k3n?batch=7&number=<12>"
    document = external_question(url)
    assert "batch=7&amp;number=&lt;12&gt;" in document
    assert read_question(document, http_allowed=False).url == url


def test_a_debt_is_a_page_of_its_own_with_a_form() -> None:
    html = read_question(compensation_question("Payment <for> work", "t-1"), http_allowed=False).html or ""
    assert "<h1>Payment &lt;for&gt; work</h1>" in html
    assert 'name="receipt" value="t-1"' in html


def test_the_receipt_is_read_from_among_other_fields() -> None:
    assert (
        read_receipt(answers_document([("assignmentId", "A"), ("x", "1"), ("receipt", "K3Y & more")])) == "K3Y & more"
    )


@pytest.mark.parametrize(
    "answer", ["", "<not xml", answers_document([("x", "1")]), answers_document([("receipt", "")])]
)
def test_an_answer_without_receipt_has_none(answer: str) -> None:
    assert read_receipt(answer) is None


def test_documents_are_well_formed() -> None:
    assert fromstring(external_question("https://x")).tag.endswith("}ExternalQuestion")
