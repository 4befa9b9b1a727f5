"""Attempts: working copies in the person's own files."""

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from junobench_lab.errors import EnvironmentUnavailable, InvalidRequest, UnknownAttempt, UnknownInstance
from junobench_lab.instances.registry import open_catalog
from junobench_lab.practice.attempts import Attempts
from tests.notebook_factory import code, crash_and_fix, markdown, notebook, stream, write_bench

RERUN = "# [re-execute] this crash is because this cell was executed more than once\ndel frame['id']"


@pytest.fixture
def attempts(tmp_path: Path) -> Attempts:
    crashed = notebook(
        markdown("# Trips"),
        code("frame = {'id': 1}", 1, outputs=[stream("x" * 2_000_000)]),
        code(RERUN, 4, error=("KeyError", "'id'")),
        metadata={"kernelspec": {"name": "kaggle"}, "papermill": {"duration": 3}, "language_info": {"name": "python"}},
    )
    bench = write_bench(
        tmp_path / "bench",
        {
            "trips": {"original": crashed, "reproduced": crashed, "fixed": notebook(code("secret = 1", 1))},
            "b": crash_and_fix(),
        },
        files={"trips": {"data/a.csv": "1,2\n", "check.py": "secret = 2", "README.md": "about"}},
    )
    return Attempts(tmp_path / "files", open_catalog({"mini": str(bench)}))


def saved(tmp_path: Path, path: str) -> dict:
    return json.loads((tmp_path / "files" / path).read_text())


def test_an_attempt_is_the_reproduced_variant_with_its_input_data(attempts: Attempts, tmp_path: Path):
    attempt = attempts.start("mini", "trips")
    assert attempt.path == "junobench/mini/trips/attempt-1/trips.ipynb"
    document = saved(tmp_path, attempt.path)
    assert [cell["execution_count"] for cell in document["cells"] if cell["cell_type"] == "code"] == [1, 4]
    assert len({cell["id"] for cell in document["cells"]}) == 3
    assert (tmp_path / "files" / attempt.path).parent.joinpath("data", "a.csv").read_text() == "1,2\n"


def test_nothing_of_the_answer_enters_the_folder(attempts: Attempts, tmp_path: Path):
    attempt = attempts.start("mini", "trips")
    folder = (tmp_path / "files" / attempt.path).parent
    files = sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())
    assert files == [".attempt.json", "data/a.csv", "trips.ipynb"]
    for file in files:
        text = (folder / file).read_text()
        assert "secret" not in text
        assert "execute]" not in text


def test_bulky_outputs_and_foreign_metadata_are_left_out(attempts: Attempts, tmp_path: Path):
    attempt = attempts.start("mini", "trips")
    document = saved(tmp_path, attempt.path)
    assert attempt.left_out >= 2_000_000
    assert "left out" in json.dumps(document["cells"][1]["outputs"])
    assert set(document["metadata"]) == {"kernelspec", "language_info", "junobench_lab"}
    assert document["metadata"]["kernelspec"]["name"] == "python3"


def test_the_double_run_is_kept_in_the_trace_though_its_mark_is_gone(attempts: Attempts):
    attempt = attempts.start("mini", "trips")
    trace = attempts.trace(attempt)
    assert [(execution.cell, execution.nth) for execution in trace.executions] == [(1, 1), (2, 1), (2, 2)]
    assert trace.crash is not None and trace.crash.line == 2
    assert [cell.id for cell in trace.cells] == [cell.id for cell in attempts.start_notebook(attempt).cells][1:]
    assert "re-execute" not in trace.model_dump_json()


def test_an_attempt_is_resumed_until_a_new_one_is_asked_for(attempts: Attempts):
    assert [attempts.start("mini", "trips").number for _ in range(2)] == [1, 1]
    assert attempts.start("mini", "trips", new=True).number == 2
    assert attempts.start("mini", "trips").number == 2
    assert [attempt.number for attempt in attempts.list("mini", "trips")] == [1, 2]


def test_a_number_is_never_used_again(attempts: Attempts, tmp_path: Path):
    attempts.start("mini", "trips")
    second = attempts.start("mini", "trips", new=True)
    shutil.rmtree((tmp_path / "files" / second.path).parent)
    assert attempts.start("mini", "trips", new=True).number == 3


def test_an_attempt_whose_notebook_was_deleted_is_not_resumed(attempts: Attempts, tmp_path: Path):
    first = attempts.start("mini", "trips")
    (tmp_path / "files" / first.path).unlink()
    assert attempts.start("mini", "trips").number == 2


def test_inputs_that_are_read_only_can_be_written_in_the_copy(attempts: Attempts, tmp_path: Path):
    (tmp_path / "bench" / "benchmark" / "trips" / "data" / "a.csv").chmod(0o444)
    attempt = attempts.start("mini", "trips")
    copy = (tmp_path / "files" / attempt.path).parent / "data" / "a.csv"
    assert copy.stat().st_mode & 0o200


@pytest.mark.parametrize("id", ["..", "../trips", "/etc", "a\x00b", ".hidden", ""])
def test_an_id_that_is_no_name_is_refused(attempts: Attempts, id: str):
    with pytest.raises((InvalidRequest, UnknownInstance)):
        attempts.start("mini", id)
    with pytest.raises(InvalidRequest):
        attempts.list("mini", id)


def test_a_link_that_leads_out_of_the_files_is_refused(attempts: Attempts, tmp_path: Path):
    (tmp_path / "files").mkdir()
    (tmp_path / "elsewhere").mkdir()
    os.symlink(tmp_path / "elsewhere", tmp_path / "files" / "junobench")
    with pytest.raises(InvalidRequest, match="link"):
        attempts.start("mini", "trips")
    assert not any((tmp_path / "elsewhere").iterdir())


def test_a_file_in_the_way_is_said_in_words_and_kept(attempts: Attempts, tmp_path: Path):
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "junobench").write_text("mine")
    with pytest.raises(EnvironmentUnavailable, match="can't be written"):
        attempts.start("mini", "trips")
    assert (tmp_path / "files" / "junobench").read_text() == "mine"


def test_a_kernel_that_is_not_installed_is_said_before_anything_is_made(attempts: Attempts, tmp_path: Path):
    with pytest.raises(EnvironmentUnavailable, match="nothing"):
        attempts.start("mini", "trips", kernel="nothing")
    assert attempts.list("mini", "trips") == []


def test_damaged_notes_of_an_attempt_are_said_in_words(attempts: Attempts, tmp_path: Path):
    attempt = attempts.start("mini", "trips")
    (tmp_path / "files" / attempt.path).with_name(".attempt.json").write_text("{")
    with pytest.raises(UnknownAttempt, match="damaged"):
        attempts.get("mini", "trips", 1)
    assert attempts.start("mini", "trips").number == 2


def test_a_copy_of_an_attempts_folder_is_an_attempt_of_its_own(attempts: Attempts, tmp_path: Path):
    folder = (tmp_path / "files" / attempts.start("mini", "trips").path).parent
    shutil.copytree(folder, folder.with_name("attempt-4"))
    listed = attempts.list("mini", "trips")
    assert [(attempt.number, attempt.path) for attempt in listed] == [
        (1, "junobench/mini/trips/attempt-1/trips.ipynb"),
        (4, "junobench/mini/trips/attempt-4/trips.ipynb"),
    ]
    assert attempts.start("mini", "trips", new=True).number == 5


def test_a_link_in_the_place_of_an_attempt_is_not_followed(attempts: Attempts, tmp_path: Path):
    folder = (tmp_path / "files" / attempts.start("mini", "trips").path).parent
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnknownAttempt, match="link"):
        attempts.get("mini", "trips", 1)
    assert attempts.start("mini", "trips").number == 2


def test_two_clicks_at_once_make_one_attempt(attempts: Attempts):
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: attempts.resume_or_create("mini", "trips", None, False), range(8)))
    assert {attempt.number for attempt, _ in results} == {1}
    assert sum(created for _, created in results) == 1


def test_several_servers_on_one_folder_never_share_a_number(attempts: Attempts, tmp_path: Path):
    servers = [Attempts(tmp_path / "files", attempts._catalog) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda one: one.start("mini", "trips", new=True), servers))
    assert sorted(attempt.number for attempt in made) == [1, 2, 3, 4, 5, 6]
    for attempt in made:
        assert saved(tmp_path, attempt.path)["metadata"]["junobench_lab"]["attempt"] == attempt.number


def test_an_input_that_cannot_be_copied_leaves_no_half_attempt(attempts: Attempts, tmp_path: Path):
    data = tmp_path / "bench" / "benchmark" / "trips" / "data"
    (data / "b.csv").symlink_to(data / "gone.csv")
    with pytest.raises(EnvironmentUnavailable, match=r"data/b\.csv of trips can't be copied"):
        attempts.start("mini", "trips")
    assert os.listdir(tmp_path / "files" / "junobench" / "mini" / "trips") == []


def test_what_a_killed_server_left_behind_is_removed(attempts: Attempts, tmp_path: Path):
    folder = tmp_path / "files" / "junobench" / "mini" / "trips"
    for name in (".new-old", ".new-fresh"):
        (folder / name / "data").mkdir(parents=True)
    os.utime(folder / ".new-old", (0, 0))
    attempts.start("mini", "trips")
    assert sorted(name for name in os.listdir(folder) if name.startswith(".new")) == [".new-fresh"]


def test_beginning_anew_keeps_what_was_done_and_leaves_its_files_alone(attempts: Attempts, tmp_path: Path):
    first = attempts.start("mini", "trips")
    file = tmp_path / "files" / first.path
    document = json.loads(file.read_text())
    given = document["cells"][1]["source"]
    document["cells"][1]["source"] = "mine"
    file.write_text(json.dumps(document))
    before = {path: path.read_bytes() for path in file.parent.rglob("*") if path.is_file()}
    second = attempts.start("mini", "trips", new=True)
    assert saved(tmp_path, second.path)["cells"][1]["source"] == given
    assert {path: path.read_bytes() for path in file.parent.rglob("*") if path.is_file()} == before
    assert [attempt.number for attempt in attempts.list("mini", "trips")] == [1, 2]


def test_instances_that_were_begun_are_known(attempts: Attempts, tmp_path: Path):
    assert attempts.attempted("mini") == set()
    attempts.start("mini", "trips")
    assert attempts.attempted("mini") == {"trips"}


def test_notes_of_an_older_attempt_are_read_without_the_places_of_hints(attempts: Attempts, tmp_path: Path):
    attempt = attempts.start("mini", "trips")
    notes = (tmp_path / "files" / attempt.path).with_name(".attempt.json")
    document = json.loads(notes.read_text())
    assert "stripped" not in document["attempt"]
    document["attempt"]["stripped"] = [2]
    notes.write_text(json.dumps(document))
    assert attempts.get("mini", "trips", 1) == attempt
