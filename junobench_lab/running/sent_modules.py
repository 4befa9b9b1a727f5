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
_SHARED = {"facts": ("state",), "preflight": ("landlock", "outside"), "snapshot": ("outside",)}
"""Modules beside the packages that these import."""


def package_call(package: str, main: str, asked: Any) -> str:
    """An expression that loads a package of `kernel_side`, with what packages share, and gives what the `answer` of its
    module ``main`` gives for ``asked``, as JSON. Nothing of it stays in the kernel."""
    sources = _sources(package)
    sent = {
        "sources": sources,
        "compiled": _compiled(package),
        "magic": importlib.util.MAGIC_NUMBER.hex(),
        "main": f"{package}.{main}",
        "asked": asked,
    }
    return kernel_side_call("modules", json.dumps(sent))


@functools.lru_cache(maxsize=4)
def _sources(package: str) -> dict[str, str]:
    files = [file for file in sorted((_PACKAGES / package).glob("*.py")) if file.stem != "__init__"]
    modules = {f"{package}.{file.stem}": file for file in files}
    modules.update({name: _PACKAGES / f"{name}.py" for name in _SHARED[package]})
    return {name: file.read_text(encoding="utf-8") for name, file in modules.items()}


@functools.lru_cache(maxsize=4)
def _compiled(package: str) -> dict[str, str]:
    return {
        name: base64.b64encode(marshal.dumps(compile(source, f"<junobench-lab {name}>", "exec"))).decode()
        for name, source in _sources(package).items()
    }
