"""What is pinned so that a run repeats: seeds, hash seed, time zone, language (junobench-format.md, rule 6)."""

import ast
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_SOURCES = Path(__file__).parent / "kernel_side"

PINNED_ENVIRONMENT: Mapping[str, str] = {
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
    "PYTHONUTF8": "1",
}
"""Environment variables of every kernel."""

DROPPED_ENVIRONMENT: tuple[str, ...] = ("MPLBACKEND", "PYTHONSTARTUP", "PYTHONINSPECT", "PYTHONWARNINGS", "LANGUAGE")
"""Variables of a person's shell that would change what a notebook does; the kernel then chooses its own."""

_ANSWER = "versions"


def pin_expressions() -> dict[str, str]:
    """The user expressions of the silent request that pins a kernel and asks for its versions.

    An expression leaves the notebook's namespace, its history and its counts as they are, which a statement wouldn't.
    """
    return {_ANSWER: kernel_side_call("pin")}


def read_versions(reply: Mapping[str, Any]) -> dict[str, str]:
    """The versions in the kernel's answer; empty where the kernel could not tell."""
    answer = kernel_side_answer(reply, _ANSWER)
    return {str(name): str(version) for name, version in answer.items()} if isinstance(answer, dict) else {}


def kernel_side_call(name: str, *arguments: str) -> str:
    """An expression that runs a source of `kernel_side` in a namespace of its own and gives what its `answer` gives for
    the arguments."""
    source = (_SOURCES / f"{name}.py").read_text(encoding="utf-8")
    call = f"space['answer']({', '.join(map(repr, arguments))})"
    return f"(lambda space: (exec({source!r}, space), {call})[1])({{'__name__': 'junobench_{name}'}})"


def kernel_side_answer(reply: Mapping[str, Any], expression: str) -> Any:
    """The JSON value that an expression answered; ``None`` where the kernel could not tell."""
    try:
        return json.loads(ast.literal_eval(reply["user_expressions"][expression]["data"]["text/plain"]))
    except (KeyError, TypeError, ValueError, SyntaxError, MemoryError, RecursionError):
        return None
