"""A cell's outputs as text for a reader that sees no pictures. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*m")


def output_text(outputs: Sequence[Mapping[str, Any]], bound: int) -> str:
    """Text, tables and tracebacks as they are, pictures by their kind; at most about ``bound`` characters, of which the
    beginning and the end are kept."""
    return shortened("\n".join(part for output in outputs if (part := _text(output).strip("\n"))), bound)


def shortened(text: str, bound: int) -> str:
    """The text; of one that is longer than ``bound`` the beginning and the end, with a note between them."""
    if len(text) <= bound:
        return text
    half = bound // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"


def _text(output: Mapping[str, Any]) -> str:
    kind = output.get("output_type")
    if kind == "stream":
        return _joined(output.get("text"))
    if kind == "error":
        lines = output.get("traceback") or [f"{output.get('ename')}: {output.get('evalue')}"]
        return _TERMINAL_CODES.sub("", "\n".join(map(str, lines)))
    data = output.get("data") or {}
    said = _joined(data.get("text/plain"))
    pictures = [name for name in data if name.startswith("image/")]
    return "\n".join([*(f"[{name}]" for name in pictures), *([said] if said else [])])


def _joined(text: Any) -> str:
    return text if isinstance(text, str) else "".join(text or [])
