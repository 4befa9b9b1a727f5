"""What names stand for at the end of a run, told by a real kernel."""

import asyncio
from pathlib import Path

import pytest

from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.facts import FactsQuestion, FoundFacts, NameFact
from junobench_lab.running.models import Limits
from junobench_lab.running.runner import run_plan
from tests.running.runs import WELL_OVER, plan

MANY = """
import os, datetime, numpy as np, numpy.linalg as la, pandas as pd
n, share, text = 3, 0.1 + 0.2, "ferry"
rows, table, wide, mixed = [4, 1, None], {"k": 1, 3: None}, range(2, 9), [1, "a"]
grid = np.array([[np.nan, 1, 2], [3, 4, 5]])
limits, whole, words = np.array([-np.inf, np.inf]), np.arange(3_000_001), np.array(["a"])
df = pd.DataFrame({
    "id": [1, 2], "fare": [1.5, None], "day": pd.to_datetime(["2026-01-01", "2026-01-02"]), "stop": ["a", None],
    "kind": pd.Categorical(["x", "y"]),
})
fares = df["fare"]
def helper(): return 1
file = os.path.join(os.getcwd(), "x.csv")
class Own:
    shape = property(lambda self: 1 / 0)
own, _hidden = Own(), 1
from scipy.sparse import csr_matrix
sparse = csr_matrix(np.eye(3))
"""
VALUES = "n share text rows table wide mixed grid limits whole words df fares helper file own sparse _hidden".split()
NAMES = [*VALUES, "la", "len", "nowhere"]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> FoundFacts:
    question = FactsQuestion(NAMES)

    async def ask(folder: Path) -> None:
        environment = LocalEnvironment(None)
        async for _ in run_plan(
            plan(MANY), folder=folder, files=(), environment=environment, limits=Limits(), question=question
        ):
            pass

    asyncio.run(asyncio.wait_for(ask(tmp_path_factory.mktemp("many")), WELL_OVER))
    assert question.found is not None
    return question.found


def of(found: FoundFacts, name: str) -> dict[str, object]:
    fact: NameFact = next(fact for fact in found.names if fact.name == name)
    return fact.model_dump(exclude_none=True, exclude={"name"})


def test_names_come_in_the_order_asked_and_missing_ones_apart(found: FoundFacts) -> None:
    assert [fact.name for fact in found.names] == NAMES[:-1]
    assert (found.missing, found.more) == (["nowhere"], 0)


def test_scalars_modules_and_functions(found: FoundFacts) -> None:
    assert of(found, "n") == {"type": "int", "value": "3"}
    assert of(found, "share") == {"type": "float", "value": "0.3"}
    assert of(found, "text") == {"type": "str", "length": 5, "value": "'ferry'"}
    assert of(found, "la") == {"type": "module", "value": "numpy.linalg"}
    assert of(found, "helper") == {"type": "function"}
    assert of(found, "len") == {"type": "builtin_function_or_method"}
    assert of(found, "_hidden") == {"type": "int", "value": "1"}


def test_sequences_tell_types_keys_and_the_range_of_numbers(found: FoundFacts) -> None:
    assert of(found, "rows") == {
        **{"type": "list", "length": 3, "elements": ["int", "NoneType"]},
        **{"low": "1", "high": "4", "nulls": 1},
    }
    assert of(found, "table") == {
        **{"type": "dict", "length": 2, "keys": ["'k'", "3"], "elements": ["int", "NoneType"]},
    }
    assert of(found, "wide") == {"type": "range", "length": 7, "low": "2", "high": "8", "nulls": 0}
    assert of(found, "mixed") == {"type": "list", "length": 2, "elements": ["int", "str"]}


def test_arrays_tell_their_range_without_what_is_missing(found: FoundFacts) -> None:
    grid = {"type": "numpy.ndarray", "shape": [2, 3], "dtype": "float64", "low": "1", "high": "5", "nulls": 1}
    assert of(found, "grid") == grid
    assert [of(found, "limits")[end] for end in ("low", "high")] == ["-inf", "inf"]
    # Every fourth of three million and one: the last place is one of them.
    assert [of(found, "whole")[end] for end in ("low", "high")] == ["0", "3000000"]
    assert "low" not in of(found, "words")


def test_a_sparse_matrix_tells_its_shape(found: FoundFacts) -> None:
    told = of(found, "sparse")
    assert (told["shape"], told["dtype"]) == ([3, 3], "float64")
    assert str(told["type"]).startswith("scipy.csr_")


def test_frames_tell_every_column(found: FoundFacts) -> None:
    told = of(found, "df")
    columns = {column.pop("name"): column for column in told["columns"]}  # type: ignore[attr-defined]
    assert told["shape"] == [2, 5] and list(columns) == ["id", "fare", "day", "stop", "kind"]
    assert columns["id"] == {"dtype": "int64", "low": "1", "high": "2", "nulls": 0}
    assert columns["fare"] == {"dtype": "float64", "low": "1.5", "high": "1.5", "nulls": 1}
    assert columns["day"]["low"].startswith("2026-01-01") and columns["day"]["high"].startswith("2026-01-02")
    assert columns["stop"]["nulls"] == 1 and "low" not in columns["stop"]
    assert "low" not in columns["kind"]
    assert of(found, "fares")["high"] == "1.5"


def test_an_object_that_cannot_be_looked_into_is_told_by_its_type(found: FoundFacts) -> None:
    assert of(found, "own") == {"type": "__main__.Own"}


def test_the_folder_of_the_run_is_not_told(found: FoundFacts) -> None:
    assert of(found, "file")["value"] == "'./x.csv'"
