"""The crash line is found in every style in which tracebacks are saved."""

import pytest

from junobench_lab.trace.crash_line import crash_line

SOURCE = "table = load()\nshape = table.shape\nrows = shape[0]\nshare = rows / columns\nprint(share)"
CONTEXT = """      2 shape = table.shape
      3 rows = shape[0]
----> 4 share = rows / columns
      5 print(share)
"""
RULER = "-" * 75
TITLE = "NameError                                 Traceback (most recent call last)"
MESSAGE = "NameError: name 'columns' is not defined"
LIBRARY = """/opt/conda/lib/python3.10/site-packages/frames/core.py in read(self)
    118     def read(self):
--> 119         return self._read()
    120
"""


def saved(*frames: str) -> list[str]:
    return [RULER, TITLE, *frames, MESSAGE]


@pytest.mark.parametrize(
    "header",
    [
        "<ipython-input-5-1b2f3eec6a3f> in <cell line: 4>()",
        "<ipython-input-5-1b2f3eec6a3f> in <module>",
        "<ipython-input-5-1b2f3eec6a3f> in <module>()",
        "/tmp/ipykernel_23/1279619201.py in <module>",
        "/tmp/ipykernel_23/1279619201.py in ?()",
        r"~\AppData\Local\Temp/ipykernel_23/1279619201.py in <module>",
        "/tmp/ipython-input-5-1279619201.py in <cell line: 0>()",
        "Cell In[5], line 4",
        "Cell In [5], line 4",
        "Input In [5], in <module>",
        "Input In [5], in <cell line: 4>()",
        "File <ipython-input-5-1b2f3eec6a3f>:4",
        "File /tmp/ipykernel_23/1279619201.py:4",
        "/home/ada/ferries.ipynb Cell 12' in <module>",
        "/home/ada/ferries.ipynb Cell 12 line 4",
    ],
)
def test_every_style_of_header_names_the_line_behind_the_arrow(header):
    assert crash_line(saved(f"{header}\n{CONTEXT}", LIBRARY), 5, SOURCE) == 4


def test_colours_do_not_matter():
    coloured = [
        "\x1b[0;31m" + RULER + "\x1b[0m",
        "\x1b[0;31mNameError\x1b[0m                                 Traceback (most recent call last)",
        "Cell \x1b[0;32mIn[5], line 4\x1b[0m\n"
        "\x1b[1;32m      3\x1b[0m rows \x1b[38;5;241m=\x1b[39m shape[\x1b[38;5;241m0\x1b[39m]\n"
        "\x1b[0;32m----> 4\x1b[0m share \x1b[38;5;241m=\x1b[39m rows \x1b[38;5;241m/\x1b[39m \x1b[43mcolumns\x1b[49m\n",
        "\x1b[0;31mNameError\x1b[0m: name 'columns' is not defined",
    ]
    assert crash_line(coloured, 5, SOURCE) == 4


def test_the_arrow_wins_over_the_line_at_which_the_statement_begins():
    source = "check(\n    rows,\n    columns,\n)"
    frame = "Input In [5], in <cell line: 1>()\n      1 check(\n      2     rows,\n----> 3     columns,\n      4 )\n"
    assert crash_line(saved(frame), 5, source) == 3


def test_without_an_arrow_the_header_tells():
    assert crash_line(saved("Cell In[5], line 3"), 5, SOURCE) == 3
    assert crash_line(saved("<ipython-input-5-1b2f3eec6a3f> in <cell line: 4>()"), 5, SOURCE) == 4


def test_a_function_defined_in_the_cell_is_not_its_own_line():
    source = "def share(rows):\n    return rows / columns\n\nshare(3)"
    frames = (
        "Cell In[5], line 4\n      1 def share(rows):\n      2     return rows / columns\n----> 4 share(3)\n",
        "Cell In[5], line 2, in share(rows)\n      1 def share(rows):\n----> 2     return rows / columns\n",
    )
    assert crash_line(saved(*frames), 5, source) == 4


def test_a_function_defined_in_another_cell_is_not_the_line():
    frames = (
        f"<ipython-input-5-1b2f3eec6a3f> in <module>\n{CONTEXT}",
        "<ipython-input-2-aa2f3eec6a3f> in share(rows)\n      1 def share(rows):\n----> 2     return rows / columns\n",
    )
    assert crash_line(saved(*frames), 5, SOURCE) == 4


def test_a_function_called_back_from_outside_is_the_line_where_the_cell_has_no_frame_of_its_own():
    source = "def share(rows):\n    return rows / columns\nschedule(share)"
    frames = (
        LIBRARY,
        "Cell In[5], line 2, in share(rows)\n      1 def share(rows):\n----> 2     return rows / columns\n",
    )
    assert crash_line(saved(*frames), 5, source) == 2


@pytest.mark.parametrize(
    "link",
    [
        "\nDuring handling of the above exception, another exception occurred:\n",
        "\nThe above exception was the direct cause of the following exception:\n",
    ],
)
def test_of_chained_exceptions_the_last_one_tells(link):
    source = "try:\n    rows / columns\nexcept NameError:\n    raise ValueError('no columns')"
    first = "Cell In[5], line 2\n      1 try:\n----> 2     rows / columns\n      3 except NameError:\n"
    last = "Cell In[5], line 4\n      3 except NameError:\n----> 4     raise ValueError('no columns')\n"
    traceback = [RULER, TITLE, first, MESSAGE, link, TITLE, last, "ValueError: no columns"]
    assert crash_line(traceback, 5, source) == 4


def test_a_traceback_quoted_in_the_message_does_not_hide_the_cell():
    message = (
        "KeyError: Caught KeyError in a worker process.\nOriginal Traceback (most recent call last):\n"
        '  File "/opt/loader.py", line 7, in fetch\n    return self.data[key]\n'
        "The above exception was the direct cause of the following exception:\n\nKeyError: 4"
    )
    assert crash_line([RULER, TITLE, f"Cell In[5], line 4\n{CONTEXT}", message], 5, SOURCE) == 4


def test_an_exception_while_a_result_is_drawn_has_no_line_in_the_cell():
    assert crash_line(saved(LIBRARY), 5, SOURCE) is None


@pytest.mark.parametrize(
    "header",
    [
        '  File "<ipython-input-5-7059fab0c511>", line 2',
        '  File "/tmp/ipykernel_23/1279619201.py", line 2',
        "  Cell In[5], line 2",
    ],
)
def test_a_syntax_error_names_its_line(header):
    part = f"{header}\n    shape = = 1\n            ^\nSyntaxError: invalid syntax\n"
    assert crash_line([part], 5, "rows = 3\nshape = = 1\n") == 2


def test_a_syntax_error_in_a_module_that_the_cell_imports_blames_the_import():
    part = (
        "Traceback (most recent call last):\n\n"
        "  File /opt/env/lib/python3.11/site-packages/IPython/core/interactiveshell.py:3550 in run_code\n"
        "    exec(code_obj, self.user_global_ns, self.user_ns)\n\n"
        "  Cell In[5], line 2\n    import ferries\n\n"
        "  File ~/ferries.py:1\n    rows = = 3\n           ^\nSyntaxError: invalid syntax\n"
    )
    assert crash_line([part], 5, "x = 1\nimport ferries\nrows = = 3") == 2


def test_the_body_of_a_timed_cell_is_counted_from_the_line_below_the_magic():
    frames = (
        "Cell In[5], line 1\n----> 1 get_ipython().run_cell_magic('time', '', 'rows = 3\\nrows / columns\\n')\n",
        "File <timed exec>:2\n      1 'Could not get source, probably due dynamically evaluated source code.'\n",
    )
    assert crash_line(saved(*frames), 5, "%%time\nrows = 3\nrows / columns\n") == 3
    assert crash_line(saved(*frames), 5, "%%time\n\nrows = 3\nrows / columns\n") == 4


def test_a_timed_cell_whose_traceback_has_no_number_has_no_line():
    assert crash_line(saved("<timed exec> in <module>\n"), 5, "%%time\nrows = 3\nrows / columns\n") is None


def test_blank_lines_at_the_start_which_ipython_drops_are_counted():
    frame = "Cell In[5], line 2\n      1 rows = 3\n----> 2 rows / columns\n"
    assert crash_line(saved(frame), 5, "\n\nrows = 3\nrows / columns") == 4
    assert crash_line(saved("Cell In[5], line 2"), 5, "\n\nrows = 3\nrows / columns") == 4


def test_a_line_put_in_after_the_crash_moves_the_line():
    frame = f"Cell In[5], line 4\n{CONTEXT}"
    assert crash_line(saved(frame), 5, "# a note that was added later\n" + SOURCE) == 5


def test_of_equal_lines_the_one_with_the_number_is_taken():
    frame = "Cell In[5], line 3\n      2 y = 1\n----> 3 step()\n"
    assert crash_line(saved(frame), 5, "step()\ny = 1\nstep()\nstep()") == 3


def test_a_number_beyond_the_end_of_the_cell_is_no_line():
    assert crash_line(saved("Cell In[5], line 9"), 5, "x = 1") is None


def test_numbers_in_links_are_read():
    frame = (
        "/home/ada/ferries.ipynb Cell 12' in <module>\n"
        "----> <a href='vscode-notebook-cell:/home/ada/ferries.ipynb#ch0000037?line=3'>4</a> share = rows / columns\n"
    )
    assert crash_line(saved(frame), None, SOURCE) == 4


@pytest.mark.parametrize("traceback", [[], [""], ["no traceback at all"], [RULER, TITLE, MESSAGE]])
def test_a_traceback_that_names_no_cell_has_no_line(traceback):
    assert crash_line(traceback, 5, SOURCE) is None
