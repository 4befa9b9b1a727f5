"""The file of runs: JSON lines, added to as runs end, so that what was interrupted goes on where it stopped."""

from pathlib import Path

from pydantic import ValidationError

from ...errors import InvalidRequest
from ..tasks.jsonl import json_lines, read_text
from .models import RepairRun


def read_runs(file: Path) -> list[RepairRun]:
    """The runs on file, none where there is no file. Raises `InvalidRequest`, which names the line.

    A last line that was cut short, as by a killed process, is passed over.
    """
    if not file.exists():
        return []
    lines = read_text(file).split("\n")
    runs = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            runs.append(RepairRun.model_validate_json(line))
        except ValidationError:
            if number == len(lines):
                break
            raise InvalidRequest(f"Line {number} of {file} is no run of a repair: name another file.") from None
    return runs


def add_run(file: Path, run: RepairRun) -> None:
    """Add a run to the file. Raises `InvalidRequest` where it can't be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab") as opened:
            opened.write(json_lines([run]).encode())
    except OSError as error:
        raise InvalidRequest(f"{file} can't be written ({error.strerror}): name another file.") from None


def mend(file: Path) -> None:
    """Take away a last line that was cut short, so that the next one begins on a line of its own."""
    if not file.exists():
        return
    content = file.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        file.write_bytes(whole)
