"""Asks an instance's check about the notebook that has just run, and whether its input files are as they were.

The check is Python source with functions ``check_<something>(names, outputs)``; their docstrings are the conditions in
words. It runs in a namespace of its own, so the notebook's names are only looked at through ``names``.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import traceback
import warnings
from typing import Any

DETAIL = 300
"""The longest detail of a condition, in characters."""


class Names(dict):  # type: ignore[type-arg]
    """The notebook's names; one that is missing fails the condition with a sentence."""

    def __missing__(self, name: str) -> Any:
        raise AssertionError(f"There is no {name} after the crash cell.")


def described(error: BaseException) -> str:
    """An assertion's own words; for another error, what it is and on which line of the check it came up."""
    said = str(error).strip()
    if isinstance(error, AssertionError):
        return said[:DETAIL]
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<check>"]
    where = f" (line {lines[-1]} of the check)" if lines else ""
    return f"{type(error).__name__}: {said}"[:DETAIL] + where


def condition(name: str, function: Any, names: Names, outputs: Any) -> dict[str, Any]:
    text = " ".join((function.__doc__ or name.replace("_", " ")).split())
    try:
        function(names, outputs)
    except Exception as error:
        return {"text": text, "ok": False, "detail": described(error)}
    return {"text": text, "ok": True, "detail": ""}


def conditions(source: str, names: Names, outputs: Any) -> list[dict[str, Any]]:
    space: dict[str, Any] = {"__name__": "junobench_check"}
    exec(compile(source, "<check>", "exec"), space)
    found = [(name, value) for name, value in space.items() if name.startswith("check_") and callable(value)]
    return [condition(name, value, names, outputs) for name, value in found]


def changed_files(folder: str, digests: dict[str, str]) -> list[str]:
    changed = []
    for path, digest in digests.items():
        try:
            with open(os.path.join(folder, path), "rb") as file:
                same = hashlib.sha256(file.read()).hexdigest() == digest
        except OSError:
            same = False
        if not same:
            changed.append(path)
    return changed


def answer(asked: str) -> str:
    """``asked`` is JSON with ``source``, ``outputs`` and ``digests`` (path -> SHA-256); so is the answer."""
    question = json.loads(asked)
    ipython = sys.modules["IPython"].get_ipython()
    folder = ipython.user_ns["_dh"][0] if ipython.user_ns.get("_dh") else os.getcwd()
    reply: dict[str, Any] = {"changed": changed_files(str(folder), question["digests"]), "conditions": None}
    if question["source"] is not None:
        here = os.getcwd()
        os.chdir(str(folder))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                reply["conditions"] = conditions(question["source"], Names(ipython.user_ns), question["outputs"])
        finally:
            os.chdir(here)
    return json.dumps(reply)
