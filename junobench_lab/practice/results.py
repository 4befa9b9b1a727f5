"""The results lane of a comparison: names that stand for something else after both sides have been run.

Values are compared by what a run keeps of them: type, shape, columns, and a digest of a bounded sample.
"""

from collections.abc import Mapping, Sequence

from ..running.models import NameState
from .models import Difference, ResultRow

_MOST_COLUMNS = 5
"""More columns aren't listed in a sentence."""


def compare_results(
    left: Sequence[NameState], right: Sequence[NameState], renamed: Mapping[str, str] | None = None
) -> list[ResultRow]:
    """Names that differ, in the order in which the right side made them; those that only the left has come last.

    ``renamed`` maps names of the left side to those that stand for them on the right.
    """
    ours = {state.name: state for state in left}
    theirs = {state.name: state for state in right}
    partners = {b: a for a, b in (renamed or {}).items() if a in ours and b in theirs and a not in theirs}
    rows = []
    for name, state in theirs.items():
        other = ours.get(partners.get(name, name))
        if other is None:
            rows.append(ResultRow(right_name=name, right=_words(state), differs_in="only_right"))
            continue
        difference = _difference(other, state)
        if difference is not None:
            one, two = _both_in_words(other, state, difference)
            rows.append(ResultRow(left_name=other.name, right_name=name, left=one, right=two, differs_in=difference))
    paired = {partners.get(name, name) for name in theirs}
    rows += [
        ResultRow(left_name=name, left=_words(state), differs_in="only_left")
        for name, state in ours.items()
        if name not in paired
    ]
    return rows


def results_sentence(rows: Sequence[ResultRow]) -> str:
    """As "After the crash cell 2 names differ: X_test, score"."""
    if not rows:
        return "After the crash cell every name stands for the same on both sides, as far as the runs show"
    names = [row.right_name or row.left_name or "" for row in rows]
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"After the crash cell {len(rows)} name{' differs' if len(rows) == 1 else 's differ'}: {shown}"


def _difference(left: NameState, right: NameState) -> Difference | None:
    """In what two values differ first; a frame's columns say more than its shape, which follows from them."""
    if left.type != right.type:
        return "type"
    if _column_names(left) != _column_names(right):
        return "columns"
    if (left.shape, left.length) != (right.shape, right.length):
        return "shape"
    if left.dtype != right.dtype or _dtypes(left) != _dtypes(right):
        return "dtype"
    return "value" if (left.value, left.digest, left.columns) != (right.value, right.digest, right.columns) else None


def _column_names(state: NameState) -> list[str]:
    return [column.name for column in state.columns or ()]


def _dtypes(state: NameState) -> dict[str, str]:
    return {column.name: column.dtype for column in state.columns or ()}


def _both_in_words(left: NameState, right: NameState, difference: Difference) -> tuple[str, str]:
    if difference == "columns":
        return _column_words(left, right), _column_words(right, left)
    if difference == "dtype" and left.columns and right.columns:
        ours, theirs = _dtypes(left), _dtypes(right)
        other = [name for name in ours if ours[name] != theirs[name]]
        return _list([f"{name}: {ours[name]}" for name in other]), _list([f"{name}: {theirs[name]}" for name in other])
    if difference == "value" and left.columns and right.columns:
        digests = {column.name: column.digest for column in right.columns}
        other = [column.name for column in left.columns if column.digest != digests.get(column.name)]
        words = f"other values in {_list(other)}"
        return words, words
    return _words(left), _words(right)


def _column_words(state: NameState, other: NameState) -> str:
    """What a side has that the other lacks; where that is nothing, what it is."""
    theirs = set(_column_names(other))
    extra = [name for name in _column_names(state) if name not in theirs]
    return f"{_words(state)} with {_list(extra)}" if extra else _words(state)


def _list(words: Sequence[str]) -> str:
    shown = ", ".join(words[:_MOST_COLUMNS])
    return shown if len(words) <= _MOST_COLUMNS else f"{shown} and {len(words) - _MOST_COLUMNS} more"


def _words(state: NameState) -> str:
    """A value as a person sees it: "DataFrame 270 x 14", "list of 3", "0.913"."""
    if state.value is not None:
        return state.value
    kind = state.type.rpartition(".")[2]
    if state.shape is not None:
        size = " x ".join(str(part) for part in state.shape) or "one number"
        return f"{kind} {size}" + (f", {state.dtype}" if state.dtype else "")
    return f"{kind} of {state.length}" if state.length is not None else kind
