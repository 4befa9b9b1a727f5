"""The part of ``judge`` in which a person judges, at the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ..research.judging.models import JudgeCase, Told

_ANSWERS = {"y": True, "yes": True, "n": False, "no": False}


def ask_person(name: str, waiting: "Sequence[JudgeCase]", file: Path) -> tuple[int, int]:
    """Show each case and keep what the person says at once; gives how many were judged, and how many of them right.

    Ends early when they say so, or their input ends. Nothing tells which system wrote a text.
    """
    from ..research.judging.models import TextVerdict
    from ..research.judging.verdicts_file import add_verdict

    judged = right = 0
    # By digest, so that the order says nothing about instance or system.
    for place, case in enumerate(sorted(waiting, key=lambda case: case.digest), 1):
        _show(f"Text {place} of {len(waiting)}", case)
        said = _asked()
        if said is None:
            break
        if said == "skip":
            continue
        verdict = _ANSWERS[said]
        add_verdict(file, TextVerdict(item=case.item, case=case.digest, judge=name, right=verdict))
        judged, right = judged + 1, right + verdict
    return judged, right


def _show(title: str, case: "JudgeCase") -> None:
    from rich.text import Text

    from .printing import console

    out = console()
    out.print()
    out.print(Text(title, style="bold"))
    for heading, told in (("Reference", case.reference), ("Explanation", case.prediction)):
        out.print(Text(heading, style="underline"))
        out.print(Text(_words(told)))


def _words(told: "Told") -> str:
    facts = [told.exception or "no exception said", *([f"names {', '.join(told.names)}"] if told.names else [])]
    return f"({'; '.join(facts)})\n{told.text}"


def _asked() -> str | None:
    """``skip``, an answer, or ``None`` for the end."""
    while True:
        try:
            said = (
                input("Does the explanation name the reference's cause? [y]es, [n]o, [s]kip, [q]uit: ").strip().lower()
            )
        except (EOFError, KeyboardInterrupt):
            typer.echo()
            return None
        if said in ("q", "quit"):
            return None
        if said in ("s", "skip"):
            return "skip"
        if said in _ANSWERS:
            return said
