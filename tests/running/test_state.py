"""The notebook's names after a run: told as they are, and left as they were."""

import asyncio
from pathlib import Path

import pytest

from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.models import Limits, NameState, Plan
from junobench_lab.running.runner import run_plan
from junobench_lab.running.state import read_state
from tests.running.runs import WELL_OVER, plan


def state_after(wanted: Plan, folder: Path) -> dict[str, NameState] | None:
    """The names after a plan; ``None`` where none were taken."""
    taken: list[list[NameState]] = []

    async def collect() -> None:
        environment = LocalEnvironment(None)
        async for _ in run_plan(
            wanted, folder=folder, files=(), environment=environment, limits=Limits(), take_state=taken.append
        ):
            pass

    asyncio.run(asyncio.wait_for(collect(), WELL_OVER))
    return {state.name: state for state in taken[0]} if taken else None


MANY = """
import numpy as np, pandas as pd, os
n, x, flag, text, nothing = 3, 0.1 + 0.2, True, "ferry", None
rows, table, wide = [1, "a", (2,)], {"k": 1}, range(5)
grid = np.arange(6.0).reshape(2, 3)
df = pd.DataFrame({"id": [1, 2], "fare": [1.5, None], "day": pd.to_datetime(["2026-01-01", "2026-01-02"])})
fares = df["fare"]
def helper(): return 1
class Own:
    shape = property(lambda self: 1 / 0)
    def __len__(self): raise RuntimeError
own = Own()
numbers = (i for i in range(3))
class Chatty(list):
    def __len__(self): print("looked at"); return 1
chatty = Chatty()
long = "z" * 5000
_hidden = 1
"""


@pytest.fixture(scope="module")
def many(tmp_path_factory) -> dict[str, NameState]:
    found = state_after(plan(MANY), tmp_path_factory.mktemp("many"))
    assert found is not None
    return found


def test_values_are_listed_and_modules_functions_and_hidden_names_are_not(many):
    assert set(many) == {
        *("n", "x", "flag", "text", "nothing", "rows", "table", "wide", "grid", "df", "fares", "own", "chatty", "long")
    }


def test_scalars_are_told_by_their_value(many):
    told = {name: (many[name].type, many[name].value) for name in ("n", "x", "flag", "text", "nothing")}
    assert told == {
        "n": ("int", "3"),
        "x": ("float", "0.3"),
        "flag": ("bool", "True"),
        "text": ("str", "'ferry'"),
        "nothing": ("NoneType", "None"),
    }


def test_arrays_and_frames_are_told_by_shape_dtype_and_columns(many):
    assert (many["grid"].type, many["grid"].shape, many["grid"].dtype) == ("numpy.ndarray", [2, 3], "float64")
    assert (many["df"].type, many["df"].shape) == ("pandas.DataFrame", [2, 3])
    columns = many["df"].columns
    assert columns is not None
    assert [(c.name, c.dtype.split("[")[0]) for c in columns] == [
        ("id", "int64"),
        ("fare", "float64"),
        ("day", "datetime64"),
    ]
    assert (many["fares"].type, many["fares"].shape) == ("pandas.Series", [2])


def test_containers_are_told_by_their_length(many):
    assert {name: many[name].length for name in ("rows", "table", "wide")} == {"rows": 3, "table": 1, "wide": 5}


def test_objects_of_a_notebooks_own_classes_are_told_by_their_type_alone(many):
    assert many["own"].model_dump(exclude_none=True) == {"name": "own", "type": "__main__.Own"}
    assert many["chatty"].length is None


def test_a_long_text_is_told_by_its_beginning(many):
    value = many["long"].value
    assert value is not None and len(value) < 200
    assert many["long"].length == 5000


def test_no_names_are_taken_of_a_run_that_crashed(tmp_path):
    assert state_after(plan("x = 1", "1 / 0"), tmp_path) is None


def test_the_same_run_gives_the_same_state_and_another_value_another_digest(tmp_path):
    first, again, other = (
        state_after(plan(f"import numpy as np\nx = np.arange(100000) * {factor}\nd = {{'a': [x.sum()]}}"), tmp_path)
        for factor in (1, 1, 2)
    )
    assert first is not None and other is not None
    assert first == again
    assert first["x"].digest != other["x"].digest


def test_very_many_names_stay_within_the_bound(tmp_path):
    source = "for i in range(20000):\n    globals()[f'name_{i}'] = list(range(100))\nlast = 1"
    found = state_after(plan(source), tmp_path)
    assert found is not None
    assert sum(len(state.model_dump_json(exclude_none=True)) for state in found.values()) <= 200_000


@pytest.mark.parametrize("reply", [{}, {"user_expressions": {"state": {"data": {"text/plain": "'[1]'"}}}}])
def test_an_answer_that_makes_no_sense_is_no_state(reply):
    assert read_state(reply) is None
