"""The preferences that trec_eval counts as fulfilled and as possible."""

import numpy as np

from assess.measures.preference.pairs import Pairs
from assess.measures.preference.sums import Ranks, Values, ratio


def fulfilled(pairs: Pairs, ranks: Ranks, count: str) -> Values:
    """The share of the preferences that each run fulfils among those that *count*, 0 if there is none."""
    kept, ordered = pairs.sums(ranks).of_kind("explicit" if count == "ret" else "all")
    return ratio(kept, np.full_like(kept, pairs.total) if count == "all" else ordered)
