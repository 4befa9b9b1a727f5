"""Cells of two notebooks are paired by place and source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from junobench_lab.instances.models import Cell
from junobench_lab.trace.align import align_cells, counterpart

SOURCES = st.sampled_from(["", "x = 1", "x = 2", "df.head()", "import pandas as pd\ndf = pd.read_csv('a.csv')", "y"])
CELLS = st.lists(st.tuples(st.sampled_from(["code", "markdown", "raw"]), SOURCES), max_size=12)


def cells(*sources: str | tuple[str, str]) -> list[Cell]:
    typed = [("code", source) if isinstance(source, str) else source for source in sources]
    return [Cell(cell=place, type=type, source=source, id=f"r{place}") for place, (type, source) in enumerate(typed)]


def aligned(left: list[str], right: list[str]) -> list[tuple[int | None, int | None]]:
    return align_cells(cells(*left), cells(*right))


LOAD = "import pandas as pd\nferries = pd.read_csv('data/ferries.csv')"
CLEAN = "ferries['route'] = ferries['route'].str.strip()\nferries = ferries.dropna()"
PLOT = "ferries.groupby('route')['delay'].mean().plot(kind='bar')"
MODEL = "from sklearn.linear_model import Ridge\nmodel = Ridge(alpha=0.5)\nmodel.fit(features, delays)"


def test_an_inserted_cell_has_no_counterpart():
    assert aligned([LOAD, PLOT], [LOAD, CLEAN, PLOT]) == [(0, 0), (None, 1), (1, 2)]


def test_a_deleted_cell_has_no_counterpart():
    assert aligned([LOAD, CLEAN, PLOT], [LOAD, PLOT]) == [(0, 0), (1, None), (2, 1)]


def test_an_edited_cell_is_a_pair():
    edited = CLEAN.replace("dropna()", "dropna(subset=['delay'])")
    assert aligned([LOAD, CLEAN, PLOT], [LOAD, edited, PLOT]) == [(0, 0), (1, 1), (2, 2)]


def test_an_edited_cell_is_told_from_one_inserted_above_it():
    edited = PLOT.replace("mean", "median")
    assert aligned([LOAD, PLOT], [LOAD, MODEL, edited]) == [(0, 0), (None, 1), (1, 2)]


def test_a_cell_written_anew_between_the_same_neighbours_is_a_pair():
    assert aligned([LOAD, "crash()", PLOT], [LOAD, "solved = 1", PLOT]) == [(0, 0), (1, 1), (2, 2)]


def test_a_moved_cell_is_a_pair_that_crosses_others():
    assert aligned([LOAD, CLEAN, PLOT, MODEL], [LOAD, PLOT, MODEL, CLEAN]) == [(0, 0), (1, 3), (2, 1), (3, 2)]


def test_a_cell_that_was_moved_and_edited_a_little_is_a_pair():
    edited = MODEL.replace("0.5", "0.1")
    assert (0, 2) in aligned([MODEL, LOAD, CLEAN], [LOAD, CLEAN, edited])


def test_a_split_cell_is_paired_with_its_larger_part():
    first, second = "\n".join([LOAD, CLEAN]), PLOT
    assert aligned([f"{first}\n{second}", MODEL], [first, second, MODEL]) == [(0, 0), (None, 1), (1, 2)]


def test_of_merged_cells_the_larger_is_paired_with_the_whole():
    assert aligned([LOAD, CLEAN, MODEL], [LOAD, f"{CLEAN}\n{MODEL}"]) == [(0, 0), (1, None), (2, 1)]


def test_repeated_identical_cells_keep_their_order():
    assert aligned(["df.head()"] * 3, ["df.head()"] * 3) == [(0, 0), (1, 1), (2, 2)]
    assert aligned(["df.head()"] * 3, ["df.head()"] * 2) == [(0, 0), (1, 1), (2, None)]


def test_repeated_cells_are_told_apart_by_what_stands_around_them():
    left = [LOAD, "df.head()", CLEAN, "df.head()", PLOT]
    right = [CLEAN, "df.head()", PLOT]
    assert aligned(left, right) == [(0, None), (1, None), (2, 0), (3, 1), (4, 2)]


def test_equal_cells_win_over_a_row_of_cells_that_are_only_alike():
    steps = [f"model.fit(features, delays, epochs={n}, batch_size=32, verbose=0)" for n in range(5)]
    assert {(1, 0), (2, 1), (3, 2)} <= set(aligned(steps[:4], steps[1:]))


def test_an_empty_cell_at_the_end_takes_no_other_cells_place():
    assert aligned([LOAD, PLOT], [LOAD, PLOT, ""]) == [(0, 0), (1, 1), (None, 2)]


def test_only_cells_of_one_type_are_pairs():
    left, right = cells(("markdown", LOAD), ("code", PLOT)), cells(("code", LOAD), ("code", PLOT))
    assert align_cells(left, right) == [(0, None), (None, 0), (1, 1)]


def test_ids_do_not_matter():
    left = [Cell(cell=0, type="code", source=LOAD, id="same"), Cell(cell=1, type="code", source=PLOT, id="other")]
    right = [Cell(cell=0, type="code", source=PLOT, id="same")]
    assert align_cells(left, right) == [(0, None), (1, 0)]


def test_removed_cells_come_above_added_ones_at_the_same_place():
    assert aligned([LOAD, CLEAN, "a", PLOT], [LOAD, MODEL, PLOT]) == [(0, 0), (1, None), (2, None), (None, 1), (3, 2)]


@given(CELLS)
def test_a_notebook_is_aligned_with_itself_cell_by_cell(content):
    side = cells(*content)
    assert align_cells(side, side) == [(place, place) for place in range(len(side))]


@given(CELLS, CELLS)
def test_every_cell_comes_exactly_once_and_pairs_have_one_type(left, right):
    one, other = cells(*left), cells(*right)
    pairs = align_cells(one, other)
    assert [a for a, _ in pairs if a is not None] == list(range(len(one)))
    assert sorted(b for _, b in pairs if b is not None) == list(range(len(other)))
    assert all(one[a].type == other[b].type for a, b in pairs if a is not None and b is not None)


@given(CELLS, st.lists(st.tuples(st.integers(0, 12), st.integers(0, 99)), max_size=5))
def test_inserting_cells_leaves_the_others_paired(content, inserted):
    right = list(content)
    for place, number in inserted:
        right.insert(min(place, len(right)), ("code", f"inserted{number}()"))
    pairs = align_cells(cells(*content), cells(*right))
    assert sum(a is None for a, _ in pairs) == len(inserted)
    assert all(content[a] == right[b] for a, b in pairs if a is not None and b is not None)


def test_notebooks_too_large_to_compare_all_cells_are_aligned_at_what_is_unique():
    left = [f"step_{n} = transform(step_{n - 1}, rate={n})" for n in range(700)]
    right = [*left[:100], "added = 1", *left[100:300], *left[301:500], f"edited({left[500]})", *left[501:]]
    above, between, below = range(100), range(100, 300), range(301, 700)
    expected = [*zip(above, above, strict=True), (None, 100), *((n, n + 1) for n in between), (300, None)]
    assert aligned(left, right) == [*expected, *zip(below, below, strict=True)]


def test_large_notebooks_without_anything_unique_are_aligned_near_the_diagonal():
    left = ["x = next(rows)", "show(x)"] * 400
    assert aligned(left, [*left[:-1], "stop()"])[:799] == [(n, n) for n in range(799)]


def test_the_counterpart_of_an_unchanged_cell_is_the_equal_one():
    assert counterpart(1, cells(LOAD, PLOT), cells(LOAD, CLEAN, PLOT)) == 2


def test_a_cell_that_is_gone_has_no_counterpart():
    assert counterpart(1, cells(LOAD, CLEAN, PLOT), cells(LOAD, PLOT)) is None


@pytest.mark.parametrize("cell", [-1, 2])
def test_a_cell_that_is_not_there_has_no_counterpart(cell):
    assert counterpart(cell, cells(LOAD, PLOT), cells(LOAD, PLOT)) is None


def test_the_counterpart_of_a_split_cell_is_its_last_part():
    left = cells(f"{LOAD}\n{CLEAN}\n{PLOT}", MODEL)
    assert counterpart(0, left, cells(f"{LOAD}\n{CLEAN}", PLOT, MODEL)) == 1


def test_a_new_cell_below_an_edited_one_is_no_part_of_it():
    edited = PLOT.replace("mean", "median")
    assert counterpart(1, cells(LOAD, PLOT), cells(LOAD, edited, "ferries['route']", MODEL)) == 1


def test_the_counterpart_of_a_merged_cell_is_the_whole():
    assert counterpart(1, cells(LOAD, CLEAN, MODEL), cells(LOAD, f"{CLEAN}\n{MODEL}")) == 1


def test_a_deleted_cell_was_not_merged_into_one_that_held_its_line_before():
    both = f"{LOAD}\nferries.head()"
    assert counterpart(1, cells(both, "ferries.head()", PLOT), cells(both, PLOT)) is None
