"""The hints of an instance: four steps from the kind of mistake to the reference fix, each asked for in its turn."""

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import LabError
from ..instances.bench import Bench
from ..instances.labels import said
from ..instances.models import Labels
from ..instances.patterns import PATTERNS
from ..trace.explain import explain
from ..trace.order import trace_notebook
from .models import Hint, Reveal
from .predictions import cause_words
from .reveal_policy import Sight


@dataclass(frozen=True)
class _Step:
    title: str
    tells: str
    lines: Callable[[Bench, str], list[str]]


def hints(bench: Bench, id: str, sight: Sight) -> list[Hint]:
    """All steps in their order, with the text of those that may be seen. Raises `UnknownInstance`."""
    bench.folder(id)
    seen: dict[Reveal, bool] = {
        "root_cause": sight.cause,
        "explanation": sight.explanation,
        "diagnosis": sight.diagnosis,
        "fixed": sight.reference,
    }
    return [
        Hint(
            step=place,
            what=what,
            title=step.title,
            tells=step.tells,
            shown=seen[what],
            lines=step.lines(bench, id) if seen[what] else [],
        )
        for place, (what, step) in enumerate(_STEPS.items(), start=1)
    ]


def next_hint(steps: list[Hint]) -> Hint | None:
    """The first step that isn't shown yet."""
    return next((step for step in steps if not step.shown), None)


def _where(bench: Bench, id: str) -> list[str]:
    labels = bench.summary(id).labels
    return _label_lines(labels) or ["The bench has no labels for this crash."]


def _label_lines(labels: Labels) -> list[str]:
    lines = []
    if said(labels.root_cause):
        lines.append(f"Root cause: {labels.root_cause}. {cause_words(labels.root_cause or '').capitalize()}.")
    if said(labels.crash_type):
        lines.append(f"Crash type: {labels.crash_type}.")
    if said(labels.pattern):
        lines.append(f"Pattern: {labels.pattern}. {PATTERNS.get(labels.pattern or '', '')}".rstrip())
    return lines


def _first_finding(bench: Bench, id: str) -> list[str]:
    try:
        reproduced = bench.notebook(id, "reproduced")
    except LabError as error:
        return [str(error)]
    findings = explain(trace_notebook(reproduced), reproduced.cells)
    return [findings[0].sentence] if findings else ["The recorded session holds no crash to explain."]


def _diagnosis(bench: Bench, id: str) -> list[str]:
    return [bench.diagnosis(id).text or "The bench has no diagnosis for this crash."]


def _comparison(bench: Bench, id: str) -> list[str]:
    return ["The reference fix can be opened, and Compare shows where your repair differs from it."]


_STEPS: dict[Reveal, _Step] = {
    "root_cause": _Step("Where to look", "the kind of mistake: its root cause, crash type and pattern", _where),
    "explanation": _Step("What the trace says", "which cells led to the crash, by their order", _first_finding),
    "diagnosis": _Step("Diagnosis", "why it crashes, in two or three sentences", _diagnosis),
    "fixed": _Step("Reference fix", "how it was repaired, compared with your repair", _comparison),
}
