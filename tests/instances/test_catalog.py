"""The catalog over several benches, and the benches a person added."""

import json
from pathlib import Path

import pytest

from junobench_lab.errors import BrokenBench, InvalidRequest, UnknownBench
from junobench_lab.instances.models import InstanceFilter
from junobench_lab.instances.registry import (
    add_bench,
    bench_from,
    open_catalog,
    registry_problem,
    starter_bench,
)
from tests.notebook_factory import crash_and_fix, write_bench


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch) -> Path:
    """The file of kept benches, in a data folder of this test's own."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "junobench-lab" / "benches.json"


@pytest.fixture
def root(tmp_path) -> Path:
    labels = {"torch_1": {"label_root_cause": "API misuse"}}
    return write_bench(tmp_path / "Juno", {id: crash_and_fix() for id in ("a", "torch_1", "c")}, labels)


def test_the_starter_bench_is_always_there_and_first(root):
    assert open_catalog({"juno": str(root)}).names() == ["starter", "juno"]
    assert (starter_bench().name, starter_bench().title) == ("starter", "Starter bench")


def test_a_page_is_a_part_of_what_matches_with_the_totals(root):
    catalog = open_catalog({"juno": str(root)})
    page = catalog.page("juno", InstanceFilter(root_cause=["NB specific"]), offset=1, limit=5)
    assert [summary.id for summary in page.instances] == ["c"]
    assert (page.bench, page.matched, page.total, page.offset) == ("juno", 2, 3, 1)
    assert len(page.facets) == 5


def test_a_page_behind_the_end_is_empty(root):
    page = open_catalog({"juno": str(root)}).page("juno", InstanceFilter(), offset=99)
    assert (page.instances, page.matched) == ([], 3)


@pytest.mark.parametrize(("offset", "limit"), [(-1, 10), (0, -1), (0, 100_000)])
def test_a_page_that_makes_no_sense_is_refused(root, offset, limit):
    with pytest.raises(InvalidRequest):
        open_catalog({"juno": str(root)}).page("juno", InstanceFilter(), offset, limit)


def test_a_page_carries_the_problems_of_the_bench(tmp_path):
    root = write_bench(tmp_path / "odd", {"a": crash_and_fix()}, columns=["nb_name", "ename"])
    page = open_catalog({"odd": str(root)}).page("odd", InstanceFilter())
    assert any("`label_root_cause`" in problem.message for problem in page.problems)


def test_an_unknown_bench_is_told_with_those_there_are():
    with pytest.raises(UnknownBench, match="there are: starter"):
        open_catalog().bench("juno")


def test_a_bench_whose_folder_is_gone_is_listed_with_the_reason(root, tmp_path):
    infos = {info.name: info for info in open_catalog({"gone": str(tmp_path / "gone"), "juno": str(root)}).benches()}
    assert infos["gone"].instances is None
    assert "is missing" in infos["gone"].problems[0].message
    assert (infos["juno"].instances, infos["juno"].problems) == (3, [])


def test_the_name_of_a_configured_bench_becomes_a_slug_and_stays_its_title(root):
    info = open_catalog({"My Bench": str(root)}).benches()[1]
    assert (info.name, info.title) == ("my-bench", "My Bench")


def test_an_added_bench_is_kept_under_a_slug_of_its_folder(root):
    assert add_bench(root).name == "juno"
    assert open_catalog().names() == ["starter", "juno"]
    assert bench_from("juno").path == root


def test_an_added_bench_shows_in_a_catalog_that_is_open_already(root):
    catalog = open_catalog()
    add_bench(root, "mine")
    assert catalog.names() == ["starter", "mine"]


def test_a_catalog_gives_the_same_bench_each_time(root):
    add_bench(root)
    catalog = open_catalog()
    assert catalog.bench("juno") is catalog.bench("juno")


def test_adding_a_bench_again_changes_nothing(root):
    assert add_bench(root) == add_bench(root)
    assert open_catalog().names() == ["starter", "juno"]


def test_two_benches_of_one_name_are_told_apart(root, tmp_path):
    other = write_bench(tmp_path / "other" / "Juno", {"a": crash_and_fix()})
    assert [add_bench(root).name, add_bench(other).name] == ["juno", "juno-2"]


@pytest.mark.parametrize("name", ["starter", "juno"])
def test_a_name_that_is_taken_is_refused(root, tmp_path, name):
    add_bench(root)
    other = write_bench(tmp_path / "other", {"a": crash_and_fix()})
    with pytest.raises(InvalidRequest, match="already"):
        add_bench(other, name)


@pytest.mark.parametrize("name", ["My Bench", "../x", "", "a/b"])
def test_a_name_that_can_not_stand_in_an_address_is_refused(root, name):
    with pytest.raises(InvalidRequest, match="can't name a bench"):
        add_bench(root, name)


def test_what_is_no_bench_is_not_added(tmp_path):
    with pytest.raises(BrokenBench, match="label sheet"):
        add_bench(tmp_path)
    assert open_catalog().names() == ["starter"]


@pytest.mark.parametrize("content", ["{", "[]", '{"benches": 5}', "\x00", '{"benches": null}'])
def test_a_damaged_list_of_benches_hides_nothing_else_and_is_put_aside(root, kept, content):
    kept.parent.mkdir(parents=True)
    kept.write_text(content)
    assert open_catalog({"mine": str(root)}).names() == ["starter", "mine"]
    problem = registry_problem()
    assert problem is not None
    assert "is damaged" in problem
    add_bench(root)
    assert registry_problem() is None
    assert open_catalog().names() == ["starter", "juno"]
    assert kept.with_suffix(".json.damaged").read_text() == content


def test_entries_that_make_no_sense_are_passed_over(root, kept):
    kept.parent.mkdir(parents=True)
    entries = [5, {"name": "x"}, {"name": "Not A Slug", "path": "/x"}, {"name": "juno", "path": str(root)}]
    kept.write_text(json.dumps({"format": 1, "benches": entries}))
    assert open_catalog().names() == ["starter", "juno"]


def test_a_bench_opens_by_its_path_without_being_kept(root):
    assert bench_from(root).path == root
    assert open_catalog().names() == ["starter"]


@pytest.mark.parametrize("text", ["no-such-bench", "/no/such/folder", "a\x00b"])
def test_what_is_neither_a_name_nor_a_path_is_told(text):
    with pytest.raises(UnknownBench, match="neither by name"):
        bench_from(text)
