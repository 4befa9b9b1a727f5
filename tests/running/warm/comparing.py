"""What a run comes to, without what differs between any two runs, so that a cold one and a warm one can be compared."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from junobench_lab.running.environments.base import KernelEnvironment
from junobench_lab.running.models import CellFinished, KernelReady, Limits, NameState, Output, Plan
from junobench_lab.running.runner import run_plan

_VARYING = (
    (re.compile(r"0x[0-9a-f]{6,}"), "ADDRESS"),
    (re.compile(r"/jb[lw]-[A-Za-z0-9_]{8}"), "/FOLDER"),
    (re.compile(r"ipykernel_\d+"), "ipykernel"),
)


async def came_to(
    environment: KernelEnvironment, plan: Plan, folder: Path, files: Sequence[Path] = ()
) -> tuple[KernelReady, dict[str, Any]]:
    """How the kernel was started, and all that a notebook shows: outputs, crashes with their lines, names."""
    events = []
    state: list[NameState] = []
    async for event in run_plan(
        plan, folder=folder, files=files, environment=environment, limits=Limits(), take_state=state.extend
    ):
        events.append(event)
    ready = next(event for event in events if isinstance(event, KernelReady))
    shown = {
        "outputs": [event.model_dump(exclude={"at"}) for event in events if isinstance(event, Output)],
        "cells": [event.model_dump(exclude={"at", "seconds"}) for event in events if isinstance(event, CellFinished)],
        "state": [each.model_dump() for each in state],
        "versions": ready.versions,
    }
    text = json.dumps(shown, indent=1)
    for pattern, name in _VARYING:
        text = pattern.sub(name, text)
    found: dict[str, Any] = json.loads(text)
    return ready, found
