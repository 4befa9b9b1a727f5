"""The program: its commands, and what it says about itself."""

from typing import Annotated

import typer

from .achieved import progress
from .agreement import agreement
from .attempts import attempts
from .check import check
from .compare import compare
from .convert import convert
from .curate import curate
from .doctor import doctor
from .estimate import estimate
from .fetch import fetch
from .group import LabGroup
from .guess import guess
from .harbor import harbor
from .hint import hint
from .image import image
from .import_predictions import import_predictions
from .judge import judge
from .list import list_instances
from .mcp import mcp
from .open import open_attempt
from .predict import predict
from .report import report
from .run import run
from .score import score
from .show import show
from .systems import systems
from .tasks import tasks
from .trace import trace
from .verify import verify

app = typer.Typer(
    name="junobench-lab",
    cls=LabGroup,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from .._version import __version__

        typer.echo(f"junobench-lab {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Real notebook crashes: list them, see why they crash, run them, verify them, check and compare repairs.

    The exit code is 0 when all is well, 1 when the work was done but something isn't as it should be, 2 when what was
    asked can't be done, 70 after a fault of the program, 130 after Ctrl-C.
    With `--json`, errors are printed as `{"error": {"kind", "message"}}`.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("list")(list_instances)
app.command("show")(show)
app.command("trace")(trace)
app.command("estimate")(estimate)
app.command("run")(run)
app.command("check")(check)
app.command("attempts")(attempts)
app.command("guess")(guess)
app.command("hint")(hint)
app.command("progress")(progress)
app.command("verify")(verify)
app.command("compare")(compare)
app.command("tasks")(tasks)
app.command("predict")(predict)
app.command("import")(import_predictions)
app.command("judge")(judge)
app.command("agreement")(agreement)
app.command("score")(score)
app.command("report")(report)
app.command("convert")(convert)
app.command("open")(open_attempt)
app.command("mcp")(mcp)
app.command("harbor")(harbor)
app.command("fetch")(fetch)
app.command("doctor")(doctor)
app.add_typer(curate, name="curate")
app.add_typer(image, name="image")
app.add_typer(systems, name="systems")
