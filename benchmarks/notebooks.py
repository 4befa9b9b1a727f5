"""Large notebooks for the benchmarks: the starter bench's own cells, put together again and again."""

import base64
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from junobench_lab.instances.notebooks import Notebook, parse_notebook, read_notebook
from junobench_lab.instances.registry import starter_bench

IMAGE_BYTES = 60_000
"""Size of a figure's image: that of a usual plot."""


def starter_sources() -> list[str]:
    """The sources of the code cells that ran in the starter bench's reproduced variants."""
    bench = starter_bench()
    notebooks = (bench.notebook(summary.id, "reproduced") for summary in bench.summaries())
    return [
        cell.source
        for notebook in notebooks
        for cell in notebook.cells
        if cell.type == "code" and cell.count is not None and cell.source.strip()
    ]


def long_session(cells: int, seed: int = 0) -> Notebook:
    """A notebook of code cells of which a tenth ran out of turn and a tenth never, with a crash at its end."""
    sources = starter_sources()
    chance = random.Random(seed)
    counts: list[int | None] = list(range(1, cells))
    for _ in range(cells // 20):
        one, other = chance.randrange(cells - 1), chance.randrange(cells - 1)
        counts[one], counts[other] = counts[other], counts[one]
    for _ in range(cells // 10):
        counts[chance.randrange(cells - 1)] = None
    # Every repetition is a little different, as cells of a person are: nothing is remembered from another cell.
    documents = [_code(f"{sources[n % len(sources)]}\nseen_{n} = {n}", counts[n]) for n in range(cells - 1)]
    crash = {
        "output_type": "error",
        "ename": "ValueError",
        "evalue": "X has 4 features, but the model expects 3",
        "traceback": [f"Cell In[{cells}], line 1\n----> 1 model.predict(X_test)\n"],
    }
    documents.append(_code("model.predict(X_test)", cells, [crash]))
    return _notebook(documents)


def with_images(cells: int, path: Path, *, edited: bool, seed: int = 0) -> Notebook:
    """A notebook whose cells have an image each, written to a file and read as a person's is.

    ``edited`` changes every seventh cell and draws all images anew.
    """
    sources = starter_sources()
    chance = random.Random(seed + edited)
    documents = []
    for n in range(cells):
        source = f"{sources[n % len(sources)]}\nseen_{n} = {n}"
        if edited and n % 7 == 0:
            source += "\nchecked = True"
        image = base64.b64encode(chance.randbytes(IMAGE_BYTES)).decode()
        shown = {
            "output_type": "display_data",
            "data": {"image/png": image, "text/plain": ["<Figure>"]},
            "metadata": {},
        }
        documents.append(_code(source, n + 1, [shown]))
    if edited:
        documents.insert(cells // 2, _code("added = 1", None))
        del documents[cells // 3]
    path.write_text(json.dumps(_document(documents)), encoding="utf-8")
    return read_notebook(path)


def _code(source: str, count: int | None, outputs: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": count,
        "metadata": {},
        "outputs": list(outputs),
        "source": source.splitlines(keepends=True),
    }


def _document(cells: list[dict[str, Any]]) -> dict[str, Any]:
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}


def _notebook(cells: list[dict[str, Any]]) -> Notebook:
    return parse_notebook(_document(cells), where="the benchmark's notebook")
