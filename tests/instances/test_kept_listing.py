"""The list of a large bench that an earlier process has kept says the same as one that is made anew."""

import os
import shutil
from pathlib import Path

import pytest

from junobench_lab.instances import bench as bench_module
from junobench_lab.instances import kept_listing, listing
from junobench_lab.instances.bench import Bench
from junobench_lab.instances.catalog import Catalog
from junobench_lab.instances.models import InstanceFilter, InstancePage
from tests.notebook_factory import (
    code,
    crash_and_fix,
    label_row,
    notebook,
    stream,
    write_bench,
    write_instance,
    write_notebook,
    write_sheet,
)

IDS = ("torch_2", "a", "b")


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch) -> Path:
    """A data folder of this test's own, in which small benches are kept, too, however young their files are."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(kept_listing, "MANY", 1)
    monkeypatch.setattr(kept_listing, "_TICK", 0)
    return tmp_path / "data" / "junobench-lab"


@pytest.fixture
def root(tmp_path) -> Path:
    labels = {"a": {"label_root_cause": "API misuse"}, "b": {"label_ML_pipeline": "guessing"}}
    return write_bench(tmp_path / "Ferries", {id: crash_and_fix() for id in IDS}, labels)


@pytest.fixture
def looked_into(monkeypatch) -> list[str]:
    """Names of the folders that are looked into, and "sheet" for every time that the sheet is read."""
    names: list[str] = []
    look, read = listing.look_into, listing.read_sheet
    monkeypatch.setattr(listing, "look_into", lambda folder: (names.append(folder.name), look(folder))[1])
    monkeypatch.setattr(listing, "read_sheet", lambda *arguments: (names.append("sheet"), read(*arguments))[1])
    return names


def page(root: Path, name: str = "ferries", limit: int = 100, **chosen) -> InstancePage:
    """A page as a new process gives it."""
    opened = Bench.open(root, name)
    return Catalog(lambda: {name: opened}).page(name, InstanceFilter(**chosen), 0, limit)


def anew(root: Path, data: Path, monkeypatch, **chosen) -> InstancePage:
    """The same without anything kept."""
    with monkeypatch.context() as without:
        without.setattr(bench_module, "kept_listing", lambda source: None)
        without.setattr(bench_module, "keep_listing", lambda listing, taken: None)
        return page(root, **chosen)


def variant(root: Path, id: str, suffix: str) -> Path:
    return root / "benchmark" / id / f"{id}{suffix}.ipynb"


def copy_of(data: Path) -> Path:
    (file,) = (data / "listings").glob("*.json")
    return file


def test_the_next_process_looks_only_at_what_it_shows(root, looked_into):
    page(root)
    assert sorted(looked_into) == sorted([*IDS, "sheet"])
    looked_into.clear()
    assert [row.id for row in page(root, limit=1).instances] == ["torch_2"]
    assert looked_into == ["torch_2"]


def test_the_number_of_instances_takes_no_look_at_any(root, looked_into):
    page(root)
    looked_into.clear()
    assert Bench.open(root, "ferries").count() == (3, [])
    assert looked_into == []


@pytest.mark.parametrize(
    "chosen", [{}, {"query": "GUESS"}, {"root_cause": ["API misuse"]}, {"query": "torch", "stage": ["guessing"]}]
)
def test_it_says_the_same_as_a_list_that_is_made_anew(root, data, monkeypatch, chosen):
    shutil.rmtree(root / "benchmark" / "torch_2")
    variant(root, "a", "_fixed").unlink()
    write_instance(root / "benchmark" / "extra", crash_and_fix())
    (root / "benchmark" / "images").mkdir()
    page(root)
    assert page(root, **chosen) == anew(root, data, monkeypatch, **chosen)
    assert Bench.open(root, "ferries").summaries() == anew(root, data, monkeypatch).instances


def add_a_folder(root: Path) -> None:
    write_instance(root / "benchmark" / "c", crash_and_fix())


def remove_a_folder(root: Path) -> None:
    shutil.rmtree(root / "benchmark" / "a")


def remove_a_file(root: Path) -> None:
    variant(root, "a", "_fixed").unlink()


def empty_a_file_in_place(root: Path) -> None:
    os.truncate(variant(root, "a", "_fixed"), 0)


def make_a_folder_an_instance(root: Path) -> None:
    write_notebook(variant(root, "images", "_fixed"), notebook(code("x", 1)))


def mend_a_file_in_place(root: Path) -> None:
    with variant(root, "b", "_fixed").open("w") as file:
        file.write("{}")


def change_the_sheet(root: Path) -> None:
    write_sheet(root / "benchmark_desc.xlsx", [label_row("b"), label_row("a")])


def drop_a_column_of_the_sheet(root: Path) -> None:
    write_sheet(root / "benchmark_desc.xlsx", [{"nb_name": "a", "ename": "keyerror"}], ["nb_name", "ename"])


def replace_a_folder_by_a_link_that_leads_out(root: Path) -> None:
    shutil.move(root / "benchmark" / "a", root.parent / "elsewhere")
    (root / "benchmark" / "a").symlink_to(root.parent / "elsewhere")


CHANGES = (
    add_a_folder,
    remove_a_folder,
    remove_a_file,
    empty_a_file_in_place,
    make_a_folder_an_instance,
    mend_a_file_in_place,
    change_the_sheet,
    drop_a_column_of_the_sheet,
    replace_a_folder_by_a_link_that_leads_out,
)


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_shows_in_the_next_process(root, data, monkeypatch, change):
    (root / "benchmark" / "images").mkdir()
    variant(root, "b", "_fixed").write_text("")
    before = page(root)
    assert page(root) == before
    change(root)
    # Twice: once from what the process before the change has kept, once from what the one after it has.
    for _ in range(2):
        after = page(root)
        assert after == anew(root, data, monkeypatch)
        assert after != before


def test_a_file_behind_a_link_that_vanishes_shows_in_the_next_process(root, tmp_path):
    shutil.move(variant(root, "a", "_fixed"), tmp_path / "blob")
    variant(root, "a", "_fixed").symlink_to(tmp_path / "blob")
    assert page(root, query="api misuse").instances[0].ok
    (tmp_path / "blob").unlink()
    (found,) = page(root, query="api misuse").instances
    assert "leads nowhere" in found.problems[0].message


def test_what_was_found_broken_is_looked_at_again_until_it_is_mended(root):
    page(root)
    bench = Bench.open(root, "ferries")
    content = variant(root, "a", "_fixed").read_text()
    os.truncate(variant(root, "a", "_fixed"), 0)
    assert not bench.summary("a").ok
    with variant(root, "a", "_fixed").open("w") as file:
        file.write(content)
    assert bench.summary("a").ok


def test_details_come_from_the_sheet(root):
    write_sheet(root / "benchmark_desc.xlsx", [{**label_row("a"), "NotebookUrl": "https://example.org"}])
    page(root)
    bench = Bench.open(root, "ferries")
    assert bench.instance("a").notebook_url == "https://example.org"
    assert bench.sources("a") == Bench.open(root, "other").sources("a")


def test_a_bench_under_another_name_has_a_list_of_its_own(root):
    page(root)
    assert {row.bench for row in page(root, name="mine").instances} == {"mine"}
    assert {row.bench for row in page(root).instances} == {"ferries"}


def cut(content: bytes) -> bytes:
    return content[:-20]


def altered(content: bytes) -> bytes:
    return content.replace(b'"API misuse"', b'"API misUse"')


def of_other_rules(content: bytes) -> bytes:
    return content.replace(b'"labels.py", ', b'"labels.py", 1')


def of_another_format(content: bytes) -> bytes:
    return content.replace(b'{"format": ', b'{"format": 9')


def without_its_second_half(content: bytes) -> bytes:
    return content.split(b"\n")[0]


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        altered,
        of_other_rules,
        of_another_format,
        without_its_second_half,
        lambda _: b"",
        lambda _: b"\xff\n{}",
        lambda _: b"[]\n[]",
        lambda _: b"1\n1",
    ],
)
def test_a_damaged_copy_or_one_made_by_other_rules_is_no_copy(root, data, looked_into, damage):
    before = page(root)
    whole = copy_of(data).read_bytes()
    copy_of(data).write_bytes(damage(whole))
    assert copy_of(data).read_bytes() != whole
    looked_into.clear()
    assert page(root) == before
    assert "sheet" in looked_into
    looked_into.clear()
    assert page(root, limit=0).total == 3
    assert looked_into == []


def test_what_was_very_young_when_it_was_looked_at_is_looked_at_again(root, monkeypatch, looked_into):
    """A change within the same tick of the clock would leave the same time."""
    monkeypatch.setattr(kept_listing, "_TICK", 3_600_000_000_000)
    page(root)
    looked_into.clear()
    page(root, limit=0)
    assert sorted(looked_into) == sorted([*IDS, "sheet"])


def test_a_small_bench_is_not_kept(root, data, monkeypatch):
    monkeypatch.setattr(kept_listing, "MANY", 4)
    page(root)
    assert not (data / "listings").exists()


def test_a_data_folder_that_cannot_be_written_stops_nobody(root, data):
    data.parent.mkdir()
    data.write_text("a file where the folder should be")
    assert page(root).total == 3
    assert page(root).total == 3


def test_a_list_is_not_written_again_when_nothing_changed(root, data):
    page(root)
    before = copy_of(data).stat().st_mtime_ns
    page(root)
    assert copy_of(data).stat().st_mtime_ns == before


def test_a_large_notebook_is_not_opened_for_a_page(root, monkeypatch):
    for id in IDS:
        for suffix in ("", "_reproduced", "_fixed"):
            write_notebook(variant(root, id, suffix), notebook(code("x", 1, outputs=[stream("a" * 2000)])))
    page(root)
    opened: list[str] = []
    original = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, *args, **kw: (opened.append(path.name), original(path, *args, **kw))[1]
    )
    page(root)
    assert [name for name in opened if name.endswith(".ipynb")] == []
