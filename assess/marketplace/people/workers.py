"""The accounts of workers: anybody in a rehearsal; in-house, people enrolled by the organiser."""

import re
from dataclasses import dataclass

from sqlalchemy.orm import Session
from werkzeug.security import check_password_hash, generate_password_hash

from assess.errors import ConflictError, ParameterError
from assess.marketplace.domain.ids import WORKER_ID
from assess.marketplace.tables import Worker


@dataclass(frozen=True)
class Profile:
    """What is known about a worker before they do anything here; the defaults meet the paper's requirements."""

    name: str = ""
    country: str = "US"
    subdivision: str | None = None
    prior_submitted: int = 5000
    prior_approved: int = 4950
    masters: bool = False
    adult: bool = True


class SignInError(ConflictError):
    """Sign-in failed."""


def enrol(session: Session, worker_id: str, profile: Profile, now: float) -> Worker:
    """Create or update the worker's account with this profile."""
    _check(worker_id, profile)
    worker = session.get(Worker, worker_id) or Worker(worker_id=worker_id, created_at=now)
    for name, value in vars(profile).items():
        setattr(worker, name, value)
    session.add(worker)
    session.flush()
    return worker


def set_password(worker: Worker, password: str) -> None:
    if len(password) < 8:
        raise ParameterError(f"a password of {len(password)} characters is too short: 8 or more are needed")
    worker.password = generate_password_hash(password)


def check_password(worker: Worker | None, password: str, *, in_house: bool) -> None:
    """Refuse a wrong password. In-house everybody needs one; in a rehearsal only workers who were given one.

    This takes a tenth of a second on purpose, so call it outside of transactions.
    """
    known = worker.password if worker else None
    if (in_house or known) and not (known and check_password_hash(known, password)):
        raise SignInError("The worker ID or the password is wrong.")


def _check(worker_id: str, profile: Profile) -> None:
    if not WORKER_ID.fullmatch(worker_id):
        raise ParameterError(
            f"found the worker ID {worker_id[:70]!r}, expected an A and then capital letters and digits, 64 at most"
        )
    if not re.fullmatch("[A-Z]{2}", str(profile.country)):
        raise ParameterError(f"found the country {profile.country!r}, expected two capital letters such as US")
    if not 0 <= profile.prior_approved <= profile.prior_submitted:
        raise ParameterError(
            f"found {profile.prior_approved} approved of {profile.prior_submitted} submitted assignments, "
            "expected no more approved than submitted"
        )
