"""The image: built from the product's own Dockerfile, tried, removed; and runs in it by the command line."""

import json
import subprocess
import sys

from junobench_lab.running.environments.container.images import read_trial

from .conftest import IMAGE, command

BUILT = "junobench-test-built:light"


def test_an_image_is_built_tried_and_removed(base, configured, tmp_path):
    configured(BUILT)
    assert "is not here" in command("image", "status", code=1)
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("ipykernel>=7,<8\n")
    command("image", "build", "--base", base, "--requirements", str(requirements))
    assert json.loads(command("image", "status", "--json"))["transport"] == "ipc"
    assert "ipykernel" in json.loads(command("image", "check", "--json"))["versions"]
    kernels = subprocess.run(
        [sys.executable, "-m", "jupyter_client.kernelspecapp", "list"], capture_output=True, text=True
    ).stdout
    assert "junobench-container" in kernels
    command("image", "remove", "--yes")
    assert "is not here" in command("image", "status", code=1)


def test_a_library_that_needs_another_processor_is_named():
    told = read_trial(132, "importing numpy\nimported numpy 1.26.4\nimporting tensorflow\n")
    assert (told.ok, told.versions) == (False, {"numpy": "1.26.4"})
    assert told.sentence.startswith("tensorflow needs instructions")


def test_an_instance_runs_and_verifies_in_containers_as_it_does_locally(configured):
    configured(IMAGE)
    record = json.loads(
        command("run", "bike-counter", "--variant", "reproduced", "--environment", "container", "--json")
    )
    local = json.loads(command("run", "bike-counter", "--variant", "reproduced", "--json"))
    assert (record["environment"], local["environment"]) == ("container", "local")
    for part in ("verdict", "cell", "line", "ename", "executed"):
        assert record["outcome"][part] == local["outcome"][part]
    verification = json.loads(
        command("verify", "museum-visits", "leaf-scans", "--environment", "container", "--jobs", "2", "--json")
    )
    assert verification["ok"], verification
    # Less than the two bounds together, and more than a kernel takes that has only started.
    assert 50e6 < verification["usage"]["memory"] < 2 * 2**30
    assert 0 < verification["usage"]["disk"] < 2 * 200 * 2**20


def test_a_local_kernel_can_not_be_chosen_for_a_container(configured):
    assert "leave the kernel out" in command(
        "run", "bike-counter", "--variant", "fixed", "--environment", "container", "--kernel", "python3", code=2
    )
