"""What the routes answer, on a real server."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.running.models import RunRecord
from junobench_lab.running.outcome import judge
from junobench_lab.server.openapi import OPENAPI_FILE
from tests.notebook_factory import (
    code,
    crash_and_fix,
    markdown,
    notebook,
    write_bench,
    write_instance,
    write_notebook,
)


async def test_the_benches_are_the_starter_bench_and_the_configured_one(call):
    status, reply = await call("GET", "benches")
    assert status == 200
    assert [bench["name"] for bench in reply["benches"]] == ["starter", "mini"]
    assert reply["benches"][1]["instances"] == 2


async def test_instances_are_filtered_and_counted(call):
    status, reply = await call("GET", "instances", "mini", params={"query": "ferry", "root_cause": "NB specific"})
    assert status == 200
    assert [instance["id"] for instance in reply["instances"]] == ["ferry"]
    assert (reply["matched"], reply["total"]) == (1, 2)
    dimensions = [facet["dimension"] for facet in reply["facets"]]
    assert dimensions == ["library", "crash_type", "root_cause", "stage", "pattern"]


@pytest.mark.parametrize(
    "params", [{"offset": "x"}, {"limit": "-1"}, {"limit": "1001"}, {"limit": "9" * 5000}, {"offset": "\u0663"}]
)
async def test_a_page_that_makes_no_sense_is_refused_in_words(call, params):
    status, reply = await call("GET", "instances", "mini", params=params)
    assert status == 400
    assert reply["kind"] == "InvalidRequest"


async def test_the_view_of_an_instance_shows_the_crash_and_hides_the_answer(call):
    status, view = await call("GET", "instances", "mini", "ferry")
    assert status == 200
    assert view["trace"]["crash"]["ename"] == "NameError"
    assert set(view["cells"]) == {"original", "reproduced"}
    assert "left out" not in json.dumps(view)
    assert "y = x" not in json.dumps(view)


async def test_a_broken_notebook_is_a_problem_of_its_instance_in_words(call):
    status, view = await call("GET", "instances", "mini", "broken")
    assert status == 200
    assert view["trace"] is None
    problems = view["instance"]["summary"]["problems"]
    assert any(problem["subject"] == "reproduced" and "cut off" in problem["message"] for problem in problems)
    status, reply = await call("GET", "instances", "mini", "broken", "variants", "reproduced")
    assert (status, reply["kind"]) == (422, "BrokenNotebook")


@pytest.mark.parametrize(
    ("parts", "kind"),
    [
        (("instances", "nowhere"), "UnknownBench"),
        (("instances", "mini", "nothing"), "UnknownInstance"),
        (("instances", "mini", "ferry", "variants", "nothing"), "UnknownVariant"),
        (("attempts", "mini", "ferry", "7"), "UnknownAttempt"),
        (("attempts", "mini", "ferry", "x"), "UnknownAttempt"),
        (("attempts", "mini", "ferry", "9" * 5000), "UnknownAttempt"),
        (("attempts", "mini", "ferry", "0", "trace"), "UnknownAttempt"),
        (("instances", "mini", "nothing", "diagnosis"), "UnknownInstance"),
        (("runs", "20260101T000000000Z-abcdef"), "UnknownRun"),
        (("runs", "nothing", "events"), "UnknownRun"),
    ],
)
async def test_what_does_not_exist_is_said_to_be_unknown(call, parts, kind):
    status, reply = await call("GET", *parts)
    assert (status, reply["kind"]) == (404, kind)


@pytest.mark.parametrize("id", ["..", "%2e%2e%2fbenchmark_desc.xlsx", "%2fetc"])
async def test_an_id_that_leads_out_of_the_bench_is_refused(call, id):
    status, reply = await call("GET", "instances", "mini", id)
    assert status in (400, 404)
    assert "Traceback" not in reply["message"]


async def test_an_unknown_route_answers_in_json(call):
    status, reply = await call("GET", "nothing", "here")
    assert (status, reply["kind"]) == (404, "UnknownRoute")
    assert "openapi.json" in reply["message"]
    status, reply = await call("POST", "version", body={})
    assert (status, reply["kind"]) == (405, "UnknownRoute")
    status, reply = await call("GET", "attempts", params={"bench": "mini"})
    assert (status, reply["message"]) == (400, "The request lacks `id`.")


async def test_the_description_of_the_routes_is_served(call):
    status, description = await call("GET", "openapi.json")
    assert (status, description) == (200, json.loads(OPENAPI_FILE.read_text()))


async def test_the_attempts_at_an_instance_that_does_not_exist_are_unknown(call):
    status, reply = await call("GET", "attempts", params={"bench": "mini", "id": "nothing"})
    assert (status, reply["kind"]) == (404, "UnknownInstance")


async def test_the_page_of_an_instance_does_not_show_the_comments_that_give_the_cause_away(call, bench_folder):
    marked = notebook(
        code("x = {'id': 1}", 1),
        code("# [re-execute] this cell was executed twice\ndel x['id']", 3, error=("KeyError", "'id'")),
    )
    write_instance(bench_folder / "benchmark" / "twice", {"reproduced": marked, "fixed": marked})
    _, view = await call("GET", "instances", "mini", "twice")
    assert "execute" not in json.dumps(view["trace"]["cells"])
    assert [(one["cell"], one["nth"]) for one in view["trace"]["executions"]] == [(0, 1), (1, 1), (1, 2)]
    assert view["trace"]["crash"]["line"] == 2


@pytest.mark.parametrize("variant", ["fixed"])
async def test_the_reference_fix_is_hidden_until_it_is_revealed(call, variant):
    target = {"bench": "mini", "id": "ferry", "variant": variant}
    side = {"bench": "mini", "id": "ferry", "variant": "reproduced"}
    hidden: list[tuple[str, tuple[str, ...], Any]] = [
        ("GET", ("instances", "mini", "ferry", "variants", variant), None),
        ("GET", ("instances", "mini", "ferry", "variants", variant, "trace"), None),
        ("POST", ("comparisons",), {"left": side, "right": target}),
        ("POST", ("runs",), {"target": target}),
    ]
    for method, parts, body in hidden:
        status, reply = await call(method, *parts, body=body)
        assert (status, reply["kind"]) == (403, "NotRevealed")
    await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "fixed"})
    for method, parts, body in hidden[:3]:
        status, _ = await call(method, *parts, body=body)
        assert status == 200


async def test_the_diagnosis_is_hidden_until_it_is_revealed(call):
    status, reply = await call("GET", "instances", "mini", "ferry", "diagnosis")
    assert (status, reply["kind"]) == (403, "NotRevealed")
    _, reveals = await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "diagnosis"})
    assert reveals["revealed"] == ["diagnosis"]
    status, reply = await call("GET", "instances", "mini", "ferry", "diagnosis")
    assert (status, reply["text"]) == (200, "The cell that makes y was left out.")


async def test_an_attempt_is_started_once_and_then_resumed(call, jp_root_dir):
    asked = {"bench": "mini", "id": "ferry"}
    status, attempt = await call("POST", "attempts", body=asked)
    assert (status, attempt["number"]) == (201, 1)
    saved = json.loads((Path(jp_root_dir) / attempt["path"]).read_text())
    assert saved["metadata"]["junobench_lab"] == {"bench": "mini", "id": "ferry", "attempt": 1}
    status, again = await call("POST", "attempts", body=asked)
    assert (status, again) == (200, attempt)
    status, second = await call("POST", "attempts", body={**asked, "new": True})
    assert (status, second["number"]) == (201, 2)
    _, listed = await call("GET", "attempts", params=asked)
    assert [one["number"] for one in listed["attempts"]] == [1, 2]
    _, trace = await call("GET", "attempts", "mini", "ferry", "2", "trace")
    assert [cell["id"] for cell in trace["cells"]] == [cell["id"] for cell in saved["cells"]]


async def test_an_attempt_for_a_kernel_that_is_not_installed_is_refused(call):
    status, reply = await call("POST", "attempts", body={"bench": "mini", "id": "ferry", "kernel": "nothing"})
    assert (status, reply["kind"]) == (503, "EnvironmentUnavailable")
    assert "jupyter kernelspec list" in reply["message"]


@pytest.mark.parametrize(
    ("route", "body", "message"),
    [
        ("attempts", "{", "The body of the request isn't valid JSON."),
        ("attempts", "", "The body of the request isn't valid JSON."),
        ("attempts", "[]", "The request doesn't fit: for the body, input should be an object."),
        ("attempts", '{"bench": "mini"}', "The request lacks `id`."),
        (
            "attempts",
            '{"bench": 1, "id": "x"}',
            "The request doesn't fit: for `bench`, input should be a valid string.",
        ),
        (
            "attempts",
            '{"bench": "mini", "id": "ferry", "extra": 1}',
            "The request has a field `extra` that isn't known here.",
        ),
        (
            "comparisons",
            '{"left": {"bench": "mini"}, "right": {"path": "a.ipynb"}}',
            "The request doesn't fit in `left`: name a path, or a bench, an id and either a variant or an attempt.",
        ),
        ("runs", '{"target": {"bench": "mini", "id": "ferry"}}', "Name either a variant or an attempt to run."),
        (
            "runs",
            '{"target": {"bench": "mini", "id": "ferry", "variant": "reproduced", "attempt": 1}}',
            "Name either a variant or an attempt to run.",
        ),
    ],
)
async def test_a_body_that_does_not_fit_is_refused_in_words(call, route, body, message):
    status, reply = await call("POST", route, body=body)
    assert (status, reply) == (400, {"kind": "InvalidRequest", "message": message})


async def test_a_folder_is_added_as_a_bench_by_its_place_among_the_files(call, jp_root_dir):
    write_bench(Path(jp_root_dir) / "mine", {"a": crash_and_fix()})
    status, bench = await call("POST", "benches", body={"path": "mine", "name": "my-bench"})
    assert (status, bench["name"], bench["instances"]) == (201, "my-bench", 1)
    assert "my-bench" in [one["name"] for one in (await call("GET", "benches"))[1]["benches"]]
    status, reply = await call("POST", "benches", body={"path": "mine", "name": "starter"})
    assert (status, reply["kind"]) == (400, "InvalidRequest")


@pytest.mark.parametrize("path", ["", "  ", "~no-such-person/bench", "a\x00b"])
async def test_a_path_that_is_none_is_refused_in_words(call, path):
    status, reply = await call("POST", "benches", body={"path": path})
    assert (status, reply["kind"]) == (400, "InvalidRequest")


async def test_a_folder_without_a_sheet_is_no_bench(call, tmp_path):
    (tmp_path / "empty").mkdir()
    status, reply = await call("POST", "benches", body={"path": str(tmp_path / "empty")})
    assert (status, reply["kind"]) == (422, "BrokenBench")


async def test_a_run_is_followed_to_its_crash_and_leaves_a_record(call, jp_fetch):
    status, run = await call("POST", "runs", body={"target": {"bench": "mini", "id": "ferry", "variant": "reproduced"}})
    assert status == 202
    response = await jp_fetch("junobench-lab", "api", "runs", run["run"], "events", request_timeout=60)
    assert response.headers["Content-Type"] == "text/event-stream"
    messages = [block.split("\n") for block in response.body.decode().strip().split("\n\n")]
    names = [lines[0].removeprefix("event: ") for lines in messages if lines[0].startswith("event: ")]
    assert names == ["run"] * (len(names) - 1) + ["outcome"]
    outcome = json.loads(messages[-1][1].removeprefix("data: "))
    assert outcome["verdict"] == "crash_as_labelled"
    status, record = await call("GET", "runs", run["run"])
    parsed = RunRecord.model_validate(record)
    assert parsed.outcome == judge(parsed.plan, parsed.events)
    _, listed = await call("GET", "runs", params={"bench": "mini"})
    assert [one["run"] for one in listed["runs"]] == [run["run"]]


async def test_a_run_is_cancelled(call, bench_folder):
    file = bench_folder / "benchmark" / "ferry" / "ferry_reproduced.ipynb"
    document = json.loads(file.read_text())
    document["cells"][0]["source"] = "import time; time.sleep(300)"
    file.write_text(json.dumps(document))
    _, run = await call("POST", "runs", body={"target": {"bench": "mini", "id": "ferry", "variant": "reproduced"}})
    for _ in range(200):
        _, record = await call("GET", "runs", run["run"])
        if any(event["type"] == "cell_started" for event in record["events"]):
            break
        await asyncio.sleep(0.1)
    status, summary = await call("DELETE", "runs", run["run"])
    assert status == 200
    assert (summary["outcome"]["cancelled"], summary["outcome"]["verdict"]) == (True, "infrastructure")


async def test_an_attempt_is_run_and_compared_with_the_reference_fix(call, jp_root_dir):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    file = Path(jp_root_dir) / attempt["path"]
    document = json.loads(file.read_text())
    document["cells"][1]["source"] = "y = x\ny"
    file.write_text(json.dumps(document))
    ref = {"bench": "mini", "id": "ferry", "attempt": 1}
    _, run = await call("POST", "runs", body={"target": ref})
    for _ in range(300):
        _, record = await call("GET", "runs", run["run"])
        if record["outcome"]:
            break
        await asyncio.sleep(0.1)
    assert record["outcome"]["verdict"] == "no_crash"
    assert "fixed" not in record["outcome"]["sentence"].lower()
    await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "fixed"})
    status, comparison = await call(
        "POST", "comparisons", body={"left": ref, "right": {"bench": "mini", "id": "ferry", "variant": "fixed"}}
    )
    assert status == 200
    assert (comparison["left"]["title"], comparison["right"]["title"]) == ("Your fix", "Reference fix")
    assert {pair["relation"] for pair in comparison["cells"]} == {"unchanged"}


async def test_a_comparison_lays_the_persons_own_order_beside_the_reference(call, jp_root_dir):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    ids = [cell["id"] for cell in json.loads((Path(jp_root_dir) / attempt["path"]).read_text())["cells"]]
    mine = {"bench": "mini", "id": "ferry", "attempt": 1}
    asked = {"left": mine, "right": {"bench": "mini", "id": "ferry", "variant": "reproduced"}}
    _, before = await call("POST", "comparisons", body=asked)
    assert before["sequence_sentence"] == "The same cells in the same order"
    _, run = await call("POST", "runs", body={"target": mine, "order": [ids[0], ids[0], ids[1]]})
    await call("DELETE", "runs", run["run"])
    _, after = await call("POST", "comparisons", body=asked)
    assert after["sequence_sentence"] == "1 cell run twice in your fix"
    assert (after["left"]["executions"], after["right"]["executions"]) == (3, 2)


async def test_an_attempt_of_which_nothing_is_left_can_still_be_compared(call, jp_root_dir):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    write_notebook(Path(jp_root_dir) / attempt["path"], notebook(markdown("# Gone")))
    mine = {"bench": "mini", "id": "ferry", "attempt": 1}
    asked = {"left": mine, "right": {"bench": "mini", "id": "ferry", "variant": "reproduced"}}
    status, comparison = await call("POST", "comparisons", body=asked)
    assert status == 200
    assert comparison["left"]["executions"] == 0
    assert {pair["relation"] for pair in comparison["cells"]} == {"removed", "added"}


async def test_any_two_notebooks_of_the_person_are_compared(call, jp_root_dir):
    write_notebook(Path(jp_root_dir) / "a.ipynb", notebook(code("x = 1", 1)))
    write_notebook(Path(jp_root_dir) / "b.ipynb", notebook(code("x = 2", 1)))
    status, comparison = await call(
        "POST", "comparisons", body={"left": {"path": "a.ipynb"}, "right": {"path": "b.ipynb"}}
    )
    assert status == 200
    assert comparison["source_sentence"] == "1 of 1 cell differs"
    for path in ("../a.ipynb", "/", "a\x00.ipynb"):
        status, reply = await call("POST", "comparisons", body={"left": {"path": path}, "right": {"path": "b.ipynb"}})
        assert (status, reply["kind"]) == (400, "InvalidRequest")
    status, reply = await call("POST", "comparisons", body={"left": {"path": "no.ipynb"}, "right": {"path": "b.ipynb"}})
    assert (status, reply["kind"]) == (422, "BrokenNotebook")
