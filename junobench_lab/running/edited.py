"""A notebook that somebody works on, beside what they began with."""

from dataclasses import dataclass

from ..instances.notebooks import Notebook
from ..trace.models import Trace


@dataclass(frozen=True)
class EditedNotebook:
    now: Notebook
    start: Notebook
    """As it was given, without outputs."""
    trace: Trace
    """The recorded session of `start`, in terms of its cells."""
