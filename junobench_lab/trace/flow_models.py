"""What is known of the names of a cell."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

KeyAction = Literal["read", "add", "remove"]


class KeyUse(NamedTuple):
    """A column or key of a named object, where the code spells it out."""

    name: str
    key: str
    action: KeyAction
    line: int
    prefix: bool = False
    """Whether only the start of the key is known."""


@dataclass(frozen=True)
class FunctionFlow:
    """What a function uses of the notebook's names, each time it is called."""

    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class CellFlow:
    """The data flow of one cell. Lists are in order of first occurrence, without repeats."""

    reads: list[str] = field(default_factory=list)
    """Names that the cell needs from outside."""
    guarded: list[str] = field(default_factory=list)
    """Those of `reads` whose absence the cell itself handles (``try: x / except NameError``)."""
    writes: list[str] = field(default_factory=list)
    """Names that the cell may bind, imports included."""
    deletes: list[str] = field(default_factory=list)
    """Names that the cell unbinds and doesn't bind again afterwards."""
    imports: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    """Names whose object may be changed in place."""
    functions: dict[str, FunctionFlow] = field(default_factory=dict)
    """Functions and classes that the cell defines."""
    keys: list[KeyUse] = field(default_factory=list)
    read_lines: dict[str, list[int]] = field(default_factory=dict)
    """Lines (1-based) on which a name of `reads` is read from outside."""
    derived: dict[str, list[str]] = field(default_factory=dict)
    """Name written -> names that its value was made from, last assignment only."""
    star_import: bool = False
    """Whether ``from m import *`` may bind names that can't be known."""
    opaque: bool = False
    """Whether it runs code that isn't in the cell (``exec``, ``%run``), which may bind names that can't be known."""
    problem: str | None = None
    """A sentence where the cell could be read only in part."""

    @property
    def touches(self) -> set[str]:
        """Names whose value is another after the cell than before."""
        return {*self.writes, *self.changes, *self.deletes}
