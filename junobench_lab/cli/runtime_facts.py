"""The part of ``tasks`` and ``predict`` that gathers runtime facts."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    import asyncio

    from ..instances.bench import Bench
    from ..research.tasks.items import TaskSet
    from ..research.tasks.models import RuntimeFacts, TaskName


def require_detection(task: "TaskName") -> None:
    """Raises `InvalidRequest` for tasks whose items have no facts."""
    from ..errors import InvalidRequest

    if task != "detection":
        raise InvalidRequest(f"Runtime facts belong to items of detection, not of {task}: leave out --runtime-facts.")


def with_facts(bench: "Bench", made: "TaskSet", *, jobs: int, kernel: str | None, environment: str) -> "TaskSet":
    """The items with their facts; what could not be run is named on stderr. Raises `Cancelled` after Ctrl-C."""
    from ..research.tasks.runtime_facts import with_runtime_facts
    from .group import Cancelled
    from .interrupts import run_until_cancelled

    found = run_until_cancelled(lambda cancel: _gather(bench, made, jobs, kernel, environment, cancel))
    if len(found) < len(made.answers):
        raise Cancelled(f"Cancelled after {len(found)} of {len(made.answers)} items; what was run is kept.")
    return with_runtime_facts(made, found)


async def _gather(
    bench: "Bench", made: "TaskSet", jobs: int, kernel: str | None, environment: str, cancel: "asyncio.Event"
) -> "dict[str, RuntimeFacts]":
    import contextlib

    from ..data_folder import data_folder
    from ..research.tasks.runtime_facts import gather_facts
    from ..running.environments.choice import environment_of
    from .kernels import require_environment
    from .printing import progress_console

    name, chosen = require_environment(environment, kernel)
    instances = {answer.item: answer.instance for answer in made.answers}
    found: dict[str, RuntimeFacts] = {}
    with progress_console().status(f"Running what {len(made.answers)} items need ...") as status:
        facts = gather_facts(
            bench,
            made.answers,
            environment=environment_of(name, chosen),
            folder=data_folder() / "research" / "facts",
            at_a_time=jobs,
            cancel=cancel,
        )
        async with contextlib.aclosing(facts):
            async for one in facts:
                if cancel.is_set():
                    break
                found[one.item] = one.facts
                if one.problem is not None:
                    typer.echo(f"{instances[one.item]} has no facts: {one.problem}", err=True)
                status.update(f"{len(found)} of {len(made.answers)} items have been run")
    return found
