"""The sides of a comparison that a request names, within what this person may see."""

from __future__ import annotations

from ..practice.models import Comparison
from ..practice.sides import RunHistory, SideWithCrash, attempt_side, compare_sides, file_side, variant_side
from .models import ComparisonRequest, NotebookRef
from .own_files import own_file
from .practising import Practising
from .viewing import Viewing
from .workplace import Workplace


class ComparedSides:
    def __init__(self, place: Workplace, practising: Practising, viewing: Viewing) -> None:
        self._place = place
        self._practising = practising
        self._viewing = viewing
        self._history = RunHistory(place.runs.summaries, place.runs.record)

    def compare(self, asked: ComparisonRequest) -> Comparison:
        """Raises `NotRevealed` where a side is a hidden reference fix, and what reading the notebooks raises."""
        return compare_sides(self._side(asked.left), self._side(asked.right))

    def _side(self, ref: NotebookRef) -> SideWithCrash:
        if ref.path is not None:
            return self._file_side(ref.path)
        assert ref.bench is not None and ref.id is not None
        if ref.attempt is not None:
            attempts = self._place.attempts
            return attempt_side(attempts, attempts.get(ref.bench, ref.id, ref.attempt), self._history)
        assert ref.variant is not None
        # Refuses a hidden reference fix before anything of it is read.
        notebook = self._viewing.variant_notebook(ref.bench, ref.id, ref.variant)
        side, crash = variant_side(self._place.catalog.bench(ref.bench), ref.id, ref.variant, self._history)
        return side.model_copy(update={"notebook": self._practising.shown(ref.bench, ref.id, notebook)}), crash

    def _file_side(self, path: str) -> SideWithCrash:
        return file_side(own_file(self._place.contents_root, path), path)
