"""Export the whole log of judgments of a campaign as JSON lines."""

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from assess.store.judgments import LoggedJudgment, judgment_log
from assess.store.tables import Campaign


def export_log(session: Session, campaign: Campaign) -> str:
    """Every judgment with everything that is stored about it, one JSON object per line, oldest first."""
    return "".join(json_line(_fields(logged)) for logged in judgment_log(session, campaign.id))


def json_line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _fields(logged: LoggedJudgment) -> dict[str, Any]:
    fields = asdict(logged) | {"at": logged.at.isoformat()}
    assessor = {"kind": fields.pop("kind"), "identity": fields.pop("identity")}
    return {name.removesuffix("_"): value for name, value in fields.items()} | {"assessor": assessor}
