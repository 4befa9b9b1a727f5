"""NumPy's files: one array, or several of which those of the longest first axis are thinned out together."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .columns import made_up
from .file_kind import MakingUp, Unreadable


class Arrays:
    """See `kinds.FileKind`. The items are along the first axis."""

    what = "items"

    def count(self, file: Path) -> int | None:
        return max((array.shape[0] for array in _read(file).values() if array.ndim), default=None)

    def take(self, source: Path, target: Path, items: Sequence[int]) -> None:
        arrays = _read(source)
        length = self.count(source)
        chosen = {
            name: array[list(items)] if array.ndim and array.shape[0] == length else array
            for name, array in arrays.items()
        }
        _write(target, chosen)

    def make_up(self, source: Path, target: Path, making: MakingUp) -> None:
        _write(target, {name: _made_up(array, making) for name, array in _read(source).items()})


def _made_up(array: Any, making: MakingUp) -> Any:
    import numpy as np

    if array.dtype.kind not in "biufUM":
        raise Unreadable(f"Values of the type {array.dtype} aren't made up.")
    if array.dtype.kind == "M" and array.size:
        whole = array.astype("int64")
        return (
            making.random.integers(whole.min(), whole.max() + 1, whole.shape).astype(array.dtype)
            if array.size
            else array
        )
    if array.dtype.kind in "iu" and array.size:
        low, high = array.min(), array.max()
        return making.random.integers(low, high, array.shape, dtype=array.dtype, endpoint=True)
    if array.dtype.kind == "f" and array.size:
        finite = np.isfinite(array)
        made = array.flatten()[making.random.permutation(array.size)]
        there = np.isfinite(made)
        if there.any():
            drawn = making.random.uniform(float(array[finite].min()), float(array[finite].max()), int(there.sum()))
            made[there] = drawn.astype(array.dtype)
        return made.reshape(array.shape)
    values = np.array(made_up(array.flatten().tolist(), "text", making))
    # Other texts may be longer than any before; numbers of an empty array have no range.
    return (values if array.dtype.kind == "U" else values.astype(array.dtype)).reshape(array.shape)


def _read(file: Path) -> Mapping[str, Any]:
    import numpy as np

    try:
        loaded = np.load(file, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return {"": loaded}
        with loaded:
            return {name: loaded[name] for name in loaded.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        # Objects are stored as programs, which are run nowhere but in a notebook.
        raise Unreadable("Its arrays can't be read without running what is stored in it.") from None


def _write(target: Path, arrays: Mapping[str, Any]) -> None:
    import numpy as np

    if list(arrays) == [""]:
        np.save(target, arrays[""], allow_pickle=False)
    else:
        np.savez_compressed(target, allow_pickle=False, **arrays)
