"""Where the command line keeps and finds things: records, attempts below a server's root, renamed columns."""

import os
from pathlib import Path

import pytest

from junobench_lab.cli import contents, servers
from junobench_lab.cli.servers import Server
from tests.notebook_factory import COLUMNS, crash_and_fix, write_bench


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that can't be made, whoever runs the tests: a file stands in its place."""
    file = tmp_path / "taken"
    file.touch()
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(file))
    return file


@pytest.mark.parametrize("command", [["run", "tide-tables", "--variant", "reproduced"], ["verify"]])
def test_records_that_can_not_be_written_are_told_once_and_before_the_work(call, bench, nowhere, command):
    said = call(*command, "--bench", bench, "--json")
    assert said.code == 2
    assert said.json["error"]["kind"] == "EnvironmentUnavailable"
    assert str(nowhere) in said.json["error"]["message"]


def test_what_needs_no_records_goes_on_without_a_data_folder(call, bench, nowhere):
    assert call("list", "--bench", bench).code == 0
    assert call("trace", "tide-tables", "--bench", bench).code == 0


def test_the_doctor_tells_of_a_data_folder_that_can_not_be_written(call, nowhere):
    said = call("doctor", "--json")
    assert said.code == 1
    failed = [check for check in said.json["checks"] if check["status"] == "fail"]
    assert [check["name"] for check in failed if str(nowhere) in check["message"]] == ["Data folder"]
    assert all(check["advice"] for check in failed)


def test_a_renamed_label_column_is_told_and_no_instance_is_lost(call, tmp_path):
    columns = ["cause" if name == "label_root_cause" else name for name in COLUMNS]
    root = write_bench(tmp_path / "mine", {"tide": crash_and_fix(), "moon": crash_and_fix()}, columns=columns)
    said = call("list", "--bench", root, "--json")
    assert said.code == 0
    assert [instance["id"] for instance in said.json["instances"]] == ["tide", "moon"]
    assert any("`label_root_cause`" in problem["message"] for problem in said.json["problems"])


def test_a_renamed_id_column_is_recognised_by_the_names_of_the_folders(call, tmp_path):
    columns = ["name" if name == "nb_name" else name for name in COLUMNS]
    root = write_bench(tmp_path / "mine", {"tide": crash_and_fix()}, {"tide": {"name": "tide"}}, columns=columns)
    said = call("list", "--bench", root)
    assert said.code == 0
    assert "tide" in said.out and "`nb_name`" in said.out


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server that shows the parent of the current folder."""
    running = Server(url="http://127.0.0.1:9/", token="s ecret", root=tmp_path.resolve())
    monkeypatch.setattr(servers, "server_showing", lambda folder: running)
    return running


def test_an_attempt_is_put_where_the_running_server_finds_it(call, bench, server):
    said = call("open", "tide-tables", "--bench", bench, "--no-browser")
    assert said.code == 0
    path = "junobench/harbour/tide-tables/attempt-1/tide-tables.ipynb"
    assert (server.root / path).is_file()
    assert f"http://127.0.0.1:9/lab/tree/{path}?token=s+ecret" in said.out
    assert call("compare", "tide-tables:attempt-1", "tide-tables:fixed", "--bench", bench).code == 0


def test_an_attempt_begun_before_the_server_was_started_is_gone_on_with(call, bench, monkeypatch, tmp_path):
    first = call("open", "tide-tables", "--bench", bench, "--json")
    running = Server(url="http://127.0.0.1:9/", token="", root=tmp_path.resolve())
    monkeypatch.setattr(servers, "server_showing", lambda folder: running)
    assert call("open", "tide-tables", "--bench", bench, "--json").out == first.out
    assert call("compare", "tide-tables:attempt-1", "tide-tables:fixed", "--bench", bench).code == 0


def test_the_nearest_of_the_servers_that_show_a_folder_is_taken(tmp_path, monkeypatch):
    import jupyter_server.serverapp

    inner = tmp_path / "inner"
    inner.mkdir()
    known = [
        {"url": "http://127.0.0.1:1/", "token": "", "root_dir": str(tmp_path)},
        {"url": "http://127.0.0.1:2/", "token": "", "root_dir": str(inner)},
        {"url": "http://127.0.0.1:3/", "token": "", "root_dir": str(tmp_path / "other")},
        {"url": None},
    ]
    monkeypatch.setattr(jupyter_server.serverapp, "list_running_servers", lambda: iter(known))
    nearest = servers.server_showing(inner)
    assert nearest is not None and nearest.url == "http://127.0.0.1:2/"
    assert servers.server_showing(Path(os.path.abspath(os.sep))) is None


def test_the_current_folder_is_the_place_where_no_server_shows_it(call, bench, monkeypatch):
    from junobench_lab.instances.bench import Bench

    monkeypatch.setattr(servers, "server_showing", lambda folder: None)
    assert contents.place_for_attempt(Bench.open(bench), "tide-tables") == (Path.cwd(), None)
