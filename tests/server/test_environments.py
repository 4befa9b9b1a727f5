"""Where kernels run, chosen over the routes, on a machine whose Docker isn't there."""

import json
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.running.environments.container.images import ImageStep
from junobench_lab.running.environments.container.kernelspec import remove_kernelspecs
from junobench_lab.server import image_jobs

from .test_runs import messages_of


@pytest.fixture(autouse=True)
def no_docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")


async def outcome_of(call, jp_fetch, route: str, body: dict[str, Any]) -> dict[str, Any]:
    status, run = await call("POST", route, body=body)
    assert (status, run["environment"]) == (202, "container")
    response = await jp_fetch("junobench-lab", "api", "runs", run["run"], "events")
    return messages_of(response.body)[-1][1]


async def test_what_is_missing_is_told_with_what_to_do(call):
    status, told = await call("GET", "environments")
    assert status == 200
    assert (told["container"]["ready"], told["container"]["problem"], told["job"]) == (False, "docker", None)
    assert "use local kernels" in told["container"]["advice"]


async def test_runs_and_checks_take_place_in_the_environment_that_is_asked_for(call, jp_fetch):
    _, attempt = await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    target = {"bench": "mini", "id": "ferry", "attempt": attempt["number"]}
    for route, body in (("runs", {"target": target}), ("checks", target)):
        outcome = await outcome_of(call, jp_fetch, route, {**body, "environment": "container"})
        assert outcome["verdict"] == "infrastructure"
        assert outcome["sentence"].startswith("Docker does not answer")


async def test_an_attempt_in_a_container_asks_for_the_containers_kernel(call, jp_root_dir: Path):
    asked = {"bench": "mini", "id": "ferry", "environment": "container"}
    try:
        _, attempt = await call("POST", "attempts", body={**asked, "new": True})
        document = json.loads((jp_root_dir / attempt["path"]).read_text())
        assert document["metadata"]["kernelspec"]["name"] == "junobench-container"
        _, told = await call("POST", "kernels", body=asked)
        assert (told["kernel"], "python3" in told["replaces"]) == ("junobench-container", True)
    finally:
        remove_kernelspecs()
    local = {**asked, "environment": "local", "kernel": "pins"}
    _, told = await call("POST", "kernels", body=local)
    assert (told["kernel"], "junobench-container" in told["replaces"]) == ("pins", True)


async def test_a_local_kernel_can_not_be_asked_for_in_a_container(call):
    target = {"bench": "mini", "id": "ferry", "variant": "original"}
    asked = {"target": target, "environment": "container", "kernel": "python3"}
    status, told = await call("POST", "runs", body=asked)
    assert (status, told["kind"]) == (400, "InvalidRequest")


async def test_nothing_large_is_fetched_without_a_yes(call):
    for action in ("build", "pull"):
        status, told = await call("POST", "image", body={"action": action})
        assert (status, told["kind"]) == (400, "InvalidRequest")
    assert (await call("GET", "environments"))[1]["job"] is None


async def test_a_failed_build_ends_with_the_reason(call, jp_fetch):
    status, job = await call("POST", "image", body={"action": "build", "agreed": True})
    assert (status, job["ended"]) == (202, None)
    response = await jp_fetch("junobench-lab", "api", "image", "events")
    name, progress = messages_of(response.body)[-1]
    assert (name, progress["job"]["ok"]) == ("image", False)
    assert progress["job"]["sentence"].startswith("Docker does not answer")
    assert (await call("GET", "environments"))[1]["job"] == progress["job"]


async def test_a_pull_is_told_by_layer_and_can_be_cancelled(call, jp_fetch, monkeypatch: pytest.MonkeyPatch):
    closed = []

    async def pull(image: str | None):
        try:
            yield ImageStep(words="Pulling from somewhere")
            yield ImageStep(words="a1 Downloading", layer="a1", done=1, total=4)
            yield ImageStep(words="a1 Downloading", layer="a1", done=3, total=4)
            await image_jobs.asyncio.Event().wait()
        finally:
            closed.append(True)

    monkeypatch.setattr(image_jobs, "pull_image", pull)
    await call("POST", "image", body={"action": "pull", "agreed": True})
    status, told = await call("POST", "image", body={"action": "check"})
    assert (status, "goes on" in told["message"]) == (400, True)
    status, told = await call("DELETE", "image")
    assert (status, told["cancelled"], closed) == (200, True, [True])
    response = await jp_fetch("junobench-lab", "api", "image", "events")
    progress = messages_of(response.body)[-1][1]
    assert [(step["layer"], step["done"], step["total"]) for step in progress["layers"]] == [("a1", 3, 4)]
    assert progress["lines"] == ["Pulling from somewhere"]
    # It stays as it is.
    assert (await call("DELETE", "image"))[1] == progress["job"]


async def test_an_instance_that_asks_for_a_network_gets_one_only_with_consent(call, monkeypatch: pytest.MonkeyPatch):
    from junobench_lab.instances.bench import Bench

    summary = Bench.summary
    monkeypatch.setattr(Bench, "summary", lambda self, id: summary(self, id).model_copy(update={"needs_network": True}))
    place = {"bench": "mini", "id": "ferry", "environment": "container"}
    status, told = await call("POST", "kernels", body=place)
    assert (status, told["kind"]) == (403, "NetworkNotAllowed")
    try:
        for allowed, kernel in ((True, "junobench-container-network"), (False, "junobench-container")):
            assert (await call("POST", "kernels", body={**place, "allow_network": allowed}))[1]["kernel"] == kernel
    finally:
        remove_kernelspecs()
    run = {"target": {"bench": "mini", "id": "ferry", "variant": "original"}, "environment": "container"}
    assert (await call("POST", "runs", body=run))[0] == 403
    assert (await call("POST", "runs", body={**run, "allow_network": True}))[0] == 202
