"""Notebooks that were read lately, until their files change."""

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from ..errors import BrokenNotebook
from .notebooks import Notebook, read_notebook

MAX_NOTEBOOKS = 64
MAX_BYTES = 64_000_000
"""Bytes of files (without what was left out of them) that stay in memory."""

_Stamp = tuple[int, int]


class NotebookCache:
    """Reads notebooks, and the same file only once as long as its time and size stay; safe to use from threads.

    That a notebook is broken is remembered as well, so that looking at it again costs nothing.
    """

    def __init__(self, read: Callable[[Path], Notebook] = read_notebook) -> None:
        self._read = read
        self._lock = Lock()
        self._entries: OrderedDict[Path, tuple[_Stamp, Notebook | BrokenNotebook, int]] = OrderedDict()

    def get(self, path: Path) -> Notebook:
        """The notebook of a file. Raises `BrokenNotebook`."""
        try:
            status = path.stat()
        except OSError:
            return self._read(path)
        stamp = (status.st_mtime_ns, status.st_size)
        with self._lock:
            entry = self._entries.get(path)
            if entry is not None and entry[0] == stamp:
                self._entries.move_to_end(path)
                return self._result(entry[1])
        result: Notebook | BrokenNotebook
        try:
            result = self._read(path)
            weight = status.st_size - result.left_out
        except BrokenNotebook as error:
            result, weight = error, 0
        with self._lock:
            self._entries[path] = (stamp, result, max(weight, 0))
            self._entries.move_to_end(path)
            self._shrink()
        return self._result(result)

    def _shrink(self) -> None:
        total = sum(weight for _, _, weight in self._entries.values())
        while self._entries and (total > MAX_BYTES or len(self._entries) > MAX_NOTEBOOKS):
            _, (_, _, weight) = self._entries.popitem(last=False)
            total -= weight

    @staticmethod
    def _result(result: Notebook | BrokenNotebook) -> Notebook:
        if isinstance(result, BrokenNotebook):
            # A new one each time: a raised exception keeps the frames it went through.
            raise BrokenNotebook(str(result))
        return result
