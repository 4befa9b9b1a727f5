"""Packages of `kernel_side` as one expression for a kernel, which needs none of the product's files."""

import base64
import functools
import importlib.util
import json
import marshal
from pathlib import Path
from typing import Any

from .pinning import kernel_side_call

_PACKAGES = Path(__file__).parent / "kernel_side"


def package_call(package: str, main: str, asked: Any) -> str:
    """An expression that loads a package of `kernel_side` and gives, as JSON, what ``main``'s `answer` gives for
    ``asked``. Nothing of it stays in the kernel."""
    sources = _sources(package)
    sent = {
        "sources": sources,
        "compiled": _compiled(package),
        "magic": importlib.util.MAGIC_NUMBER.hex(),
        "main": main,
        "asked": asked,
    }
    return kernel_side_call("modules", json.dumps(sent))


@functools.lru_cache(maxsize=4)
def _sources(package: str) -> dict[str, str]:
    files = sorted((_PACKAGES / package).glob("*.py"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files if file.stem != "__init__"}


@functools.lru_cache(maxsize=4)
def _compiled(package: str) -> dict[str, str]:
    return {
        name: base64.b64encode(marshal.dumps(compile(source, f"<junobench-lab {name}>", "exec"))).decode()
        for name, source in _sources(package).items()
    }
