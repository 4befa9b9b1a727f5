"""Checks of attempts through the routes: started like a run, followed like a run, kept with the attempt."""

import json
from pathlib import Path
from typing import Any

from .test_runs import messages_of


async def started(call, root: Path, source: str) -> tuple[dict[str, Any], str]:
    """An attempt whose last cell has this source, and that cell's id."""
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry", "new": True})
    file = root / attempt["path"]
    document = json.loads(file.read_text())
    document["cells"][-1]["source"] = source
    file.write_text(json.dumps(document))
    return attempt, document["cells"][-1]["id"]


async def result_of(call, jp_fetch, attempt: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"bench": "mini", "id": "ferry", "attempt": attempt["number"], **more}
    status, run = await call("POST", "checks", body=body)
    assert status == 202
    # Told live, and once more from the records.
    for _ in range(2):
        response = await jp_fetch("junobench-lab", "api", "runs", run["run"], "events")
        messages = messages_of(response.body)
        assert [name for name, _ in messages[-2:]] == ["check", "outcome"]
    result = messages[-2][1]
    assert result["run"] == run["run"]
    return result


async def test_a_check_ends_with_its_result_and_keeps_it(call, jp_fetch, jp_root_dir: Path):
    attempt, _ = await started(call, jp_root_dir, "y = 2 - x\ny")
    where = ("attempts", "mini", "ferry", str(attempt["number"]), "check")
    assert await call("GET", *where) == (200, {"result": None})
    result = await result_of(call, jp_fetch, attempt)
    assert (result["level"], result["hints"]) == ("passes_check", [])
    assert await call("GET", *where) == (200, {"result": result})


async def test_a_check_runs_the_persons_own_session(call, jp_fetch, jp_root_dir: Path):
    attempt, crash = await started(call, jp_root_dir, "y = 1\ny")
    ran = {"id": crash, "source": "y = 1\ny", "ok": True}
    result = await result_of(call, jp_fetch, attempt, session={"executions": [ran]})
    assert result["order_note"] == "The cells run in the order of your own session."
    assert [cell["cell"] for cell in result["cells"] if cell["planned"]] == [1]


async def test_the_hints_that_were_used_are_kept_with_the_result(call, jp_fetch, jp_root_dir: Path):
    attempt, _ = await started(call, jp_root_dir, "y")
    await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "diagnosis"})
    result = await result_of(call, jp_fetch, attempt)
    assert (result["level"], result["hints"]) == ("does_not_run", ["diagnosis"])


async def test_no_list_of_runs_shows_that_of_the_reference_fix(call, jp_fetch, jp_root_dir: Path):
    attempt, _ = await started(call, jp_root_dir, "y = 1")
    await result_of(call, jp_fetch, attempt)
    _, runs = await call("GET", "runs")
    assert [run["target"]["variant"] for run in runs["runs"]] == [None]


async def test_what_does_not_exist_is_not_checked(call):
    status, reply = await call("POST", "checks", body={"bench": "mini", "id": "ferry", "attempt": 7})
    assert (status, reply["kind"]) == (404, "UnknownAttempt")
