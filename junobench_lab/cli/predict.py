"""``predict``: ask a system about the items of a task."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

    from ..research.systems.models import Reply
    from ..research.systems.predict import System
    from ..research.tasks.models import Item


def predict(
    task: Annotated[str, typer.Argument(metavar="TASK", help="As for `tasks`.", show_default=False)],
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Instances. Default: all.", show_default=False)
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Predictions, JSON lines; gone on with if it exists.")
    ] = Path("predictions.jsonl"),
    command: Annotated[
        str | None,
        typer.Option("--command", metavar="COMMAND", help="Gets an item on stdin, says its prediction on stdout."),
    ] = None,
    model: options.LanguageModel = None,
    api_base: options.ApiBase = None,
    system: Annotated[
        str | None,
        typer.Option("--system", metavar="NAME", help="The system's name.  [default: the command's or model's]"),
    ] = None,
    temperature: Annotated[float | None, typer.Option("--temperature", metavar="T", min=0)] = None,
    max_tokens: Annotated[int | None, typer.Option("--max-tokens", metavar="N", min=1, help="Of a reply.")] = None,
    max_cost: Annotated[
        float | None, typer.Option("--max-cost", metavar="USD", min=0, help="Stop when the replies cost more.")
    ] = None,
    runs: Annotated[int, typer.Option("--runs", metavar="K", min=1, help="How often each item is asked.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Items asked at a time.")] = 1,
    timeout: Annotated[float, typer.Option("--timeout", metavar="S", min=0.1, help="Time for one answer.")] = 120.0,
    comments: Annotated[
        str, typer.Option("--comments", metavar="all|no-hints|none", help="Which comments are shown.")
    ] = "no-hints",
    runtime_facts: options.RuntimeFacts = False,
    kernel: options.Kernel = None,
    environment: options.Environment = "local",
    bench: options.Bench = None,
) -> None:
    """Ask a system about every item of a task, and keep its predictions for `score`.

    The system is a command or a language model; keys come from the environment (such as OPENAI_API_KEY). What is in the
    file isn't asked again, except what failed; replies of models are kept as well, with tokens and cost.
    The exit code is 0 when every item has a usable prediction.
    """
    from ..data_folder import data_folder
    from ..errors import InvalidRequest
    from ..research.systems.command import Command
    from ..research.systems.language_model import LanguageModel
    from ..research.systems.predict import predictions_on_file
    from ..research.tasks.items import make_tasks
    from ..running.claims import claimed
    from .benches import chosen_bench
    from .choices import comments_named, task_named
    from .group import Cancelled
    from .interrupts import run_until_cancelled
    from .runtime_facts import require_detection, with_facts

    if (command is None) == (model is None):
        raise InvalidRequest("Name one system: --command or --model.")
    name, chosen = task_named(task), chosen_bench(bench)
    if runtime_facts:
        require_detection(name)
    made = make_tasks(chosen, name, ids or None, comments=comments_named(comments))
    for problem in made.problems:
        typer.echo(problem, err=True)
    if runtime_facts:
        made = with_facts(chosen, made, jobs=jobs, kernel=kernel, environment=environment)
    asked: System
    if model is not None:
        asked = LanguageModel(
            model,
            seconds=timeout,
            folder=data_folder() / "research" / "replies",
            address=api_base,
            temperature=temperature,
            most_tokens=max_tokens,
            name=system,
        )
    else:
        asked = Command(command or "", timeout, system)
    with claimed(output):
        done = predictions_on_file(output, asked.name, name)
        counts = run_until_cancelled(lambda cancel: _ask(asked, made.items, done, output, runs, jobs, max_cost, cancel))
    typer.echo(counts.sentence(output))
    if counts.cancelled:
        raise Cancelled(f"Cancelled; {output} keeps what was said. Call again to go on.")
    if counts.failed or counts.left:
        raise typer.Exit(exit_codes.NOT_WELL)


class _Counts:
    """What came of the asking."""

    def __init__(self, kept: int, wanted: int) -> None:
        self.kept, self._wanted = kept, wanted
        self.usable = self.failed = self.tokens = self.known = 0
        self.cost = 0.0
        self.cancelled = False
        self.first_error: str | None = None

    def add(self, reply: "Reply") -> None:
        self.cost += reply.spent
        self.known += reply.kept
        self.tokens += 0 if reply.kept else (reply.prompt_tokens or 0) + (reply.completion_tokens or 0)

    @property
    def left(self) -> int:
        """Items and runs that weren't asked."""
        return self._wanted - self.kept - self.usable - self.failed

    def sentence(self, output: Path) -> str:
        parts = [f"{self.kept + self.usable} of {self._wanted} predictions in {output}"]
        if self.kept:
            parts.append(f"{self.kept} were there already")
        if self.failed:
            parts.append(f"{self.failed} failed, the first one so: {self.first_error}")
        if self.known:
            parts.append(f"{self.known} replies were known from before")
        if self.tokens:
            parts.append(f"{self.tokens} tokens")
        if self.cost:
            parts.append(f"{self.cost:.4f} US dollars")
        return "; ".join(parts).removesuffix(".") + "."


async def _ask(
    system: "System",
    items: "Sequence[Item]",
    done: frozenset[tuple[str, int]],
    output: Path,
    runs: int,
    jobs: int,
    most_cost: float | None,
    cancel: "asyncio.Event",
) -> _Counts:
    import contextlib

    from ..research.systems.predict import add_prediction, predict
    from .printing import progress_console

    names = {item.item for item in items}
    kept = sum(item in names and run < runs for item, run in done)
    counts = _Counts(kept, len(items) * runs)
    with progress_console().status("Asking ...") as status:
        answers = predict(system, items, runs=runs, at_a_time=jobs, cancel=cancel, done=done, most_cost=most_cost)
        async with contextlib.aclosing(answers):
            async for said in answers:
                add_prediction(output, said)
                counts.add(said.reply)
                if said.error is None:
                    counts.usable += 1
                else:
                    counts.failed += 1
                    counts.first_error = counts.first_error or said.error
                status.update(f"{counts.kept + counts.usable + counts.failed} of {len(items) * runs}")
    counts.cancelled = cancel.is_set()
    return counts
