"""Whether runs can leave their records, asked before the work begins."""

import tempfile

from ..errors import EnvironmentUnavailable


def require_records() -> None:
    """See that records can be written. Raises `EnvironmentUnavailable`, once instead of for every instance."""
    from ..running.records import RecordStore

    folder = RecordStore().folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise EnvironmentUnavailable(
            f"The records of runs can't be written to {folder} ({error.strerror}): give yourself the right to write "
            "there, or set JUPYTER_DATA_DIR to another folder."
        ) from error
