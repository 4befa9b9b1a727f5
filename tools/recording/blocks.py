"""The percent format: marker lines that begin with ``# %%`` and the source below each."""

import re
from dataclasses import dataclass, field
from pathlib import Path

CELL_TYPES = ("code", "markdown", "raw")
KEY = re.compile(r"[a-z][a-z0-9_]*")
_MARKER = re.compile(r"# %%(?:\s+(?P<words>.*))?")


class StoryError(Exception):
    """A story breaks the format; the sentence says where and what to write instead."""


@dataclass(frozen=True)
class Block:
    """A marker line and what stands below it."""

    where: str
    """File and line of the marker, for messages."""
    type: str
    words: tuple[str, ...]
    """Words without ``=``, such as ``crash`` or ``replace``."""
    values: dict[str, str] = field(default_factory=dict)
    """Words with ``=``, such as ``run=3``."""
    source: str = ""

    def only(self, *, words: set[str], values: set[str]) -> None:
        """Refuse what the block's kind doesn't know, so that a slip of the pen is no silent no-op."""
        unknown = [word for word in self.words if word not in words] + [key for key in self.values if key not in values]
        if unknown:
            raise StoryError(f"{self.where}: {', '.join(unknown)} has no meaning on this marker line.")

    def value(self, name: str) -> str:
        if name not in self.values:
            raise StoryError(f"{self.where}: this marker line needs {name}=.")
        return self.values[name]


def read_blocks(path: Path) -> list[Block]:
    """All blocks of a file. Raises `StoryError` when anything but blank lines stands above the first marker."""
    blocks: list[Block] = []
    marker: tuple[int, str] | None = None
    body: list[str] = []

    def close() -> None:
        if marker is not None:
            blocks.append(_block(f"{path.parent.name}/{path.name}, line {marker[0]}", marker[1], body))
        elif any(line.strip() for line in body):
            raise StoryError(f"{path.parent.name}/{path.name}: text above the first '# %%' line.")

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if match := _MARKER.fullmatch(line.rstrip()):
            close()
            marker, body = (number, match["words"] or ""), []
        else:
            body.append(line.rstrip())
    close()
    return blocks


def _block(where: str, text: str, body: list[str]) -> Block:
    cell_type = "code"
    if match := re.match(r"\[(\w+)\]\s*", text):
        cell_type, text = match[1], text[match.end() :]
    if cell_type not in CELL_TYPES:
        raise StoryError(f"{where}: [{cell_type}] is no cell type; write [markdown] or [raw], or nothing for code.")
    values: dict[str, str] = {}
    words: list[str] = []
    for word in text.replace(",", ", ").split() if text.startswith(("order", "then")) else text.split():
        name, equals, value = word.partition("=")
        if equals:
            values[name] = value
        else:
            words.append(word.rstrip(","))
    return Block(where, cell_type, tuple(words), values, _source(where, cell_type, body))


def _source(where: str, cell_type: str, body: list[str]) -> str:
    source = "\n".join(body).strip("\n")
    if cell_type == "code" or not source:
        return source
    lines = source.split("\n")
    if wrong := next((line for line in lines if line != "#" and not line.startswith("# ")), None):
        raise StoryError(f"{where}: lines of a {cell_type} cell begin with '# ', this one doesn't: {wrong!r}.")
    return "\n".join(line[2:] for line in lines)


def places(text: str, where: str) -> list[int]:
    """``"3,7-9"`` -> ``[3, 7, 8, 9]``."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if match is None:
            raise StoryError(f"{where}: run={text} isn't a list of places such as 3 or 3,7 or 5-8.")
        first, last = int(match[1]), int(match[2] or match[1])
        found.extend(range(first, last + 1))
    return found
