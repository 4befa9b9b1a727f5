"""Tracebacks are read as frames in every style that notebooks were saved with."""

import pytest

from junobench_lab.research.estimators.frames import read_frames, statement_at
from junobench_lab.research.estimators.origins import origins
from junobench_lab.research.estimators.sheet_traceback import traceback_of_sheet

ARROWS = "      3 a = 1\n----> 4 df.merge(other)\n      5 b = 2\n"


@pytest.mark.parametrize(
    "head",
    [
        "<ipython-input-5-1b2f3eec6a3f> in <cell line: 4>()",
        "/tmp/ipykernel_23/1279619201.py in <module>",
        "Input In [5], in <cell line: 4>()",
        "Cell In[5], line 4",
        "File <ipython-input-5-1b2f3eec6a3f>:4",
    ],
)
def test_a_frame_in_a_cell_is_known_in_every_style(head: str) -> None:
    [frame] = read_frames([f"{head}\n{ARROWS}"])
    assert frame.in_notebook
    assert frame.package is None
    assert frame.statement == "df.merge(other)"
    assert frame.context == "a = 1\ndf.merge(other)\nb = 2"


@pytest.mark.parametrize(
    ("head", "package"),
    [
        ("/opt/conda/lib/python3.10/site-packages/pandas/core/frame.py in merge(self, right)", "pandas"),
        ("File /usr/lib/python3/dist-packages/sklearn/base.py:12, in fit(self)", "sklearn"),
        ("C:\\env\\lib\\site-packages\\torch\\nn\\functional.py in linear(input)", "torch"),
        ("pandas/_libs/index.pyx in pandas._libs.index.IndexEngine.get_loc()", "pandas"),
        ("<__array_function__ internals> in dot(*args, **kwargs)", "numpy"),
        ("/usr/lib/python3.10/json/decoder.py in decode(self, s)", None),
    ],
)
def test_a_library_is_known_by_the_file(head: str, package: str | None) -> None:
    [frame] = read_frames([f"{head}\n----> 1 pass\n"])
    assert not frame.in_notebook
    assert frame.package == package


def test_terminal_colours_do_not_hide_frames() -> None:
    [frame] = read_frames(
        ["\x1b[0;32m/tmp/ipykernel_1/2.py\x1b[0m in \x1b[0;36m<module>\x1b[0m\n\x1b[0;32m----> 1 f()\x1b[0m"]
    )
    assert frame.statement == "f()"


@pytest.mark.parametrize("at", [1, 2])
def test_a_call_over_several_lines_is_one_statement_whichever_line_is_blamed(at: int) -> None:
    lines = ["a = 1", "model.fit(x,", "          y)  # )", "b = 2"]
    assert statement_at(lines, at) == "model.fit(x,\ny)  # )"


def test_the_sheet_keeps_a_traceback_as_the_text_of_a_list() -> None:
    assert traceback_of_sheet("['a\\n', \"b's\"]") == ["a\n", "b's"]


def test_a_traceback_that_was_cut_off_keeps_its_complete_parts() -> None:
    assert traceback_of_sheet("['first', 'second and mo") == ["first", "second and mo"]


def test_a_text_that_is_no_list_is_one_part() -> None:
    assert traceback_of_sheet("Traceback: x") == ["Traceback: x"]


def test_brackets_that_never_close_do_not_make_a_whole_cell_one_statement() -> None:
    assert len(statement_at(["f("] * 3000, 1500).split("\n")) <= 101


def test_imports_are_found_in_parts_of_cells_that_are_no_whole_python() -> None:
    assert origins(["from sklearn.svm import SVC\nfor x in"], whole_cells=False) == {"SVC": "sklearn.svm"}


def test_a_traceback_of_another_process_that_a_message_quotes_is_no_part_of_this_one() -> None:
    parts = [
        "Cell In[1], line 1\n----> 1 for images, labels in loader:\n",
        "File /opt/site-packages/torch/_utils.py:9, in ExceptionWrapper.reraise(self)\n----> 9 raise exception\n",
        "KeyError: Caught KeyError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n"
        '  File "/opt/site-packages/torch/utils/data/_utils/worker.py", line 9, in _worker_loop\n    fetch()\n'
        '  File "<ipython-input-1-a>", line 7, in __getitem__\n    row = self.table.loc[index]\n',
    ]
    assert [frame.statement for frame in read_frames(parts)] == ["for images, labels in loader:", "raise exception"]
