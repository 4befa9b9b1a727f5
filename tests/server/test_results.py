"""The results lane over the routes: there once both sides, as they are now, have been run."""

import asyncio
import json
from pathlib import Path
from typing import Any

BOUND = 60
"""Seconds after which a test gives up waiting."""

ATTEMPT = {"bench": "mini", "id": "ferry", "attempt": 1}
FIXED = {"bench": "mini", "id": "ferry", "variant": "fixed"}


async def run_through(call, target: dict[str, Any]) -> dict[str, Any]:
    _, run = await call("POST", "runs", body={"target": target})

    async def ended() -> dict[str, Any]:
        while True:
            _, record = await call("GET", "runs", run["run"])
            if record["outcome"]:
                return record
            await asyncio.sleep(0.1)

    return await asyncio.wait_for(ended(), BOUND)


def write_crash_cell(root: Path, attempt: dict[str, Any], source: str) -> None:
    file = root / attempt["path"]
    document = json.loads(file.read_text())
    document["cells"][1]["source"] = source
    file.write_text(json.dumps(document))


async def compared(call) -> dict[str, Any]:
    status, comparison = await call("POST", "comparisons", body={"left": ATTEMPT, "right": FIXED})
    assert status == 200
    return comparison


async def test_names_that_differ_are_listed_once_both_sides_have_been_run(call, jp_root_dir):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "fixed"})
    write_crash_cell(Path(jp_root_dir), attempt, "y = x + 1\ny")
    record = await run_through(call, ATTEMPT)
    assert {state["name"]: state["value"] for state in record["state"]} == {"x": "1", "y": "2"}
    assert (await compared(call))["results"] is None
    await run_through(call, FIXED)
    comparison = await compared(call)
    assert [(row["right_name"], row["left"], row["right"], row["differs_in"]) for row in comparison["results"]] == [
        ("y", "2", "1", "value")
    ]
    assert comparison["results_sentence"] == "After the crash cell 1 name differs: y"
    # An edit makes the run one of another notebook.
    write_crash_cell(Path(jp_root_dir), attempt, "y = x\ny")
    assert (await compared(call))["results"] is None


async def test_a_run_that_crashes_leaves_no_results(call):
    record = await run_through(call, {"bench": "mini", "id": "ferry", "variant": "reproduced"})
    assert record["state"] is None
