"""An instance is made of an open notebook over the routes, and its labels are changed."""

import json
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.instances.bench import Bench
from tests.notebook_factory import code, crash_and_fix, notebook, write_bench, write_notebook

from .test_runs import messages_of

CRASHED = notebook(
    code("x = 1", count=1, id="first"),
    code("extra = 2", count=2, id="second"),
    code("y", count=3, id="third", error=("NameError", "name 'y' is not defined")),
)
REPAIRED = notebook(code("x = 1", count=1), code("extra = 2", count=2), code("y = x\ny", count=3))


@pytest.fixture
def crashed(jp_root_dir: Path) -> str:
    write_notebook(jp_root_dir / "work" / "Mine.ipynb", CRASHED)
    write_notebook(jp_root_dir / "work" / "Mine repaired.ipynb", REPAIRED)
    return "work/Mine.ipynb"


async def end_of(jp_fetch, started: tuple[int, Any]) -> dict[str, Any]:
    """How the making ended, from the events."""
    assert started[0] == 202, started[1]
    response = await jp_fetch("junobench-lab", "api", "curation", "events", request_timeout=300)
    names = {name for name, _ in messages_of(response.body)}
    assert names == {"curation"}
    return messages_of(response.body)[-1][1]


async def test_an_instance_is_made_listed_and_labelled(call, jp_fetch, jp_root_dir: Path, crashed: str):
    before = (jp_root_dir / crashed).read_bytes()
    asked = {"path": crashed, "bench": "own bench", "fixed": "work/Mine repaired.ipynb"}
    job = await end_of(jp_fetch, await call("POST", "curation", body=asked))
    assert (job["ok"], job["cancelled"]) == (True, False), job["sentence"]
    made = job["result"]
    assert (made["accepted"], made["id"], made["bench"]) == (True, "mine", "own-bench")
    assert (made["record"]["order"]["recorded"], made["record"]["order"]["kept"]) == (3, 2)
    assert (jp_root_dir / crashed).read_bytes() == before
    assert (jp_root_dir / "own bench" / "benchmark" / "mine" / "mine.ipynb").read_bytes() == before

    status, view = await call("GET", "instances", "own-bench", "mine")
    assert status == 200
    assert view["instance"]["summary"]["problems"] == []

    labels = {"crash_type": "variable not found", "root_cause": "implementation error", "ml_bug": "python bug"}
    chosen = {"bench": "own-bench", "id": "mine", "labels": labels, "diagnosis": "Nobody made y."}
    status, said = await call("POST", "curation", "labels", body=chosen)
    assert (status, said["sentence"]) == (200, "What you settled of mine is saved.")
    assert Bench.open(jp_root_dir / "own bench").diagnosis("mine").text == "Nobody made y."
    known = Bench.open(jp_root_dir / "own bench").summary("mine").labels
    assert (known.root_cause, known.ml_bug) == ("implementation error", "python bug")


async def test_without_a_repair_it_is_a_draft_that_an_attempt_completes(
    call, jp_fetch, jp_root_dir: Path, crashed: str
):
    job = await end_of(jp_fetch, await call("POST", "curation", body={"path": crashed, "bench": "own bench"}))
    draft = job["result"]
    assert (draft["accepted"], draft["bench"]) == (False, "own-bench-drafts")
    assert job["sentence"].startswith("It has no fixed variant yet. Repair it in an attempt")

    key = {"bench": draft["bench"], "id": draft["id"]}
    _, attempt = await call("POST", "attempts", body=key)
    file = jp_root_dir / attempt["path"]
    document = json.loads(file.read_text())
    document["cells"][-1]["source"] = "y = 3\ny"
    file.write_text(json.dumps(document))
    job = await end_of(jp_fetch, await call("POST", "curation", body={"path": attempt["path"], "draft": key}))
    assert (job["ok"], job["result"]["accepted"], job["result"]["bench"]) == (True, True, "own-bench"), job["sentence"]
    fixed = Bench.open(jp_root_dir / "own bench").notebook("mine", "fixed")
    assert fixed.cells[-1].source == "y = 3\ny"
    assert "junobench_lab" not in fixed.metadata


async def test_what_the_kernel_ran_counts_more_than_what_was_saved(call, jp_fetch, jp_root_dir: Path):
    """The second cell was run twice, which no saved count tells."""
    count = code("total = 0", count=1, id="begin")
    step = code("total = total + 1\nassert total < 2, total", count=3, id="step", error=("AssertionError", "2"))
    write_notebook(jp_root_dir / "Twice.ipynb", notebook(count, step))
    ran = [("begin", True), ("step", True), ("step", False)]
    sources = {cell["id"]: cell["source"] for cell in (count, step)}
    executions = [
        {"id": id, "source": sources[id], "ok": ok, "count": number}
        | ({} if ok else {"ename": "AssertionError", "evalue": "2", "traceback": []})
        for number, (id, ok) in enumerate(ran, 1)
    ]
    asked = {"path": "Twice.ipynb", "bench": "own", "session": {"executions": executions}}
    job = await end_of(jp_fetch, await call("POST", "curation", body=asked))
    assert job["ok"], job["sentence"]
    order = job["result"]["record"]["order"]
    assert (order["recorded"], order["kept"], order["minimal"], order["assumed"]) == (3, 3, True, False)


async def test_it_can_be_cancelled_and_leaves_nothing(call, jp_fetch, jp_root_dir: Path):
    endless = notebook(
        code("import time\ntime.sleep(600)", count=1),
        code("y", count=2, error=("NameError", "name 'y' is not defined")),
    )
    write_notebook(jp_root_dir / "Slow.ipynb", endless)
    started = await call("POST", "curation", body={"path": "Slow.ipynb", "bench": "own"})
    assert started[0] == 202
    status, refused = await call("POST", "curation", body={"path": "Slow.ipynb", "bench": "own"})
    assert (status, refused["message"]) == (400, "Another instance is being made: wait for its end, or cancel it.")
    assert (await call("DELETE", "curation"))[0] == 200
    job = await end_of(jp_fetch, started)
    assert (job["ok"], job["cancelled"], job["result"]) == (False, True, None)
    assert not (jp_root_dir / "own").exists()


async def test_mistakes_are_said_at_once(call, jp_root_dir: Path, crashed: str):
    write_bench(jp_root_dir / "full", {"mine": crash_and_fix()})
    (jp_root_dir / "other").mkdir()
    (jp_root_dir / "other" / "letter.txt").write_text("dear")
    for body, part in (
        ({"path": "../outside.ipynb", "bench": "own"}, "is not among your files"),
        ({"path": crashed, "bench": "own", "fixed": "/etc/passwd/../../.."}, "is not among your files"),
        ({"path": crashed}, "Name the folder of your bench"),
        ({"path": crashed, "bench": "other"}, "holds other things and no label sheet"),
        ({"path": crashed, "draft": {"bench": "mini", "id": "ferry"}}, "holds no drafts"),
    ):
        status, said = await call("POST", "curation", body=body)
        assert (status, part in said["message"]) == (400, True), said
    status, said = await call("POST", "curation", body={"path": "work/none.ipynb", "bench": "own"})
    assert (status, said["kind"]) == (422, "BrokenNotebook")


async def test_mistakes_that_take_a_moment_are_said_at_the_end(call, jp_fetch, jp_root_dir: Path, crashed: str):
    write_bench(jp_root_dir / "full", {"mine": crash_and_fix()})
    job = await end_of(jp_fetch, await call("POST", "curation", body={"path": crashed, "bench": "full"}))
    assert not job["ok"]
    assert job["sentence"] == "The bench has an instance mine already: choose another name (--id)."


async def test_an_attempt_is_no_crash_of_ones_own(call):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    status, said = await call("POST", "curation", body={"path": attempt["path"], "bench": "own"})
    assert (status, said["kind"]) == (403, "NotRevealed")


async def test_the_starter_bench_keeps_its_labels(call):
    id = (await call("GET", "instances", "starter"))[1]["instances"][0]["id"]
    asked = {"bench": "starter", "id": id, "labels": {"stage": "training"}}
    status, said = await call("POST", "curation", "labels", body=asked)
    assert (status, said["kind"]) == (400, "InvalidRequest")
