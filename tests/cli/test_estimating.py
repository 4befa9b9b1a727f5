"""``estimate``: labels for an own crash, with similar cases of a bench."""

from junobench_lab.research.estimators.models import NotebookEstimate
from tests.notebook_factory import code, notebook, write_notebook


def test_an_own_crash_gets_four_labels_with_reasons_and_similar_cases(call, tmp_path):
    crashed = code("prices['cost']", 2, error=("KeyError", "'cost'"))
    path = write_notebook(
        tmp_path / "mine.ipynb", notebook(code("import pandas as pd\nprices = pd.DataFrame()", 1), crashed)
    )
    said = call("estimate", path)
    assert said.code == 0
    for words in ("key error", "pandas", "data confusion", "Similar cases", "`prices` comes from pandas"):
        assert words in said.out


def test_an_instance_is_not_similar_to_itself(call):
    said = call("estimate", "ferry-reviews", "--json")
    found = NotebookEstimate.model_validate_json(said.out)
    assert found.similar
    assert "ferry-reviews" not in [case.id for case in found.similar]
    assert found.estimates.root_cause.value == "NB specific"


def test_similar_cases_come_from_the_bench_that_is_named(call, bench, tmp_path):
    path = write_notebook(
        tmp_path / "mine.ipynb", notebook(code("y", 1, error=("NameError", "name 'y' is not defined")))
    )
    said = call("estimate", path, "--bench", bench, "--json")
    assert said.json["similar"]
    assert {case["id"] for case in said.json["similar"]} <= {"tide-tables", "half"} | {
        summary["id"] for summary in call("list", "--bench", bench, "--json").json["instances"]
    }


def test_a_notebook_without_a_crash_is_told_in_words(call, tmp_path):
    said = call("estimate", write_notebook(tmp_path / "calm.ipynb", notebook(code("x = 1", 1))))
    assert said.code == 2
    assert "holds no crash" in said.err


def test_a_fault_is_told_as_json_where_json_was_asked_for(call, tmp_path):
    said = call("estimate", tmp_path / "nowhere.ipynb", "--json")
    assert said.code == 2
    assert set(said.json["error"]) == {"kind", "message"}


def test_what_a_notebook_says_neither_steers_the_terminal_nor_fills_it(call, tmp_path):
    message = "\x1b[31m\nbad\x1b]0;title\x07 value " + "9" * 100_000
    crashed = code("model" + ".part" * 1000 + ".fit(x)", 1, error=("ValueError", message))
    said = call("estimate", write_notebook(tmp_path / "loud.ipynb", notebook(crashed)))
    assert said.code == 0
    assert "ValueError: bad" in said.out
    assert "\x1b" not in said.out
    assert "\x07" not in said.out
    assert len(said.out) < 20_000


def test_a_notebook_in_another_language_is_not_taken_for_python(call, tmp_path):
    for metadata in (
        {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}},
        {"language_info": {"name": "R"}},
    ):
        written = notebook(code("library(x)", 1, error=("ERROR", "Error in library(x)"))) | {"metadata": metadata}
        said = call("estimate", write_notebook(tmp_path / "other.ipynb", written))
        assert said.code == 2
        assert "is written in r: the rules read Python alone" in said.err


def test_an_address_is_no_file_that_is_missing(call):
    for command in ("estimate", "trace"):
        said = call(command, "https://example.org/x.ipynb")
        assert said.code == 2
        assert "is an address: download the notebook" in said.err
    assert "No notebook is named" in call("estimate", "").err
