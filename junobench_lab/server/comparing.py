"""The sides of a comparison that a request names, within what this person may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..practice.models import Comparison
from ..practice.sides import RunHistory, SideWithCrash, attempt_side, compare_sides, file_side, variant_side
from .models import NotebookRef
from .own_files import own_file

if TYPE_CHECKING:
    from .lab import Lab


class ComparedSides:
    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._history = RunHistory(lab.runs.summaries, lab.runs.record)

    def compare(self, left: NotebookRef, right: NotebookRef) -> Comparison:
        """Raises `NotRevealed` where a side is a hidden reference fix, and what reading the notebooks raises."""
        return compare_sides(self._side(left), self._side(right))

    def _side(self, ref: NotebookRef) -> SideWithCrash:
        if ref.path is not None:
            return self._file_side(ref.path)
        assert ref.bench is not None and ref.id is not None
        if ref.attempt is not None:
            attempts = self._lab.attempts
            return attempt_side(attempts, attempts.get(ref.bench, ref.id, ref.attempt), self._history)
        assert ref.variant is not None
        # Refuses a hidden reference fix before anything of it is read.
        notebook = self._lab.variant_notebook(ref.bench, ref.id, ref.variant)
        side, crash = variant_side(self._lab.catalog.bench(ref.bench), ref.id, ref.variant, self._history)
        return side.model_copy(update={"notebook": self._lab.practising.shown(ref.bench, ref.id, notebook)}), crash

    def _file_side(self, path: str) -> SideWithCrash:
        return file_side(own_file(self._lab.contents_root, path), path)
