"""Generated cells run in a real kernel: the names that really changed are those that were predicted."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel

from junobench_lab.trace.dataflow import cell_flow

NAMES = ("a", "b", "c", "d")

SETUP = """
import json as _json
def _state():
    names = globals()
    return {n: repr(names[n]) for n in ("a", "b", "c", "d", "e", "f", "g") if n in names}
def _fresh(missing=()):
    names = globals()
    for n in ("a", "b", "c", "d", "e", "f", "g"):
        names.pop(n, None)
    for i, n in enumerate(("a", "b", "c", "d")):
        if n not in missing:
            names[n] = {"k": i, "values": [i, i + 1]}
"""

name = st.sampled_from(NAMES)
fresh = st.sampled_from(("e", "f", "g"))


@st.composite
def statements(draw: st.DrawFn, depth: int = 1) -> str:
    """One statement on dicts of lists that runs without an error as long as its names exist."""
    x, y, new = draw(name), draw(name), draw(fresh)
    simple = [
        f"{new} = len({x})",
        f"{x} = dict({y})",
        f"{x}['n'] = {{'m': len({y})}}",
        f"{x}['values'].append({{'q': 1}})",
        f"{x}['values'][0] = 'z'",
        f"{x}.update(p=1)",
        f"{x}.setdefault('s', []).append(2)",
        f"{new} = [{y}['k'] for {y} in [{x}]]",
        f"{new} = {{q: q for q in {x}}}",
        f"{new} = sorted({x}, key=lambda {y}: str({y}))",
        f"{new}, {x} = 1, dict({x})",
        f"{x} |= {{'u': 1}}",
        f"({new} := list({x}))",
        f"import math as {new}",
        f"def {new}({x}=1): return {x}",
        f"def _f():\n    global {new}\n    {new} = len({x})\n_f()",
        f"def _g({y}):\n    {y} = 1\n    return {x}, {y}\n_g(0)",
        f"for {new} in {x}: pass",
        f"with __import__('contextlib').nullcontext({x}) as {new}: pass",
        f"match {x}:\n    case {{'k': {new}, **rest}}: pass",
        f"try:\n    {x}\nexcept NameError:\n    {x} = {{'k': 0, 'values': [0]}}",
        f"class _C:\n    {new} = len({x})\n    def m(self): return {new}",
        f"{new} = {x}; del {new}",
        f"try:\n    raise ValueError({x})\nexcept ValueError as {new}: pass",
        f"%time {new} = len({x})",
        f"{new} = !echo hello",
        f"if len({x}) > 99:\n    {y} = {{}}",
        f"exec('{new} = len({x})')",
        f"globals()['{new}'] = len({x})",
        f"class _D:\n    {y} = [1]\n    m = [q for q in {y}]\n    n = [len({x}) for _ in {y}]",
        f"for _i in [1]:\n    {new} = len({x})\n    del {new}",
        f"try:\n    {new} = len({x})\nfinally:\n    {y} = {{'k': {new}, 'values': [1]}}",
        f"match 2:\n    case 1 | 2: {new} = {x}\n    case _: {new} = 0",
        f"def _h(z={x}):\n    def inner():\n        nonlocal z\n        z = {y}\n    inner()\n    return z\n_h()",
        f"%timeit -n 1 -r 1 len({x})",
        f"{new} = f'{{{x}!r:>{{len({y})}}}}'",
    ]
    if depth:
        inner = draw(statements(depth=0))
        if not inner.startswith(("%",)) and "!" not in inner:
            simple.append("if True:\n    " + inner.replace("\n", "\n    "))
    return draw(st.sampled_from(simple))


cells = st.lists(statements(), min_size=1, max_size=4).map("\n".join)


class Session:
    """A kernel in which cells are run and the state is looked at."""

    def __init__(self, client: BlockingKernelClient) -> None:
        self.client = client

    def run(self, code: str) -> tuple[str | None, str | None]:
        """Run code; gives the type and message of the first exception, or (None, None).

        Taken from what the cell shows, because IPython 8 shows an exception under ``%time`` and calls the cell ok.
        """
        shown: list[tuple[str, str]] = []

        def look(message: dict[str, Any]) -> None:
            if message["msg_type"] == "error":
                shown.append((message["content"]["ename"], message["content"]["evalue"]))

        self.client.execute_interactive(code, store_history=False, timeout=30, output_hook=look, user_expressions={})
        return shown[0] if shown else (None, None)

    def state(self) -> dict[str, str]:
        reply = self.client.execute_interactive(
            "",
            silent=True,
            timeout=30,
            user_expressions={"s": "_json.dumps(_state())"},
            output_hook=lambda message: None,
        )["content"]
        text = reply["user_expressions"]["s"]["data"]["text/plain"]
        return json.loads(eval(text))


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        session = Session(client)
        session.run(SETUP)
        yield session
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


real = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@real
@given(cell=cells)
def test_names_that_really_changed_were_predicted(session: Session, cell: str):
    session.run("_fresh()")
    before = session.state()
    error = session.run(cell)
    assert error == (None, None), cell
    after = session.state()
    changed = {n for n in {*before, *after} if before.get(n) != after.get(n)}
    assert changed <= cell_flow(cell).touches


@real
@given(cell=cells, missing=name)
def test_a_cell_misses_a_name_just_where_it_was_predicted_to_read_it(session: Session, cell: str, missing: str):
    flow = cell_flow(cell)
    session.run(f"_fresh(missing={missing!r})")
    ename, evalue = session.run(cell)
    fails = ename == "NameError" and f"'{missing}'" in (evalue or "")
    assert fails == (missing in flow.reads and missing not in flow.guarded), cell


@real
@given(cell=cells)
def test_names_predicted_as_deleted_are_gone(session: Session, cell: str):
    session.run("_fresh()")
    session.run(cell)
    assert not set(cell_flow(cell).deletes) & set(session.state())
