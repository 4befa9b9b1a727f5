"""Fetching from a hub: what is asked for comes whole, whatever the network does."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from junobench_lab.errors import DownloadFailed, UnknownInstance
from junobench_lab.fetching.fetch import carry_out, plan_fetch, plan_offline
from junobench_lab.fetching.hub import Hub
from junobench_lab.fetching.models import FetchStep
from junobench_lab.instances.registry import bench_from

from .local_hub import NAME, REVISION, LocalHub

LEAF = "benchmark/torch_2/data/leaf.bin"
TABLE = "benchmark/pandas_1/data/train.csv"


def client(hub: LocalHub) -> Hub:
    return Hub(NAME, endpoint=hub.address)


def nothing(step: FetchStep) -> None:
    pass


def assert_same(folder: Path, published: dict[str, bytes], *paths: str) -> None:
    for path in paths:
        assert (folder / path).read_bytes() == published[path], path


def test_the_plan_names_sizes_and_licences_and_fetches_only_the_sheets(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path
) -> None:
    plan = plan_fetch(client(hub), tmp_path / "here", ["pandas_1"])
    own = [path for path in published if path.startswith("benchmark/pandas_1/")]
    (instance,) = plan.instances
    assert instance.size == instance.missing == plan.size == sum(len(published[path]) for path in own)
    assert [(source.title, source.licence) for source in instance.sources] == [("Titanic", "CC0-1.0")]
    assert plan.revision == REVISION
    assert set(hub.downloads) == {"benchmark_desc.xlsx", "ground_truth_crash_prediction.xlsx"}


def test_an_instance_is_fetched_whole_and_the_folder_is_kept_as_a_bench(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path
) -> None:
    folder = tmp_path / "fetched"
    result = carry_out(client(hub), plan_fetch(client(hub), folder, ["torch_2"]), nothing)
    assert (result.failed, result.cancelled, result.bench) == ([], False, "fetched")
    assert_same(folder, published, *(path for path in published if path.startswith("benchmark/torch_2/")))
    assert not (folder / "benchmark" / "pandas_1").exists()
    assert bench_from("fetched").notebook("torch_2", "reproduced").cells


def test_what_is_here_and_whole_is_not_fetched_again(hub: LocalHub, tmp_path: Path) -> None:
    carry_out(client(hub), plan_fetch(client(hub), tmp_path, []), nothing)
    before = hub.downloads.copy()
    plan = plan_fetch(client(hub), tmp_path, [])
    assert (plan.files, plan.size) == ([], 0)
    assert "already" in carry_out(client(hub), plan, nothing).sentence
    assert hub.downloads == before


def test_a_file_damaged_on_disk_is_fetched_again(hub: LocalHub, published: dict[str, bytes], tmp_path: Path) -> None:
    carry_out(client(hub), plan_fetch(client(hub), tmp_path, []), nothing)
    (tmp_path / TABLE).write_bytes(published[TABLE][::-1])
    plan = plan_fetch(client(hub), tmp_path, [])
    assert [file.path for file in plan.files] == [TABLE]
    carry_out(client(hub), plan, nothing)
    assert_same(tmp_path, published, TABLE)


def test_without_data_the_notebooks_and_readmes_come(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path
) -> None:
    result = carry_out(client(hub), plan_fetch(client(hub), tmp_path, [], notebooks_only=True), nothing)
    assert result.failed == []
    here = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / "benchmark").rglob("*") if path.is_file()}
    assert here == {path for path in published if path.endswith((".ipynb", "README.md"))}


@pytest.mark.parametrize("path", [LEAF, TABLE], ids=["large-file storage", "plain file"])
def test_bytes_that_come_damaged_once_are_fetched_once_more(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path, path: str
) -> None:
    plan = plan_fetch(client(hub), tmp_path, [])
    hub.damage[path] = 1
    steps: list[FetchStep] = []
    result = carry_out(client(hub), plan, steps.append)
    assert result.failed == []
    assert_same(tmp_path, published, path)
    assert [step.path for step in steps if step.kind == "again"] == [path]
    assert steps[-1].done == plan.size


@pytest.mark.parametrize("path", [LEAF, TABLE], ids=["large-file storage", "plain file"])
def test_a_file_that_stays_damaged_is_named_and_not_kept(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path, path: str
) -> None:
    plan = plan_fetch(client(hub), tmp_path, [])
    hub.damage[path] = 9
    result = carry_out(client(hub), plan, nothing)
    assert len(result.failed) == 1 and result.failed[0].startswith(f"{path}: ")
    assert not (tmp_path / path).exists()
    assert_same(tmp_path, published, *(file.path for file in plan.files if file.path != path))


def test_a_broken_connection_is_taken_up_where_it_broke(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path
) -> None:
    plan = plan_fetch(client(hub), tmp_path, ["torch_2"])
    hub.breaks[LEAF] = 1
    assert carry_out(client(hub), plan, nothing).failed == []
    assert_same(tmp_path, published, LEAF)
    assert [path for path, _ in hub.ranges] == [LEAF]


def test_a_refused_file_leaves_the_others_and_is_fetched_by_the_next_call(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path
) -> None:
    plan = plan_fetch(client(hub), tmp_path, [])
    hub.broken_status[LEAF] = 403
    failed = carry_out(client(hub), plan, nothing).failed
    assert len(failed) == 1 and LEAF in failed[0]
    hub.broken_status.clear()
    again = plan_fetch(client(hub), tmp_path, [])
    assert [file.path for file in again.files] == [LEAF]
    assert carry_out(client(hub), again, nothing).failed == []
    assert_same(tmp_path, published, LEAF)


@pytest.mark.parametrize(
    ("status", "advice"), [(401, "HF_TOKEN"), (403, "HF_TOKEN"), (404, "doesn't have it"), (500, "try again later")]
)
def test_what_the_hub_refuses_with_says_what_to_do(hub: LocalHub, tmp_path: Path, status: int, advice: str) -> None:
    hub.broken_status[TABLE] = status
    result = carry_out(client(hub), plan_fetch(client(hub), tmp_path, ["pandas_1"]), nothing)
    (sentence,) = result.failed
    assert sentence.startswith(f"{TABLE}: ") and f"HTTP {status}" in sentence and advice in sentence


@pytest.mark.parametrize(("number", "said"), [(errno.ENOSPC, "The disk is full"), (errno.EROFS, "It can't be written")])
def test_a_disk_that_fails_in_the_middle_is_not_the_networks_fault(
    hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    fetching = client(hub)
    plan = plan_fetch(fetching, tmp_path, ["pandas_1"])

    def fail(*arguments: object, **named: object) -> None:
        # As writing a block raises it, without a file's name.
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("huggingface_hub.file_download.http_get", fail)
    result = carry_out(fetching, plan, nothing)
    assert len(result.failed) == len(plan.files)
    assert all(said in sentence and "network" not in sentence for sentence in result.failed)


def test_what_is_no_address_and_no_name_is_told_as_that(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(DownloadFailed, match=r"'hub\.example\.org' is no address of a hub"):
        plan_fetch(Hub(NAME, endpoint="hub.example.org"), tmp_path, [])
    with pytest.raises(DownloadFailed, match="can't be the name of a data set"):
        plan_fetch(Hub("no name/of/any", endpoint="http://127.0.0.1:9"), tmp_path, [])


def test_the_clients_own_warnings_do_not_reach_a_person(hub: LocalHub, tmp_path: Path) -> None:
    """In a process of its own, where nobody has imported the client before."""
    hub.breaks[LEAF] = 1
    script = (
        "from pathlib import Path; from junobench_lab.fetching.fetch import carry_out, plan_fetch; "
        "from junobench_lab.fetching.hub import Hub; "
        f"hub = Hub({NAME!r}, endpoint={hub.address!r}); "
        f"print(carry_out(hub, plan_fetch(hub, Path({str(tmp_path / 'here')!r}), ['torch_2']), lambda _: None).failed)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_cancelling_keeps_what_is_whole_and_the_next_call_gets_the_rest(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path
) -> None:
    plan = plan_fetch(client(hub), tmp_path, [])
    cancel = Event()

    def stop_after_the_first(step: FetchStep) -> None:
        if step.kind == "file":
            cancel.set()

    result = carry_out(client(hub), plan, stop_after_the_first, cancel)
    assert result.cancelled and 0 < result.fetched < len(plan.files)
    assert result.failed == []
    rest = plan_fetch(client(hub), tmp_path, [])
    assert len(rest.files) == len(plan.files) - result.fetched
    carry_out(client(hub), rest, nothing)
    assert_same(tmp_path, published, *published)


def test_offline_says_what_is_missing(hub: LocalHub, published: dict[str, bytes], tmp_path: Path) -> None:
    carry_out(client(hub), plan_fetch(client(hub), tmp_path, ["pandas_1"]), nothing)
    downloads = hub.downloads.copy()
    assert plan_offline(tmp_path, ["pandas_1"]).files == []
    lacking = {file.path for file in plan_offline(tmp_path, []).files}
    assert lacking == {path for path in published if path.startswith("benchmark/torch_2/")}
    assert hub.downloads == downloads


def test_offline_before_the_first_fetch_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DownloadFailed, match="fetch once with a network"):
        plan_offline(tmp_path, [])


def test_an_unknown_instance_gets_the_nearest_names_and_nothing_is_written(hub: LocalHub, tmp_path: Path) -> None:
    with pytest.raises(UnknownInstance, match="pandas_1"):
        plan_fetch(client(hub), tmp_path / "here", ["panda_1"])
    assert not (tmp_path / "here").exists()


def test_an_unknown_source_is_named(hub: LocalHub, tmp_path: Path) -> None:
    with pytest.raises(DownloadFailed, match="a-lab/other"):
        plan_fetch(Hub("a-lab/other", endpoint=hub.address), tmp_path, [])


def test_a_hub_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DownloadFailed, match="can't be reached"):
        plan_fetch(Hub(NAME, endpoint="http://127.0.0.1:9"), tmp_path, [])


def test_a_full_disk_is_said_before_anything_is_fetched(hub: LocalHub, tmp_path: Path) -> None:
    plan = plan_fetch(client(hub), tmp_path, ["torch_2"])
    before = hub.downloads.copy()
    with pytest.raises(DownloadFailed, match="make room"):
        carry_out(client(hub), plan.model_copy(update={"free": plan.size}), nothing)
    assert hub.downloads == before


@pytest.mark.parametrize(
    "path", ["../outside.txt", "/outside.txt", "benchmark/x/../../../outside.txt", "benchmark/c:/x"]
)
def test_a_listed_path_that_leads_out_of_the_folder_is_never_fetched(
    hub: LocalHub, published: dict[str, bytes], tmp_path: Path, path: str
) -> None:
    hub.files = {**published, path: b"x"}
    plan = plan_fetch(client(hub), tmp_path, [])
    assert path not in {file.path for file in plan.files}
