"""Cut-offs, depths and counts that are not whole numbers."""

import pytest

import assess
from assess.errors import ParameterError

GRAPH = assess.PreferenceGraph([("d1", "d2")])
GRADES = {"d1": 1, "d2": 0}
RANKING = ["d1", "d2"]


@pytest.mark.parametrize("name", ["ppref", "rpref", "wpref", "nwpref", "appref", "delta_ndcg", "delta_err"])
def test_a_cut_off_in_the_middle_of_an_item_is_refused(name):
    with pytest.raises(ParameterError, match=r"found cutoff 1.5, expected a whole number"):
        getattr(assess, name)(GRAPH, RANKING, cutoff=1.5)


@pytest.mark.parametrize(
    ("call", "found"),
    [
        (lambda: assess.pgc(GRAPH, RANKING, depth=1.5), "depth 1.5"),
        (lambda: assess.compatibility(GRADES, RANKING, depth=1.5), "depth 1.5"),
        (lambda: assess.rbo(RANKING, RANKING, depth=1.5), "depth 1.5"),
        (lambda: assess.e_measure(GRADES, RANKING, depth=1.5), "depth 1.5"),
        (lambda: assess.f_measure(GRADES, RANKING, depth=1.5), "depth 1.5"),
        (lambda: assess.gain_vector(GRADES, RANKING, depth=1.5), "depth 1.5"),
        (lambda: assess.ideal_gain_vector(GRADES, depth=1.5), "depth 1.5"),
        (lambda: assess.relative_recall(GRADES, RANKING, expected=1.5), "expected 1.5"),
        (lambda: assess.recall_effort(GRADES, RANKING, expected=1.5), "expected 1.5"),
        (lambda: assess.bpref10(GRADES, RANKING, extra=1.5), "extra 1.5"),
        (lambda: assess.as_page(RANKING, columns=1.5), "columns 1.5"),
    ],
)
def test_other_numbers_of_items_are_whole_too(call, found):
    with pytest.raises(ParameterError, match=rf"found {found}, expected a whole number"):
        call()
