"""A small story recorded in real kernels, and the committed bench beside the committed stories."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from recording.agreement import disagreements
from recording.bench import record
from recording.blocks import StoryError
from recording.overview import PAGE, PUBLISHED, overview
from recording.sheets import write_sheets
from recording.stories import Story, read_all, read_one

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.models import DIMENSIONS
from junobench_lab.instances.registry import starter_bench
from junobench_lab.trace.order import trace_notebook

from .conftest import ROOT

META = """
title = "Snow"
dataset = "Snow Depths"
slug = "snow-depths"
licence = "BSD-3-Clause"
diagnosis = "The cell ran twice. Run it once."
[crash]
ename = "KeyError"
evalue = "'depth'"
[labels]
library = "notebook-specific"
root_cause = "NB specific"
crash_type = "key error"
stage = "data preparation"
ml_bug = "ML bug"
pattern = "step already done"
"""
DATA = 'from pathlib import Path\nPath("data").mkdir()\nPath("data/snow.txt").write_text("3 5 8")\n'
STORY = """
# %% lost run=1
1 / 0
# %% run=2
row = {"depth": open("data/snow.txt").read()}
object()
# %% id=pop crash reexecute run=3,4
depth = row.pop("depth")
print(len(depth))
"""


@dataclass
class Recorded:
    story: Story
    bench: Path

    def cells(self, variant: str) -> list[dict[str, Any]]:
        path = self.bench / "benchmark" / self.story.id / self.story.file_name(variant)
        cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return cells


def write_story(folder: Path, story: str = STORY) -> Path:
    folder.mkdir(parents=True)
    for name, text in {
        "meta.toml": META,
        "make_data.py": DATA,
        "story.py": story,
        "fixed.py": "# %% order gap, c1, pop",
    }.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("recorded")
    story = read_one(write_story(folder / "stories" / "snow-depth"))
    record(story, folder / "bench")
    write_sheets([story], folder / "bench")
    return Recorded(story, folder / "bench")


def test_counts_are_those_of_the_session_and_lost_executions_leave_gaps(recorded: Recorded) -> None:
    assert [cell["execution_count"] for cell in recorded.cells("reproduced")] == [2, 4]
    assert [cell["execution_count"] for cell in recorded.cells("fixed")] == [2, 3]


def test_the_error_is_on_the_line_that_the_saved_source_has(recorded: Recorded) -> None:
    cell = recorded.cells("reproduced")[1]
    assert cell["source"][0].startswith("# [re-execute] ")
    assert cell["source"][1] == 'depth = row.pop("depth")\n'
    notebook = Bench.open(recorded.bench).notebook("snow-depth", "reproduced")
    crash = trace_notebook(notebook).crash
    assert crash is not None and (crash.cell, crash.line, crash.place) == (1, 2, 3)


def test_the_mark_of_a_repeated_cell_is_in_the_reproduced_variant_alone(recorded: Recorded) -> None:
    marked = {name: "[re-execute]" in json.dumps(recorded.cells(name)) for name in ("original", "reproduced", "fixed")}
    assert marked == {"original": False, "reproduced": True, "fixed": False}


def test_the_original_reads_where_the_data_were_published(recorded: Recorded) -> None:
    assert 'open("/kaggle/input/snow-depths/snow.txt")' in "".join(recorded.cells("original")[0]["source"])


def test_addresses_in_memory_are_the_same_in_every_recording(recorded: Recorded) -> None:
    (output,) = recorded.cells("reproduced")[0]["outputs"]
    assert output["data"]["text/plain"] == ["<object at 0x7c5d2e4b8f10>"]


def test_the_bench_reader_finds_the_labels_as_the_story_gives_them(recorded: Recorded) -> None:
    bench = Bench.open(recorded.bench)
    summary = bench.summary("snow-depth")
    assert summary.problems == []
    assert summary.notebook_specific
    assert (summary.labels.library, summary.labels.crash_type) == ("notebook-specific", "key error")
    assert summary.crash is not None
    assert (summary.crash.ename, summary.crash.evalue) == ("keyerror", "'depth'")
    assert bench.diagnosis("snow-depth").text == "The cell ran twice. Run it once."


def test_an_edited_notebook_or_label_no_longer_agrees_with_the_story(recorded: Recorded, tmp_path: Path) -> None:
    assert disagreements([recorded.story], recorded.bench) == []
    bench = shutil.copytree(recorded.bench, tmp_path / "bench")
    path = bench / "benchmark" / "snow-depth" / "snow-depth_fixed.ipynb"
    path.write_text(path.read_text().replace("row.pop", "row.get"))
    stories = tmp_path / "stories"
    shutil.copytree(recorded.story.folder, stories / "snow-depth")
    (stories / "snow-depth" / "meta.toml").write_text(META.replace('"key error"', '"index error"'))
    found = disagreements(read_all(stories), bench)
    assert len(found) == 2
    assert found[0] == "snow-depth, fixed: cell 2 differs in source."
    assert found[1].startswith("benchmark_desc.xlsx: differs")


def test_a_cell_that_fails_where_the_story_says_nothing_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    broken = STORY.replace("object()", "import nowhere")
    story = read_one(write_story(tmp_path / "stories" / "snow-depth", broken))
    with pytest.raises(StoryError, match=r"cell c1 \(place 2\) must run, but raises ModuleNotFoundError"):
        record(story, tmp_path / "bench")
    assert not (tmp_path / "bench").exists()


def test_a_label_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    folder = write_story(tmp_path / "stories" / "snow-depth")
    (folder / "meta.toml").write_text(META.replace('"key error"', '"keyerror"'))
    with pytest.raises(StoryError, match="'keyerror' is none of"):
        read_one(folder)


def test_a_pattern_that_is_not_in_the_list_is_refused(tmp_path: Path) -> None:
    folder = write_story(tmp_path / "stories" / "snow-depth")
    (folder / "meta.toml").write_text(META.replace('"step already done"', '"ran again"'))
    with pytest.raises(StoryError, match="'ran again' is none of"):
        read_one(folder)


def test_the_committed_bench_says_what_the_stories_say() -> None:
    assert disagreements(read_all(ROOT / "stories"), starter_bench().path, ROOT / PAGE) == []


def test_the_page_about_the_bench_is_stale_when_a_label_changes(recorded: Recorded, tmp_path: Path) -> None:
    page = tmp_path / "starter-bench.md"
    page.write_text(overview([recorded.story], recorded.bench))
    assert disagreements([recorded.story], recorded.bench, page) == []
    assert "| `snow-depth` | Snow | notebook-specific | key error | NB specific | " in page.read_text()
    page.write_text(page.read_text().replace("step already done", "step never ran"))
    (found,) = disagreements([recorded.story], recorded.bench, page)
    assert found.startswith("starter-bench.md: differs")


def test_the_published_distribution_is_that_of_the_data_set() -> None:
    assert {name: sum(counts.values()) for name, counts in PUBLISHED.items()} == dict.fromkeys(DIMENSIONS, 111)
