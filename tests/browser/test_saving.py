"""Answers on their way to the server: sent once, in order, until the server has them."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route

OPEN = """async () => {
  const { Api } = await import("/js/judge/api.js");
  const { Outbox } = await import("/js/judge/outbox.js");
  window.states = [];
  window.outbox = new Outbox(new Api("/api", "secret"), "test", (state, n) => states.push([state, n]));
}"""


class Server:
    """Answers each call by the next of *replies* (a status, or None for a line cut), then with 200."""

    def __init__(self, page: Page, *replies: int | None) -> None:
        self.calls: list[tuple[str, str, Any]] = []
        self.replies = list(replies)
        page.route("http://assess.test/api/**", self.answer)

    def answer(self, route: Route) -> None:
        request = route.request
        self.calls.append((request.method, request.url.partition("/api")[2], request.post_data_json))
        status = self.replies.pop(0) if self.replies else 200
        if status is None:
            route.abort()
        else:
            route.fulfill(status=status, json={"saved": True} if status == 200 else {"reason": "expired"})


def test_a_call_is_repeated_after_a_cut_line_and_a_server_in_trouble(modules: Page) -> None:
    server = Server(modules, None, 503)
    modules.evaluate(OPEN)
    assert modules.evaluate("outbox.add('PUT', '/assignments/7/tasks/1', {answer: -1, key: 'k'})") == {"saved": True}
    assert server.calls == [("PUT", "/assignments/7/tasks/1", {"answer": -1, "key": "k"})] * 3
    assert modules.evaluate("states") == [["sending", 1], ["lost", 1], ["saved", 0]]


def test_calls_arrive_in_the_order_they_were_made(modules: Page) -> None:
    server = Server(modules, None)
    modules.evaluate(OPEN)
    modules.evaluate("Promise.all([1, 2, 3].map((n) => outbox.add('PUT', `/${n}`, {})))")
    assert [path for _, path, _ in server.calls] == ["/1", "/1", "/2", "/3"]


def test_a_refusal_is_final_and_tells_its_reason(modules: Page) -> None:
    server = Server(modules, 409)
    modules.evaluate(OPEN)
    assert modules.evaluate("outbox.add('PUT', '/1', {}).catch((error) => error.reason)") == "expired"
    assert len(server.calls) == 1


def test_unsent_answers_survive_a_reload(modules: Page) -> None:
    server = Server(modules, *[None] * 2)
    modules.evaluate(OPEN)
    modules.evaluate("void outbox.add('PUT', '/assignments/7/tasks/1', {answer: 2, key: 'k'})")
    modules.wait_for_function("states.length > 1")
    modules.reload()
    modules.evaluate(OPEN)
    modules.wait_for_function("outbox.waiting === 0")
    assert server.calls[-1] == ("PUT", "/assignments/7/tasks/1", {"answer": 2, "key": "k"})


@pytest.mark.parametrize("blocked", ["{ value: null }", "{ get() { throw new DOMException('blocked') } }"])
def test_saving_works_without_storage(modules: Page, blocked: str) -> None:
    server = Server(modules)
    modules.evaluate(f"Object.defineProperty(window, 'sessionStorage', {blocked})")
    modules.evaluate(OPEN)
    assert modules.evaluate("outbox.add('PUT', '/1', {})") == {"saved": True}
    assert len(server.calls) == 1


def test_attention_does_not_count_time_without_focus(modules: Page) -> None:
    counted = modules.evaluate("""async () => {
      const { Attention } = await import("/js/judge/attention.js");
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const attention = new Attention();
      attention.restart(10);
      await pause(100);
      window.dispatchEvent(new Event("blur"));
      await pause(600);
      window.dispatchEvent(new Event("focus"));
      await pause(100);
      return attention.seconds;
    }""")
    assert 10.2 <= counted < 10.6
