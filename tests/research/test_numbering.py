"""Sentences for people count cells from 1; agents are told places from 0."""

import pytest

from junobench_lab.research.agents.numbering import counted_from_zero


@pytest.mark.parametrize(
    ("for_people", "for_agents"),
    [
        ("Cell 2 ran longer than its bound of 3 s.", "Cell 1 ran longer than its bound of 3 s."),
        ("NameError in cell 4, line 1, not in cell 17.", "NameError in cell 3, line 1, not in cell 16."),
        ("Cells 3, 4 and 7 never ran.", "Cells 2, 3 and 6 never ran."),
        ("It waits 3 s for 2 cells.", "It waits 3 s for 2 cells."),
    ],
)
def test_cells_are_lowered_and_nothing_else(for_people: str, for_agents: str) -> None:
    assert counted_from_zero(for_people) == for_agents
