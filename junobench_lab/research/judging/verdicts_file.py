"""The file of verdicts: what a judge said, so that figures follow from it without asking again."""

from collections.abc import Iterable
from pathlib import Path

from ...errors import InvalidRequest
from ...running.runs_file import add_line, mend, read_lines
from .models import TextVerdict

__all__ = ["add_verdict", "mend", "read_verdicts", "require_one_judge", "right_by_case"]


def read_verdicts(file: Path) -> list[TextVerdict]:
    """The verdicts on file, none where there is no file. Raises `InvalidRequest`, which names the line."""
    return read_lines(file, TextVerdict, "verdict of a judge")


def add_verdict(file: Path, verdict: TextVerdict) -> None:
    """Add a verdict to the file. Raises `InvalidRequest` where it can't be written."""
    add_line(file, verdict)


def require_one_judge(verdicts: Iterable[TextVerdict], name: str | None = None) -> None:
    """Raises `InvalidRequest` for verdicts of several judges, or of another one than ``name``."""
    judges = dict.fromkeys([verdict.judge for verdict in verdicts] + ([name] if name is not None else []))
    if len(judges) > 1:
        raise InvalidRequest(f"The verdicts are of several judges ({', '.join(judges)}): keep a file for each.")


def right_by_case(verdicts: Iterable[TextVerdict]) -> dict[str, bool]:
    """The verdicts by what was judged; the last one counts. Raises `InvalidRequest` for those of several judges."""
    kept = list(verdicts)
    require_one_judge(kept)
    return {verdict.case: verdict.right for verdict in kept if verdict.right is not None}
