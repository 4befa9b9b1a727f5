"""``agreement``: how far two judges of texts agree."""

from pathlib import Path
from typing import Annotated

import typer

from . import options


def agreement(
    first: Annotated[Path, typer.Argument(metavar="VERDICTS", help="As `judge` keeps them.", show_default=False)],
    second: Annotated[Path, typer.Argument(metavar="VERDICTS", help="Of another judge.", show_default=False)],
    as_json: options.Json = False,
) -> None:
    """Say how far two judges of predicted texts agree, such as a language model and a person: Cohen's kappa.

    What one of them judged alone counts for nothing. For labels that people give, see `curate agreement`. The exit
    code is 0 when they have judged a text in common.
    """
    from ..errors import InvalidRequest
    from ..research.judging.agreement import judge_agreement
    from ..research.judging.verdicts_file import read_verdicts
    from .printing import console, print_json, table

    for file in (first, second):
        if not file.exists():
            raise InvalidRequest(
                f"{file} isn't there: write it with `junobench-lab judge PREDICTIONS --verdicts {file}`."
            )
    found = judge_agreement(read_verdicts(first), read_verdicts(second))
    if not found.texts:
        raise InvalidRequest("They have judged no text in common: have both judge the same predictions.")
    if as_json:
        print_json(found)
        return
    out = console()
    kappa = "not defined" if found.kappa is None else f"{found.kappa:.3f}"
    one, other = found.judges
    out.print(f"{one} and {other}", style="bold")
    out.print(f"{found.agreed} of {found.texts} texts judged alike; Cohen's kappa {kappa}.")
    out.print(
        f"Right for both {found.both_right}, for {one} alone {found.only_first}, for {other} alone "
        f"{found.only_second}, for neither {found.neither}."
    )
    for name, number in zip(found.judges, found.alone, strict=True):
        if number:
            out.print(f"! {number} {'text' if number == 1 else 'texts'} judged by {name} alone.")
    if found.disagreements:
        rows = table("Item", "Right for", "Why", "Why not")
        for each in found.disagreements:
            for_first = each.right[0]
            why = each.why if for_first else each.why[::-1]
            rows.add_row(each.item, one if for_first else other, *why)
        out.print(rows)
