"""The one place where the command line turns what went wrong into a sentence and an exit code."""

import errno
import os
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from ..errors import InvalidRequest, LabError
from . import exit_codes
from .log import keep_details, logging_to_file

# Newer releases of typer bring their own copy of click, older ones need the package: this finds the one in use.
_UsageError: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


class Cancelled(Exception):
    """A person ended the command; the text says what became of the work."""

    def __init__(self, sentence: str = "Cancelled.") -> None:
        super().__init__(sentence)


class LabGroup(TyperGroup):
    """Runs a command; no traceback leaves it. With ``--json`` an error is a JSON document on stdout."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Cancelled from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        arguments = list(sys.argv[1:] if args is None else args)
        as_json = "--json" in arguments[: arguments.index("--")] if "--" in arguments else "--json" in arguments
        _survive_any_character()
        with logging_to_file():
            code = self._run(arguments, as_json, prog_name, complete_var, windows_expand_args, extra)
        sys.exit(code)

    def _run(
        self,
        arguments: Sequence[str],
        as_json: bool,
        prog_name: str | None,
        complete_var: str | None,
        windows_expand_args: bool,
        extra: dict[str, Any],
    ) -> int:
        try:
            code = super().main(
                list(arguments),
                prog_name=prog_name,
                complete_var=complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
            sys.stdout.flush()
            return code if isinstance(code, int) else exit_codes.WELL
        except LabError as error:
            return _fail(as_json, type(error).__name__, str(error), exit_codes.MISTAKE)
        except _UsageError as error:
            return _fail(as_json, InvalidRequest.__name__, _usage_sentence(error), exit_codes.MISTAKE)
        except (Cancelled, KeyboardInterrupt, typer.Abort) as error:
            return _fail(as_json, Cancelled.__name__, str(error) or str(Cancelled()), exit_codes.CANCELLED)
        except BrokenPipeError:
            # Whoever read the output has had enough, as `head` does.
            _write_no_more()
            return exit_codes.NOT_WELL
        except Exception as error:
            if isinstance(error, OSError) and error.errno in _NO_SPACE and error.filename is None:
                _write_no_more()
                sentence = f"The output can't be written ({error.strerror}): send it to another place."
                return _fail(False, InvalidRequest.__name__, sentence, exit_codes.MISTAKE)
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            sentence = f"Something went wrong within junobench-lab ({what[:300]}); {keep_details(error)}"
            return _fail(as_json, "Unexpected", sentence, exit_codes.UNEXPECTED)


def _fail(as_json: bool, kind: str, message: str, code: int) -> int:
    message = " ".join(message.split())
    if as_json:
        from .printing import print_json

        try:
            print_json({"error": {"kind": kind, "message": message}})
            sys.stdout.flush()
            return code
        except OSError:
            # The output itself can't be written: stderr may be another place.
            _write_no_more()
    from .printing import legible

    message = legible(message)
    print(message if code == exit_codes.CANCELLED else f"Error: {message}", file=sys.stderr)
    return code


def _write_no_more() -> None:
    """What is left to write is dropped: Python would complain of it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage_sentence(error: Any) -> str:
    sentence = error.format_message().strip()
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "junobench-lab"
    return f"{sentence}{'' if sentence.endswith(('.', '?')) else '.'} See `{command} --help`."


def _survive_any_character() -> None:
    """A terminal that can't show a character gets a stand-in, not an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
