"""P@H in the catalogue: its parameters by name, read without NumPy."""

from assess.measures.kinds import MeasureKind, Parameter, choice

P_AT_H = MeasureKind(
    name="p_at_h",
    summary="utility per step of users who browse, stop and come back as a model says",
    needs="grades",
    range="0 to 1 (binary gain)",
    reference="Ferrante and Ferro, ICTIR 2020",
    module="assess.measures.browsing.prepare",
    parameters={
        "model": choice("walk", "how users move", "precision", "ap", "rbp", "dcg", "err", "walk"),
        "order": Parameter(
            int, 1, "1: mean of the ratio; 2: ratio of the means", "1 or 2", lambda order: order in (1, 2)
        ),
        "loss": Parameter(
            float, 0.0, "share lost at each further visit of an item", "from 0 to 1", lambda loss: 0 <= loss <= 1
        ),
        "gain": choice(None, "gain of a first visit; else the model's", "binary", "linear", "exponential", "first"),
        "effort": choice(None, "what the utility is divided by; else the model's", "steps", "constant"),
        "rel": Parameter(float, None, "least grade of a relevant item; else any above 0"),
        "depth": Parameter(float, None, "items that can be visited, or inf; else the run's, inf for ap and err"),
        "p": Parameter(float, None, "rbp: chance of going on (0.8)"),
        "forward": Parameter(float, None, "walk: chance of a step forward (0.5)"),
        "back": Parameter(float, None, "walk: chance of a step back (0.25)"),
        "first": Parameter(float, None, "walk: chance of a step forward from the first item (forward + back)"),
        "recall_base": choice(None, "ap: relevant items that users look for (known)", "known", "retrieved"),
        "base": Parameter(float, None, "dcg: base of the logarithm (2)"),
        "shift": Parameter(int, None, "dcg: added to the rank (0; trec_eval: 1)"),
        "max_grade": Parameter(int, None, "err: highest grade there is (4)"),
    },
)
