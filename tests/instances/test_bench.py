"""A bench lists its instances from the sheet and the folders, and a broken piece never hides the others."""

import json
import os
import shutil
from pathlib import Path

import pytest

from junobench_lab.errors import BrokenBench, BrokenNotebook, UnknownInstance, UnknownVariant
from junobench_lab.instances import bench as bench_module
from junobench_lab.instances import notebook_cache
from junobench_lab.instances.bench import Bench
from junobench_lab.instances.models import InstanceSummary, Problem
from tests.notebook_factory import (
    COLUMNS,
    code,
    crash_and_fix,
    display,
    label_row,
    notebook,
    stream,
    write_bench,
    write_instance,
    write_notebook,
    write_sheet,
)

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 123456\n"


@pytest.fixture
def root(tmp_path) -> Path:
    return write_bench(tmp_path / "Ferry Bench", {"torch_2": crash_and_fix(), "a": crash_and_fix()})


def ids(bench: Bench) -> list[str]:
    return [summary.id for summary in bench.summaries()]


def problems(found: InstanceSummary) -> list[tuple[str, str]]:
    return [(problem.subject, problem.message) for problem in found.problems]


def only(found: list[Problem]) -> str:
    (problem,) = found
    return problem.message


def variant(root: Path, id: str, suffix: str) -> Path:
    return root / "benchmark" / id / f"{id}{suffix}.ipynb"


def test_a_sound_bench_lists_its_instances_in_the_order_of_the_sheet(root):
    bench = Bench.open(root)
    assert ids(bench) == ["torch_2", "a"]
    assert all(summary.ok and summary.bench == "ferry-bench" for summary in bench.summaries())
    assert bench.problems() == []


def test_a_bench_is_named_after_its_folder_unless_told(root):
    assert (Bench.open(root).name, Bench.open(root).title) == ("ferry-bench", "Ferry Bench")
    assert Bench.open(root / "benchmark").name == "ferry-bench"
    assert (Bench.open(root, "mine", "Mine").name, Bench.open(root, "mine", "Mine").title) == ("mine", "Mine")


@pytest.mark.parametrize("inner", ["", "benchmark", "benchmark_desc.xlsx"])
def test_a_bench_opens_by_its_root_its_folder_of_instances_and_its_sheet(root, inner):
    assert ids(Bench.open(root / inner)) == ["torch_2", "a"]


@pytest.mark.parametrize("inner", ["", "benchmark"])
def test_the_sheet_may_lie_beside_the_instances(root, inner):
    shutil.move(root / "benchmark_desc.xlsx", root / "benchmark")
    assert ids(Bench.open(root / inner)) == ["torch_2", "a"]


def test_instances_may_lie_beside_the_sheet_without_a_folder_of_their_own(tmp_path):
    write_instance(tmp_path / "mine" / "a", crash_and_fix())
    write_sheet(tmp_path / "mine" / "benchmark_desc.xlsx", [label_row("a")])
    assert [summary.ok for summary in Bench.open(tmp_path / "mine").summaries()] == [True]


def test_opening_a_bench_reads_nothing(tmp_path):
    assert Bench.open(tmp_path / "nowhere").name == "nowhere"


def test_a_missing_folder_is_told(tmp_path):
    bench = Bench.open(tmp_path / "nowhere")
    with pytest.raises(BrokenBench, match="nowhere is missing"):
        bench.summaries()
    assert "nowhere is missing" in only(bench.problems())


def test_a_file_in_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "file").touch()
    assert "is a file, not a folder" in only(Bench.open(tmp_path / "file").problems())


def test_without_a_sheet_it_says_where_the_sheet_is_expected(root):
    (root / "benchmark_desc.xlsx").unlink()
    for path in (root, root / "benchmark"):
        with pytest.raises(BrokenBench, match="has no label sheet") as caught:
            Bench.open(path).summaries()
        assert "benchmark_desc.xlsx" in str(caught.value)


def test_a_sheet_that_is_no_workbook_is_told(root):
    (root / "benchmark_desc.xlsx").write_text("nb_name;ename")
    assert "isn't an Excel sheet" in only(Bench.open(root).problems())


def test_a_renamed_column_is_a_problem_of_the_bench_and_all_instances_are_listed(tmp_path):
    columns = ["nb_name", "ename", "evalue", "root_cause", "label_refined_exp_type", "label_ML_pipeline"]
    rest = ["label_if_ML_bug", "DatasetTitle_1", "DatasetLicenseName_1", "DatasetUrl_1", "NotebookUrl"]
    bench = Bench.open(write_bench(tmp_path, {"a": crash_and_fix(), "b": crash_and_fix()}, columns=[*columns, *rest]))
    assert "`label_root_cause`" in only(bench.problems())
    assert [(summary.id, summary.labels.root_cause) for summary in bench.summaries()] == [("a", None), ("b", None)]


def test_an_unknown_label_is_a_problem_of_its_instance_alone(tmp_path):
    labels = {"a": {"label_ML_pipeline": "guessing"}}
    bench = Bench.open(write_bench(tmp_path, {"a": crash_and_fix(), "b": crash_and_fix()}, labels))
    first, second = bench.summaries()
    assert (first.ok, first.labels.stage) == (False, "guessing")
    assert "'guessing'" in problems(first)[0][1]
    assert second.ok


def test_a_row_without_a_folder_is_listed_with_its_labels(tmp_path):
    bench = Bench.open(write_bench(tmp_path, {"a": crash_and_fix()}, {"torch_1": {}}))
    found = bench.summary("torch_1")
    assert (found.ok, found.labels.crash_type) == (False, "variable not found")
    ((subject, message),) = problems(found)
    assert subject == "data"
    assert "no folder" in message
    assert bench.instance("torch_1").variants == []
    assert bench.variants("torch_1") == []
    with pytest.raises(UnknownInstance, match="no folder"):
        bench.folder("torch_1")


def test_a_bench_of_which_only_the_sheet_was_downloaded_is_listed(tmp_path):
    write_sheet(tmp_path / "benchmark_desc.xlsx", [label_row("a"), label_row("b")])
    assert ids(Bench.open(tmp_path)) == ["a", "b"]


def test_a_folder_without_a_row_is_listed_last_without_labels(root):
    write_instance(root / "benchmark" / "Extra", crash_and_fix())
    bench = Bench.open(root)
    assert ids(bench) == ["torch_2", "a", "Extra"]
    found = bench.summary("Extra")
    assert (found.ok, found.labels.root_cause, found.crash) == (False, None, None)
    assert "no row for Extra" in problems(found)[0][1]


def test_folders_without_notebooks_and_hidden_ones_are_no_instances(root):
    (root / "benchmark" / "images").mkdir()
    write_instance(root / "benchmark" / ".ipynb_checkpoints", crash_and_fix())
    (root / "benchmark" / "notes.txt").touch()
    assert ids(Bench.open(root)) == ["torch_2", "a"]


@pytest.mark.parametrize("name", ["reproduced", "fixed"])
def test_a_missing_variant_is_told(root, name):
    variant(root, "a", f"_{name}").unlink()
    bench = Bench.open(root)
    ((subject, message),) = problems(bench.summary("a"))
    assert subject == name
    assert f"a_{name}.ipynb" in message
    assert bench.summary("torch_2").ok
    with pytest.raises(UnknownVariant, match="original"):
        bench.notebook("a", name)


def test_a_missing_original_is_no_problem(root):
    variant(root, "a", "").unlink()
    assert Bench.open(root).instance("a").summary.ok


def test_a_second_fix_is_a_variant(root):
    write_notebook(variant(root, "a", "_fixed2"), notebook(code("y = 2", 1)))
    bench = Bench.open(root)
    assert [info.name for info in bench.variants("a")] == ["original", "reproduced", "fixed", "fixed2"]
    assert bench.notebook("a", "fixed2").cells[0].source == "y = 2"


@pytest.mark.parametrize(
    ("content", "words"),
    [(POINTER, "Git LFS pointer"), ("# xet version 0\nhash = 'a'\n", "Xet pointer"), ("", "is empty")],
)
def test_a_pointer_file_shows_in_the_list(root, content, words):
    variant(root, "a", "_fixed").write_text(content)
    bench = Bench.open(root)
    ((subject, message),) = problems(bench.summary("a"))
    assert (subject, bench.summary("a").ok, bench.summary("torch_2").ok) == ("fixed", False, True)
    assert words in message
    assert [info.name for info in bench.variants("a")] == ["original", "reproduced", "fixed"]
    with pytest.raises(BrokenNotebook, match=words):
        bench.notebook("a", "fixed")


@pytest.mark.parametrize(
    ("content", "words"), [(b'{"cells": [{"cell_type"', "cut off"), (b"\xff{}", "UTF-8"), (b"{}", "`cells`")]
)
def test_what_is_wrong_inside_a_notebook_shows_with_the_instance(root, content, words):
    variant(root, "a", "_reproduced").write_bytes(content)
    bench = Bench.open(root)
    instance = bench.instance("a")
    ((subject, message),) = problems(instance.summary)
    assert (subject, instance.summary.ok) == ("reproduced", False)
    assert words in message
    assert bench.instance("torch_2").summary.ok
    assert bench.notebook("a", "fixed").cells


def test_the_list_never_opens_a_notebook(root, monkeypatch):
    for id in ("a", "torch_2"):
        large = notebook(code("x", 1, outputs=[stream("a" * 2000)]))
        for suffix in ("", "_reproduced", "_fixed"):
            write_notebook(variant(root, id, suffix), large)
    opened = []
    original = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, *args, **kw: (opened.append(path.name), original(path, *args, **kw))[1]
    )
    monkeypatch.setattr(Path, "read_bytes", lambda path: opened.append(path.name) or b"")
    assert len(Bench.open(root).summaries()) == 2
    assert [name for name in opened if name.endswith(".ipynb")] == []


def test_changes_show_without_opening_the_bench_again(root):
    bench = Bench.open(root)
    assert ids(bench) == ["torch_2", "a"]
    write_instance(root / "benchmark" / "b", crash_and_fix())
    variant(root, "a", "_fixed").unlink()
    assert [(summary.id, summary.ok) for summary in bench.summaries()] == [
        ("torch_2", True),
        ("a", False),
        ("b", False),
    ]
    write_sheet(root / "benchmark_desc.xlsx", [label_row("b"), label_row("a"), label_row("torch_2")])
    write_notebook(variant(root, "a", "_fixed"), notebook(code("y = 1", 1)))
    assert [(summary.id, summary.ok) for summary in bench.summaries()] == [("b", True), ("a", True), ("torch_2", True)]


def test_what_is_asked_of_one_instance_looks_at_no_other(root, monkeypatch):
    bench = Bench.open(root)
    assert ids(bench) == ["torch_2", "a"]
    looks = []
    look = bench_module.folder_stamps
    monkeypatch.setattr(bench_module, "folder_stamps", lambda folder: (looks.append(folder), look(folder))[1])
    assert bench.instance("a").summary.ok
    assert bench.notebook("a", "fixed").cells
    assert bench.input_files("a") == []
    assert looks == []


def test_what_changes_about_one_instance_shows_when_it_is_asked_for(root):
    bench = Bench.open(root)
    assert bench.instance("a").summary.ok
    variant(root, "a", "_fixed").unlink()
    assert [problem.subject for problem in bench.summary("a").problems] == ["fixed"]
    write_notebook(variant(root, "a", "_fixed"), notebook(code("y = 1", 1)))
    assert bench.summary("a").ok
    write_sheet(root / "benchmark_desc.xlsx", [label_row("a") | {"NotebookUrl": "https://example.org"}])
    assert bench.instance("a").notebook_url == "https://example.org"
    shutil.rmtree(root / "benchmark" / "a")
    with pytest.raises(UnknownInstance, match="no folder"):
        bench.folder("a")
    assert [problem.subject for problem in bench.summary("a").problems] == ["data"]


def test_a_folder_that_gives_way_to_a_link_shows_when_its_instance_is_asked_for(root, tmp_path):
    bench = Bench.open(root)
    assert bench.folder("a").is_dir()
    shutil.move(root / "benchmark" / "a", tmp_path / "elsewhere")
    (root / "benchmark" / "a").symlink_to(tmp_path / "elsewhere")
    assert "leads out of the bench" in problems(bench.summary("a"))[0][1]


def test_a_pointer_that_is_replaced_in_place_shows(root):
    path = variant(root, "a", "_fixed")
    path.write_text(POINTER)
    bench = Bench.open(root)
    assert not bench.summary("a").ok
    with path.open("r+") as file:
        file.truncate()
        json.dump(notebook(code("y = 1", 1)), file)
    assert bench.summary("a").ok


def test_a_bench_that_appears_later_opens(tmp_path):
    bench = Bench.open(tmp_path / "late")
    assert bench.problems()
    write_bench(tmp_path / "late", {"a": crash_and_fix()})
    assert ids(bench) == ["a"]


def test_an_instance_tells_all_but_the_answer(tmp_path):
    row = {
        "DatasetTitle_1": "Ferries",
        "DatasetLicenseName_1": "MIT",
        "NotebookUrl": "https://example.org",
        "note": "n",
    }
    files = {
        "data/ferries.csv": "route,delay\n",
        "README.md": "From the port.",
        "check.py": "pass",
        "model.pkl": b"\x80",
    }
    write_bench(tmp_path, {"a": crash_and_fix()}, {"a": row}, files={"a": files}, diagnoses={"a": "y is never made."})
    bench = Bench.open(tmp_path)
    instance = bench.instance("a")
    assert [(info.name, info.file) for info in instance.variants][1] == ("reproduced", "a_reproduced.ipynb")
    assert [(file.path, file.size, file.files) for file in instance.data] == [
        ("model.pkl", 1, 1),
        ("data/ferries.csv", 12, 1),
    ]
    assert (instance.readme, instance.notebook_url) == ("From the port.", "https://example.org")
    assert [(source.title, source.licence) for source in instance.sources] == [("Ferries", "MIT")]
    assert "never made" not in instance.model_dump_json()


def test_the_input_files_are_all_but_the_instances_own(root):
    folder = root / "benchmark" / "a"
    for name in ("data/x.csv", "data_small_test/deep/y.npy", "a_fixed_old.ipynb", "other.ipynb", "Readme.txt"):
        write_notebook(folder / name, "1")
    for name in ("check.py", "data/.hidden", ".ipynb_checkpoints/a_fixed.ipynb", "data/check.py"):
        write_notebook(folder / name, "1")
    names = [path.relative_to(folder).as_posix() for path in Bench.open(root).input_files("a")]
    assert names == ["other.ipynb", "data/check.py", "data/x.csv", "data_small_test/deep/y.npy"]


def test_input_behind_a_link_is_found_and_a_circle_of_links_ends(root, tmp_path):
    (tmp_path / "large").mkdir()
    (tmp_path / "large" / "x.csv").touch()
    folder = root / "benchmark" / "a"
    (folder / "data").symlink_to(tmp_path / "large")
    (tmp_path / "large" / "again").symlink_to(tmp_path / "large")
    assert [path.name for path in Bench.open(root).input_files("a")] == ["x.csv"]


def test_a_folder_of_many_files_is_one_entry_with_their_size(root):
    folder = root / "benchmark" / "a" / "images"
    for number in range(150):
        write_notebook(folder / f"class{number % 3}" / f"{number}.png", "12345")
    (entry,) = Bench.open(root).instance("a").data
    assert (entry.path, entry.size, entry.files) == ("images/", 750, 150)


def test_input_that_is_only_a_pointer_is_told(root):
    write_notebook(root / "benchmark" / "a" / "data" / "ferries.csv", POINTER)
    ((subject, message),) = problems(Bench.open(root).instance("a").summary)
    assert subject == "data"
    assert "ferries.csv is a Git LFS pointer" in message


def test_columns_that_are_not_known_are_kept(tmp_path):
    write_bench(tmp_path, {"a": crash_and_fix()}, {"a": {"Dataset_note": "small"}}, columns=[*COLUMNS, "Dataset_note"])
    assert Bench.open(tmp_path).instance("a").extra == {"Dataset_note": "small"}


def test_a_diagnosis_comes_from_the_row_of_the_reproduced_variant(tmp_path):
    bench = Bench.open(write_bench(tmp_path, {"a": crash_and_fix(), "b": crash_and_fix()}, diagnoses={"a": "Why."}))
    assert bench.diagnosis("a").text == "Why."
    assert bench.diagnosis("b").text is None


def test_without_a_sheet_of_diagnoses_there_are_none(root):
    assert Bench.open(root).diagnosis("a").text is None


def test_a_sheet_of_diagnoses_without_its_columns_is_told(root):
    write_sheet(root / "ground_truth_crash_prediction.xlsx", [], ["instance", "why"], "Ground_truth")
    with pytest.raises(BrokenBench, match="no column `diagnosis`"):
        Bench.open(root).diagnosis("a")


def test_an_unknown_id_is_told_with_near_ones(root):
    bench = Bench.open(root)
    for call in (bench.summary, bench.instance, bench.folder, bench.variants, bench.diagnosis, bench.input_files):
        with pytest.raises(UnknownInstance, match=r"no instance 'torch_3': did you mean torch_2\?"):
            call("torch_3")


@pytest.mark.parametrize("id", ["../Ferry Bench", "a/../a", "/etc", "..", ".", "", "a\x00", "a/", "C:\\x", "x" * 5000])
def test_an_id_that_is_no_plain_name_is_refused(root, id):
    bench = Bench.open(root)
    for call in (bench.instance, bench.folder, bench.variants, bench.input_files):
        with pytest.raises(UnknownInstance) as caught:
            call(id)
        assert len(str(caught.value)) < 300


def test_a_link_that_leads_out_of_the_bench_is_refused_and_told(root, tmp_path):
    write_instance(tmp_path / "secret", crash_and_fix())
    os.symlink(tmp_path / "secret", root / "benchmark" / "secret")
    bench = Bench.open(root)
    assert "leads out of the bench" in problems(bench.summary("secret"))[-1][1]
    for call in (bench.folder, bench.input_files, lambda id: bench.notebook(id, "fixed")):
        with pytest.raises(UnknownInstance, match="leads out of the bench"):
            call("secret")
    assert bench.instance("secret").variants == []


def test_files_that_are_links_out_of_the_bench_are_read(root, tmp_path):
    """So a snapshot in the cache of a hub looks."""
    path = variant(root, "a", "_fixed")
    shutil.move(path, tmp_path / "blob")
    path.symlink_to(tmp_path / "blob")
    assert Bench.open(root).notebook("a", "fixed").cells
    (tmp_path / "blob").unlink()
    assert "leads nowhere" in problems(Bench.open(root).summary("a"))[0][1]


@pytest.mark.parametrize("name", ["fixed2", "../a", "nonsense"])
def test_an_unknown_variant_is_told_with_those_there_are(root, name):
    with pytest.raises(UnknownVariant, match="it has: original, reproduced, fixed"):
        Bench.open(root).notebook("a", name)


def test_a_notebook_is_read_once_until_its_file_changes(root):
    bench = Bench.open(root)
    first = bench.notebook("a", "fixed")
    assert bench.notebook("a", "fixed") is first
    write_notebook(variant(root, "a", "_fixed"), notebook(code("changed = True", 1)))
    assert bench.notebook("a", "fixed").cells[0].source == "changed = True"


def test_remembered_notebooks_are_bounded(root, monkeypatch):
    monkeypatch.setattr(notebook_cache, "MAX_BYTES", 5_000)
    path = variant(root, "a", "_fixed")
    write_notebook(path, notebook(code("x", 1, outputs=[display("image/png", "A" * 6_000)])))
    bench = Bench.open(root)
    first = bench.notebook("a", "fixed")
    assert bench.notebook("a", "fixed") is not first
