"""One command at a time goes on with a file: of two, each would do again all that waits, and the file have it twice."""

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from ..data_folder import data_folder
from ..errors import InvalidRequest


@contextlib.contextmanager
def claimed(file: Path | None) -> Iterator[None]:
    """While this process adds to a file (``None``: to none). Raises `InvalidRequest` where another one of the same
    person's is at work on it.

    The lock lies in the data folder, so that nothing is left beside the file. It ends with the process, however that
    ends. Where there are no locks, nobody is kept off.
    """
    with contextlib.ExitStack() as held:
        if file is not None:
            name = hashlib.sha256(os.fsencode(os.path.realpath(file))).hexdigest()[:32]
            folder = data_folder() / "locks"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                held.enter_context(FileLock(folder / name, timeout=0))
            except Timeout:
                raise InvalidRequest(
                    f"Another command is at work on {file}: wait until it has ended, or name another file."
                ) from None
            except (NotImplementedError, OSError):
                pass
        yield
