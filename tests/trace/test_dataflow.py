"""What a cell reads, writes, deletes, imports and changes, by the language's scoping rules."""

import pytest

from junobench_lab.trace.dataflow import cell_flow
from junobench_lab.trace.flow_models import CellFlow


def flow(source: str) -> CellFlow:
    return cell_flow(source)


@pytest.mark.parametrize(
    ("source", "reads", "writes"),
    [
        ("x = y", ["y"], ["x"]),
        ("x = 1\nprint(x)", [], ["x"]),
        ("x += 1", ["x"], ["x"]),
        ("a, (b, *c) = z", ["z"], ["a", "b", "c"]),
        ("x: int = y", ["y"], ["x"]),
        ("x: int", [], []),
        ("print(n := len(v), n)", ["v"], ["n"]),
        ("[i * k for i in rows if i > low]", ["rows", "low", "k"], []),
        ("[last := i for i in rows]", ["rows"], ["last"]),
        ("f = lambda x: x + k", ["k"], ["f"]),
        ("for i in rows:\n    total = i\ntotal, i", ["rows"], ["i", "total"]),
        ("if ok:\n    x = 1\nx", ["ok", "x"], ["x"]),
        ("if ok:\n    x = 1\nelse:\n    x = 2\nx", ["ok"], ["x"]),
        ("if ok:\n    raise ValueError\nelse:\n    x = 2\nx", ["ok"], ["x"]),
        ("with open(path) as file:\n    text = file.read()", ["path"], ["file", "text"]),
        ("match p:\n    case {'a': v, **rest} if v > k: u = v", ["p", "k"], ["v", "rest", "u"]),
        ("await fetch(url)", ["fetch", "url"], []),
        ("async for x in stream: pass", ["stream"], ["x"]),
        ("def f(x=k):\n    return x + g", ["k"], ["f"]),
        ("@deco\ndef f(): pass", ["deco"], ["f"]),
        ("class A(Base):\n    n = size\n    m = n", ["Base", "size"], ["A"]),
        ("import os.path, numpy as np\nfrom a import b as c", [], ["os", "np", "c"]),
        ("%matplotlib inline\nx = 1", [], ["x"]),
        ("!pip install pandas\nx = y", ["y"], ["x"]),
        ("files = !ls", [], ["files"]),
        ("%%time\nx = y", ["y"], ["x"]),
        ("%%capture out\nprint(y)", ["y"], ["out"]),
        ("%time x = y", ["y"], ["x"]),
        ("%%bash\necho $x", [], []),
        ("df?", [], []),
    ],
)
def test_reads_and_writes(source: str, reads: list[str], writes: list[str]):
    found = flow(source)
    assert (sorted(found.reads), sorted(found.writes)) == (sorted(reads), sorted(writes))


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("df['x'] = 1", ["df"]),
        ("df.loc[rows, 'x'] = 1", ["df"]),
        ("df.columns = names", ["df"]),
        ("x[1:3] = 0", ["x"]),
        ("df.drop(columns=['x'], inplace=True)", ["df"]),
        ("df = df.drop(columns=['x'])", []),
        ("df.drop(columns=['x'])", []),
        ("rows.append(1)", ["rows"]),
        ("model.fit(X, y)", ["model"]),
        ("rows.sort()", ["rows"]),
        ("sorted(rows)", []),
        ("del df['x']", ["df"]),
        ("same = rows\nsame.append(1)", ["same", "rows"]),
        ("random.shuffle(rows)", ["rows"]),
        ("config.train.rate = 1", ["config"]),
    ],
)
def test_changes_in_place(source: str, changes: list[str]):
    assert sorted(flow(source).changes) == sorted(changes)


def test_a_function_reads_the_notebooks_names_only_when_it_is_called():
    assert flow("def f():\n    return k").reads == []
    assert flow("def f():\n    return k\nf()").reads == ["k"]
    assert flow("def f():\n    return k\nk = 1\nf()").reads == []
    assert flow("def f():\n    return k").functions["f"].reads == ["k"]


def test_names_of_a_function_are_resolved_by_scope():
    source = """
def f(a):
    b = a
    global g
    g = h
    def inner():
        nonlocal b
        b = g + m
    return inner
"""
    found = flow(source).functions["f"]
    assert set(found.reads) == {"h", "g", "m"}
    assert found.writes == ["g"]


def test_a_read_whose_failure_is_caught_is_guarded():
    found = flow("try:\n    x\nexcept NameError:\n    x = 1\nx")
    assert (found.reads, found.guarded) == (["x"], ["x"])
    assert flow("try:\n    x\nexcept KeyError:\n    x = 1").guarded == []


def test_a_deleted_name_is_deleted_unless_bound_again():
    assert flow("del x").deletes == ["x"]
    assert flow("del x\nx = 1").deletes == []


def test_a_star_import_may_bind_anything():
    assert flow("from numpy import *").star_import


def test_a_cell_that_does_not_parse_gives_what_stands_above_the_fault():
    found = flow("x = y\nprint(x\n")
    assert (found.reads, found.writes) == (["y"], ["x"])
    assert found.problem == "This cell is not valid Python, so only a part could be read."


def test_line_numbers_are_those_of_the_cell_under_a_cell_magic():
    assert flow("%%time\n\nx = y").read_lines == {"y": [3]}


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        ("df['a'] = df['b']", {("df", "a", "add"), ("df", "b", "read")}),
        ("df.drop('a', axis=1, inplace=True)", {("df", "drop", "read"), ("df", "a", "read"), ("df", "a", "remove")}),
        ("df.pop('a')", {("df", "pop", "read"), ("df", "a", "read"), ("df", "a", "remove")}),
        ("d2 = df.assign(a=1)", {("df", "assign", "read"), ("d2", "a", "add")}),
        ("df.columns = ['a', 'b']", {("df", "columns", "add"), ("df", "a", "add"), ("df", "b", "add")}),
        ("df = pd.DataFrame({'a': x})", {("pd", "DataFrame", "read"), ("df", "a", "add")}),
        ("for c in ['a', 'b']:\n    df[c + '_log'] = 1", {("df", "a_log", "add"), ("df", "b_log", "add")}),
        ("for c in ['a']:\n    df[f'{c}_log'] = 1", {("df", "a_log", "add")}),
        ("cols = ['a']\ndf[cols] = 1", {("df", "a", "add")}),
        ("d = g.agg(total=('a', 'sum'))", {("g", "agg", "read"), ("g", "a", "read"), ("d", "total", "add")}),
        ("df.insert(0, 'a', 1)", {("df", "insert", "read"), ("df", "a", "add")}),
        (
            "d = df.rename(columns={'a': 'b'})",
            {("df", "rename", "read"), ("df", "a", "read"), ("d", "a", "remove"), ("d", "b", "add")},
        ),
        (
            "d = pd.get_dummies(df, columns=['sex'])",
            {("pd", "get_dummies", "read"), ("pd", "sex", "read"), ("d", "sex_", "add")},
        ),
        ("del df['a']", {("df", "a", "remove")}),
    ],
)
def test_columns_that_the_code_names(source: str, keys: set[tuple[str, str, str]]):
    assert {(use.name, use.key, use.action) for use in flow(source).keys} == keys


def test_a_statement_that_is_nested_too_deeply_hides_no_other():
    found = cell_flow("a = 1\ntotal = " + " + ".join(["x"] * 600) + "\nb = a")
    assert found.writes == ["a", "b"]
    assert found.problem is not None


def test_nesting_as_people_write_it_is_read_whole():
    found = cell_flow("total = " + " + ".join(["x"] * 90))
    assert (found.reads, found.writes, found.problem) == (["x"], ["total"], None)
