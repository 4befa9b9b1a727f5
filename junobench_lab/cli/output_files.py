"""Files that research commands write as a whole."""

from pathlib import Path

import typer

from ..errors import InvalidRequest


def write_whole(file: Path | None, text: str) -> None:
    """Write a file, or to the terminal where there is none. Raises `InvalidRequest` where it can't be written."""
    if file is None:
        typer.echo(text, nl=False)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidRequest(f"{file} can't be written ({error.strerror}): name another file.") from None
