"""The format of stories: what it means, and what it refuses with a sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest
from recording.blocks import StoryError
from recording.drafts import Draft, change, read_story

STORY = """
# %% [markdown]
# # Snow
#
# depth per day

# %% id=load run=1,4
depth = [3, 5, 8]

# %% deleted id=mean run=2
mean = sum(depth) / len(depth)

# %% lost run=3
depth = None

# %% run=5

len(depth)

# %% crash id=crash run=6
mean + 1

# %%
never = 1
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        (tmp_path / "story.py").write_text(text)
        return tmp_path

    return write


@pytest.fixture
def changed(write: Write, tmp_path: Path) -> Callable[[str], Draft]:
    def changed(text: str) -> Draft:
        (tmp_path / "fixed.py").write_text(text)
        return change(read_story(write(STORY)), tmp_path / "fixed.py")

    return changed


def ran(draft: Draft) -> list[str | None]:
    return [step.key for step in draft.session]


def test_cells_keep_their_text_without_prefix_and_outer_blank_lines(write: Write) -> None:
    cells = read_story(write(STORY)).visible()
    assert [cell.source for cell in cells] == [
        "# Snow\n\ndepth per day",
        "depth = [3, 5, 8]",
        "len(depth)",
        "mean + 1",
        "never = 1",
    ]


def test_a_cell_without_an_id_is_called_by_its_number_in_the_notebook(write: Write) -> None:
    assert [cell.key for cell in read_story(write(STORY)).visible()] == ["c1", "load", "c3", "crash", "c5"]


def test_the_session_holds_lost_and_deleted_executions_and_counts_the_last_run(write: Write) -> None:
    draft = read_story(write(STORY))
    assert ran(draft) == ["load", "mean", None, "load", "c3", "crash"]
    assert [draft.count(key) for key in ("load", "c3", "crash", "c5")] == [4, 5, 6, None]


def test_a_range_of_places_runs_a_block_several_times(write: Write) -> None:
    draft = read_story(write("# %% lost run=1-3\n1\n# %% crash id=x run=4\n1 / 0"))
    assert ran(draft) == [None, None, None, "x"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# %% crash run=2\n1 / 0", "nothing runs at place 1"),
        ("# %% run=1\n1\n# %% crash run=1\n1 / 0", "two cells claim place 1"),
        ("# %% run=1\n1", "exactly one cell"),
        ("# %% crsh run=1\n1 / 0", "crsh has no meaning"),
        ("# %% crash run=one\n1 / 0", "isn't a list of places"),
        ("# %% [mardown]\n# hello", "no cell type"),
        ("# %% [markdown]\nhello", "begin with '# '"),
        ("import this\n# %% crash run=1\n1 / 0", "above the first"),
        ("# %% crash run=1\n", "only a code cell with a source"),
        ("# %% id=a run=1\n1\n# %% id=a crash run=2\n1 / 0", "the key a is taken"),
        ("# %% reexecute run=1,2\n1\n# %% crash run=3\n1 / 0", "'reexecute' belongs on the crash cell"),
    ],
)
def test_a_story_that_breaks_the_format_is_refused(write: Write, text: str, sentence: str) -> None:
    with pytest.raises(StoryError, match=sentence):
        read_story(write(text))


def test_a_replaced_cell_keeps_its_place_in_document_and_session(changed: Callable[[str], Draft]) -> None:
    draft = changed("# %% replace id=crash\n2 + 1")
    assert draft.visible()[3].source == "2 + 1"
    assert ran(draft) == ["load", "mean", None, "load", "c3", "crash"]


def test_an_inserted_cell_runs_right_after_the_last_run_of_the_one_above(changed: Callable[[str], Draft]) -> None:
    draft = changed("# %% insert after=load id=more\nmore = 1")
    assert [cell.key for cell in draft.visible()] == ["c1", "load", "more", "c3", "crash", "c5"]
    assert ran(draft) == ["load", "mean", None, "load", "more", "c3", "crash"]


def test_an_inserted_cell_can_run_before_another_or_never(changed: Callable[[str], Draft]) -> None:
    draft = changed("# %% insert after=start id=top before=load\n1\n# %% insert after=c5 id=tail never\n2")
    assert [cell.key for cell in draft.visible()] == ["top", "c1", "load", "c3", "crash", "c5", "tail"]
    assert ran(draft) == ["top", "load", "mean", None, "load", "c3", "crash"]


def test_a_deleted_cell_can_be_brought_back_to_its_place(changed: Callable[[str], Draft]) -> None:
    draft = changed("# %% restore id=mean\n\n# %% order load, gap, mean, crash")
    assert [cell.key for cell in draft.visible()] == ["c1", "load", "mean", "c3", "crash", "c5"]
    assert [draft.count(key) for key in ("load", "mean", "crash", "c3")] == [1, 3, 4, None]


def test_a_removed_cell_takes_its_executions_along(changed: Callable[[str], Draft]) -> None:
    draft = changed("# %% delete id=c3\n\n# %% then c5")
    assert [cell.key for cell in draft.visible()] == ["c1", "load", "crash", "c5"]
    assert ran(draft) == ["load", "mean", None, "load", "crash", "c5"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# %% order load, missing", "there is no cell missing"),
        ("# %% order c1", "c1 can't run"),
        ("# %% order mean", "mean can't run"),
        ("# %% insert after=c5 id=new\n1", "c5 never runs"),
        ("# %% replace\n1", "needs id="),
        ("# %% id=load\n1", "begin with one of"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(changed: Callable[[str], Draft], text: str, sentence: str) -> None:
    with pytest.raises(StoryError, match=sentence):
        changed(text)
