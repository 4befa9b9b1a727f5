"""Drafts and executions as notebooks of nbformat 4.4, the version of the real benchmark (no cell ids)."""

import re
from collections.abc import Callable
from typing import Any

from .drafts import Draft, DraftCell
from .session import Execution, python_version

Rewrite = Callable[[str], str]


def unchanged(text: str) -> str:
    return text


def kaggle_paths(slug: str) -> Rewrite:
    """Relative input paths as they read where the notebook was first published."""
    # in tracebacks a colour code stands between the quote and the path
    pattern = re.compile(r"""(?:(?<=["'])|(?<=\x1b\[\d\dm))data/""")
    return lambda text: pattern.sub(f"/kaggle/input/{slug}/", text)


def written_source(cell: DraftCell, *, mark: bool, rewrite: Rewrite) -> str:
    """What the notebook says, which is what ran but for paths."""
    return rewrite(cell.marked(mark)) if cell.type == "code" else cell.source


def build_notebook(
    draft: Draft, executions: list[Execution], *, mark: bool = False, rewrite: Rewrite = unchanged
) -> dict[str, Any]:
    """The notebook that the person would have saved after the session."""
    saved = {
        step.key: execution for step, execution in zip(draft.session, executions, strict=True) if step.key is not None
    }
    cells: list[dict[str, Any]] = []
    for cell in draft.visible():
        written: dict[str, Any] = {
            "cell_type": cell.type,
            "metadata": {},
            "source": written_source(cell, mark=mark, rewrite=rewrite),
        }
        if cell.type == "code":
            execution = saved.get(cell.key)
            written["execution_count"] = execution.count if execution else None
            written["outputs"] = _rewritten(execution.outputs, rewrite) if execution else []
        cells.append(written)
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {
                "codemirror_mode": {"name": "ipython", "version": 3},
                "file_extension": ".py",
                "mimetype": "text/x-python",
                "name": "python",
                "nbconvert_exporter": "python",
                "pygments_lexer": "ipython3",
                "version": python_version(),
            },
        },
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def _rewritten(value: Any, rewrite: Rewrite) -> Any:
    if isinstance(value, dict):
        return {key: item if key == "image/png" else _rewritten(item, rewrite) for key, item in value.items()}
    if isinstance(value, list):
        return [_rewritten(item, rewrite) for item in value]
    return rewrite(value) if isinstance(value, str) else value
