"""The routes that explain: data flow, findings behind their reveal, and any open notebook."""

from tests.notebook_factory import code, crash_and_fix, notebook

NO_Y = ("NameError", "name 'y' is not defined")


async def test_the_data_flow_of_a_variant_says_what_each_execution_wrote_and_read(call):
    status, flow = await call("GET", "instances", "mini", "ferry", "variants", "reproduced", "flow")
    assert status == 200
    assert [(step["place"], step["cell"], step["writes"]) for step in flow["steps"]] == [(1, 0, ["x"]), (2, 1, [])]
    assert flow["steps"][1]["reads"] == [{"name": "y", "place": None}]


async def test_the_data_flow_of_a_reference_fix_is_behind_its_reveal(call):
    parts = ("instances", "mini", "ferry", "variants", "fixed", "flow")
    assert (await call("GET", *parts))[0] == 403
    await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "fixed"})
    status, flow = await call("GET", *parts)
    assert status == 200
    assert flow["steps"][1]["reads"] == [{"name": "x", "place": 1}]


async def test_findings_come_with_the_trace_once_the_explanation_is_revealed(call):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    number = str(attempt["number"])
    routes = (
        ("instances", "mini", "ferry", "variants", "reproduced", "trace"),
        ("attempts", "mini", "ferry", number, "trace"),
    )
    for parts in routes:
        assert (await call("GET", *parts))[1]["findings"] == []
    await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "explanation"})
    for parts in routes:
        findings = (await call("GET", *parts))[1]["findings"]
        assert (findings[0]["kind"], findings[0]["name"]) == ("never_defined", "y")


async def test_the_data_flow_of_an_attempt_is_that_of_its_recorded_session(call):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    status, flow = await call("GET", "attempts", "mini", "ferry", str(attempt["number"]), "flow")
    assert status == 200
    assert [step["cell"] for step in flow["steps"]] == [0, 1]


async def test_an_open_notebook_is_traced_as_saved_and_as_this_kernel_ran_it(call):
    document = notebook(
        code("y = 1", id="a"), code("z = y", count=1, error=NO_Y, id="b"), code("print(z)", count=2, id="c")
    )
    ran = [{"id": "a", "source": "y = 0", "ok": True}, {"id": "b", "source": "z = y", "ok": True}]
    status, traced = await call("POST", "traces", body={"notebook": document, "session": {"executions": ran}})
    assert status == 200
    assert [step["cell"] for step in traced["saved_flow"]["steps"]] == [1]
    assert traced["saved"]["findings"][0]["kind"] == "never_run"
    assert [execution["cell"] for execution in traced["session"]["executions"]] == [0, 1]
    assert traced["session"]["crash"] is None
    assert traced["session_flow"]["steps"][1]["reads"] == [{"name": "y", "place": 1}]
    assert traced["needs"][2]["stale"] == [{"name": "z", "cell": 0}]
    assert traced["needs"][2]["run"] == [0, 1, 2]


async def test_without_a_session_the_needs_are_those_of_a_fresh_kernel(call):
    status, traced = await call("POST", "traces", body={"notebook": crash_and_fix()["fixed"]})
    assert status == 200
    assert traced["session"] is None
    assert traced["needs"][1]["missing"] == [{"name": "x", "cells": [0]}]


async def test_what_is_no_notebook_is_refused_in_words(call):
    status, reply = await call("POST", "traces", body={"notebook": {}})
    assert (status, reply["kind"]) == (422, "BrokenNotebook")
