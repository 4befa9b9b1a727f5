"""Notebooks are read whatever their shape, and broken ones say in a sentence what is wrong."""

import json
import os
import re

import nbformat
import pytest

from junobench_lab.errors import BrokenNotebook
from junobench_lab.instances.notebooks import parse_notebook, read_notebook, to_nbformat
from tests.notebook_factory import code, display, markdown, notebook, parsed, raw, stream, write_notebook

FAILED = ("NameError", "name 'y' is not defined")


def problem(path) -> str:
    with pytest.raises(BrokenNotebook) as caught:
        read_notebook(path)
    return str(caught.value)


def test_cells_come_in_document_order_with_type_source_and_count(tmp_path):
    path = write_notebook(tmp_path / "n.ipynb", notebook(markdown("# A"), code("x = 1", 3), raw("notes"), code("y")))
    cells = read_notebook(path).cells
    assert [(cell.cell, cell.type, cell.source, cell.count, cell.id) for cell in cells] == [
        (0, "markdown", "# A", None, None),
        (1, "code", "x = 1", 3, None),
        (2, "raw", "notes", None, None),
        (3, "code", "y", None, None),
    ]


def test_a_source_saved_as_lines_is_the_same_as_one_saved_as_text():
    assert parsed(code(["x = 1\n", "y = 2"])).cells == parsed(code("x = 1\ny = 2")).cells


def test_ids_are_kept_where_there_are_any():
    assert [cell.id for cell in parsed(code("x", id="one"), markdown("a", id="two")).cells] == ["one", "two"]


@pytest.mark.parametrize("count", ["7", 7.5, True, None, [7]])
def test_what_is_no_number_is_no_count(count):
    assert parsed({**code("x"), "execution_count": count}).cells[0].count is None


def test_a_cell_of_an_unknown_type_and_without_a_source_is_kept_as_raw():
    cell = parsed({"cell_type": "heading", "metadata": {}}).cells[0]
    assert (cell.type, cell.source, cell.outputs) == ("raw", "", [])


def test_an_old_notebook_is_converted(tmp_path):
    sheet = {
        "cells": [
            {"cell_type": "heading", "level": 1, "source": "Ferries", "metadata": {}},
            {
                "cell_type": "code",
                "input": "y",
                "language": "python",
                "prompt_number": 4,
                "collapsed": False,
                "metadata": {},
                "outputs": [{"output_type": "pyerr", "ename": FAILED[0], "evalue": FAILED[1], "traceback": []}],
            },
        ],
        "metadata": {},
    }
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": "old"}, "worksheets": [sheet]}
    read = read_notebook(write_notebook(tmp_path / "old.ipynb", old))
    assert [(cell.type, cell.source, cell.count) for cell in read.cells] == [
        ("markdown", "# Ferries", None),
        ("code", "y", 4),
    ]
    assert (read.cells[1].outputs[0]["output_type"], read.nbformat) == ("error", 3)


def test_an_old_notebook_that_makes_no_sense_is_told(tmp_path):
    old = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": 5}]}]}
    assert "old notebook format" in problem(write_notebook(tmp_path / "old.ipynb", old))


def test_outputs_above_the_bound_leave_a_note_and_the_error_stays():
    image = display("image/png", "A" * 3000)
    read = parse_notebook(
        notebook(code("y", 2, outputs=[stream("epoch 1\n"), image, image], error=FAILED)), where="n", output_bound=1000
    )
    kinds = [output["output_type"] for output in read.cells[0].outputs]
    assert kinds == ["stream", "display_data", "error"]
    assert re.fullmatch(r"\[6\.\d kB of output left out\]", read.cells[0].outputs[1]["data"]["text/plain"])
    assert read.left_out == pytest.approx(6000, abs=200)


def test_an_error_above_the_bound_stays():
    read = parse_notebook(notebook(code("y", 2, error=("E", "m" * 5000))), where="n", output_bound=1000)
    assert read.cells[0].outputs[0]["evalue"] == "m" * 5000
    assert read.left_out == 0


def test_within_the_bound_nothing_is_left_out():
    cell = code("x", 1, outputs=[stream("a" * 400), stream("b" * 400)])
    read = parse_notebook(notebook(cell), where="n", output_bound=1000)
    assert (read.cells[0].outputs, read.left_out) == (cell["outputs"], 0)


def test_a_notebook_of_many_middling_outputs_is_bounded_as_a_whole():
    cells = [code("x", n, outputs=[display("image/png", "A" * 900)]) for n in range(1, 51)]
    read = parse_notebook(notebook(*cells), where="n", output_bound=1000)
    kept = sum(len(str(output)) for cell in read.cells for output in cell.outputs if "image/png" in output["data"])
    assert 9_000 < kept < 12_000
    assert read.left_out > 30_000


def test_forty_megabytes_of_output_become_a_small_notebook(tmp_path):
    cells = [code("plot()", 1, outputs=[display("image/png", "A" * 40_000_000)]), code("y", 2, error=FAILED)]
    read = read_notebook(write_notebook(tmp_path / "n.ipynb", notebook(*cells)))
    assert len(read.model_dump_json()) < 2_000
    assert read.left_out >= 40_000_000
    assert read.cells[1].outputs[0]["ename"] == "NameError"


def test_half_a_character_becomes_one_that_can_be_written(tmp_path):
    text = json.dumps(notebook(code("print('?')", 1))).replace("?", "\\ud83d")
    cell = read_notebook(write_notebook(tmp_path / "n.ipynb", text)).cells[0]
    assert cell.source.encode() == "print('\N{REPLACEMENT CHARACTER}')".encode()


def test_a_whole_emoji_stays(tmp_path):
    text = json.dumps(notebook(code("print('?')", 1))).replace("?", "\\ud83d\\ude00")
    assert read_notebook(write_notebook(tmp_path / "n.ipynb", text)).cells[0].source == "print('\N{GRINNING FACE}')"


def test_a_byte_order_mark_does_not_matter(tmp_path):
    path = write_notebook(tmp_path / "n.ipynb", b"\xef\xbb\xbf" + json.dumps(notebook(code("x"))).encode())
    assert read_notebook(path).cells[0].source == "x"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", "Git LFS pointer"),
        (b"# xet version 0\nfilesize = 9\nhash = '00'\n", "Xet pointer"),
        (b'{"cells": [], "x": "\xff"}', "isn't UTF-8"),
        (b"<html>not found</html>", "isn't valid JSON (line 1, column 1"),
        (b'{"cells": [{"cell_type": "code",}]}', "isn't valid JSON (line 1"),
        (b'{"x": ' + b"9" * 6000 + b"}", "isn't valid JSON"),
        (b"[" * 200_000, "JSON"),
        (b"[1, 2]", "isn't a notebook"),
        (b'"text"', "isn't a notebook"),
        (b'{"metadata": {}}', "list of cells (`cells`) is missing"),
        (b'{"cells": {"a": 1}}', "list of cells (`cells`) is missing"),
        (b'{"cells": [{"cell_type": "code", "source": ""}, 3]}', "cell 2"),
    ],
)
def test_a_broken_file_says_what_is_wrong_and_names_itself(tmp_path, content, words):
    message = problem(write_notebook(tmp_path / "ferry_fixed.ipynb", content))
    assert words in message
    assert message.startswith("ferry_fixed.ipynb ")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_notebook_that_was_cut_off_says_so(tmp_path, share):
    text = json.dumps(notebook(markdown("# A"), code("x = 1", 1, outputs=[stream("one\n" * 50)])))
    assert "cut off" in problem(write_notebook(tmp_path / "n.ipynb", text[: int(len(text) * share)]))


def test_a_missing_file_and_a_folder_say_so(tmp_path):
    assert "doesn't exist" in problem(tmp_path / "n.ipynb")
    (tmp_path / "d.ipynb").mkdir()
    assert "is a folder" in problem(tmp_path / "d.ipynb")


def test_a_path_that_can_not_be_one_says_so(tmp_path):
    assert "can't be read" in problem(tmp_path / "n\x00.ipynb")


def test_a_file_beyond_all_measure_is_not_read(tmp_path):
    path = tmp_path / "n.ipynb"
    path.touch()
    os.truncate(path, 600_000_000)
    assert "600 MB" in problem(path)


def test_what_is_written_is_valid_and_says_the_same(tmp_path):
    image = {**markdown("![map](attachment:map.png)"), "attachments": {"map.png": {"image/png": "AAAA"}}}
    tagged = {**code("y", 2, outputs=[stream("a")], error=FAILED), "metadata": {"tags": ["setup"]}}
    document = to_nbformat(parsed(image, tagged, raw("notes")))
    nbformat.validate(nbformat.from_dict(document))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert document["cells"][0]["attachments"] == image["attachments"]
    assert document["cells"][1]["metadata"] == {"tags": ["setup"]}
    again = parse_notebook(document, where="n")
    assert [(c.type, c.source, c.count, c.outputs) for c in again.cells] == [
        (c.type, c.source, c.count, c.outputs) for c in parsed(image, tagged, raw("notes")).cells
    ]


def test_missing_ids_are_made_of_the_place_and_never_clash():
    document = to_nbformat(parsed(code("a"), code("b", id="cell-0"), code("c", id="x"), code("d", id="x")))
    assert [cell["id"] for cell in document["cells"]] == ["cell-0-1", "cell-0", "x", "cell-3"]
