"""The app on a small campaign, and callers of its API."""

from collections.abc import Callable
from typing import Any, Protocol

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from assess.settings import Settings
from assess.web import create_app
from assess.web.site import Site
from tests.conftest import Judged, MakeJudged


class Caller:
    """Somebody who calls the API with a bearer token."""

    def __init__(self, client: FlaskClient, token: str) -> None:
        self.client, self.token = client, token

    def __call__(self, method: str, path: str, **body: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.token}"}
        return self.client.open(f"/api{path}", method=method, json=body or None, headers=headers)

    def take(self) -> dict[str, Any]:
        answer = self("POST", "/assignments")
        assert answer.status_code == 201, answer.json
        assignment: dict[str, Any] = answer.json
        return assignment


MakeCaller = Callable[[FlaskClient, str], Caller]


class Serve(Protocol):
    """Make a campaign, with the options of MakeJudged, and the app on its database; both have the same clock."""

    def __call__(self, **options: Any) -> tuple[Judged, FlaskClient]: ...


@pytest.fixture
def serve(judged: MakeJudged) -> Serve:
    """See Serve."""

    def make(**options: Any) -> tuple[Judged, FlaskClient]:
        campaign = judged(**options)
        app = create_app(Settings(), campaign.engine)
        app.testing = True
        app.extensions["assess"] = Site(campaign.engine, campaign.key, Settings(), lambda: campaign.now, campaign.rng)
        return campaign, app.test_client()

    return make


@pytest.fixture
def caller() -> MakeCaller:
    return Caller
