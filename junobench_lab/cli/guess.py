"""``guess``: what a person takes for the cause, before the first run of an attempt."""

from typing import Annotated

import typer

from . import options


def guess(
    id: Annotated[str, typer.Argument(metavar="ID", help="The instance, as `list` names it.", show_default=False)],
    cell: Annotated[
        int, typer.Argument(metavar="CELL", min=1, help="The cell that holds the cause, from 1.", show_default=False)
    ],
    cause: Annotated[
        str, typer.Argument(metavar="CAUSE", help="The root cause, such as 'data confusion'.", show_default=False)
    ],
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Say which cell holds the cause of the crash, and of which kind it is; kept with your latest attempt.

    The kinds are 'API misuse', 'data confusion', 'NB specific', 'implementation error', 'ML model confusion' and
    'library cause'. `check` says what came of it, once the repair passes.
    """
    from ..instances.labels import ROOT_CAUSES, known_value
    from ..practice.models import Prediction
    from ..practice.predictions import cause_words, require_not_run, require_sensible
    from ..running.records import RecordStore
    from .benches import chosen_bench
    from .contents import latest_attempt
    from .printing import console, print_json

    attempts, attempt = latest_attempt(chosen_bench(bench), id)
    prediction = Prediction(cell=cell - 1, cause=known_value(cause, ROOT_CAUSES) or cause)
    require_sensible(prediction, len(attempts.start_notebook(attempt).cells))
    require_not_run(attempt, RecordStore().list(attempt.bench, attempt.id))
    attempts.predict(attempt, prediction)
    if as_json:
        print_json(prediction)
    else:
        console().print(f"Kept with attempt {attempt.number}: cell {cell}, {cause_words(prediction.cause or '')}.")
