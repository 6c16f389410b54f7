import pytest

from assess.errors import FormatError
from assess.formats.covariates import parse_covariates


def test_covariates_of_items_of_all_topics() -> None:
    found = parse_covariates(b'docno,length,citations\nd1,120,3\n"d,2",1e2,0.5\n')
    assert found == {
        "length": {(None, "d1"): 120, (None, "d,2"): 100},
        "citations": {(None, "d1"): 3, (None, "d,2"): 0.5},
    }


def test_covariates_of_items_of_a_topic() -> None:
    assert parse_covariates(b"topic,docno,length\nt1,d1,5\nt2,d1,6\n") == {"length": {("t1", "d1"): 5, ("t2", "d1"): 6}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "x, line 0|x: found columns ''"),
        (b"item,length\nd1,5\n", "line 1: found columns 'item,length', expected docno, or topic and docno"),
        (b"docno\nd1\n", "line 1: found columns 'docno'"),
        (b"docno,length,length\nd1,5,5\n", "line 1: found columns"),
        (b"docno,length\nd1,5,6\n", "line 2: found 3 fields, expected 2 as in the first line"),
        (b"docno,length\nd1,long\n", "line 2: found length 'long', expected a finite number"),
        (b"docno,length\nd1,nan\n", "line 2: found length 'nan', expected a finite number"),
        (b"docno,length\nd1,5\nd1,6\n", "line 3: found 'd1' again, expected an item once"),
    ],
)
def test_a_bad_file_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_covariates(text, "x")
