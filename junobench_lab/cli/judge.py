"""``judge``: have the texts of predicted diagnoses judged."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

    from ..research.judging.judge import Judge
    from ..research.judging.models import JudgeCase


def judge(
    predictions: Annotated[
        Path, typer.Argument(metavar="PREDICTIONS", help="JSON lines, as for `score diagnosis`.", show_default=False)
    ],
    verdicts: Annotated[
        Path, typer.Option("--verdicts", metavar="FILE", help="Keeps the verdicts; gone on with if it exists.")
    ] = Path("verdicts.jsonl"),
    command: Annotated[
        str | None,
        typer.Option("--command", metavar="COMMAND", help="Gets a case on stdin, says its verdict on stdout."),
    ] = None,
    model: options.LanguageModel = None,
    person: Annotated[
        str | None, typer.Option("--person", metavar="NAME", help="You judge, at this terminal, under this name.")
    ] = None,
    api_base: options.ApiBase = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="The judge's name.  [default: the command's or model's]"),
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option("--max-cost", metavar="USD", min=0, help="Stop when the verdicts cost more.")
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option("--answers", metavar="FILE", help="Reference answers that `tasks` wrote. Default: the bench's."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Texts judged at a time.")] = 1,
    timeout: Annotated[float, typer.Option("--timeout", metavar="S", min=0.1, help="Time for one verdict.")] = 120.0,
    bench: options.Bench = None,
) -> None:
    """Have a command, a language model or a person judge the texts of predicted diagnoses against the reference texts.

    Verdicts are kept, and `score diagnosis --verdicts FILE` scores them without asking again. A text is judged once,
    however many runs said it. The exit code is 0 when every text has a verdict.
    """
    from ..data_folder import data_folder
    from ..errors import InvalidRequest
    from ..research.judging.cases import cases_of
    from ..research.judging.judge import CommandJudge, ModelJudge
    from ..research.judging.verdicts_file import mend, read_verdicts, require_one_judge, right_by_case
    from ..research.scoring.predictions import read_predictions
    from ..research.systems.language_model import LanguageModel
    from ..research.tasks.jsonl import read_text
    from ..running.claims import claimed
    from .answers import answers_of
    from .group import Cancelled
    from .interrupts import run_until_cancelled
    from .judge_person import ask_person

    if sum(judge is not None for judge in (command, model, person)) != 1:
        raise InvalidRequest("Name one judge: --command, --model or --person.")
    if person is not None and not person.strip():
        raise InvalidRequest("A person who judges needs a name: say it with --person.")
    known = answers_of("diagnosis", answers, bench)
    read = read_predictions(read_text(predictions), known)
    chosen: Judge | None = None
    if model is not None:
        folder = data_folder() / "research" / "replies"
        chosen = ModelJudge(LanguageModel(model, seconds=timeout, folder=folder, address=api_base, name=name))
    elif command is not None:
        chosen = CommandJudge(command, timeout, name)
    called = chosen.name if chosen is not None else (person or "").strip()
    cases = cases_of(known, read)
    if not cases:
        why = next(iter(read.problems), "Neither they nor the reference answers to them have one.")
        raise InvalidRequest(f"{predictions} holds no text of a diagnosis that can be judged. {why}")
    with claimed(verdicts):
        mend(verdicts)
        kept = read_verdicts(verdicts)
        require_one_judge(kept, called)
        done = right_by_case(kept)
        waiting = [case for case in cases if case.digest not in done]
        if chosen is None:
            counts = _Counts()
            counts.usable, counts.right = ask_person(called, waiting, verdicts)
        else:
            asked = chosen
            counts = run_until_cancelled(lambda cancel: _ask(asked, waiting, verdicts, jobs, max_cost, cancel))
    here = len(cases) - len(waiting) + counts.usable
    typer.echo(counts.sentence(here, len(cases), verdicts))
    if counts.cancelled:
        raise Cancelled(f"Cancelled; {verdicts} keeps what was judged. Call again to go on.")
    if here < len(cases):
        raise typer.Exit(exit_codes.NOT_WELL)


class _Counts:
    """What came of the asking."""

    def __init__(self) -> None:
        self.usable = self.right = 0
        self.cost = 0.0
        self.cancelled = False
        self.first_error: str | None = None

    def sentence(self, here: int, wanted: int, file: Path) -> str:
        parts = [f"{here} of {wanted} texts judged in {file}"]
        if self.usable:
            parts.append(f"{self.usable} new, {self.right} of them right")
        if self.first_error is not None:
            parts.append(f"the first failure: {self.first_error}")
        if self.cost:
            parts.append(f"{self.cost:.4f} US dollars")
        return "; ".join(parts).removesuffix(".") + "."


async def _ask(
    judge: "Judge",
    waiting: "Sequence[JudgeCase]",
    file: Path,
    jobs: int,
    most_cost: float | None,
    cancel: "asyncio.Event",
) -> _Counts:
    import contextlib

    from ..research.judging.judge import judge_texts
    from ..research.judging.verdicts_file import add_verdict
    from .printing import progress_console

    counts = _Counts()
    with progress_console().status("Judging ...") as status:
        verdicts = judge_texts(judge, waiting, at_a_time=jobs, cancel=cancel, most_cost=most_cost)
        async with contextlib.aclosing(verdicts):
            async for verdict in verdicts:
                add_verdict(file, verdict)
                counts.cost += 0.0 if verdict.kept else verdict.cost or 0.0
                counts.usable += verdict.right is not None
                counts.right += verdict.right is True
                counts.first_error = counts.first_error or verdict.error
                status.update(f"{counts.usable} of {len(waiting)} texts")
    counts.cancelled = cancel.is_set()
    return counts
