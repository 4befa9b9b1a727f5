"""Says which modules the kernel can't import, without importing any of them."""

import importlib.util
import json


def answer(*modules: str) -> str:
    return json.dumps([module for module in modules if not _present(module)])


def _present(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        # A module that is imported already and has no specification.
        return True
