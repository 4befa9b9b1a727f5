"""The file that gets the details which a person isn't shown: tracebacks, warnings of libraries."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from ..data_folder import data_folder

_MAX_BYTES = 1_000_000


def log_file() -> Path:
    return data_folder() / "junobench-lab.log"


@contextmanager
def logging_to_file() -> Iterator[None]:
    """Send all log messages and warnings to the file, none to the terminal; the file is made with the first."""
    handler = _LogFile(log_file(), maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.removeHandler(handler)
        handler.close()


def keep_details(error: BaseException) -> str:
    """Write an error's traceback to the log; returns where a person finds it, as the end of a sentence."""
    logging.getLogger(__name__).error("Unexpected error", exc_info=error)
    if log_file().is_file():
        return f"the details are in {log_file()}."
    return f"the details could not be written to {log_file()}."


class _LogFile(RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """A log that can't be written must not print a traceback of its own."""
