"""The catalogue of measures that are computed here, by name. Measures of ir_measures are known by their own names."""

from assess.measures.browsing.catalogue import P_AT_H
from assess.measures.graded.catalogue import GRADED_KINDS
from assess.measures.kinds import MeasureKind
from assess.measures.overlap_catalogue import OVERLAP_KINDS
from assess.measures.pages.catalogue import PAGE_KINDS
from assess.measures.preference.catalogue import PREFERENCE_KINDS

KINDS = (*OVERLAP_KINDS, *PAGE_KINDS, *PREFERENCE_KINDS, P_AT_H, *GRADED_KINDS)
MEASURES: dict[str, MeasureKind] = {kind.name: kind for kind in KINDS}
