"""P@H in the catalogue: its parameters by name, read without NumPy."""

from assess.measures.kinds import MeasureKind, Parameter, choice


def _without_default(type_: type[float] | type[int], meaning: str, usual: str) -> Parameter:
    """A parameter of some models; a model that has it has the *usual* value."""
    return Parameter(type_, None, meaning, usual=usual)


P_AT_H = MeasureKind(
    name="p_at_h",
    summary="utility per step of users who browse, stop and come back as a model says",
    needs="grades",
    range="0 to 1; dcg: 0 or more",
    reference="Ferrante and Ferro, ICTIR 2020",
    module="assess.measures.browsing.prepare",
    parameters={
        "model": choice("walk", "how users move", "precision", "ap", "rbp", "dcg", "err", "walk"),
        "order": Parameter(int, 1, "1: mean of the ratio; 2: ratio of the means", "1|2", lambda order: order in (1, 2)),
        "loss": Parameter(
            float, 0.0, "share lost at each further visit of an item", "from 0 to 1", lambda loss: 0 <= loss <= 1
        ),
        "gain": choice(
            None,
            "gain of a first visit; linear and exponential may exceed 1",
            "binary",
            "linear",
            "exponential",
            "first",
            usual="binary; dcg: linear; err: first",
        ),
        "effort": choice(None, "what the utility is divided by", "steps", "constant", usual="steps; dcg: constant"),
        "rel": _without_default(float, "least grade of a relevant item", "any above 0"),
        "depth": _without_default(float, "items that can be visited, or inf", "the run's; ap, err: inf"),
        "p": _without_default(float, "rbp: chance of going on", "0.8"),
        "forward": _without_default(float, "walk: chance of a step forward", "0.5"),
        "back": _without_default(float, "walk: chance of a step back", "0.25"),
        "first": _without_default(float, "walk: chance of a step forward from the first item", "forward + back"),
        "recall_base": choice(None, "ap: relevant items that users look for", "known", "retrieved", usual="known"),
        "base": _without_default(float, "dcg: base of the logarithm", "2.0"),
        "shift": _without_default(int, "dcg: added to the rank (trec_eval: 1)", "0"),
        "max_grade": _without_default(int, "err: highest grade there is", "4"),
    },
)
