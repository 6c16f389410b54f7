"""The rules that all line-based files share: blank lines, comments, line endings, white space.

* A line ends with LF or CRLF; a byte order mark at the start is dropped.
* Blank lines and lines whose first character is ``#`` are skipped. Elsewhere ``#`` is a character like any other.
* Columns are separated by ASCII white space (space, tab, VT, FF, CR) and by nothing else: a no-break or
  ideographic space is part of an identifier.
* Text is UTF-8 without NUL.
"""

from collections.abc import Iterator, Mapping

from assess.formats.syntax.faults import Fault, Report

BOM = b"\xef\xbb\xbf"

Columns = Mapping[int, str]


def content_lines(data: bytes, source: str, report: Report) -> Iterator[tuple[int, bytes]]:
    """The lines with content, with their numbers: valid UTF-8, no blank lines, no comments."""
    sound = not _unsound(data)
    for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), start=1):
        if not line.strip() or line.startswith(b"#"):
            continue
        if sound or not (found := _unsound(line)):
            yield number, line.removesuffix(b"\r")
        else:
            report(Fault(source, number, found, "UTF-8 text"))


def _unsound(data: bytes) -> str:
    """Why the bytes are not text; empty if they are."""
    if b"\0" in data:
        return "a NUL byte"
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return f"byte 0x{data[error.start]:02x}"
    return ""


def split_columns(
    data: bytes, source: str, columns: Columns, report: Report, separator: bytes | None = None
) -> Iterator[tuple[int, list[str]]]:
    """The fields of each line; *columns* maps each allowed number of fields to their names.

    Fields are separated by white space, or by the *separator*. The first good line decides the
    number of fields for the whole file. A file without lines is a fault.
    """
    expected = " or ".join(f"{number} ({names})" for number, names in columns.items())
    width = 0
    remedy = ""
    for number, line in content_lines(data, source, report):
        fields = line.split(separator)
        if len(fields) != width and (width or len(fields) not in columns):
            report(Fault(source, number, count_fields(len(fields)), expected, remedy))
            continue
        # As long as one line alone has this number of fields, that line may be wrong and not the others.
        remedy = "" if width else f"is line {number} a heading? Remove it"
        if not width:
            width = len(fields)
            expected = f"{width} ({columns[width]}) as in line {number}"
        yield number, [field.decode() for field in fields]
    if not width:
        report(Fault(source, 0, "no line to read", f"lines of {expected} fields"))


def count_fields(number: int) -> str:
    return f"{number} field" if number == 1 else f"{number} fields"
