"""``doctor``: whether the installation is sound, and what to do where it isn't."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .models import Check, Doctor


def doctor(
    clean: Annotated[
        bool, typer.Option("--clean", help="First remove containers that earlier processes left behind.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Check the installation: Python, packages, kernels, both halves of the extension, benches, disk.

    The exit code is 0 unless a check failed; warnings don't count.
    """
    from .checks import all_checks
    from .models import Doctor
    from .printing import print_json

    checks = [*(_cleaned() if clean else ()), *all_checks()]
    result = Doctor(ok=all(check.status != "fail" for check in checks), checks=checks)
    if as_json:
        print_json(result)
    else:
        _print(result)
    if not result.ok:
        raise typer.Exit(exit_codes.NOT_WELL)


def _cleaned() -> "Iterator[Check]":
    import asyncio

    from ..errors import EnvironmentUnavailable
    from ..running.environments.container.reaper import reap
    from .models import Check

    try:
        removed = asyncio.run(reap())
    except EnvironmentUnavailable as error:
        yield Check(name="Containers", status="warn", message=f"Nothing could be removed. {error}")
    else:
        yield Check(name="Containers", status="ok", message=f"Removed {removed} that earlier processes had left.")


def _print(result: "Doctor") -> None:
    from rich.text import Text

    from .printing import console, facts

    out = console()
    grid = facts()
    for check in result.checks:
        words = check.message if check.advice is None else f"{check.message}\n-> {check.advice}"
        grid.add_row(f"{_MARKS[check.status]} {check.name}", Text(words))
    out.print(grid)
    out.print()
    failed = sum(check.status == "fail" for check in result.checks)
    warned = sum(check.status == "warn" for check in result.checks)
    if failed:
        out.print(f"{failed} of {len(result.checks)} checks failed.", style="bold")
    elif warned:
        out.print(f"Nothing failed; {warned} of {len(result.checks)} checks have a warning.", style="bold")
    else:
        out.print("All is well.", style="bold")


_MARKS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}
