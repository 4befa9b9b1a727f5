"""What every instance of the starter bench keeps to, as it is shipped."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.models import Labels
from junobench_lab.instances.registry import starter_bench

IDS = [summary.id for summary in starter_bench().summaries()]
NOTEBOOKS = sorted(starter_bench().path.glob("benchmark/*/*.ipynb"))

each_instance = pytest.mark.parametrize("id", IDS)
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def test_it_has_at_least_twelve_instances_and_no_problem(bench: Bench) -> None:
    assert len(IDS) >= 12
    assert bench.problems() == []
    assert {summary.id: summary.problems for summary in bench.summaries() if summary.problems} == {}


def test_it_covers_the_libraries_that_it_is_for(bench: Bench) -> None:
    libraries = {summary.labels.library for summary in bench.summaries()}
    assert libraries >= {"NumPy", "pandas", "scikit-learn", "Matplotlib", "Seaborn", "notebook-specific"}


def test_it_is_small_enough_to_ship(bench: Bench) -> None:
    assert sum(path.stat().st_size for path in bench.path.rglob("*") if path.is_file()) < 120_000 * len(IDS)


@each_instance
def test_all_labels_are_given(bench: Bench, id: str) -> None:
    labels = bench.summary(id).labels
    assert [name for name in Labels.model_fields if getattr(labels, name) is None] == []


@each_instance
def test_the_id_is_a_slug_of_words_and_none_of_junobench_s(id: str) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", id)


@each_instance
def test_the_diagnosis_is_two_or_three_sentences(bench: Bench, id: str) -> None:
    text = bench.diagnosis(id).text
    assert text is not None
    assert len(re.findall(r"[.!?](?=\s+[A-Z]|$)", text)) in (2, 3), text
    assert all(sentence.strip() for sentence in text.split("\n")), "no line breaks"


@each_instance
def test_the_readme_names_data_and_licence_and_keeps_the_answer(bench: Bench, id: str) -> None:
    instance = bench.instance(id)
    diagnosis = bench.diagnosis(id).text
    assert instance.readme is not None and diagnosis is not None
    assert [source.licence for source in instance.sources] == ["BSD-3-Clause"]
    assert instance.sources[0].title in instance.readme
    assert "BSD-3-Clause" in instance.readme
    assert diagnosis.split(". ")[0] not in instance.readme


@each_instance
def test_the_data_are_small(bench: Bench, id: str) -> None:
    sizes = [file.size for file in bench.instance(id).data]
    assert sizes and 0 < sum(sizes) < 200_000


@each_instance
def test_original_reproduced_and_fixed_are_there(bench: Bench, id: str) -> None:
    assert {variant.name for variant in bench.variants(id)} >= {"original", "reproduced", "fixed"}


@each_instance
def test_it_reads_like_a_real_notebook(bench: Bench, id: str) -> None:
    cells = bench.notebook(id, "reproduced").cells
    assert 8 <= len(cells) <= 25
    assert cells[0].type == "markdown" and cells[0].source.startswith("# "), "a title comes first"
    code = [cell for cell in cells if cell.type == "code" and cell.source]
    assert any(cell.count is None for cell in code), "some cells never ran"
    counts = sorted(cell.count for cell in code if cell.count is not None)
    assert counts != list(range(1, len(counts) + 1)), "counts have gaps"
    assert any("image/png" in output.get("data", {}) for cell in code for output in cell.outputs), "something is drawn"


@each_instance
def test_only_the_original_reads_from_kaggle(bench: Bench, id: str) -> None:
    sources = {
        variant.name: "\n".join(cell.source for cell in bench.notebook(id, variant.name).cells)
        for variant in bench.variants(id)
    }
    assert "/kaggle/input/" in sources.pop("original")
    assert [name for name, source in sources.items() if "/kaggle/" in source] == []


@each_notebook
def test_a_notebook_has_the_format_of_the_real_benchmark(path: Path) -> None:
    document = read(path)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 4)
    assert [cell for cell in document["cells"] if "id" in cell] == []


@each_notebook
def test_a_notebook_names_no_place_on_the_machine_that_recorded_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("/tmp/ipykernel_23/", "").replace("/kaggle/input/", "")
    assert re.findall(r"(?<![\w.:/<>])/(?:[\w.+-]+/)+[\w.+-]*", re.sub(r'"image/png": "[^"]*"', "", text)) == []


@each_notebook
def test_only_the_crashing_variants_hold_an_error_and_only_one(path: Path) -> None:
    errors = [
        output for cell in read(path)["cells"] for output in cell.get("outputs", []) if output["output_type"] == "error"
    ]
    assert len(errors) == (0 if "_fixed" in path.stem else 1)
