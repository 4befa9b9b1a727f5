"""Made-up values for one column of a table: same type, range and share of missing ones, other values."""

import math
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from .file_kind import MakingUp

_KEPT_WORDS = frozenset({"true", "false", "yes", "no", "y", "n", "t", "f"})


def made_up(values: Sequence[Any], name: str, making: MakingUp) -> list[Any]:
    """As many values as there are, of the types that there are.

    ``None`` and NaN stay as frequent as they are. Numbers and times are drawn evenly from the range of the column,
    whole numbers without repeats where it has none. Texts keep their frequencies and are renamed ("city_1") unless the
    code holds them or they only say yes or no; so does a text without a letter or a digit, which stands for nothing.
    """
    order = making.random.permutation(len(values))
    shuffled = [values[place] for place in order]
    numbers = [value for value in values if _is_number(value)]
    times = [value for value in values if isinstance(value, date)]
    texts = {value: None for value in values if isinstance(value, str)}
    names = _renamed(list(texts), name, making)
    whole = _whole_numbers(numbers, making) if numbers and all(isinstance(value, int) for value in numbers) else None
    made: list[Any] = []
    for value in shuffled:
        if _is_number(value):
            drawn = whole.pop() if whole is not None else _between(numbers, making)
            made.append(type(value)(drawn))
        elif isinstance(value, date):
            made.append(_time_between(times, making))
        elif isinstance(value, str):
            made.append(names[value])
        else:
            made.append(value)
    return made


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _whole_numbers(numbers: Sequence[int], making: MakingUp) -> list[int]:
    low, high = min(numbers), max(numbers)
    if len(set(numbers)) == len(numbers):
        drawn = making.random.permutation(len(numbers))
        return [low + int(number) for number in drawn]
    # Numbers that no array holds are rare, and then as good as any.
    return [int(making.random.integers(max(low, -(2**62)), min(high, 2**62) + 1)) for _ in numbers]


def _between(numbers: Sequence[float], making: MakingUp) -> float:
    return float(making.random.uniform(min(numbers), max(numbers)))


def _time_between(times: Sequence[date], making: MakingUp) -> date:
    low = min(times)
    seconds = (max(times) - low).total_seconds()
    moved = low + timedelta(seconds=int(making.random.uniform(0, seconds)) if seconds else 0)
    return moved if isinstance(low, datetime) else date(moved.year, moved.month, moved.day)


def _renamed(texts: Sequence[str], name: str, making: MakingUp) -> dict[str, str]:
    names: dict[str, str] = {}
    for text in texts:
        plain = text.strip()
        says_nothing = not any(character.isalnum() for character in plain)
        stays = says_nothing or plain in making.words or plain.casefold() in _KEPT_WORDS
        names[text] = text if stays else f"{name or 'text'}_{len(names) + 1}"
    return names
