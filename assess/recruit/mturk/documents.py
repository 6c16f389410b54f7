"""The documents of Mechanical Turk: what a HIT shows, and what comes back with an assignment."""

import html
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, tostring

SCHEMAS = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/"
EXTERNAL = SCHEMAS + "2006-07-14/ExternalQuestion.xsd"
HTML = SCHEMAS + "2011-11-11/HTMLQuestion.xsd"
ANSWERS = "{" + SCHEMAS + "2005-10-01/QuestionFormAnswers.xsd}"
FIT_THE_WINDOW = "0"
# The field of the form on our last page: the completion code of the assignment.
RECEIPT = "receipt"

# Shown by the platform itself, so that it works without our server. The script reads the address of the page.
COMPENSATION = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
<h1>{title}</h1>
<p>You have done work for us that did not reach this site, so we could not pay you there. This HIT makes up for it:
there is nothing to do but to submit it. Thank you, and please excuse the trouble.</p>
<form method="post">
<input type="hidden" name="assignmentId">
<input type="hidden" name="receipt" value="{receipt}">
<button>Submit</button>
</form>
<script>
const told = new URLSearchParams(location.search);
const form = document.forms[0];
form.action = (told.get("turkSubmitTo") || "https://www.mturk.com") + "/mturk/externalSubmit";
form.assignmentId.value = told.get("assignmentId");
</script>
</body>
</html>"""


def external_question(url: str) -> str:
    """The document of a HIT whose work is done on our page."""
    return _document("ExternalQuestion", EXTERNAL, "ExternalURL", url)


def compensation_question(title: str, receipt: str) -> str:
    """The document of a HIT that only needs to be submitted."""
    return _document(
        "HTMLQuestion", HTML, "HTMLContent", COMPENSATION.format(title=html.escape(title), receipt=receipt)
    )


def read_receipt(answer: str) -> str | None:
    """What our last page put into the form; None if the form was not ours."""
    try:
        root = fromstring(answer)
    except ParseError:
        return None
    for given in root.iter(f"{ANSWERS}Answer"):
        if given.findtext(f"{ANSWERS}QuestionIdentifier") == RECEIPT:
            return given.findtext(f"{ANSWERS}FreeText") or None
    return None


def _document(name: str, namespace: str, content: str, text: str) -> str:
    root = Element(name, xmlns=namespace)
    SubElement(root, content).text = text
    SubElement(root, "FrameHeight").text = FIT_THE_WINDOW
    return tostring(root, encoding="unicode")
