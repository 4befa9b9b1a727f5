"""One writer at a time: of what a process reads, changes and writes again, no other one's changes are lost."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from .errors import InvalidRequest

_PATIENCE = 60.0
"""Seconds to wait for another writer; each has the lock for moments."""


@contextlib.contextmanager
def one_writer(lock: Path) -> Iterator[None]:
    """Hold a lock file, which is made, across processes and threads; a thread that holds it may take it again.

    The system releases it however a process ends. On a file system without locks there is nothing to hold, and it
    goes on as well as that allows. Raises `InvalidRequest` where the file can't be made, or another one has it for
    longer than a minute.
    """
    # Most of what reads benches never writes, and the library takes a while to be imported.
    from filelock import FileLock, Timeout

    with contextlib.ExitStack() as held:
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(FileLock(lock, timeout=_PATIENCE, is_singleton=True))
        except Timeout:
            raise InvalidRequest(
                f"Another program has been writing into {lock.parent} for a minute: try again when it has ended."
            ) from None
        except NotImplementedError:
            pass
        except OSError as error:
            raise InvalidRequest(
                f"{lock.parent} can't be written ({error.strerror}): see that the folder can be written and the disk "
                "isn't full."
            ) from None
        yield
