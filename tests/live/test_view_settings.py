"""What a campaign's leaderboard shows."""

import ir_measures
import pytest

from assess.errors import ParameterError
from assess.live.view_settings import LiveSettings


def test_diversity_measures_have_no_grades_in_a_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    [provider] = [known for known in ir_measures.DefaultPipeline.providers if known.NAME == "pyndeval"]
    monkeypatch.setattr(provider, "is_available", lambda: True)
    with pytest.raises(
        ParameterError, match="'alpha_nDCG@10' needs grades by subtopic, which a campaign does not have"
    ):
        LiveSettings(measures=("pgc", "alpha_nDCG@10"))


def test_positive_grades_alone_are_refused_without_grades() -> None:
    with pytest.raises(ParameterError, match="found the real graph, which has no grades, expected derived or combined"):
        LiveSettings(measures=("pgc(positive=true)",))


def test_a_measure_where_lower_is_better_cannot_order_a_leaderboard() -> None:
    with pytest.raises(ParameterError, match=r"found measure 'e\(b=2\)', where lower is better, .*: f is 1 - e"):
        LiveSettings(measures=("pgc", "e(b=2)"))
