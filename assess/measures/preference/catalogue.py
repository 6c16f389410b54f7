"""The measures of preferences as ``assess measures`` lists them."""

from assess.measures.kinds import MeasureKind, Parameter, choice
from assess.measures.preference.terms import COUNT, OVER, PAIRS

_CUTOFF = Parameter(
    int, None, "items after this rank count as not retrieved", "at least 1", lambda cutoff: cutoff >= 1, "the whole run"
)
_PAIRS = choice("all", "the pairs to look at: all, or with both items retrieved, or with one", *PAIRS)
_EXPLICIT = choice("explicit", _PAIRS.meaning, *PAIRS)
_OVER = choice("gains", "the mean over ranks where rpref rises, or over all items that ever won", *OVER)
_COUNT = choice("all", "the preferences that count: all, or with any item retrieved, or with both", *COUNT)
_ROOM = "assess.measures.preference."
_TREC_EVAL = "Buckley, trec_eval 9"
_DELTA = "after Sakai and Zeng, SIGIR 2020; the gains are ours"
_RANKS = Parameter(int, None, "ranks after it do not count", "at least 1", lambda cutoff: cutoff >= 1, "the whole run")


def _measure(name: str, summary: str, reference: str, **parameters: Parameter) -> MeasureKind:
    return MeasureKind(name, summary, "graph", "0 to 1", reference, _ROOM + name, parameters)


PREFERENCE_KINDS = (
    _measure(
        "ppref",
        "precision of preferences: ordered pairs with the winner first",
        "Carterette and Bennett, SIGIR 2008",
        cutoff=_CUTOFF,
        pairs=_PAIRS,
    ),
    _measure(
        "rpref",
        "recall of preferences: preferences with the winner first",
        "Carterette and Bennett, SIGIR 2008",
        cutoff=_CUTOFF,
        pairs=_PAIRS,
    ),
    _measure(
        "wpref",
        "weighted precision of preferences, by the later rank of a pair",
        "Carterette, Bennett, Chickering and Dumais, ECIR 2008",
        cutoff=_CUTOFF,
        pairs=_EXPLICIT,
    ),
    _measure(
        "nwpref",
        "normalized weighted precision of preferences, by the first rank of a pair",
        "Elsas, Pairwise-Preference-Evaluation",
        cutoff=_CUTOFF,
        pairs=_PAIRS,
    ),
    _measure(
        "appref",
        "average precision of preferences (APpref)",
        "Carterette and Bennett, SIGIR 2008",
        cutoff=_CUTOFF,
        over=_OVER,
    ),
    _measure("prefs_simp", "trec_eval's share of preferences, each judgment alike", _TREC_EVAL, count=_COUNT),
    _measure("prefs_pair", "trec_eval's share of preferences, each pair of items alike", _TREC_EVAL, count=_COUNT),
    _measure("prefs_avgjg", "trec_eval's share of preferences, each group alike", _TREC_EVAL, count=_COUNT),
    _measure("delta_ndcg", "nDCG with gains from wins less losses", _DELTA, cutoff=_RANKS),
    _measure("delta_err", "ERR with gains from wins less losses", _DELTA, cutoff=_RANKS),
)
