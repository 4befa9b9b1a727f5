"""``hint``: one step further, from the kind of mistake to the reference fix."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..practice.models import Hint


def hint(
    id: Annotated[str, typer.Argument(metavar="ID", help="The instance, as `list` names it.", show_default=False)],
    again: Annotated[bool, typer.Option("--again", help="Show only the hints that were asked for before.")] = False,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Ask for the next of the four hints: where to look, what the trace says, the diagnosis, the reference fix.

    A hint is on record with your latest attempt, and can't be unseen.
    """
    from ..practice.hints import hints, next_hint
    from ..practice.progress.store import ProgressStore
    from ..practice.reveal_policy import Sight
    from ..practice.reveals import RevealStore
    from .benches import chosen_bench
    from .contents import attempts_at, place_for_attempt
    from .models import HintList
    from .printing import print_json

    opened = chosen_bench(bench)
    opened.folder(id)
    progress = ProgressStore()
    reveals = RevealStore(progress=progress)
    attempts = attempts_at(opened, place_for_attempt(opened, id)[0]).list(opened.name, id)

    def steps() -> "list[Hint]":
        sight = Sight(
            revealed=tuple(reveals.revealed(opened.name, id).revealed),
            attempted=bool(attempts),
            solved=id in progress.solved(opened.name),
        )
        return hints(opened, id, sight)

    found = steps()
    wanted = next_hint(found)
    if not again and wanted is not None:
        reveals.reveal(opened.name, id, wanted.what, attempts[-1] if attempts else None)
        found = steps()
    if as_json:
        print_json(HintList(hints=found))
    else:
        _print(found)


def _print(found: "list[Hint]") -> None:
    from ..practice.hints import next_hint
    from .printing import console

    out = console()
    for hint in found:
        if hint.shown:
            out.print(f"Hint {hint.step} of {len(found)}: {hint.title}", style="bold")
            for line in hint.lines:
                out.print(f"  {line}")
    following = next_hint(found)
    if following is not None:
        out.print(f"Next: {following.title.lower()} ({following.tells}).", style="dim")
