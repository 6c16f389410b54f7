"""XML documents: the questions of HITs, and the answers of assignments."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit
from xml.etree.ElementTree import Element, SubElement, TreeBuilder, tostring
from xml.parsers import expat

from assess.marketplace.errors import parameter_error

SCHEMAS = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/"
EXTERNAL = f"{{{SCHEMAS}2006-07-14/ExternalQuestion.xsd}}"
HTML = f"{{{SCHEMAS}2011-11-11/HTMLQuestion.xsd}}"
ANSWERS = SCHEMAS + "2005-10-01/QuestionFormAnswers.xsd"
RESERVED = ("assignmentId", "hitId", "workerId", "turkSubmitTo")
DEFAULT_HEIGHT = 0


@dataclass(frozen=True)
class QuestionDocument:
    """What the worker's frame shows: the page at a URL, or HTML of the HIT itself. Height 0 fits the window."""

    url: str | None
    html: str | None
    height: int


def read_question(xml: str, *, http_allowed: bool) -> QuestionDocument:
    """Parse the question of a HIT; a document that the live service would refuse is refused."""
    root = _parse(xml)
    if root.tag == EXTERNAL + "ExternalQuestion":
        url, height = _children(root, EXTERNAL, "ExternalURL")
        return QuestionDocument(_checked_url(url, http_allowed=http_allowed), None, height)
    if root.tag == HTML + "HTMLQuestion":
        html, height = _children(root, HTML, "HTMLContent")
        return QuestionDocument(None, html, height)
    raise _unreadable(f"found {root.tag}; this marketplace shows ExternalQuestion and HTMLQuestion documents")


def answers_document(fields: Iterable[tuple[str, str]]) -> str:
    """The fields of a submitted form as a QuestionFormAnswers document; reserved names are skipped."""
    root = Element("QuestionFormAnswers", xmlns=ANSWERS)
    for name, value in fields:
        if name in RESERVED:
            continue
        answer = SubElement(root, "Answer")
        SubElement(answer, "QuestionIdentifier").text = _xml_text(name)
        SubElement(answer, "FreeText").text = _xml_text(value)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode")


def _parse(xml: str) -> Element:
    """The document's root element; document types are refused, so that entities cannot be declared."""
    builder = TreeBuilder()
    parser = expat.ParserCreate("UTF-8", namespace_separator="}")
    parser.StartElementHandler = lambda name, attributes: builder.start(_qualified(name), attributes)
    parser.EndElementHandler = lambda name: builder.end(_qualified(name))
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = _no_doctype
    try:
        parser.Parse(xml.encode(), True)
    except expat.ExpatError as error:
        raise _unreadable(str(error)) from error
    return builder.close()


def _qualified(name: str) -> str:
    return "{" + name if "}" in name else name


def _no_doctype(*_: object) -> None:
    raise _unreadable("a document type is not allowed")


def _children(root: Element, namespace: str, content: str) -> tuple[str, int]:
    """The text of the content element, and the frame height after it."""
    expected = [namespace + content, namespace + "FrameHeight"]
    if [child.tag for child in root] not in (expected, expected[:1]):
        raise _unreadable(f"expected {content} and then FrameHeight")
    height = (root[1].text or "").strip() if len(root) == 2 else str(DEFAULT_HEIGHT)
    if not (height.isascii() and height.isdigit()):
        raise _unreadable(f"FrameHeight: found {height!r}, expected a whole number")
    text = root[0].text or ""
    if not text.strip():
        raise _unreadable(f"{content} is empty")
    return text.strip(), int(height)


def _checked_url(url: str, *, http_allowed: bool) -> str:
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        raise _unreadable(f"ExternalURL: {url!r} is not a URL") from None
    if host and (parts.scheme == "https" or (http_allowed and _is_local_http(parts))):
        return url
    remedy = "" if http_allowed else " (start the marketplace with --http-questions for a rehearsal on this machine)"
    raise _unreadable(f"ExternalURL: found {url!r}, expected an https URL{remedy}")


def _is_local_http(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    if parts.scheme != "http":
        return False
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _xml_text(value: str) -> str:
    """The text without characters that are not allowed in XML."""
    return "".join(
        c for c in value if c in "\t\n\r" or "\x20" <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
    )


def _unreadable(why: str) -> Exception:
    message = "There was an error parsing the XML question or answer data in your request.  Please make sure the data"
    return parameter_error(
        f"{message} is well-formed and validates against the appropriate schema. Details: {why}", "XMLParseError"
    )
