"""The files that a notebook reads: those that its code names, and the modules that lie beside it."""

import ast
import os
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path, PurePosixPath

from ...errors import InvalidRequest
from ...trace.python_source import parse_cell

MAX_BYTES = 4_000_000_000
"""Above it nobody wants copies made without being asked."""
_LONGEST_PATH = 500
_QUOTED = re.compile(r"['\"]([^'\"\n]+)['\"]")
_NOT_INPUT = (".ipynb", ".pyc")


def named_inputs(sources: Iterable[str], folder: Path) -> list[str]:
    """Paths below ``folder`` (relative, with forward slashes) that code names, of folders all files.

    Strings that lead to a file or a folder count, patterns with ``*``, and imports of modules in the folder itself.
    """
    found: set[str] = set()
    for source in sources:
        for text in _texts(source):
            found |= _files_at(text, folder)
    return sorted(found)


def chosen_inputs(chosen: Iterable[str], folder: Path) -> list[str]:
    """The files of the paths that a person named, as in `named_inputs`. Raises `InvalidRequest` for one that leads
    nowhere, or out of the notebook's folder."""
    found: set[str] = set()
    for text in chosen:
        files = _files_at(text, folder)
        if not files:
            raise InvalidRequest(
                f"The input {text[:200]!r} is no file below {folder}, where the notebook is: name it relative to the "
                "notebook, and put it there if it is elsewhere."
            )
        found |= files
    return sorted(found)


def missed_inputs(message: str, files: Collection[str], folder: Path) -> list[str]:
    """Files below ``folder`` that aren't among ``files``, and which an exception's message says it has missed.

    A path that it quotes may be absolute, as of the copy where it ran. With a file of a folder goes that whole folder,
    with one beside the notebook all of its ending there: code that puts names together rarely reads one alone.
    """
    found: set[str] = set()
    for text in _QUOTED.findall(message):
        parts = PurePosixPath(text).parts
        for start in range(len(parts)):
            missed = {file for file in _files_at("/".join(parts[start:]), folder) if file not in files}
            if missed:
                found |= {like for file in missed for like in _alike(file, folder)}
                break
    return sorted(found)


def _alike(file: str, folder: Path) -> set[str]:
    top, slash, _ = file.partition("/")
    if slash:
        return _files_at(top, folder)
    return {name for name in _files_at(f"*{PurePosixPath(file).suffix}", folder) if "/" not in name} | {file}


def require_size(files: Sequence[str], folder: Path) -> None:
    """Raises `InvalidRequest` where the files are too large to be copied for every run."""
    size = sum((folder / file).stat().st_size for file in files)
    if size > MAX_BYTES:
        raise InvalidRequest(
            f"The notebook's input is {size / 1e9:.1f} GB large, and above {MAX_BYTES / 1e9:.0f} GB it isn't copied "
            "for every run: name the files that it needs with --inputs, or have it read a smaller part."
        )


def spelled_texts(sources: Iterable[str]) -> set[str]:
    """All texts that code spells out, names of columns and values that it compares with among them."""
    return {text for source in sources for text in _texts(source)}


def files_elsewhere(sources: Iterable[str]) -> str:
    """A sentence where code names a file of this machine by its absolute path, which goes with no instance; else ""."""
    for text in sorted(spelled_texts(sources)):
        try:
            elsewhere = len(text) <= _LONGEST_PATH and Path(text).is_absolute() and Path(text).is_file()
        except (OSError, ValueError):
            continue
        if elsewhere:
            return (
                f"It reads {text}, which isn't part of the instance: put the file beside the notebook, read it by its "
                "relative path, and make the instance again."
            )
    return ""


def _texts(source: str) -> list[str]:
    tree = parse_cell(source).tree
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(node.value)
        elif isinstance(node, ast.Import):
            texts += [f"{alias.name.replace('.', '/')}.py" for alias in node.names]
            texts += [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            texts += [f"{node.module.replace('.', '/')}.py", node.module.split(".")[0]]
    return texts


def _files_at(text: str, folder: Path) -> set[str]:
    """The files that a relative path or pattern leads to, below the folder."""
    if not text.strip() or len(text) > _LONGEST_PATH or "\n" in text or "\x00" in text:
        return set()
    try:
        plain = PurePosixPath(os.path.normpath(text))
        if plain.is_absolute() or ".." in plain.parts or str(plain) == ".":
            return set()
        is_pattern = "*" in text or "?" in text
        matches = list(folder.glob(str(plain))) if is_pattern else [folder / plain]
        files = [file for match in matches for file in _files_of(match)]
    except (OSError, ValueError, NotImplementedError):
        return set()
    return {file.relative_to(folder).as_posix() for file in files if _is_input(file, folder)}


def _files_of(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else []


def _is_input(file: Path, folder: Path) -> bool:
    parts = file.relative_to(folder).parts
    hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
    return not hidden and file.suffix not in _NOT_INPUT
