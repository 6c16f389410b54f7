"""P@H by name: ``p_at_h(model=walk,forward=0.5,back=0.25,loss=0.25,order=2)``."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from assess.errors import ParameterError
from assess.measures.arrays import OnArrays
from assess.measures.browsing.browsing_models import MODELS, Gain, Model
from assess.measures.browsing.p_at_h import PAtHTopic
from assess.measures.browsing.utility import user_model
from assess.measures.kinds import TopicJudgments

# Name of a model -> the parameters that it takes besides depth.
_TAKES = {
    "precision": frozenset[str](),
    "ap": frozenset({"recall_base"}),
    "rbp": frozenset({"p"}),
    "dcg": frozenset({"base", "shift"}),
    "err": frozenset({"max_grade"}),
    "walk": frozenset({"forward", "back", "first"}),
}


def prepare(
    judgments: TopicJudgments,
    *,
    model: str,
    order: int,
    loss: float,
    gain: Gain | None,
    effort: Literal["steps", "constant"] | None,
    rel: float | None,
    depth: float | None,
    p: float | None,
    forward: float | None,
    back: float | None,
    first: float | None,
    recall_base: str | None,
    base: float | None,
    shift: int | None,
    max_grade: int | None,
) -> OnArrays | None:
    """P@H of one topic, ready for many runs; None if the topic has no grades."""
    of_models = {"p": p, "forward": forward, "back": back, "first": first, "recall_base": recall_base}
    of_models |= {"base": base, "shift": shift, "max_grade": max_grade}
    user = user_model(_named_model(model, depth, of_models), gain, loss, effort)
    if not judgments.grades:
        return None
    least = 0.0 if rel is None else rel
    relevant = sorted(docno for docno, grade in judgments.grades.items() if grade > 0 and grade >= least)
    grades = np.array([judgments.grades[docno] for docno in relevant], dtype=np.float64)
    return OnArrays(PAtHTopic(tuple(relevant), grades, user, order, known=len(relevant)))


def _named_model(name: str, depth: float | None, parameters: Mapping[str, Any]) -> Model:
    """The model of this name; parameters that are None have the model's own defaults."""
    takes = _TAKES[name]
    given = {key: value for key, value in parameters.items() if value is not None}
    if strange := sorted(given.keys() - takes):
        expected = ", ".join(sorted(takes)) or "none"
        raise ParameterError(f"found {strange[0]}, expected parameters of the model {name}: {expected}")
    if given.get("recall_base") == "known":
        del given["recall_base"]
    if depth is not None:
        given["depth"] = depth
    return MODELS[name](**given)
