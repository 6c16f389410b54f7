"""The measures of pages, as ``assess measures`` lists them."""

from assess.measures.kinds import MeasureKind, Parameter, choice
from assess.measures.overlap_catalogue import PERSISTENCE, POSITIVE, RANKS
from assess.measures.pages.examination import EXAMINATION, EXAMINATIONS
from assess.measures.pages.parameters import COLUMNS_EXPECTED, GAMMA, SHARE_EXPECTED, TRADEOFF, VARIANTS, is_share

XIE = "Xie et al., SIGIR 2020"
COLUMNS = Parameter(int, None, "items in a row of a run's page", COLUMNS_EXPECTED, lambda n: n >= 1, "1")
AGAINST = Parameter(str, "", "the run to compare with", "TAG", usual="the other of two")
PAIRED = Parameter(bool, False, "the chance that this page is preferred, by the values of both (equation 7)")
PENALTY = Parameter(float, GAMMA, "penalty for one bad case", SHARE_EXPECTED, is_share)
OF_PAGES = {"paired": PAIRED, "against": AGAINST, "columns": COLUMNS, "depth": RANKS}


def _variant(default: str) -> Parameter:
    return choice(default, "which pairs count, in which order", *VARIANTS)


PAGE_KINDS = (
    MeasureKind(
        name="pmr",
        summary="preference matching rate: share of a page's judged pairs in the right order, ties included",
        needs="preferences",
        range="0 to 1",
        reference=XIE,
        module="assess.measures.pages.pmr",
        parameters={"variant": _variant("default"), "columns": COLUMNS, "depth": RANKS},
        of_grids=True,
    ),
    MeasureKind(
        name="wr",
        summary="winning rate: share of judged pairs across two pages that are won",
        needs="preferences",
        range="0 to 1",
        reference=XIE,
        module="assess.measures.pages.wr",
        parameters=OF_PAGES,
        of_grids=True,
        of_two_runs=True,
    ),
    MeasureKind(
        name="pb",
        summary="penalty for bad cases: gamma to the number of items that lose to all of the other page",
        needs="preferences",
        range="0 to 1",
        reference=XIE,
        module="assess.measures.pages.pb",
        parameters={"gamma": PENALTY, **OF_PAGES},
        of_grids=True,
        of_two_runs=True,
    ),
    MeasureKind(
        name="pwp",
        summary="preference-winning-penalty: PMR and WR of a page, times PB",
        needs="preferences",
        range="0 to 1",
        reference=XIE,
        module="assess.measures.pages.pwp",
        parameters={
            "tradeoff": Parameter(float, TRADEOFF, "lambda: the share of PMR", SHARE_EXPECTED, is_share),
            "gamma": PENALTY,
            "variant": _variant("nearby"),
            **OF_PAGES,
        },
        of_grids=True,
        of_two_runs=True,
    ),
    MeasureKind(
        name="grid_pgc",
        summary="PGC of pages: the ranking is the order in which a user looks at a page",
        needs="graph",
        range="0 to 1",
        reference="Luo, thesis, University of Waterloo: chapter 5",
        module="assess.measures.pages.grid_pgc",
        parameters={
            "examination": choice(EXAMINATION, "order in which items are looked at", *EXAMINATIONS),
            "p": PERSISTENCE,
            "depth": RANKS,
            "columns": COLUMNS,
            "positive": POSITIVE,
        },
        of_grids=True,
    ),
)
