"""Cells in sentences. Those of the product are for people, who count cells from 1; an agent counts from 0. Pure."""

import re

_CELLS = re.compile(r"\b([Cc]ells?) (\d+(?:(?:, and |, or |, | and | or | to )\d+)*)\b")


def counted_from_zero(sentence: str) -> str:
    """The sentence with its cells as an agent counts them: ``cells 3, 4 and 7`` become ``cells 2, 3 and 6``."""
    return _CELLS.sub(lambda found: f"{found[1]} {_lowered(found[2])}", sentence)


def _lowered(numbers: str) -> str:
    return re.sub(r"\d+", lambda number: str(max(0, int(number[0]) - 1)), numbers)
