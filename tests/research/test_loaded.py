"""Systems that are loaded: what can be, where each is right, and what each said."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.data_folder import data_folder
from junobench_lab.errors import InvalidRequest, UnknownSystem
from junobench_lab.instances.bench import Bench
from junobench_lab.instances.facets import Filterable
from junobench_lab.instances.models import InstanceFilter
from junobench_lab.research.loaded.grading import GradedSystem
from junobench_lab.research.loaded.kept import kept_systems
from junobench_lab.research.loaded.load import LoadedSystems
from junobench_lab.research.loaded.said import on_instance
from junobench_lab.research.loaded.standings import chosen_instances, marks_of, system_charts, system_facets
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.models import TaskName
from junobench_lab.research.tasks.reference import reference_prediction

from .task_bench import task_bench


@pytest.fixture(autouse=True)
def empty_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return task_bench(tmp_path / "bench")


def truth(bench: Bench, task: TaskName, variant: str = "reproduced") -> dict[str, dict[str, Any]]:
    """What is right, by instance."""
    return {
        answer.instance: reference_prediction(answer).model_dump(mode="json", exclude_none=True)
        for answer in make_tasks(bench, task).answers
        if answer.variant == variant
    }


def write(file: Path, *records: object) -> Path:
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def only(loaded: LoadedSystems, bench: Bench) -> GradedSystem:
    (system,) = loaded.of(bench)
    return system


def test_a_system_is_right_where_it_is_right_about_all_items_of_an_instance(bench: Bench, tmp_path: Path) -> None:
    crashing, repaired = truth(bench, "detection"), truth(bench, "detection", "fixed")
    said = [
        crashing["pandas_1"],
        repaired["pandas_1"],
        crashing["NBspecific_1"],
        {**repaired["NBspecific_1"], "crash": True},
        crashing["NBspecific_2"],
    ]
    loaded = LoadedSystems()
    system = loaded.add(bench, [write(tmp_path / "ours.jsonl", *said)])
    assert (system.name, system.task, system.right, system.wrong) == ("ours", "detection", 1, 3)
    assert system.sentence == "right about 1 of 4 crashes"
    assert only(loaded, bench).standings == {
        "pandas_1": "right",
        "NBspecific_1": "wrong",
        "NBspecific_2": "wrong",
        "NBspecific_3": "wrong",
    }


def test_what_was_graded_is_graded_again_only_when_the_bench_has_changed(bench: Bench, tmp_path: Path) -> None:
    """A folder that lacks something is looked into at every request; nothing of it has changed by that."""
    (bench.folder("NBspecific_3") / "NBspecific_3_fixed.ipynb").unlink()
    loaded = LoadedSystems()
    loaded.add(bench, [write(tmp_path / "ours.jsonl", truth(bench, "localisation")["pandas_1"])])
    first = only(loaded, bench)
    assert first.standings.keys() == {"pandas_1", "NBspecific_1", "NBspecific_2"}
    assert only(loaded, bench) is first
    shutil.rmtree(bench.folder("NBspecific_2"))
    assert only(loaded, bench).standings.keys() == {"pandas_1", "NBspecific_1"}


def test_a_system_goes_by_the_name_that_it_has_in_the_file(bench: Bench, tmp_path: Path) -> None:
    known = truth(bench, "labels")["pandas_1"]
    file = write(tmp_path / "x.jsonl", {**known, "system": "openai/small", "cost": 0.1})
    assert LoadedSystems().add(bench, [file]).name == "openai/small"


def test_lines_that_are_no_predictions_are_told_by_their_numbers(bench: Bench, tmp_path: Path) -> None:
    known = truth(bench, "localisation")
    file = write(
        tmp_path / "mixed.jsonl", "no json", known["pandas_1"], {"item": known["NBspecific_1"]["item"], "cells": "3"}
    )
    system = LoadedSystems().add(bench, [file])
    assert system.right == 1
    assert any("line" in problem and "1." in problem for problem in system.problems)
    assert any("line 3 (cells" in problem for problem in system.problems)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("\n\nnothing\n", "line 3 is none"),
        ('{"item": "detection-0", "crash": true}\n', "holds no prediction for the bench tides"),
        ('{"item": "other-0", "crash": true}\n', "line 1 is none"),
        ('{"item": "detection-0", "crash": "maybe"}\n', "line 1 (crash)"),
    ],
)
def test_a_file_of_which_nothing_can_be_used_is_refused_and_not_kept(
    bench: Bench, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text)
    with pytest.raises(InvalidRequest) as refused:
        LoadedSystems().add(bench, [file])
    assert said in str(refused.value)
    assert kept_systems() == []


def test_a_file_that_is_none_is_refused(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="no file"):
        LoadedSystems().add(bench, [tmp_path / "none.jsonl"])
    with pytest.raises(InvalidRequest, match="no file"):
        LoadedSystems().add(bench, [tmp_path])
    binary = tmp_path / "table.jsonl"
    binary.write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(InvalidRequest, match="UTF-8"):
        LoadedSystems().add(bench, [binary])


def test_the_list_is_kept_for_the_next_session_and_follows_the_files(bench: Bench, tmp_path: Path) -> None:
    known = truth(bench, "labels")
    file = write(tmp_path / "ours.jsonl", known["pandas_1"])
    key = LoadedSystems().add(bench, [file]).key
    loaded = LoadedSystems()
    assert only(loaded, bench).standings["NBspecific_1"] == "wrong"
    write(file, known["pandas_1"], known["NBspecific_1"])
    assert only(loaded, bench).standings["NBspecific_1"] == "right"
    file.unlink()
    gone = only(loaded, bench)
    assert gone.standings == {} and "no file" in gone.sentence
    assert loaded.remove(key) == "ours (labels) is no longer shown; its files stay."
    assert loaded.of(bench) == []
    with pytest.raises(UnknownSystem, match="there are: none"):
        loaded.remove(key)


def test_the_same_file_is_kept_once_and_names_tell_systems_apart(bench: Bench, tmp_path: Path) -> None:
    known = truth(bench, "labels")["pandas_1"]
    loaded = LoadedSystems()
    (tmp_path / "second").mkdir()
    first, second = write(tmp_path / "ours.jsonl", known), write(tmp_path / "second" / "ours.jsonl", known)
    assert loaded.add(bench, [first]).key == loaded.add(bench, [first]).key
    assert loaded.add(bench, [second]).name == "ours 2"
    with pytest.raises(InvalidRequest, match="loaded for labels already"):
        loaded.add(bench, [write(tmp_path / "third.jsonl", known)], "ours")
    with pytest.raises(InvalidRequest, match="can't name a system"):
        loaded.add(bench, [first], "…")
    assert [kept.name for kept in kept_systems("tides")] == ["ours", "ours 2"]


def test_a_damaged_list_is_told_and_never_overwritten(bench: Bench, tmp_path: Path) -> None:
    data_folder().mkdir(parents=True)
    file = data_folder() / "systems.json"
    file.write_text("{")
    with pytest.raises(InvalidRequest, match="damaged"):
        LoadedSystems().add(bench, [write(tmp_path / "ours.jsonl", truth(bench, "labels")["pandas_1"])])
    assert file.read_text() == "{"


def test_the_majority_of_several_runs_counts(bench: Bench, tmp_path: Path) -> None:
    known = truth(bench, "localisation")["pandas_1"]
    said = [known, {**known, "run": 1}, {**known, "run": 2, "cells": [0]}]
    loaded = LoadedSystems()
    loaded.add(bench, [write(tmp_path / "ours.jsonl", *said)])
    system = only(loaded, bench)
    view = on_instance(system, "pandas_1")
    assert view is not None
    assert (view.standing, view.sentence) == ("right", "right by the majority of 3 runs")
    assert [part.said for one in view.said for part in one.parts] == ["cell 3", "cell 3", "cell 1"]
    assert [part.right for one in view.said for part in one.parts] == [None, None, None]


def test_what_was_said_is_told_in_words_with_cells_from_1(bench: Bench, tmp_path: Path) -> None:
    known = truth(bench, "diagnosis")["pandas_1"]
    said = {**known, "exception": "KeyError", "text": "A number has no upper case."}
    loaded = LoadedSystems()
    loaded.add(bench, [write(tmp_path / "ours.jsonl", said)])
    view = on_instance(only(loaded, bench), "pandas_1")
    assert view is not None and view.standing == "wrong"
    (one,) = view.said
    assert [(part.name, part.said, part.right) for part in one.parts] == [
        ("exception", "KeyError", False),
        ("names", "y", True),
        ("cause", "cell 3", True),
        ("why", "A number has no upper case.", None),
    ]
    silent = on_instance(only(loaded, bench), "NBspecific_1")
    assert silent is not None
    assert silent.sentence == "said nothing about this crash, which counts as wrong"
    assert on_instance(only(loaded, bench), "numpy_1") is None


def repair(bench: Bench, **fields: Any) -> dict[str, Any]:
    return {"item": truth(bench, "repair")["pandas_1"]["item"], **fields}


def run_of(prediction: dict[str, Any], **fields: Any) -> dict[str, Any]:
    from junobench_lab.research.repairs.run import digest
    from junobench_lab.research.tasks.models import RepairPrediction

    return {
        "item": prediction["item"],
        "run": 0,
        "prediction": digest(RepairPrediction.model_validate(prediction)),
        "instance": "pandas_1",
        "verdict": "no_crash",
        "level": "passes_check",
        "sentence": "It passes the check.",
        **fields,
    }


EDITS = [
    {"op": "replace", "cell": 2, "source": "y = x + 1"},
    {"op": "insert", "cell": 4, "source": "print(x)"},
    {"op": "delete", "cell": 0},
]


def test_a_repair_is_shown_as_what_it_does_to_cells(bench: Bench, tmp_path: Path) -> None:
    loaded = LoadedSystems()
    system = loaded.add(bench, [write(tmp_path / "ours.jsonl", repair(bench, edits=EDITS, order=[0, 1, 2]))])
    assert (system.right, system.wrong) == (0, 0)
    assert "haven't been run" in system.sentence
    view = on_instance(only(loaded, bench), "pandas_1")
    assert view is not None and view.standing is None
    patch = view.said[0].patch
    assert patch is not None
    assert [(one.cell, one.change, one.before, one.after) for one in patch] == [
        (2, "changed", "y = x.upper()  # not a text", "y = x + 1"),
        (4, "new", "", "print(x)"),
        (0, "deleted", "# Tides", ""),
    ]
    assert view.said[0].parts[0].said == "cells 1, 2, 3"


def test_a_script_is_shown_as_the_cells_that_it_changes(bench: Bench, tmp_path: Path) -> None:
    script = "# %% [markdown]\n# # Tides\n# %%\n# the heights\nx = 1\n# %%\ny = x + 1\n# %%\nprint(y)\n"
    loaded = LoadedSystems()
    loaded.add(bench, [write(tmp_path / "ours.jsonl", repair(bench, script=script))])
    view = on_instance(only(loaded, bench), "pandas_1")
    assert view is not None and view.said[0].patch is not None
    assert [(one.cell, one.change, one.after) for one in view.said[0].patch] == [(2, "changed", "y = x + 1")]


def test_repairs_that_were_run_have_their_level(bench: Bench, tmp_path: Path) -> None:
    made = repair(bench, edits=EDITS)
    files = [write(tmp_path / "runs.jsonl", run_of(made)), write(tmp_path / "ours.jsonl", made)]
    loaded = LoadedSystems()
    system = loaded.add(bench, files)
    assert (system.name, system.right, system.wrong) == ("runs", 1, 3)
    view = on_instance(only(loaded, bench), "pandas_1")
    assert view is not None
    assert (view.standing, view.level) == ("right", "passes_check")
    assert (view.said[0].verdict, view.said[0].sentence) == ("no_crash", "It passes the check.")


def test_runs_alone_tell_right_and_wrong_without_a_patch(bench: Bench, tmp_path: Path) -> None:
    made = repair(bench, edits=EDITS)
    loaded = LoadedSystems()
    loaded.add(bench, [write(tmp_path / "runs.jsonl", run_of(made, level="runs"))])
    view = on_instance(only(loaded, bench), "pandas_1")
    assert view is not None
    assert (view.standing, view.level, view.said[0].patch) == ("wrong", "runs", None)


def test_a_run_of_another_prediction_does_not_count(bench: Bench, tmp_path: Path) -> None:
    made, other = repair(bench, edits=EDITS), repair(bench, edits=EDITS[:1])
    files = [write(tmp_path / "ours.jsonl", made), write(tmp_path / "runs.jsonl", run_of(other))]
    loaded = LoadedSystems()
    assert loaded.add(bench, files).right == 0


def test_a_damaged_line_of_runs_is_named(bench: Bench, tmp_path: Path) -> None:
    line = run_of(repair(bench, edits=EDITS))
    with pytest.raises(InvalidRequest, match=r"Line 2 of .*runs\.jsonl"):
        LoadedSystems().add(bench, [write(tmp_path / "runs.jsonl", line, "{", line)])


def test_two_files_have_to_be_predictions_and_their_runs(bench: Bench, tmp_path: Path) -> None:
    made = repair(bench, edits=EDITS)
    two = [write(tmp_path / name, made) for name in ("a.jsonl", "b.jsonl")]
    with pytest.raises(InvalidRequest, match="one of each"):
        LoadedSystems().add(bench, two)
    labels = write(tmp_path / "labels.jsonl", truth(bench, "labels")["pandas_1"])
    with pytest.raises(InvalidRequest, match="another task"):
        LoadedSystems().add(bench, [labels, write(tmp_path / "runs.jsonl", run_of(made))])


@pytest.fixture
def two(bench: Bench, tmp_path: Path) -> list[GradedSystem]:
    """`first` is right about pandas_1 and NBspecific_1, `second` about NBspecific_1 and NBspecific_2."""
    known = truth(bench, "localisation")
    loaded = LoadedSystems()
    loaded.add(bench, [write(tmp_path / "first.jsonl", known["pandas_1"], known["NBspecific_1"])])
    loaded.add(bench, [write(tmp_path / "second.jsonl", known["NBspecific_1"], known["NBspecific_2"])])
    return loaded.of(bench)


FIRST, SECOND = "first-localisation", "second-localisation"


def test_choices_add_up(two: list[GradedSystem]) -> None:
    assert chosen_instances(two, {}) is None
    assert chosen_instances(two, {FIRST: "right"}) == {"pandas_1", "NBspecific_1"}
    assert chosen_instances(two, {FIRST: "right", SECOND: "wrong"}) == {"pandas_1"}
    assert chosen_instances(two, {FIRST: "wrong", SECOND: "wrong"}) == {"NBspecific_3"}


def test_counts_heed_all_filters_but_the_systems_own(bench: Bench, two: list[GradedSystem]) -> None:
    listed = Filterable(bench.summaries())
    chosen = InstanceFilter(library=["notebook-specific"])
    facets = system_facets(two, {FIRST: "right"}, listed, chosen)
    assert [(facet.key, facet.right, facet.wrong) for facet in facets] == [(FIRST, 1, 2), (SECOND, 1, 0)]


def test_marks_are_those_of_systems_that_were_judged_on_the_instance(two: list[GradedSystem]) -> None:
    assert [(mark.key, mark.standing) for mark in marks_of(two, "pandas_1")] == [(FIRST, "right"), (SECOND, "wrong")]
    assert marks_of(two, "numpy_1") == []


def test_the_chart_has_the_share_right_of_each_value_of_a_label(bench: Bench, two: list[GradedSystem]) -> None:
    charts = {chart.dimension: chart for chart in system_charts(two, bench.summaries())}
    groups = {group.value: group for group in charts["library"].groups}
    assert [(share.key, share.right, share.of) for share in groups["notebook-specific"].shares] == [
        (FIRST, 1, 3),
        (SECOND, 2, 3),
    ]
    assert [(share.right, share.of) for share in groups["pandas"].shares] == [(1, 1), (0, 1)]
    # numpy_1 makes no item: nobody was judged on it.
    crash_types = {group.value: group for group in charts["crash_type"].groups}
    assert [(group.total, [share.of for share in group.shares]) for group in crash_types.values()] == [(5, [4, 4])]
