"""Every kind of correction, by the name under which it is recorded."""

from assess.campaign.corrections.additions import AddContent
from assess.campaign.corrections.adjudications import Adjudicate
from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.correction import Correction
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.exclusions import Exclude
from assess.campaign.corrections.grade_decisions import DecideGrade
from assess.campaign.corrections.late_runs import JudgeRun
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.corrections.run_replacement import ReplaceRun
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.corrections.shares import ChangeShare
from assess.campaign.corrections.topic_closing import CloseTopic

_ALL: tuple[type[Correction], ...] = (
    *(Discard, Exclude, ChangeShare),
    *(SetAside, AddContent, CorrectContent, JudgeRun, ReplaceRun),
    *(ChangeSettings, CloseTopic),
    *(Adjudicate, DecideGrade),
)
KINDS = {kind.field: kind for kind in _ALL}
