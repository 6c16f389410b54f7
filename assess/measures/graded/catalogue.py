"""The classical measures of the catalogue: those that ir_measures lacks."""

from assess.measures.kinds import MeasureKind, Parameter, choice

# The lowest grade that counts as relevant, as in ir_measures.
RELEVANT = Parameter(float, 1.0, "lowest grade that counts as relevant")
CUTOFF = Parameter(int, None, "rank to look at", "at least 1", lambda depth: depth >= 1, "the whole run")
RECALL_WEIGHT = Parameter(float, 1.0, "weight of recall; 0: only precision counts", "0 or more", lambda b: b >= 0)
EXPECTED = Parameter(int, 10, "relevant items that the user expects", "at least 1", lambda expected: expected >= 1)

BOOK = "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, chapter 4"
RELEVANT_ITEM = "a relevant item"

GRADED_KINDS = (
    MeasureKind(
        name="bpref10",
        summary="bpref-10: judged non-relevant items before relevant ones, at least 10 of them",
        needs="grades",
        range="0 to 1",
        reference="Buckley and Voorhees, SIGIR 2004",
        module="assess.measures.graded.bpref10",
        requires=RELEVANT_ITEM,
        parameters={
            "rel": RELEVANT,
            "extra": Parameter(int, 10, "non-relevant items beyond R; 0 for bpref", "0 or more", lambda n: n >= 0),
            "bound": choice("retrieved", "which non-relevant items limit the divisor", "retrieved", "judged", "fixed"),
        },
    ),
    MeasureKind(
        name="interpolated_precision",
        summary="highest precision at a level of recall or beyond",
        needs="grades",
        range="0 to 1",
        reference=BOOK,
        module="assess.measures.graded.precision_recall",
        requires=RELEVANT_ITEM,
        parameters={
            "recall": Parameter(
                float,
                None,
                "level of recall",
                "a number from 0 to 1",
                lambda recall: 0 <= recall <= 1,
                "mean of 0, 0.1, ..., 1",
            ),
            "rel": RELEVANT,
        },
    ),
    MeasureKind(
        name="e",
        summary="E of van Rijsbergen at any rank: 1 - F, 0 is best",
        needs="grades",
        range="0 to 1",
        reference="van Rijsbergen, Information Retrieval, 1979",
        module="assess.measures.graded.e_measure",
        requires=RELEVANT_ITEM,
        parameters={"b": RECALL_WEIGHT, "depth": CUTOFF, "rel": RELEVANT},
        missing=1.0,
        lower_is_better=True,
    ),
    MeasureKind(
        name="f",
        summary="F at any rank: weighted harmonic mean of recall and precision",
        needs="grades",
        range="0 to 1",
        reference=BOOK,
        module="assess.measures.graded.f_measure",
        requires=RELEVANT_ITEM,
        parameters={"b": RECALL_WEIGHT, "depth": CUTOFF, "rel": RELEVANT},
    ),
    MeasureKind(
        name="dcg",
        summary="discounted cumulated gain; with discount=none cumulated gain",
        needs="grades",
        range="0 or more",
        reference="Järvelin and Kekäläinen, TOIS 2002",
        module="assess.measures.graded.dcg",
        requires=RELEVANT_ITEM,
        parameters={
            "depth": CUTOFF,
            "discount": choice("rank", "logarithm of the rank or of rank + 1", "rank", "rank+1", "none"),
            "base": Parameter(float, 2.0, "base of the logarithm", "more than 1", lambda base: base > 1),
            "normalize": Parameter(bool, False, "divide by the gain of the best ranking"),
        },
    ),
    MeasureKind(
        name="relative_recall",
        summary="relevant items found, of those that the user expected",
        needs="grades",
        range="0 to 1",
        reference=BOOK,
        module="assess.measures.graded.relative_recall",
        parameters={"expected": EXPECTED, "rel": RELEVANT},
    ),
    MeasureKind(
        name="recall_effort",
        summary="relevant items that the user expected, of those examined to find them",
        needs="grades",
        range="0 to 1",
        reference=BOOK,
        module="assess.measures.graded.recall_effort",
        requires="as many relevant items as expected",
        parameters={"expected": EXPECTED, "rel": RELEVANT},
    ),
)
