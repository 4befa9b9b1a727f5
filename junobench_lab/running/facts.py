"""What names stand for at the end of a run: types, shapes, columns and the ranges of values (`kernel_side/facts`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from ..model import Model
from .pinning import kernel_side_answer
from .sent_modules import package_call

_ANSWER = "facts"


class ValueRange(Model):
    """Of many values; texts as Python writes them, to nine digits. ``None`` where it can't be told of a type."""

    low: str | None = None
    high: str | None = None
    nulls: int | None = None
    """How many values are missing (NaN, None, NaT), which are no part of the range."""


class ColumnFact(ValueRange):
    """A column of a frame."""

    name: str
    dtype: str


class NameFact(ValueRange):
    """What a name stands for. Of more than a million values, those at evenly spread places count for the range."""

    name: str
    type: str
    """With its library: "pandas.DataFrame"."""
    shape: list[int | None] | None = None
    """A length that a model leaves open is ``None``."""
    length: int | None = None
    dtype: str | None = None
    columns: list[ColumnFact] | None = None
    """Of a frame; the first hundred."""
    keys: list[str] | None = None
    """Of a dictionary, as Python writes them; the first fifty."""
    elements: list[str] | None = None
    """Types of the elements of a list, tuple, set or of a dictionary's values; the first five."""
    value: str | None = None
    """Of a scalar or a short text, as Python writes it; the full name of a module."""


class FoundFacts(Model):
    """What a kernel tells of the names that it was asked for."""

    names: list[NameFact]
    missing: list[str]
    """Names that don't exist."""
    more: int
    """Names that exist and aren't told, as the answer was full."""


class FactsQuestion:
    """Asks for names when a run is over (see `questions.Question`)."""

    seconds = 30.0

    def __init__(self, names: Sequence[str]) -> None:
        self.found: FoundFacts | None = None
        """``None`` until it was asked, and where the kernel could not tell."""
        self._names = list(names)

    def expressions(self) -> dict[str, str]:
        return {_ANSWER: package_call("facts", "look", self._names)}

    def take(self, reply: Mapping[str, Any]) -> None:
        try:
            self.found = FoundFacts.model_validate(kernel_side_answer(reply, _ANSWER))
        except ValidationError:
            self.found = None
