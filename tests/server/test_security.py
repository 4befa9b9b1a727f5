"""Every route is for those who are logged in, and every change needs the token against forged requests."""

import re

import pytest
from tornado.httpclient import HTTPResponse

from junobench_lab.server import routes_attempts, routes_catalog, routes_compare, routes_runs

ROUTES = [*routes_catalog.ROUTES, *routes_attempts.ROUTES, *routes_compare.ROUTES, *routes_runs.ROUTES]
VERBS = [
    (pattern, verb) for pattern, handler in ROUTES for verb in ("get", "post", "delete") if verb in handler.__dict__
]


def test_every_verb_of_the_description_has_a_handler():
    from junobench_lab.server.operations import OPERATIONS

    described = {(re.sub(r"{\w+}", r"([^/]+)", operation.path), operation.method) for operation in OPERATIONS}
    assert described == {(pattern.removeprefix("/junobench-lab/api/"), verb) for pattern, verb in VERBS}


@pytest.fixture
def send(http_server_client, jp_serverapp, jp_base_url):
    """Send a request as it is, without the token that the other tests' fixture adds."""

    async def send(path: str, verb: str, headers: dict[str, str]) -> HTTPResponse:
        body = "{}" if verb == "post" else None
        url = jp_base_url.rstrip("/") + path.replace("([^/]+)", "x")
        return await http_server_client.fetch(
            url, method=verb.upper(), headers=headers, body=body, follow_redirects=False, raise_error=False
        )

    return send


async def test_nobody_gets_in_without_the_token(send):
    for pattern, verb in [*VERBS, ("/junobench-lab/api/nothing", "get")]:
        reply = await send(pattern, verb, {})
        assert reply.code in (302, 401, 403), (pattern, verb, reply.code)


async def test_a_forged_request_changes_nothing(send, jp_serverapp):
    """A browser that is logged in sends its cookies along; without the XSRF token that is not enough."""
    token = jp_serverapp.identity_provider.token
    login = await send(f"/login?token={token}", "get", {})
    cookies = "; ".join(cookie.split(";")[0] for cookie in login.headers.get_list("Set-Cookie"))
    assert (await send("/junobench-lab/api/version", "get", {"Cookie": cookies})).code == 200
    for pattern, verb in VERBS:
        if verb != "get":
            reply = await send(pattern, verb, {"Cookie": cookies})
            assert reply.code == 403, (pattern, verb, reply.code)
            assert "_xsrf" in reply.body.decode()
