"""Scopes and code that doesn't show what it runs: the corners of the data flow."""

import sys

import pytest

from junobench_lab.trace.dataflow import cell_flow


@pytest.mark.parametrize(
    ("source", "reads", "writes"),
    [
        # A type comment is a comment.
        ("x = []  # type: List[Missing]", [], ["x"]),
        # f-strings read what they show, format and width included.
        ("print(f'{x:>{width}} {y!r}')", ["width", "x", "y"], []),
        # Names of a class body aren't seen by comprehensions and lambdas in it, but for the first iterable.
        ("class A:\n    n = 3\n    rows = [n for _ in range(2)]", ["n"], ["A"]),
        ("class A:\n    n = [1]\n    rows = [i for i in n]", [], ["A"]),
        ("class A:\n    n = 3\n    get = lambda self: n", ["n"], ["A"]),
        ("class A:\n    n = 3\n    rows = [[j for j in n] for i in range(2)]", ["n"], ["A"]),
        # Decorators and defaults are evaluated where the function is defined.
        ("@cache(size=n)\ndef f(x, y=k): return hidden", ["cache", "k", "n"], ["f"]),
        ("def f(x: Frame) -> Table: pass", ["Frame", "Table"], ["f"]),
        ("from __future__ import annotations\ndef f(x: Frame) -> Table: pass", [], ["annotations", "f"]),
        # try/finally: the finally part runs in any case.
        ("try:\n    x = read()\nfinally:\n    done = x", ["read"], ["done", "x"]),
        ("try:\n    x = 1\nexcept ValueError:\n    pass\nprint(x)", ["x"], ["x"]),
        ("with a() as x, b(x) as y: z = y", ["a", "b"], ["x", "y", "z"]),
        ("match p:\n    case [x] | {'x': x}: y = x", ["p"], ["x", "y"]),
        ("match p:\n    case 1: y = 1\n    case _: y = 2\nprint(y)", ["p"], ["y"]),
        ("match p:\n    case 1: y = 1\nprint(y)", ["p", "y"], ["y"]),
        ("match p:\n    case Point(x=v): w = v", ["Point", "p"], ["v", "w"]),
        ("global x\nx = y", ["y"], ["x"]),
        ("for i in rows:\n    t = i\n    del t\nprint(t)", ["rows", "t"], ["i", "t"]),
        ("%%timeit\nx = y", ["y"], []),
        ("%timeit -n 10 f(y)", ["f", "y"], []),
        ("%timeit x = y", ["y"], []),
        ("%%capture --no-stderr out\nx = y", ["y"], ["out", "x"]),
        ("lines = !head $path", ["path"], ["lines"]),
        ("!cp {source} data", ["source"], []),
        ("model.fit?", [], []),
        ("??model", [], []),
        ("exec('x = y')", ["y"], ["x"]),
        ("globals()['x'] = y", ["y"], ["x"]),
        ("x = yield_ if (y := z) else y", ["yield_", "z"], ["x", "y"]),
        ("import a.b.c as d, e.f", [], ["d", "e"]),
        ("a = b = c", ["c"], ["a", "b"]),
        ("x, y = y, x", ["x", "y"], ["x", "y"]),
        ("print(*rows, **options)", ["options", "rows"], []),
        ("while (line := next(it)): last = line\nlast", ["it"], ["last", "line"]),
    ],
)
def test_reads_and_writes_in_the_corners_of_the_language(source: str, reads: list[str], writes: list[str]):
    flow = cell_flow(source)
    assert (sorted(flow.reads), sorted(flow.writes)) == (reads, writes)


def test_a_name_that_only_a_nested_function_binds_is_no_name_of_the_notebook():
    flow = cell_flow("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = k\n    g()\n    return x\nf()")
    assert (flow.reads, flow.writes) == (["k"], ["f"])


@pytest.mark.parametrize("source", ["exec(text)", "%run prepare.py", "%pylab inline", "%store -r frame"])
def test_code_that_the_cell_does_not_show_may_bind_anything(source: str):
    assert cell_flow(source).opaque


@pytest.mark.parametrize("source", ["exec(text, {})", "%matplotlib inline", "%run", "x = evaluate(y)"])
def test_other_code_is_not_taken_for_hidden_code(source: str):
    assert cell_flow(source).opaque == (source == "%run")


def test_a_name_mentioned_in_a_shell_command_is_not_missed_where_it_does_not_exist():
    assert cell_flow("!echo $path").guarded == ["path"]


# Generics have a syntax of their own from Python 3.12 on (PEP 695); before, such a cell is one that can't be read.
GENERIC = "def first[T](x: list[T]) -> T: return x[k]\nclass Box[T](Base[T]): pass\ntype Pair[T] = tuple[T, later]"


def test_type_parameters_are_names_of_their_own_where_python_has_them():
    flow = cell_flow(GENERIC)
    if sys.version_info >= (3, 12):
        assert (flow.reads, flow.writes, flow.problem) == (["Base"], ["first", "Box", "Pair"], None)
    else:
        assert flow.problem is not None
