"""Crashes as tasks in Harbor's format, which agent runners take: a folder a task.

::

    task.toml  instruction.md
    environment/  Dockerfile, workspace/: the notebook as its author left it, and its input
    tests/        test.sh and a bench of this one instance; agents don't see it
    solution/     solve.sh and the reference fix; only the oracle sees it

After https://www.harborframework.com/docs/tasks (schema 1.1): the verifier's reward is a number in
``/logs/verifier/reward.txt``, here 1 for a repair that passes the check and 0 for any other.
"""

import json
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path

import openpyxl

from ..._version import __version__
from ...errors import InvalidRequest
from ...instances.bench import Bench
from ...instances.layout import CHECK_FILE, INSTANCES_FOLDER, find_layout
from ...instances.notebooks import to_nbformat
from ...instances.sheet import ID_COLUMN, SHEET_FILE
from ...practice.beginning import Beginning, beginning
from ...running.libraries import needed_libraries
from ...running.plan import plan_variant

_LIBRARIES = ("numpy", "pandas", "matplotlib", "seaborn", "scikit-learn")
_TOOLS = ("ipykernel", "jupyter_client", "nbconvert", "nbformat")
_AGENT_SECONDS = 1800.0
_VERIFIER_SECONDS = 900.0


def export_task(bench: Bench, id: str, folder: Path, *, image: str | None = None, wheel: Path | None = None) -> Path:
    """Write the task of one instance as ``folder/<id>``; gives that folder.

    ``image``: a container image that has the libraries, instead of a plain Python one in which they are installed.
    ``wheel``: a wheel of junobench-lab for the verifier, instead of the published release.
    Raises what reading the instance raises, and `InvalidRequest` where the folder exists or can't be written, or the
    wheel is none of junobench-lab.
    """
    if wheel is not None:
        _require_own_wheel(wheel)
    given = beginning(bench, id)
    bench.notebook(id, "fixed")
    task = folder / id
    if task.exists():
        raise InvalidRequest(f"{task} exists: remove it, or name another folder.")
    try:
        _write(task / "task.toml", _settings(bench, id))
        _write(task / "instruction.md", _instruction(id, given))
        _write_environment(bench, id, given, task / "environment", image)
        _write_tests(bench, id, task / "tests", wheel)
        _write_solution(bench, id, task / "solution")
    except OSError as error:
        shutil.rmtree(task, ignore_errors=True)
        raise InvalidRequest(f"{task} can't be written ({error.strerror}): name another folder.") from None
    return task


def _require_own_wheel(wheel: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as opened:
            own = wheel.suffix == ".whl" and "junobench_lab/__init__.py" in opened.namelist()
    except (OSError, zipfile.BadZipFile):
        own = False
    if not own:
        raise InvalidRequest(f"{wheel} is no wheel of junobench-lab: build one with `python -m build --wheel`.")


def _settings(bench: Bench, id: str) -> str:
    summary = bench.summary(id)
    labels = summary.labels.model_dump(exclude_none=True)
    lines = [
        'schema_version = "1.1"',
        "",
        "[task]",
        f"name = {json.dumps(f'junobench/{id}')}",
        'description = "Repair a Jupyter notebook that crashed."',
        'keywords = ["jupyter", "notebook", "debugging"]',
        "",
        "[metadata]",
        'category = "debugging"',
        f"bench = {json.dumps(bench.name)}",
        f"instance = {json.dumps(id)}",
        *(f"{name} = {json.dumps(value)}" for name, value in labels.items()),
        "",
        "[verifier]",
        f"timeout_sec = {_VERIFIER_SECONDS}",
        "",
        "[agent]",
        f"timeout_sec = {_AGENT_SECONDS}",
        "",
        "[environment]",
        "build_timeout_sec = 1800.0",
        "cpus = 2",
        "memory_mb = 4096",
        "storage_mb = 10240",
        "",
    ]
    return "\n".join(lines)


def _instruction(id: str, given: Beginning) -> str:
    crash = given.trace.crash
    where = f"cell {crash.cell + 1} of {len(given.start.cells)}, with {crash.ename}" if crash is not None else "a cell"
    return f"""# Repair a notebook that crashed

`/workspace/{id}.ipynb` is a Jupyter notebook as its author left it: with the outputs, the execution counts and the
crash in {where}. Its input files stand beside it.

Repair it, so that the crashing cell does what its author meant. Change as little as you need: edit cells, add some, or
have cells run that did not run, or in another order.

- Save the repair as `/workspace/{id}.ipynb`. If you run it, save it with its execution counts: the cells are then run
  in the order of the counts. If the counts stay as they are, the recorded order is run, new cells where they stand.
- The repaired notebook is run in a fresh kernel through the cell that crashed. That it no longer crashes isn't enough:
  the result has to be right.
- Deleting, skipping or catching the crash is no repair. The input files must stay as they are.
"""


def _write_environment(bench: Bench, id: str, given: Beginning, folder: Path, image: str | None) -> None:
    if image is not None:
        lines = [f"FROM {image}"]
    else:
        reproduced = bench.notebook(id, "reproduced")
        plan = plan_variant(reproduced, reproduced=reproduced, crash=bench.summary(id).crash)
        packages = [*_TOOLS, *_LIBRARIES, *(library.extra for library in needed_libraries(plan))]
        lines = ["FROM python:3.11-slim", f"RUN python -m pip install --no-cache-dir {' '.join(packages)}"]
    _write(folder / "Dockerfile", "\n".join([*lines, "COPY workspace /workspace", "WORKDIR /workspace", ""]))
    workspace = folder / "workspace"
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    document = to_nbformat(given.given.model_copy(update={"metadata": metadata}))
    _write(workspace / f"{id}.ipynb", json.dumps(document, indent=1))
    _copy(bench.folder(id), bench.input_files(id), workspace)


def _write_tests(bench: Bench, id: str, folder: Path, wheel: Path | None) -> None:
    own = folder / "bench" / INSTANCES_FOLDER / id
    source = bench.folder(id)
    names = {info.file for info in bench.variants(id)} | {CHECK_FILE}
    _copy(
        source, [*bench.input_files(id), *(source / name for name in sorted(names) if (source / name).is_file())], own
    )
    _write_sheet(bench, id, folder / "bench" / SHEET_FILE)
    if wheel is not None:
        shutil.copyfile(wheel, folder / wheel.name)
    package = f'"$here/{wheel.name}"' if wheel is not None else f"junobench-lab=={__version__}"
    _write(folder / "test.sh", _TEST.format(id=id, package=package), executable=True)


_TEST = """#!/bin/bash
# Checks the repaired notebook; the reward is 1 where it passes, else 0.
here=$(cd "$(dirname "$0")" && pwd)
workspace=${{WORKSPACE:-/workspace}}
logs=${{VERIFIER_LOGS:-/logs/verifier}}
mkdir -p "$logs"
echo 0 > "$logs/reward.txt"
# Isolated (-I) and from here: what lies in the agent's folder, or its PYTHONPATH, isn't the checker.
cd "$here" || exit 1
python -I -c 'import junobench_lab' 2> /dev/null || python -I -m pip install --quiet {package} || exit 1
python -I -m junobench_lab.cli check {id} --bench "$here/bench" --notebook "$workspace/{id}.ipynb" --json \\
    > "$logs/check.json"
code=$?
cat "$logs/check.json"
[ "$code" -eq 0 ] && echo 1 > "$logs/reward.txt"
[ "$code" -le 1 ]
"""


def _write_sheet(bench: Bench, id: str, file: Path) -> None:
    """The label sheet with the row of this instance alone."""
    book = openpyxl.load_workbook(find_layout(bench.path).sheet, read_only=True)
    rows = book.worksheets[0].iter_rows(values_only=True)
    head = next(rows)
    column = head.index(ID_COLUMN)
    own = next((row for row in rows if row[column] == id), None)
    book.close()
    made = openpyxl.Workbook()
    page = made.worksheets[0]
    page.append(list(head))
    if own is not None:
        page.append(list(own))
    file.parent.mkdir(parents=True, exist_ok=True)
    made.save(file)


def _write_solution(bench: Bench, id: str, folder: Path) -> None:
    fixed = next(info.file for info in bench.variants(id) if info.name == "fixed")
    folder.mkdir(parents=True)
    shutil.copyfile(bench.folder(id) / fixed, folder / "fixed.ipynb")
    script = f'#!/bin/bash\ncp "$(dirname "$0")/fixed.ipynb" "${{WORKSPACE:-/workspace}}/{id}.ipynb"\n'
    _write(folder / "solve.sh", script, executable=True)


def _copy(source: Path, files: Sequence[Path], target: Path) -> None:
    for file in files:
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)


def _write(file: Path, text: str, *, executable: bool = False) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    if executable:
        file.chmod(0o755)
