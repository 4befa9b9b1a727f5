"""Following something that goes on: whoever listens hears its end."""

import asyncio

import pytest

from junobench_lab.server import followed
from junobench_lab.server.followed import Changes

pytestmark = pytest.mark.asyncio


async def test_an_end_that_comes_while_a_state_is_on_its_way_is_told() -> None:
    changes, states = Changes(), ["begun"]
    heard = []
    async for state in changes.follow(lambda: states[-1], lambda: states[-1] == "ended"):
        heard.append(state)
        if state == "begun":
            states.append("ended")
            changes.tell()
    assert heard == ["begun", "ended"]


async def test_there_is_nothing_to_hear_where_nothing_goes_on() -> None:
    assert [state async for state in Changes().follow(lambda: None, lambda: False)] == []


async def test_every_listener_hears_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed, "INTERVAL", 0)
    changes, states = Changes(), [0]

    async def listen() -> list[int]:
        return [state async for state in changes.follow(lambda: states[-1], lambda: states[-1] == 3)]

    listeners = [asyncio.create_task(listen()) for _ in range(3)]
    for state in (1, 2, 3):
        await asyncio.sleep(0)
        states.append(state)
        changes.tell()
    for heard in await asyncio.wait_for(asyncio.gather(*listeners), 20):
        assert heard[-1] == 3 and heard == sorted(set(heard))
