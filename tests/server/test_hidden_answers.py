"""On a server whose owner switched the answers off, nobody sees them, whatever was revealed before."""

from typing import Any

import pytest

from junobench_lab.practice.reveals import RevealStore


@pytest.fixture
def jp_server_config(jp_server_config: dict[str, Any]) -> dict[str, Any]:
    config = dict(jp_server_config)
    config["JunoBenchLab"] = {**config["JunoBenchLab"], "may_reveal": False}
    return config


async def test_answers_that_are_switched_off_stay_hidden(call, jp_data_dir):
    RevealStore().reveal("mini", "ferry", "diagnosis")
    status, reply = await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "diagnosis"})
    assert (status, reply["kind"]) == (403, "NotRevealed")
    assert "may_reveal" in reply["message"]
    status, reply = await call("GET", "instances", "mini", "ferry", "diagnosis")
    assert (status, reply["kind"]) == (403, "NotRevealed")
    _, view = await call("GET", "instances", "mini", "ferry")
    assert view["reveals"]["revealed"] == []
