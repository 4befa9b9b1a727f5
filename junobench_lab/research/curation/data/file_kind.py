"""What can be done with a kind of file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np


class Unreadable(Exception):
    """A file isn't what its name says, or a library to read it is missing; the text says which."""


@dataclass(frozen=True)
class MakingUp:
    """What made-up data are drawn with."""

    random: "np.random.Generator"
    words: Collection[str]
    """Texts that may stay as they are, because the notebook's code holds them anyway."""


class FileKind(Protocol):
    """One kind of file. All methods raise `Unreadable`."""

    what: str
    """What its items are: rows."""

    def count(self, file: Path) -> int | None:
        """How many items it holds; ``None`` where it can't be thinned out."""

    def take(self, source: Path, target: Path, items: Sequence[int]) -> None:
        """Write a file with some of the items (0-based, ascending), and all else as it is."""

    def make_up(self, source: Path, target: Path, making: MakingUp) -> None:
        """Write a file of the same schema with other values."""
