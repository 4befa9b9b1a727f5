"""Hints, predictions and progress through the routes."""

import json
from pathlib import Path
from typing import Any

KEY = {"bench": "mini", "id": "ferry"}


async def begun(call, root: Path, **more: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """An attempt and its cells."""
    _, attempt = await call("POST", "attempts", body={**KEY, **more})
    return attempt, json.loads((root / attempt["path"]).read_text())["cells"]


async def checked(call, jp_fetch, attempt: dict[str, Any]) -> dict[str, Any]:
    _, run = await call("POST", "checks", body={**KEY, "attempt": attempt["number"]})
    await jp_fetch("junobench-lab", "api", "runs", run["run"], "events", request_timeout=120)
    _, latest = await call("GET", "attempts", "mini", "ferry", str(attempt["number"]), "check")
    return latest["result"]


def edited(root: Path, attempt: dict[str, Any], source: str) -> None:
    file = root / attempt["path"]
    document = json.loads(file.read_text())
    document["cells"][-1]["source"] = source
    file.write_text(json.dumps(document))


async def test_hints_are_on_record_with_the_attempt_that_they_were_asked_for_in(call, jp_root_dir: Path):
    await call("POST", "reveals", body={**KEY, "what": "root_cause"})
    first, _ = await begun(call, jp_root_dir)
    await begun(call, jp_root_dir, new=True)
    await call("POST", "reveals", body={**KEY, "what": "explanation", "attempt": first["number"]})
    await call("POST", "reveals", body={**KEY, "what": "diagnosis"})
    _, view = await call("GET", "instances", "mini", "ferry")
    assert view["progress"]["hints"] == ["root_cause", "explanation", "diagnosis"]
    assert [(one["attempt"], one["hints"]) for one in view["progress"]["attempts"]] == [
        (1, ["explanation"]),
        (2, ["diagnosis"]),
    ]
    assert [hint["shown"] for hint in view["hints"]] == [True, True, True, False]
    assert view["hints"][2]["lines"] == ["The cell that makes y was left out."]


async def test_the_row_of_an_instance_lacks_what_is_a_hint_once_it_was_begun(call, jp_root_dir: Path):
    async def row() -> dict[str, Any]:
        _, page = await call("GET", "instances", "mini", params={"query": "ferry"})
        assert page["matched"] == 1
        return page["instances"][0]["labels"]

    assert (await row())["crash_type"] == "variable not found"
    await begun(call, jp_root_dir)
    assert {name for name, value in (await row()).items() if value is not None} == {"stage"}
    # The filters go on finding it: they are about the bench, not about the attempt.
    _, page = await call("GET", "instances", "mini", params={"crash_type": "variable not found"})
    assert "ferry" in [one["id"] for one in page["instances"]]
    await call("POST", "reveals", body={**KEY, "what": "root_cause"})
    assert (await row())["root_cause"] == "NB specific"


async def test_a_prediction_is_answered_once_the_check_passes(call, jp_fetch, jp_root_dir: Path):
    attempt, cells = await begun(call, jp_root_dir)
    where = ("attempts", "mini", "ferry", "1", "prediction")
    _, view = await call("GET", *where)
    assert (view["open"], view["prediction"], len(view["choices"])) == (True, None, 6)
    body = {"cell": cells[0]["id"], "cause": "API misuse"}
    status, view = await call("POST", *where, body=body)
    assert (status, view["open"], view["answer"]) == (201, False, None)
    assert view["prediction"] == {"cell": 0, "cause": "API misuse", "skipped": False}
    assert (await call("POST", *where, body=body))[0] == 400

    edited(jp_root_dir, attempt, "y = 100\ny")
    result = await checked(call, jp_fetch, attempt)
    assert (result["level"], result["prediction"]) == ("runs", None)
    assert (await call("GET", *where))[1]["answer"] is None

    edited(jp_root_dir, attempt, "y = 2 - x\ny")
    result = await checked(call, jp_fetch, attempt)
    assert result["level"] == "passes_check"
    assert result["prediction"].startswith("You thought cell 1: a function is used wrongly.")
    assert (await call("GET", *where))[1]["answer"]["sentence"] == result["prediction"]


async def test_after_the_first_run_it_is_too_late_for_a_prediction(call, jp_fetch, jp_root_dir: Path):
    attempt, cells = await begun(call, jp_root_dir)
    await checked(call, jp_fetch, attempt)
    where = ("attempts", "mini", "ferry", "1", "prediction")
    assert (await call("GET", *where))[1]["open"] is False
    status, reply = await call("POST", *where, body={"cell": cells[0]["id"], "cause": "API misuse"})
    assert status == 400 and "too late" in reply["message"]


async def test_who_knows_the_cause_has_nothing_to_predict(call, jp_root_dir: Path):
    _, cells = await begun(call, jp_root_dir)
    await call("POST", "reveals", body={**KEY, "what": "root_cause"})
    where = ("attempts", "mini", "ferry", "1", "prediction")
    assert (await call("GET", *where))[1]["open"] is False
    assert (await call("POST", *where, body={"cell": cells[0]["id"], "cause": "API misuse"}))[0] == 400


async def test_progress_follows_attempts_and_checks(call, jp_fetch, jp_root_dir: Path):
    attempt, _ = await begun(call, jp_root_dir)
    edited(jp_root_dir, attempt, "y = 2 - x\ny")
    await checked(call, jp_fetch, attempt)
    _, progress = await call("GET", "progress", params={"bench": "mini"})
    assert progress["counts"] == {"new": 1, "tried": 0, "runs": 0, "passes": 1, "equals": 0}
    assert [(one["id"], one["state"]) for one in progress["instances"]] == [("ferry", "passes")]
    # Whoever has solved it knows the cause.
    _, view = await call("GET", "instances", "mini", "ferry")
    assert view["instance"]["summary"]["labels"]["root_cause"] == "NB specific"


async def test_progress_can_be_taken_along_and_removed(call, jp_root_dir: Path):
    await begun(call, jp_root_dir)
    _, table = await call("GET", "progress", "export", params={"format": "csv"})
    assert table["name"] == "junobench-progress.csv"
    assert table["text"].splitlines()[1].startswith("mini,ferry,1,")
    assert (await call("GET", "progress", "export", params={"format": "xls"}))[0] == 400
    assert (await call("DELETE", "progress"))[0] == 400
    _, removed = await call("DELETE", "progress", params={"bench": "mini"})
    assert removed["events"] == 1
    _, progress = await call("GET", "progress", params={"bench": "mini"})
    assert progress["instances"] == []
    # The attempt itself is still there.
    assert len((await call("GET", "attempts", params=KEY))[1]["attempts"]) == 1


async def test_taking_an_attempt_up_again_is_noted(call, jp_root_dir: Path):
    attempt, _ = await begun(call, jp_root_dir)
    status, again = await call("POST", "attempts", "mini", "ferry", "1")
    assert (status, again) == (200, attempt)
    _, table = await call("GET", "progress", "export", params={"format": "json"})
    assert [entry["kind"] for entry in json.loads(table["text"])["events"]] == ["opened", "opened"]
    assert (await call("POST", "attempts", "mini", "ferry", "7"))[0] == 404


async def test_an_attempts_notebook_is_not_explained_before_that_is_asked_for(call, jp_root_dir: Path):
    attempt, _ = await begun(call, jp_root_dir)
    document = json.loads((jp_root_dir / attempt["path"]).read_text())
    _, trace = await call("POST", "traces", body={"notebook": document})
    assert trace["saved"]["crash"] is not None and trace["saved"]["findings"] == []
    await call("POST", "reveals", body={**KEY, "what": "explanation"})
    _, trace = await call("POST", "traces", body={"notebook": document})
    assert len(trace["saved"]["findings"]) == 1
