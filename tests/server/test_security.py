"""Every route is for those who are logged in, and every change needs the token against forged requests."""

import re
from collections.abc import Awaitable, Callable

import pytest
from tornado.httpclient import HTTPResponse

from junobench_lab.server.extension import ROUTES
from junobench_lab.server.operations import BASE_PATH, OPERATIONS

PART = "([^/]+)"
VERBS = [
    (pattern, verb)
    for pattern, handler in ROUTES
    for verb in ("get", "post", "put", "patch", "delete")
    if verb in vars(handler)
]
CHANGES = [(pattern, verb) for pattern, verb in VERBS if verb != "get"]

XSRF = {"Cookie": "_xsrf=0123456789abcdef", "X-XSRFToken": "0123456789abcdef"}
"""What proves that a request comes from the lab's own page, and not yet who sends it."""

Send = Callable[[str, str, dict[str, str]], Awaitable[HTTPResponse]]


def test_every_verb_of_the_description_has_a_handler_and_the_other_way_round():
    described = {(f"{BASE_PATH}/" + re.sub(r"{\w+}", PART, one.path), one.method) for one in OPERATIONS}
    assert described == set(VERBS)


@pytest.mark.parametrize(("pattern", "handler"), ROUTES)
def test_every_verb_carries_the_decorator_of_authentication(pattern, handler):
    for verb in ("get", "post", "delete"):
        if verb in vars(handler):
            assert vars(handler)[verb].__wrapped__.__qualname__ == f"{handler.__name__}.{verb}"


@pytest.fixture
def send(http_server_client, jp_serverapp, jp_base_url) -> Send:
    """Send a request as it is, without the token that the other tests' fixture adds."""

    async def send(path: str, verb: str, headers: dict[str, str]) -> HTTPResponse:
        body = "{}" if verb == "post" else None
        url = jp_base_url.rstrip("/") + path.replace(PART, "x")
        return await http_server_client.fetch(
            url, method=verb.upper(), headers=headers, body=body, follow_redirects=False, raise_error=False
        )

    return send


@pytest.mark.parametrize("headers", [{}, XSRF])
async def test_nobody_gets_in_without_logging_in(send: Send, headers):
    for pattern, verb in [*VERBS, (f"{BASE_PATH}/nothing", "get"), (f"{BASE_PATH}/nothing", "post")]:
        reply = await send(pattern, verb, headers)
        assert reply.code == 403, (pattern, verb)
        assert reply.headers["Content-Type"] == "application/json", (pattern, verb)


async def browser_cookies(send: Send, token: str) -> str:
    """Those of a browser that is logged in."""
    login = await send(f"/login?token={token}", "get", {})
    return "; ".join(cookie.split(";")[0] for cookie in login.headers.get_list("Set-Cookie"))


async def test_a_forged_request_changes_nothing(send: Send, jp_serverapp):
    """A browser that is logged in sends its cookies along; without the XSRF token that is not enough."""
    cookies = await browser_cookies(send, jp_serverapp.identity_provider.token)
    assert (await send(f"{BASE_PATH}/version", "get", {"Cookie": cookies})).code == 200
    for pattern, verb in CHANGES:
        reply = await send(pattern, verb, {"Cookie": cookies})
        assert reply.code == 403, (pattern, verb)
        assert "_xsrf" in reply.body.decode()


async def test_a_browsers_own_request_passes(send: Send, jp_serverapp):
    cookies = await browser_cookies(send, jp_serverapp.identity_provider.token)
    headers = {"Cookie": f"{cookies}; {XSRF['Cookie']}", "X-XSRFToken": XSRF["X-XSRFToken"]}
    for pattern, verb in CHANGES:
        reply = await send(pattern, verb, headers)
        assert reply.code in (400, 404, 422), (pattern, verb)
