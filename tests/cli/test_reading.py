"""The commands that only read: list, show, trace, compare."""

import json

import pytest

from junobench_lab.instances.models import InstancePage
from junobench_lab.practice.models import Comparison
from junobench_lab.trace.models import Trace
from tests.notebook_factory import code, notebook, write_notebook

from .conftest import LONG_ID


def test_the_starter_bench_is_listed_where_no_other_is_named(call):
    said = call("list")
    assert said.code == 0
    assert "ferry-reviews" in said.out


def test_ids_are_whole_in_a_pipe_and_in_a_narrow_terminal(call, bench, monkeypatch):
    assert LONG_ID in call("list", "--bench", bench).out
    monkeypatch.setenv("COLUMNS", "80")
    assert LONG_ID in call("list", "--bench", bench).out


def test_what_is_piped_has_no_colours(call):
    for command in (["list"], ["show", "ferry-reviews"], ["trace", "ferry-reviews"], ["--help"]):
        assert "\x1b" not in call(*command).out


def test_the_list_as_json_is_one_page_of_the_models(call, bench):
    said = call("list", "--bench", bench, "--json")
    page = InstancePage.model_validate_json(said.out)
    assert [instance.id for instance in page.instances] == ["tide-tables", LONG_ID, "half"]
    assert [instance["ok"] for instance in said.json["instances"]] == [True, True, False]


def test_filters_of_one_kind_are_alternatives_and_kinds_add_up(call, bench):
    def ids(*filters: str) -> list[str]:
        return [instance["id"] for instance in call("list", "--bench", bench, "--json", *filters).json["instances"]]

    assert ids("--root-cause", "API misuse") == ["tide-tables"]
    assert ids("--root-cause", "API misuse", "--root-cause", "NB specific") == ["tide-tables", LONG_ID, "half"]
    assert ids("--root-cause", "NB specific", "--crash-type", "key error") == [LONG_ID]
    assert ids("--query", "tide nameerror") == ["tide-tables"]


def test_a_label_that_does_not_exist_is_told_with_those_that_do(call, bench):
    said = call("list", "--bench", bench, "--crash-type", "keyhole error")
    assert said.code == 2
    assert "keyhole error" in said.err and "key error" in said.err


def test_a_broken_instance_is_told_and_hides_no_other(call, bench):
    said = call("list", "--bench", bench)
    assert said.code == 0
    assert "half" in said.out and "tide-tables" in said.out
    assert "half_reproduced.ipynb" in said.out


def test_a_bench_that_can_not_be_read_is_a_mistake(call, tmp_path):
    (tmp_path / "empty").mkdir()
    said = call("list", "--bench", tmp_path / "empty")
    assert said.code == 2
    assert said.out == ""
    assert "label sheet" in said.err


def test_an_instance_is_shown_without_its_answer(call, bench):
    said = call("show", "tide-tables", "--bench", bench)
    assert said.code == 0
    assert "tide-tables_reproduced.ipynb" in said.out
    assert "never defined" not in said.out
    assert "never defined" in call("show", "tide-tables", "--bench", bench, "--diagnosis").out


def test_an_instance_with_a_problem_is_shown_and_is_not_well(call, bench):
    said = call("show", "half", "--bench", bench, "--json")
    assert said.code == 1
    assert [problem["subject"] for problem in said.json["summary"]["problems"]] == ["reproduced"]


@pytest.mark.parametrize("id", ["absent", "../harbour", ""])
def test_an_unknown_instance_is_a_mistake(call, bench, id):
    said = call("show", "--bench", bench, "--json", "--", id)
    assert said.code == 2
    assert said.out.startswith("{")
    assert said.json["error"]["kind"] == "UnknownInstance"


def test_the_trace_of_a_variant_tells_order_and_crash(call, bench):
    said = call("trace", "tide-tables", "--bench", bench)
    assert said.code == 0
    assert "Crash in cell 2: NameError: name 'y' is not defined" in said.out
    fixed = call("trace", "tide-tables", "--variant", "fixed", "--bench", bench, "--json")
    assert fixed.json["crash"] is None


def test_the_trace_as_json_has_executions_crash_and_findings(call, bench):
    trace = Trace.model_validate_json(call("trace", "tide-tables", "--bench", bench, "--json").out)
    assert [execution.cell for execution in trace.executions] == [0, 1]
    assert trace.crash is not None and trace.crash.cell == 1
    assert trace.findings


def test_any_notebook_can_be_traced_by_its_path(call, tmp_path):
    file = write_notebook(tmp_path / "mine.ipynb", notebook(code("b", count=4), code("a", count=2)))
    trace = call("trace", file, "--json").json
    assert [execution["cell"] for execution in trace["executions"]] == [1, 0]


@pytest.mark.parametrize(
    "content", ['{"cells": [', "", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n"]
)
def test_a_broken_notebook_is_told_in_a_sentence(call, tmp_path, content):
    said = call("trace", write_notebook(tmp_path / "mine.ipynb", content), "--json")
    assert said.code == 2
    assert said.json["error"]["kind"] == "BrokenNotebook"
    assert said.json["error"]["message"].startswith("mine.ipynb ")


def test_two_variants_are_compared_by_sequence_and_source(call, bench):
    said = call("compare", "tide-tables:reproduced", "tide-tables:fixed", "--bench", bench)
    assert said.code == 0
    assert "-y" not in said.out.splitlines()[0]
    assert "+y = x" in said.out
    document = call("compare", "tide-tables:reproduced", "tide-tables:fixed", "--bench", bench, "--json").out
    comparison = Comparison.model_validate_json(document)
    assert [pair.relation for pair in comparison.cells] == ["unchanged", "changed"]


def test_two_files_are_compared_by_their_paths(call, tmp_path):
    left = write_notebook(tmp_path / "a.ipynb", notebook(code("1", count=1)))
    right = write_notebook(tmp_path / "b.ipynb", notebook(code("1", count=1), code("2", count=2)))
    comparison = call("compare", left, right, "--json").json
    assert [pair["relation"] for pair in comparison["cells"]] == ["unchanged", "added"]


@pytest.mark.parametrize("name", ["tide-tables", "tide-tables:", ":fixed", "tide-tables:fixed9", "absent:fixed"])
def test_what_names_no_notebook_can_not_be_compared(call, bench, name):
    said = call("compare", name, "tide-tables:fixed", "--bench", bench)
    assert said.code == 2
    assert said.err.startswith("Error: ")


def test_a_notebook_with_other_characters_than_ascii_comes_through(call, tmp_path):
    file = write_notebook(tmp_path / "größe.ipynb", json.dumps(notebook(code("größe = '→ 😀'", count=1))))
    assert "größe = '→ 😀'" in call("trace", file).out
    assert call("trace", file, "--json").json["cells"][0]["source"] == "größe = '→ 😀'"


def test_what_a_notebook_says_can_not_steer_the_terminal(call, tmp_path):
    steering = "\x1b[31mred\x1b]0;title\x07 \x9b2J"
    file = tmp_path / "steering.ipynb"
    cells = [code(f"x = 1  # {steering}", count=1), code("x.y", count=2, error=("AttributeError", steering))]
    write_notebook(file, notebook(*cells))
    other = tmp_path / "other.ipynb"
    write_notebook(other, notebook(code("x = 2", count=1)))
    for command in (["trace", file], ["compare", file, other]):
        said = call(*command)
        assert "red" in said.out
        assert not {sign for sign in said.out + said.err if sign in "\x1b\x07\x9b"}
    missing = call("trace", f"no{steering}.ipynb")
    assert "red" in missing.err and "\x1b" not in missing.err


def test_a_message_without_end_is_cut(call, tmp_path):
    file = tmp_path / "long.ipynb"
    write_notebook(file, notebook(code("f()", count=1, error=("ValueError", "9" * 100_000))))
    assert len(call("trace", file).out) < 5_000
