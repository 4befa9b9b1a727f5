"""Reading notebooks as the rules need them, and writing them back as nbformat 4.5.

Cells come out the same whether their source was saved as a string or as a list of lines, with or without ids, in
nbformat 4 or an older one. Bulky outputs are left out, with a note in their place, so that a notebook of 50 MB
becomes one that a person can open; what an exception said is always kept.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import BrokenNotebook
from ..model import Model
from .models import Cell, CellType
from .outputs import bounded_outputs
from .pointers import HEAD_LENGTH, pointer_sentence

OUTPUT_BOUND = 1_000_000
"""Bytes of output kept per cell unless told otherwise."""

MAX_BYTES = 500_000_000
"""Larger files are refused; reading one would take the memory of the machine."""


class Notebook(Model):
    """A notebook: its cells, and what is needed to write it again."""

    cells: list[Cell]
    metadata: dict[str, Any]
    nbformat: int
    """Major version of the format that the file was saved in."""
    left_out: int = 0
    """Bytes of outputs that were left out."""

    @property
    def language(self) -> str:
        """What its code is written in, in small letters; Python where it doesn't say."""
        for place, name in (("kernelspec", "language"), ("language_info", "name")):
            part = self.metadata.get(place)
            said = part.get(name) if isinstance(part, Mapping) else None
            if isinstance(said, str) and said.strip():
                return said.strip().lower()
        return "python"


def read_notebook(path: Path, *, output_bound: int = OUTPUT_BOUND) -> Notebook:
    """Read a notebook file.

    ``output_bound`` is in bytes per cell. Raises `BrokenNotebook` with a sentence that names the file.
    """
    where = path.name
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise BrokenNotebook(
                f"{where} is {size / 1e6:,.0f} MB large, and notebooks above {MAX_BYTES / 1e6:,.0f} MB aren't read: "
                "clear its outputs and try again."
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise BrokenNotebook(f"{where} doesn't exist: {path} is missing.") from None
    except IsADirectoryError:
        raise BrokenNotebook(f"{where} is a folder, not a notebook.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BrokenNotebook(f"{where} can't be read ({reason}): check the file and its permissions.") from None
    return parse_notebook(_decode(data, where), where=where, output_bound=output_bound)


def parse_notebook(data: Mapping[str, Any], *, where: str, output_bound: int = OUTPUT_BOUND) -> Notebook:
    """Make a notebook of a decoded document; ``where`` names it in sentences.

    Raises `BrokenNotebook` where the document isn't a notebook.
    """
    if not isinstance(data, Mapping):
        raise BrokenNotebook(f"{where} isn't a notebook: it holds JSON, but no notebook document.")
    version = data.get("nbformat")
    if "cells" not in data and isinstance(data.get("worksheets"), list):
        data = _upgraded(data, where)
    raw_cells = data.get("cells")
    if not isinstance(raw_cells, list):
        raise BrokenNotebook(f"{where} isn't a notebook: its list of cells (`cells`) is missing.")
    for place, raw in enumerate(raw_cells):
        if not isinstance(raw, Mapping):
            raise BrokenNotebook(f"{where} is damaged: cell {place + 1} isn't a cell. Get the file again.")
    outputs, left_out = bounded_outputs([_outputs(raw) for raw in raw_cells], output_bound)
    cells = [
        Cell(
            cell=place,
            type=_cell_type(raw),
            source=_text(raw.get("source")),
            count=_count(raw),
            id=_id(raw),
            outputs=outputs[place],
            metadata=_mapping(raw.get("metadata")),
            attachments=_mapping(raw.get("attachments")),
        )
        for place, raw in enumerate(raw_cells)
    ]
    return Notebook(
        cells=cells,
        metadata=_mapping(data.get("metadata")),
        nbformat=version if isinstance(version, int) else 4,
        left_out=left_out,
    )


def to_nbformat(notebook: Notebook) -> dict[str, Any]:
    """The notebook as an nbformat 4.5 document.

    Every cell has an id, unique in the notebook: its own, or one made of its place ("cell-0"), so that writing the
    same notebook twice gives the same document.
    """
    taken = {cell.id for cell in notebook.cells if cell.id is not None}
    given: set[str] = set()
    cells = []
    for cell in notebook.cells:
        id = next(name for name in _id_candidates(cell) if name not in given and (name == cell.id or name not in taken))
        given.add(id)
        document: dict[str, Any] = {
            "id": id,
            "cell_type": cell.type,
            "metadata": dict(cell.metadata),
            "source": cell.source,
        }
        if cell.type == "code":
            document |= {"execution_count": cell.count, "outputs": list(cell.outputs)}
        elif cell.attachments:
            document["attachments"] = dict(cell.attachments)
        cells.append(document)
    return {"cells": cells, "metadata": dict(notebook.metadata), "nbformat": 4, "nbformat_minor": 5}


def _id_candidates(cell: Cell) -> Iterator[str]:
    if cell.id is not None:
        yield cell.id
    yield f"cell-{cell.cell}"
    turn = 1
    while True:
        yield f"cell-{cell.cell}-{turn}"
        turn += 1


def _decode(data: bytes, where: str) -> Mapping[str, Any]:
    if not data.strip():
        raise BrokenNotebook(f"{where} is empty: get the file again.")
    if sentence := pointer_sentence(where, data[:HEAD_LENGTH]):
        raise BrokenNotebook(sentence)
    document: Mapping[str, Any]
    try:
        document = json.loads(data)
    except UnicodeDecodeError as error:
        raise BrokenNotebook(
            f"{where} isn't UTF-8 text (byte {error.start + 1} is no part of it): save it as UTF-8 or get it again."
        ) from None
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
            raise BrokenNotebook(f"{where} is cut off: it ends in the middle. Get the file again.") from None
        raise BrokenNotebook(
            f"{where} isn't valid JSON (line {error.lineno}, column {error.colno}: {error.msg}): get the file again."
        ) from None
    except (ValueError, RecursionError):
        raise BrokenNotebook(f"{where} isn't valid JSON: get the file again.") from None
    return _without_lone_surrogates(document) if b"\\ud" in data or b"\\uD" in data else document


def _without_lone_surrogates(value: Any) -> Any:
    """JSON may hold half a character (an emoji cut in two), which can be decoded but never be written again."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_lone_surrogates(key): _without_lone_surrogates(item) for key, item in value.items()}
    return value


def _upgraded(data: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    # nbformat takes a while to import and older formats are rare, so only here.
    import nbformat

    try:
        upgraded: Mapping[str, Any] = nbformat.convert(nbformat.from_dict(data), 4)
        return upgraded
    except Exception as error:
        # Whatever is wrong with such a file, nbformat fails somewhere in the middle of it with any type of error.
        raise BrokenNotebook(
            f"{where} is in an old notebook format that can't be converted ({type(error).__name__}): "
            "open and save it in JupyterLab first."
        ) from None


def _cell_type(raw: Mapping[str, Any]) -> CellType:
    kind = raw.get("cell_type")
    return kind if kind in ("code", "markdown") else "raw"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "".join(line for line in value if isinstance(line, str)) if isinstance(value, list) else ""


def _count(raw: Mapping[str, Any]) -> int | None:
    count = raw.get("execution_count")
    usable = isinstance(count, int) and not isinstance(count, bool) and raw.get("cell_type") == "code"
    return count if usable else None


def _id(raw: Mapping[str, Any]) -> str | None:
    id = raw.get("id")
    return id if isinstance(id, str) and id else None


def _mapping(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}


def _outputs(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    outputs = raw.get("outputs")
    if raw.get("cell_type") != "code" or not isinstance(outputs, list):
        return []
    return [dict(output) for output in outputs if isinstance(output, Mapping)]
