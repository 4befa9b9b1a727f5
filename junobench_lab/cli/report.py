"""``report``: scores of systems as one page."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ..research.scoring.models import Score


def report(
    scores: Annotated[
        list[str],
        typer.Argument(
            metavar="[NAME=]SCORE...", help="Files that `score --json` wrote, each with a name.", show_default=False
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.html", help="Where to write.")] = Path(
        "report.html"
    ),
) -> None:
    """Make a page of the scores of one or more systems: figures, charts by library and label, every item.

    All have to be scores of one task over the same items. Nothing is run or scored again.
    """
    from datetime import datetime, timezone

    from ..errors import InvalidRequest
    from ..html_page import require_place, write_report
    from ..research.score_page import score_page

    require_place(output)
    named = [_named(text) for text in scores]
    twice = next((name for name, _ in named if [other for other, _ in named].count(name) > 1), None)
    if twice is not None:
        raise InvalidRequest(f"Two scores are called {twice!r}: give each a name, as in ours=score.json.")
    write_report(output, score_page(named, made=datetime.now(timezone.utc)))
    typer.echo(f"{len(named)} system{'s' if len(named) != 1 else ''} in {output}.")


def _named(text: str) -> "tuple[str, Score]":
    """``NAME=FILE``, or a file whose name is the system's."""
    from pydantic import ValidationError

    from ..errors import InvalidRequest
    from ..research.scoring.models import Score
    from ..research.tasks.jsonl import read_text

    name, equals, file = text.partition("=")
    path = Path(file if equals else name)
    try:
        return name.strip() or path.stem if equals else path.stem, Score.model_validate_json(read_text(path))
    except ValidationError:
        raise InvalidRequest(f"{path} is no score: write it with `junobench-lab score ... --json > FILE`.") from None
