"""Fetching the published data set over the routes, with the hub's real client and a hub on loopback."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from junobench_lab.fetching import hub as hub_client
from junobench_lab.server import fetch_jobs
from tests.fetching.local_hub import NAME, LocalHub, serving
from tests.notebook_factory import crash_and_fix, write_bench

from .test_runs import messages_of

TABLE = "benchmark/pandas_1/data/train.csv"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LocalHub]:
    root = write_bench(
        tmp_path / "published",
        {"pandas_1": crash_and_fix(), "torch_2": crash_and_fix()},
        {"pandas_1": {"DatasetLicenseName_1": "CC0-1.0", "DatasetTitle_1": "Titanic"}},
        files={"pandas_1": {"data/train.csv": "a,b\n1,2\n" * 100}},
    )
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    with serving(LocalHub(files)) as served:
        yield served


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the data set goes, and the list of benches: no other test's."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    return Path(fetch_jobs.default_folder())


@pytest.fixture
def jp_server_config(hub: LocalHub) -> dict[str, Any]:
    return {
        "ServerApp": {"jpserver_extensions": {"junobench_lab": True}},
        "JunoBenchLab": {"fetch_source": NAME, "fetch_endpoint": hub.address},
    }


async def followed(jp_fetch: Any) -> list[dict[str, Any]]:
    """What is told of the download up to its end."""
    response = await jp_fetch("junobench-lab", "api", "fetch", "events", request_timeout=60)
    return [told for name, told in messages_of(response.body) if name == "fetch"] if response.body else []


async def test_the_offer_has_sizes_and_licences_and_fetches_the_sheets_alone(call, hub: LocalHub, folder: Path):
    status, offer = await call("GET", "fetch")
    assert (status, offer["source"], offer["folder"]) == (200, NAME, str(folder))
    first, second = offer["instances"]
    assert (first["id"], [source["licence"] for source in first["sources"]]) == ("pandas_1", ["CC0-1.0"])
    notebooks = sum(len(hub.files[path]) for path in hub.files if path.startswith("benchmark/pandas_1/pandas_1"))
    assert first["notebooks"] == {"size": notebooks, "missing": notebooks}
    assert first["everything"]["size"] == notebooks + len(hub.files[TABLE])
    for what in ("notebooks", "everything"):
        assert offer[what]["size"] == first[what]["size"] + second[what]["size"]
    assert set(hub.downloads) == {"benchmark_desc.xlsx"}


async def test_nothing_is_fetched_before_the_person_agrees(call, hub: LocalHub):
    status, told = await call("POST", "fetch", body={"notebooks_only": True})
    assert (status, told["kind"]) == (400, "InvalidRequest") and "licence" in told["message"]
    assert not hub.downloads
    status, told = await call("DELETE", "fetch")
    assert (status, told["message"]) == (400, "Nothing is being fetched.")


async def test_notebooks_come_first_and_the_data_of_one_instance_later(call, jp_fetch, hub: LocalHub, folder: Path):
    status, job = await call("POST", "fetch", body={"notebooks_only": True, "agreed": True})
    assert (status, job["ended"]) == (202, None)
    last = (await followed(jp_fetch))[-1]
    assert (last["job"]["ok"], last["job"]["bench"]) == (True, "junobench")
    assert last["done"] == last["total"] and last["files_done"] == last["files"] > 0
    assert TABLE not in hub.downloads
    _, benches = await call("GET", "benches")
    assert [bench["instances"] for bench in benches["benches"] if bench["name"] == "junobench"] == [2]
    _, offer = await call("GET", "fetch")
    assert offer["notebooks"]["missing"] == 0
    assert offer["everything"]["missing"] == len(hub.files[TABLE])
    await call("POST", "fetch", body={"ids": ["pandas_1"], "agreed": True})
    assert (await followed(jp_fetch))[-1]["files"] == 1
    assert (folder / TABLE).read_bytes() == hub.files[TABLE]


async def test_a_cancelled_download_keeps_what_came_and_the_next_one_gets_the_rest(
    call, jp_fetch, hub: LocalHub, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(fetch_jobs, "_CANCEL_BOUND", 0.05)
    hub.held[TABLE] = Event()
    await call("POST", "fetch", body={"agreed": True})
    status, told = await call("POST", "fetch", body={"agreed": True})
    assert (status, "goes on" in told["message"]) == (400, True)
    others = [path for path in hub.files if path != TABLE]
    while not all((folder / path).exists() for path in others) or not hub.downloads[TABLE]:
        await asyncio.sleep(0.05)
    await call("DELETE", "fetch")
    hub.held.pop(TABLE).set()
    ended = (await followed(jp_fetch))[-1]["job"]
    assert (ended["ok"], ended["cancelled"]) == (False, True)
    assert "Fetch again to get the rest" in ended["sentence"]
    assert not (folder / TABLE).exists()
    before = hub.downloads.copy()
    await call("POST", "fetch", body={"agreed": True})
    assert (await followed(jp_fetch))[-1]["job"]["ok"] is True
    assert (folder / TABLE).read_bytes() == hub.files[TABLE]
    assert [path for path in hub.downloads if hub.downloads[path] > before[path]] == [TABLE]


async def test_a_file_that_can_not_be_had_is_named(call, jp_fetch, hub: LocalHub):
    hub.broken_status[TABLE] = 403
    await call("POST", "fetch", body={"agreed": True})
    job = (await followed(jp_fetch))[-1]["job"]
    assert job["ok"] is False
    assert job["sentence"].startswith(f"{TABLE}: ") and "1 of 7 files couldn't be fetched" in job["sentence"]


async def test_an_unknown_instance_is_the_end_of_the_download(call, jp_fetch):
    await call("POST", "fetch", body={"ids": ["panda_1"], "agreed": True})
    job = (await followed(jp_fetch))[-1]["job"]
    assert job["ok"] is False and "did you mean pandas_1?" in job["sentence"]


async def test_without_the_client_the_person_learns_what_to_install(call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "huggingface_hub", None)
    status, told = await call("GET", "fetch")
    assert (status, told["kind"]) == (503, "DownloadFailed")
    assert hub_client.INSTALL in told["message"]


async def test_nothing_to_follow_before_anything_was_asked_for(jp_fetch):
    assert await followed(jp_fetch) == []


class TestWithoutANetwork:
    @pytest.fixture
    def jp_server_config(self) -> dict[str, Any]:
        return {
            "ServerApp": {"jpserver_extensions": {"junobench_lab": True}},
            "JunoBenchLab": {"fetch_source": NAME, "fetch_endpoint": "http://127.0.0.1:9"},
        }

    async def test_that_is_one_sentence(self, call, jp_fetch):
        status, told = await call("GET", "fetch")
        assert (status, told["kind"]) == (503, "DownloadFailed")
        assert "can't be reached" in told["message"] and "check the network" in told["message"]
        await call("POST", "fetch", body={"agreed": True})
        assert "can't be reached" in (await followed(jp_fetch))[-1]["job"]["sentence"]


class TestSwitchedOff:
    @pytest.fixture
    def jp_server_config(self) -> dict[str, Any]:
        return {
            "ServerApp": {"jpserver_extensions": {"junobench_lab": True}},
            "JunoBenchLab": {"fetch_source": ""},
        }

    async def test_nothing_can_be_fetched(self, call):
        for method, body in (("GET", None), ("POST", {"agreed": True})):
            status, told = await call(method, "fetch", body=body)
            assert (status, "switched off" in told["message"]) == (400, True)
