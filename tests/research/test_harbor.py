"""Tasks in Harbor's format, gone through as a runner does: oracle, idle agent, cheating agent."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from junobench_lab.errors import InvalidRequest
from junobench_lab.instances.registry import starter_bench
from junobench_lab.research.agents.harbor import export_task

CODE, ORDER = "tram-delays", "ferry-reviews"


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("harbor")
    for id in (CODE, ORDER):
        export_task(starter_bench(), id, folder)
    return folder


class Trial:
    """The container's folders, without the container: workspace, logs, and the scripts run on them."""

    def __init__(self, task: Path, folder: Path) -> None:
        self.task, self.folder = task, folder
        shutil.copytree(task / "environment" / "workspace", folder / "workspace")

    def run(self, script: str, **variables: str) -> int:
        python = Path(sys.executable).parent
        environment = {
            **os.environ,
            "PATH": f"{python}{os.pathsep}{os.environ['PATH']}",
            "WORKSPACE": str(self.folder / "workspace"),
            "VERIFIER_LOGS": str(self.folder / "logs"),
            **variables,
        }
        # A runner starts the script in the image's working directory.
        where = self.folder / "workspace"
        command = ["bash", str(self.task / script)]
        return subprocess.run(command, env=environment, cwd=where, timeout=120, check=False).returncode

    @property
    def reward(self) -> str:
        return (self.folder / "logs" / "reward.txt").read_text().strip()

    @property
    def level(self) -> str | None:
        level = json.loads((self.folder / "logs" / "check.json").read_text())["level"]
        return str(level) if level is not None else None


@pytest.mark.parametrize("id", [CODE, ORDER])
def test_the_oracle_gets_the_reward(tasks: Path, tmp_path: Path, id: str) -> None:
    trial = Trial(tasks / id, tmp_path)
    assert trial.run("solution/solve.sh") == 0
    assert trial.run("tests/test.sh") == 0
    assert (trial.reward, trial.level) == ("1", "equals_reference")


def test_an_agent_that_does_nothing_gets_none(tasks: Path, tmp_path: Path) -> None:
    trial = Trial(tasks / CODE, tmp_path)
    assert trial.run("tests/test.sh") == 0
    assert (trial.reward, trial.level) == ("0", "does_not_run")


def test_an_agent_that_empties_the_crash_cell_gets_none(tasks: Path, tmp_path: Path) -> None:
    trial = Trial(tasks / CODE, tmp_path)
    file = tmp_path / "workspace" / f"{CODE}.ipynb"
    document = json.loads(file.read_text())
    for cell in document["cells"]:
        if any(output.get("output_type") == "error" for output in cell.get("outputs", [])):
            cell["source"] = "pass"
    file.write_text(json.dumps(document))
    assert trial.run("tests/test.sh") == 0
    assert trial.reward == "0"


def test_an_agent_that_brings_its_own_checker_gets_none(tasks: Path, tmp_path: Path) -> None:
    trial = Trial(tasks / CODE, tmp_path)
    package = tmp_path / "workspace" / "junobench_lab"
    package.mkdir()
    for name in ("__init__.py", "cli.py"):
        (package / name).write_text("import sys\nprint('{}')\nsys.exit(0)\n")
    assert trial.run("tests/test.sh", PYTHONPATH=str(tmp_path / "workspace")) == 0
    assert (trial.reward, trial.level) == ("0", "does_not_run")


def test_a_wheel_of_something_else_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    other = tmp_path / "other-1.0-py3-none-any.whl"
    with zipfile.ZipFile(other, "w") as opened:
        opened.writestr("other/__init__.py", "")
    (tmp_path / "junobench_lab.whl").write_text("no archive")
    for wheel in (other, tmp_path / "junobench_lab.whl"):
        with pytest.raises(InvalidRequest, match="no wheel of junobench-lab"):
            export_task(starter_bench(), CODE, tmp_path / "tasks", wheel=wheel)
    assert not (tmp_path / "tasks").exists()


def test_a_notebook_that_is_gone_is_no_reward_and_a_failed_verifier(tasks: Path, tmp_path: Path) -> None:
    trial = Trial(tasks / CODE, tmp_path)
    (tmp_path / "workspace" / f"{CODE}.ipynb").unlink()
    assert trial.run("tests/test.sh") != 0
    assert trial.reward == "0"


def test_the_agent_s_side_holds_nothing_of_the_answer(tasks: Path) -> None:
    bench = starter_bench()
    for id in (CODE, ORDER):
        fixed = {line for cell in bench.notebook(id, "fixed").cells for line in cell.source.split("\n")}
        crashed = {line for cell in bench.notebook(id, "reproduced").cells for line in cell.source.split("\n")}
        agent = [tasks / id / "instruction.md", *(tasks / id / "environment").rglob("*")]
        texts = [path.read_text(errors="replace") for path in agent if path.is_file()]
        diagnosis = bench.diagnosis(id).text
        assert diagnosis is not None
        for text in texts:
            assert diagnosis[:60] not in text and "def check_" not in text
            assert not [line for line in fixed - crashed if len(line.strip()) > 12 and line.strip() in text]
        assert not list((tasks / id / "environment").rglob("*fixed*"))


def test_the_settings_are_toml_with_the_sections_that_runners_read(tasks: Path) -> None:
    settings = tomllib.loads((tasks / CODE / "task.toml").read_text())
    assert settings["schema_version"] == "1.1"
    assert settings["task"]["name"] == f"junobench/{CODE}"
    assert {"verifier", "agent", "environment", "metadata"} <= set(settings)
    assert settings["verifier"]["timeout_sec"] > 0


def test_a_task_that_exists_is_left_as_it_is(tasks: Path) -> None:
    before = (tasks / CODE / "task.toml").stat().st_mtime_ns
    with pytest.raises(InvalidRequest, match="exists"):
        export_task(starter_bench(), CODE, tasks)
    assert (tasks / CODE / "task.toml").stat().st_mtime_ns == before
