"""Measures that count the preferences a run keeps, without an ideal ranking.

Read in this order:

1. ``sums``, ``graded``, ``pairs``: the preferences of a topic, and how many of them runs keep and break;
2. ``pairs_topic``: a measure with the preferences of one topic, ready for many runs;
3. ``ppref``, ``rpref``, ``wpref``, ``nwpref``, ``appref``: measures of Carterette and others;
4. ``prefs_simp``, ``prefs_pair``, ``prefs_avgjg``: measures of trec_eval;
5. ``delta``: gains from wins and losses; ``delta_ndcg``, ``delta_err``;
6. ``catalogue``: all of them by name, for the command line.

Edges count with multiplicity: two judgments that contradict each other are two preferences, and a run that has both
items keeps one of them.
"""
