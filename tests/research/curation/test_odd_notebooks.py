"""Instances of notebooks that aren't as usual."""

from pathlib import Path
from typing import Any

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.instances.bench import Bench
from junobench_lab.research.curation.annotations import settle
from junobench_lab.research.curation.own_bench import OwnBench, free_id
from junobench_lab.research.curation.written import session_of
from tests.notebook_factory import code, markdown, notebook, parsed, write_notebook
from tests.research.curation.making import NAME_ERROR, made, ran, variant, wish


def test_without_saved_counts_the_cells_are_taken_to_have_run_from_the_top(tmp_path: Path) -> None:
    error = ("IndexError", "list index out of range")
    cells = [code("a = 1"), markdown("Then"), code("spare = 2"), code(" "), code("[a][a]", error=error), code("a = 0")]
    curated = made(wish(tmp_path, *cells))
    order = curated.record.order
    assert (order.recorded, order.kept, order.assumed) == (3, 2, True)
    assert ran(variant(curated, "reproduced")) == ["a = 1", "[a][a]"]


def test_one_count_alone_is_a_recorded_order(tmp_path: Path) -> None:
    session = session_of(parsed(code("y = 1"), code("y", count=1, error=NAME_ERROR)))
    assert session is not None
    assert (list(session.order), session.assumed) == ([1], False)


def test_a_notebook_that_asks_for_an_input_is_told_what_to_do(tmp_path: Path) -> None:
    cells = [
        markdown("Who"),
        code("name = input('Your name? ')", count=1),
        code("int(name)", count=2, error=("ValueError", "invalid literal for int() with base 10: 'Ann'")),
    ]
    with pytest.raises(InvalidRequest, match="Cell 2 asks for an input, which nobody gives while it is run: write"):
        made(wish(tmp_path, *cells))


def test_where_no_rule_applies_no_diagnosis_is_made_up_and_a_person_gives_one(tmp_path: Path) -> None:
    cells = [
        code("rows = [1, -1]", count=1),
        code("assert min(rows) > 0, 'bad'", count=2, error=("AssertionError", "bad")),
    ]
    curated = made(wish(tmp_path, *cells))
    assert curated.record.diagnosis == ""
    own = OwnBench(tmp_path / "own").drafts
    assert own.bench().diagnosis("mine").text is None

    settle(own, "mine", {"library": "pandas"}, " One row is negative.\n")
    assert own.bench().diagnosis("mine").text == "One row is negative."
    assert own.bench().summary("mine").labels.library == "pandas"
    record = own.record("mine")
    assert (record.diagnosis, record.diagnosis_proposed) == ("One row is negative.", False)
    assert record.chosen == {"library": "pandas"}
    # Labels that are settled later leave it as it is.
    settle(own, "mine", {"stage": "training"})
    assert own.bench().diagnosis("mine").text == "One row is negative."


def test_a_module_of_ones_own_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "tidelib.py").write_text("def depth(metres):\n    return float(metres)\n", encoding="utf-8")
    error = ("ValueError", "could not convert string to float: 'deep'")
    curated = made(wish(tmp_path, code("import tidelib", count=1), code("tidelib.depth('deep')", count=2, error=error)))
    library = curated.record.proposed["library"]
    assert (library.value, library.reasons) == (None, ["`tidelib` is a module beside the notebook, and no library."])


@pytest.mark.parametrize(
    "name, id", [("Größe, Łódź & Tromsø", "grosse-lodz-tromso"), ("naïve fiancé", "naive-fiance"), ("模型", None)]
)
def test_the_id_is_made_of_the_notebooks_name_where_that_has_letters_for_it(
    tmp_path: Path, name: str, id: str | None
) -> None:
    own = OwnBench(tmp_path / "own")
    if id is not None:
        assert free_id(own, None, Path(f"{name}.ipynb"), "0") == id
        return
    with pytest.raises(InvalidRequest, match=r"No name for the instance can be made of '模型\.ipynb'"):
        free_id(own, None, Path(f"{name}.ipynb"), "0")


@pytest.mark.parametrize(
    "metadata, refused",
    [
        ({"language_info": {"name": "R"}}, "R"),
        ({"kernelspec": {"name": "julia-1.10", "language": "julia"}}, "julia"),
        ({"kernelspec": {"name": "mine", "language": "Python"}, "language_info": {"name": "ipython"}}, None),
        ({"kernelspec": "odd", "language_info": {"name": 3}}, None),
    ],
)
def test_only_notebooks_of_python_are_taken(tmp_path: Path, metadata: dict[str, Any], refused: str | None) -> None:
    cells = [code("x <- 1", count=1)] if refused else [code("y", count=1, error=NAME_ERROR)]
    mine = wish(tmp_path, *cells)
    write_notebook(mine.notebook, {**notebook(*cells), "metadata": metadata})
    if refused is None:
        assert made(mine).id == "mine"
        return
    with pytest.raises(InvalidRequest, match=f"is a notebook of {refused}: instances are made of Python's"):
        made(mine)


def test_a_message_in_bold_is_plain_in_the_sheet(tmp_path: Path) -> None:
    message = "Called.\n\x1b[1mInput <a> doesn't fit\x1b[0m\x07"
    curated = made(wish(tmp_path, code(f"raise ValueError({message!r})", count=1, error=("ValueError", message))))
    crash = Bench.open(curated.bench).summary("mine").crash
    assert crash is not None and crash.evalue == "Called.\nInput <a> doesn't fit"
