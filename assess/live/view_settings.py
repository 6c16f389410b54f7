"""The organiser's settings for the live view of a campaign. They are stored with its parameters."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy.orm import Session

from assess.campaign.settings import change_settings, settings_of
from assess.errors import ParameterError
from assess.graph.building import KINDS, Kind, check_positive
from assess.measures.by_name import Measure, RankMeasure, parse_measure
from assess.stats.order_certainty import LEVEL
from assess.store.scores import drop_other_measures, mark_topics
from assess.store.tables import Campaign

PARAMETER = "live"
Closes = Literal["campaign", "topics"]


@dataclass(frozen=True)
class StopRule:
    """Which comparison must be decided, at which probability, and what is closed then.

    ``comparison`` is ``order``, ``leader``, or two runs as ``A>B``, decided when either of them is surely better.
    ``judgments`` is the minimum number of judgments: of the campaign, or of each topic if topics are closed one by one.
    """

    comparison: str = "leader"
    level: float = LEVEL
    closes: Closes = "campaign"
    judgments: int = 10

    def __post_init__(self) -> None:
        if not 0.5 < self.level < 1:
            raise ParameterError(f"found level {self.level}, expected a probability above 0.5 and below 1")
        if self.closes not in ("campaign", "topics"):
            raise ParameterError(f"found {self.closes!r} to close, expected 'campaign' or 'topics'")
        if self.comparison not in ("order", "leader") and len(self.pair) != 2:
            raise ParameterError(f"found comparison {self.comparison!r}, expected order, leader, or two runs as A>B")

    @property
    def pair(self) -> tuple[str, ...]:
        """The names of the two runs that are compared, if two are."""
        if self.comparison in ("order", "leader"):
            return ()
        return tuple(filter(None, (name.strip() for name in self.comparison.split(">"))))


@dataclass(frozen=True)
class LiveSettings:
    """The measures, the main one first; the graph for PGC; whether names of runs are hidden; the rule for closing.

    ``public`` is the secret in the URL of the public page, empty if there is none.
    """

    measures: tuple[str, ...] = ("pgc",)
    graph: Kind = "real"
    blind: bool = False
    public: str = ""
    stop: StopRule | None = None

    def __post_init__(self) -> None:
        if not self.measures:
            raise ParameterError("found no measure, expected at least one, such as pgc")
        if self.graph not in KINDS:
            raise ParameterError(f"found graph {self.graph!r}, expected one of {', '.join(KINDS)}")
        if any(isinstance(measure, RankMeasure) and measure.parameters.get("positive") for measure in self.parsed()):
            check_positive(self.graph)

    def parsed(self) -> list[Measure]:
        return [_scores_a_run(parse_measure(text)) for text in self.measures]


def _scores_a_run(measure: Measure) -> Measure:
    """Refuse a measure that needs more than a run and the judgments of a campaign."""
    if isinstance(measure, RankMeasure):
        if measure.kind.of_two_runs:
            raise ParameterError(
                f"measure {measure.label!r} compares two runs, expected one that scores a run by itself"
            )
        if measure.kind.lower_is_better:
            raise ParameterError(
                f"found measure {measure.label!r}, where lower is better, expected one where higher is better, as the "
                "leaderboard orders runs by it: f is 1 - e"
            )
        return measure
    from assess.measures.classical_names import is_diversity  # ir_measures takes a while to import

    if is_diversity(measure.label):
        raise ParameterError(f"measure {measure.label!r} needs grades by subtopic, which a campaign does not have")
    return measure


def live_settings(campaign: Campaign) -> LiveSettings:
    """The campaign's settings, with defaults for what was not chosen."""
    chosen: Mapping[str, Any] = settings_of(campaign).live
    stop = chosen.get("stop")
    return LiveSettings(
        **{**chosen, "measures": tuple(chosen.get("measures", ("pgc",))), "stop": StopRule(**stop) if stop else None}
    )


def as_parameter(settings: LiveSettings) -> dict[str, Any]:
    """The settings as they are stored in the campaign's parameters."""
    return {PARAMETER: asdict(settings)}


def change_live(session: Session, campaign: Campaign, new: LiveSettings, now: datetime) -> None:
    """Change the settings. With other measures or another graph, every topic is marked to be scored again."""
    old = live_settings(campaign)
    if new == old:
        return
    change_settings(session, campaign, as_parameter(new), now)
    if (new.measures, new.graph) != (old.measures, old.graph):
        kept = [measure for measure in new.measures if measure in old.measures and new.graph == old.graph]
        drop_other_measures(session, campaign.id, kept)
        mark_topics(session, campaign.id)
