"""The request for a trial, and the reading of the kernel's reply."""

from collections.abc import Mapping
from typing import Any

from ...errors import InvalidRequest
from ...instances.notebooks import parse_notebook
from ...trace.crash_line import crash_line
from ...trace.explain import explain
from ...trace.live import SessionExecution, SessionRecord, live_session
from ...trace.models import Finding
from ..pinning import kernel_side_answer
from ..sent_modules import package_call
from .models import DEFAULT_SECONDS, LONGEST_SECONDS, Told, Trial, TrialMessage, TrialReply, TrialRequest

_ANSWER = "trial"


def trial_message(asked: TrialRequest) -> TrialMessage:
    """What to send to a kernel so that it tries a cell.

    Raises `InvalidRequest` for kernels of other languages and for a bound that is none.
    """
    if asked.language.lower() != "python":
        raise InvalidRequest(f"Only cells of Python kernels can be tried; this kernel speaks {asked.language[:40]}.")
    if not 0 < asked.seconds <= LONGEST_SECONDS:
        raise InvalidRequest(f"A trial takes more than 0 and at most {LONGEST_SECONDS:g} s.")
    call = package_call("preflight", "trial", {"source": asked.source, "seconds": asked.seconds})
    return TrialMessage(expressions={_ANSWER: call})


def read_trial(reply: Mapping[str, Any], source: str, *, seconds: float = DEFAULT_SECONDS) -> Trial:
    """What a trial came to, from the content of the kernel's reply; without findings. Never raises."""
    told = Told.read(kernel_side_answer(reply, _ANSWER))
    if told is None:
        return _cannot("the kernel gave no answer that could be read: it may be old, or about to end")
    line = crash_line(told.traceback, None, source) if told.traceback else None
    if told.cancelled:
        return Trial(verdict="cannot_tell", sentence="The trial was cancelled.", cancelled=True)
    if told.late:
        waiting = ", and it was waiting: for a thread that a trial lacks, or for time to pass" if told.waiting else ""
        return _cannot(f"it was still running after {seconds:g} s{waiting}")
    if told.cannot is not None:
        return _cannot(told.cannot, line)
    if told.ename is not None:
        where = f" on line {line}" if line is not None else ""
        message = f"{told.ename}: {told.evalue}" if told.evalue else told.ename
        return Trial(
            verdict="crashes",
            sentence=f"Would crash{where}: {message}",
            seconds=told.seconds,
            line=line,
            ename=told.ename,
            evalue=told.evalue,
        )
    return Trial(
        verdict="runs",
        sentence=f"Would run, in {_time(told.seconds or 0.0)}.",
        seconds=told.seconds,
        names=told.names,
        more=told.more,
    )


def explained_trial(told: TrialReply) -> Trial:
    """What a trial came to, with what the order of the session says about a crash.

    Raises `BrokenNotebook` where the notebook isn't one.
    """
    notebook = parse_notebook(told.notebook, where="The notebook")
    trial = read_trial(told.reply, told.source, seconds=told.seconds)
    # The kernel's own count: where it is 0, nothing ran, and that is known as well.
    known = told.session is not None or told.reply.get("execution_count") == 0
    if trial.verdict != "crashes" or not known:
        return trial
    ran = told.session.executions if told.session is not None else []
    where = [f"Cell In[1], line {trial.line}"] if trial.line is not None else []
    failed = SessionExecution(
        id=told.cell, source=told.source, ok=False, ename=trial.ename, evalue=trial.evalue, count=1, traceback=where
    )
    live = live_session(notebook, SessionRecord(executions=[*ran, failed]))
    return trial.model_copy(update={"findings": _about_order(explain(live.trace, live.cells, live.flow))})


def _about_order(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.kind != "not_order"]


def _cannot(why: str, line: int | None = None) -> Trial:
    where = f" (line {line})" if line is not None else ""
    return Trial(verdict="cannot_tell", sentence=f"Can't tell here: {why}{where}.", line=line)


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
