"""Cells of two notebooks are paired by position and source, without ids."""

from hypothesis import given
from hypothesis import strategies as st

from junobench_lab.instances.models import Cell
from junobench_lab.trace.align import align_cells, counterpart
from tests.notebook_factory import code, markdown, parsed


def cells(*sources: str) -> list[Cell]:
    return parsed(*(markdown(s) if s.startswith("#") else code(s) for s in sources)).cells


def pairs(left: list[str], right: list[str]) -> list[tuple[int | None, int | None]]:
    return align_cells(cells(*left), cells(*right))


LOAD, CLEAN, PLOT, FIT = "df = pd.read_csv('a.csv')", "df = df.dropna()", "df.plot()", "model.fit(X, y)"


def test_an_inserted_cell_has_no_counterpart():
    assert pairs([LOAD, FIT], [LOAD, CLEAN, FIT]) == [(0, 0), (None, 1), (1, 2)]


def test_a_deleted_cell_has_no_counterpart():
    assert pairs([LOAD, CLEAN, FIT], [LOAD, FIT]) == [(0, 0), (1, None), (2, 1)]


def test_an_edited_cell_is_paired_with_itself():
    edited = "df = pd.read_csv('a.csv', sep=';')"
    assert pairs([LOAD, CLEAN, FIT], [edited, CLEAN, FIT]) == [(0, 0), (1, 1), (2, 2)]


def test_an_edited_cell_is_found_beside_inserted_ones():
    assert pairs([LOAD, FIT], ["# Title", LOAD, CLEAN, "model.fit(X_train, y)"]) == [
        (None, 0),
        (0, 1),
        (None, 2),
        (1, 3),
    ]


def test_a_cell_rewritten_in_place_is_paired_with_what_stands_there():
    assert pairs([LOAD, "a = 1", FIT], [LOAD, "print('hello world')", FIT]) == [(0, 0), (1, 1), (2, 2)]


def test_a_split_cell_is_paired_with_its_larger_part():
    whole = "df = pd.read_csv('a.csv')\ndf = df.dropna()\ndf['n'] = df.text.str.len()\ndf.head()"
    larger, smaller = "\n".join(whole.split("\n")[:3]), "df.head()"
    assert pairs([whole, FIT], [larger, smaller, FIT]) == [(0, 0), (None, 1), (1, 2)]


def test_merged_cells_are_paired_by_the_larger_part():
    first, second = "df = pd.read_csv('a.csv')\ndf = df.dropna()\ndf['n'] = df.text.str.len()", "df.head()"
    assert pairs([first, second, FIT], [f"{first}\n{second}", FIT]) == [(0, 0), (1, None), (2, 1)]


def test_a_moved_cell_is_paired_across():
    assert pairs([PLOT, LOAD, CLEAN, FIT], [LOAD, CLEAN, FIT, PLOT]) == [(1, 0), (2, 1), (3, 2), (0, 3)]


def test_repeated_identical_cells_are_paired_in_order():
    assert pairs([LOAD, PLOT, PLOT, FIT], [LOAD, PLOT, PLOT, PLOT, FIT]) == [(0, 0), (1, 1), (2, 2), (None, 3), (3, 4)]


def test_code_is_not_paired_with_text():
    assert pairs([LOAD], ["# df = pd.read_csv('a.csv')"]) == [(0, None), (None, 0)]


def test_the_counterpart_of_a_cell_is_given_by_place():
    left, right = cells(LOAD, FIT), cells(LOAD, CLEAN, FIT)
    assert counterpart(1, left, right) == 2
    assert counterpart(1, right, left) is None


source = st.sampled_from([LOAD, CLEAN, PLOT, FIT, "# Title", "", "x = 1", "x = 2", "df.head()"])
some_cells = st.lists(source, max_size=12)


@given(some_cells, some_cells)
def test_every_cell_occurs_exactly_once(left: list[str], right: list[str]):
    found = pairs(left, right)
    assert sorted(a for a, _ in found if a is not None) == list(range(len(left)))
    assert sorted(b for _, b in found if b is not None) == list(range(len(right)))


@given(some_cells)
def test_a_notebook_is_aligned_with_itself_cell_by_cell(same: list[str]):
    assert pairs(same, same) == [(place, place) for place in range(len(same))]


@given(some_cells, st.data())
def test_inserted_cells_leave_the_others_paired(left: list[str], data: st.DataObject):
    places = sorted(data.draw(st.lists(st.integers(0, len(left)), max_size=4)))
    right, expected, new = [], [], 0
    for place in range(len(left) + 1):
        for _ in range(places.count(place)):
            right.append(f"import new_{new} as brand_{new}")
            new += 1
        if place < len(left):
            expected.append((place, len(right)))
            right.append(left[place])
    found = [pair for pair in pairs(left, right) if None not in pair]
    assert found == expected


def test_large_notebooks_are_aligned_around_what_occurs_once():
    left = [f"step_{i} = run({i})" for i in range(800)]
    right = [*left[:300], "extra = 1", *left[300:600], *left[620:]]
    found = pairs(left[::-1], right[::-1])
    assert sum(a is not None and b is not None for a, b in found) == 780
