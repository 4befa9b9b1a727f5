"""Attempts: a person's working copies of reproduced variants, in their own files.

An attempt is a folder ``junobench/<bench>/<id>/attempt-<n>/`` in the contents root, with the notebook ``<id>.ipynb``,
a copy of the input files, and a hidden file that keeps what the attempt began with. Fixed variants, diagnoses and
checks never enter it. The folder is built under another name and put in place as a whole.
"""

import contextlib
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError, field_validator

from ..errors import EnvironmentUnavailable, InvalidRequest, UnknownAttempt
from ..instances.bench import Bench
from ..instances.catalog import Catalog
from ..instances.notebooks import Notebook, parse_notebook, read_notebook, to_nbformat
from ..model import Model
from ..running.edited import EditedNotebook
from ..trace.models import Trace
from ..trace.order import first_line, trace_notebook
from .models import Attempt, Prediction
from .strip import strip_hints

if TYPE_CHECKING:
    from .progress.store import ProgressStore

FOLDER = "junobench"
"""Folder in the contents root that holds all attempts."""

_SIDECAR = ".attempt.json"
_PREDICTION = ".prediction.json"
_LAST = ".last-attempt"
_BUILDING = ".new-"
_ABANDONED_AFTER = 3600.0
"""Seconds after which a folder that was being built is what a killed server left behind."""
_ATTEMPT = re.compile(r"attempt-([1-9]\d*)")
_KEPT_METADATA = ("language_info",)


class _Beginning(Model):
    """What an attempt began with, kept beside it."""

    attempt: Attempt
    trace: Trace
    start: Notebook
    """The notebook as given, without outputs."""

    @field_validator("attempt", mode="before")
    @classmethod
    def _without_stripped(cls, attempt: Any) -> Any:
        """Attempts were once told from which cells hints had been taken, which is a hint itself."""
        if not isinstance(attempt, dict):
            return attempt
        return {name: value for name, value in attempt.items() if name != "stripped"}


class Attempts:
    """The attempts below one contents root. All methods may be called from any thread.

    With ``progress``, what is opened and predicted is recorded there.
    """

    def __init__(self, contents_root: Path, catalog: Catalog, progress: "ProgressStore | None" = None) -> None:
        self._root = contents_root
        self._catalog = catalog
        self._progress = progress
        self._starting = Lock()

    def start(self, bench: str, id: str, kernel: str | None = None, new: bool = False) -> Attempt:
        """Resume the latest attempt, or start one where there is none or a ``new`` one is asked for.

        ``kernel`` is the kernelspec that a new notebook asks for; ``None``: the usual Python kernel. Raises what
        reading the instance raises, and `EnvironmentUnavailable` where the folder can't be made or the kernel isn't
        installed.
        """
        return self.resume_or_create(bench, id, kernel, new)[0]

    def resume_or_create(self, bench: str, id: str, kernel: str | None, new: bool) -> tuple[Attempt, bool]:
        """As `start`, and whether the attempt is a new one."""
        # Of two clicks that come at once, the second finds what the first has made.
        with self._starting:
            existing = [] if new else self.list(bench, id)
            attempt = existing[-1] if existing else self._create(self._catalog.bench(bench), id, kernel)
        self.note_opened(attempt)
        return attempt, not existing

    def note_opened(self, attempt: Attempt) -> None:
        """Record that an attempt was started or taken up again."""
        if self._progress is not None:
            self._progress.opened(attempt)

    def attempted(self, bench: str) -> set[str]:
        """Ids of the instances of a bench that have an attempt, whatever has become of it."""
        folder = self._root / FOLDER / bench
        return {id for id in _names(folder) if any(_number(name) is not None for name in _names(folder / id))}

    def list(self, bench: str, id: str) -> list[Attempt]:
        """The attempts at an instance whose notebook is still there, oldest first."""
        folder = self._folder(bench, id)
        numbers = sorted(number for name in _names(folder) if (number := _number(name)) is not None)
        found = []
        for number in numbers:
            try:
                beginning = self._beginning(bench, id, number)
            except UnknownAttempt:
                continue
            if self.file(beginning.attempt).is_file():
                found.append(beginning.attempt)
        return found

    def get(self, bench: str, id: str, number: int) -> Attempt:
        """Raises `UnknownAttempt`."""
        return self._beginning(bench, id, number).attempt

    def file(self, attempt: Attempt) -> Path:
        """The attempt's notebook."""
        return self._attempt_folder(attempt.bench, attempt.id, attempt.number) / f"{attempt.id}.ipynb"

    def notebook(self, attempt: Attempt) -> Notebook:
        """The notebook as it is saved now. Raises `BrokenNotebook`."""
        return read_notebook(self.file(attempt))

    def start_notebook(self, attempt: Attempt) -> Notebook:
        """The notebook as it was given, without outputs."""
        return self._beginning(attempt.bench, attempt.id, attempt.number).start

    def trace(self, attempt: Attempt) -> Trace:
        """The recorded session, with the ids of the attempt's cells."""
        return self._beginning(attempt.bench, attempt.id, attempt.number).trace

    def edited(self, attempt: Attempt) -> EditedNotebook:
        """The notebook as it is saved now, beside what it was. Raises `BrokenNotebook`."""
        return EditedNotebook(self.notebook(attempt), self.start_notebook(attempt), self.trace(attempt))

    def prediction(self, attempt: Attempt) -> Prediction | None:
        """What the person predicted; ``None`` where they didn't, and where what they did can't be read."""
        try:
            return Prediction.model_validate_json(self._prediction_file(attempt).read_bytes())
        except (OSError, ValidationError):
            return None

    def predict(self, attempt: Attempt, prediction: Prediction) -> None:
        """Keep a prediction with the attempt. Raises `InvalidRequest` where there is one already."""
        try:
            with self._prediction_file(attempt).open("x", encoding="utf-8") as file:
                file.write(prediction.model_dump_json())
        except FileExistsError:
            raise InvalidRequest(f"What you predicted for attempt {attempt.number} is kept already.") from None
        except OSError as error:
            folder = self.file(attempt).parent
            raise EnvironmentUnavailable(
                f"Your prediction can't be kept ({error.strerror}): see that {folder} can be written."
            ) from error
        if self._progress is not None:
            self._progress.predicted(attempt)

    def _prediction_file(self, attempt: Attempt) -> Path:
        return self.file(attempt).with_name(_PREDICTION)

    def _folder(self, bench: str, id: str) -> Path:
        """Where the attempts at an instance are; refuses what isn't a plain name, or a link that leads out."""
        for name in (bench, id):
            if not name or name.startswith(".") or "\x00" in name or "\\" in name or Path(name).name != name:
                raise InvalidRequest(f"{name[:80]!r} is no name of a bench or an instance.")
        folder = self._root / FOLDER / bench / id
        if not folder.resolve().is_relative_to(self._root.resolve()):
            raise InvalidRequest(f"{FOLDER}/{bench}/{id} leads out of your files through a link: remove the link.")
        return folder

    def _attempt_folder(self, bench: str, id: str, number: int) -> Path:
        """Raises `UnknownAttempt` where something else is in its place."""
        folder = self._folder(bench, id) / f"attempt-{number}"
        for path in (folder, folder / f"{id}.ipynb", folder / _SIDECAR):
            if path.is_symlink():
                raise UnknownAttempt(
                    f"{path.relative_to(self._root)} is a link and not part of an attempt: start a new one."
                )
        return folder

    def _beginning(self, bench: str, id: str, number: int) -> _Beginning:
        file = self._attempt_folder(bench, id, number) / _SIDECAR
        try:
            beginning = _Beginning.model_validate_json(file.read_bytes())
        except FileNotFoundError:
            raise UnknownAttempt(f"There is no attempt {number} at {id}: start one from its page.") from None
        except (OSError, ValidationError):
            raise UnknownAttempt(
                f"What is known of attempt {number} at {id} can't be read ({file.name} is damaged): start a new one."
            ) from None
        # Where the folder is counts, not what the file says of it: people copy and rename folders.
        where = {"bench": bench, "id": id, "number": number, "path": _path(bench, id, number)}
        return beginning.model_copy(update={"attempt": beginning.attempt.model_copy(update=where)})

    def _create(self, bench: Bench, id: str, kernel: str | None) -> Attempt:
        reproduced = bench.notebook(id, "reproduced")
        kernelspec = _kernelspec(kernel)
        folder = self._folder(bench.name, id)
        building = folder / f"{_BUILDING}{secrets.token_hex(4)}"
        try:
            building.mkdir(parents=True)
            _remove_abandoned(folder)
            self._copy_inputs(bench, id, building)
            return self._finish(bench.name, id, reproduced, kernelspec, building)
        except OSError as error:
            raise _not_writable(folder, error) from error
        finally:
            shutil.rmtree(building, ignore_errors=True)

    def _finish(
        self, bench: str, id: str, reproduced: Notebook, kernelspec: Mapping[str, str], building: Path
    ) -> Attempt:
        """Write the notebook and its beginning, and put the folder in place under a number that is free."""
        folder = building.parent
        stripped, _ = strip_hints(reproduced)
        number = self._next_number(folder)
        while True:
            attempt = Attempt(
                bench=bench,
                id=id,
                number=number,
                path=_path(bench, id, number),
                started=datetime.now(timezone.utc),
                left_out=reproduced.left_out,
            )
            document = _document(stripped, attempt, kernelspec)
            beginning = _beginning(attempt, document, trace_notebook(reproduced))
            (building / f"{id}.ipynb").write_text(_json(document), encoding="utf-8")
            (building / _SIDECAR).write_text(beginning.model_dump_json(), encoding="utf-8")
            (folder / _LAST).write_text(str(number), encoding="ascii")
            target = folder / f"attempt-{number}"
            try:
                os.rename(building, target)
            except OSError:
                if not target.exists():
                    raise
                # Another server has taken the number in the meantime.
                number += 1
                continue
            return attempt

    def _copy_inputs(self, bench: Bench, id: str, building: Path) -> None:
        source = bench.folder(id)
        for file in bench.input_files(id):
            copy = building / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            try:
                # Content only: the originals may be read-only, the copies are the person's.
                shutil.copyfile(file, copy)
            except OSError as error:
                raise EnvironmentUnavailable(
                    f"The input file {file.relative_to(source)} of {id} can't be copied to your files "
                    f"({error.strerror or error}): see that it can be read and that the disk isn't full."
                ) from error

    def _next_number(self, folder: Path) -> int:
        """One above every number that was ever used, also by attempts that were deleted since."""
        used = [number for name in _names(folder) if (number := _number(name)) is not None]
        with contextlib.suppress(OSError, ValueError):
            used.append(int((folder / _LAST).read_text(encoding="ascii")))
        return max(used, default=0) + 1


def _path(bench: str, id: str, number: int) -> str:
    return f"{FOLDER}/{bench}/{id}/attempt-{number}/{id}.ipynb"


def _remove_abandoned(folder: Path) -> None:
    for name in _names(folder):
        left = folder / name
        with contextlib.suppress(OSError):
            if name.startswith(_BUILDING) and time.time() - left.stat().st_mtime > _ABANDONED_AFTER:
                shutil.rmtree(left, ignore_errors=True)


def _document(notebook: Notebook, attempt: Attempt, kernelspec: Mapping[str, str]) -> dict[str, Any]:
    metadata: dict[str, Any] = {key: notebook.metadata[key] for key in _KEPT_METADATA if key in notebook.metadata}
    metadata["kernelspec"] = dict(kernelspec)
    metadata["junobench_lab"] = {"bench": attempt.bench, "id": attempt.id, "attempt": attempt.number}
    cells = [cell.model_copy(update={"metadata": {}}) for cell in notebook.cells]
    return to_nbformat(notebook.model_copy(update={"metadata": metadata, "cells": cells}))


def _beginning(attempt: Attempt, document: Mapping[str, Any], recorded: Trace) -> _Beginning:
    """The recorded trace, told of the attempt's cells: their ids, and their sources without the hints.

    The trace is that of the published notebook, because the marks of cells that ran twice are among the hints.
    """
    given = parse_notebook(document, where=attempt.path)
    start = given.model_copy(update={"cells": [cell.model_copy(update={"outputs": []}) for cell in given.cells]})
    return _Beginning(attempt=attempt, start=start, trace=retold(recorded, start))


def retold(trace: Trace, notebook: Notebook) -> Trace:
    """A trace with the ids and sources of another version of its notebook, cell by cell."""
    cells = [
        traced.model_copy(
            update={
                "id": notebook.cells[traced.cell].id,
                "source": notebook.cells[traced.cell].source,
                "first_line": first_line(notebook.cells[traced.cell].source),
            }
        )
        for traced in trace.cells
    ]
    return trace.model_copy(update={"cells": cells})


def _kernelspec(kernel: str | None) -> dict[str, str]:
    """The kernel that the notebook asks for, as in its metadata."""
    if kernel is None:
        return {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    # It takes a while to import, and most attempts ask for no kernel.
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    try:
        spec = KernelSpecManager().get_kernel_spec(kernel)
    except (NoSuchKernel, ValueError):
        raise EnvironmentUnavailable(
            f"No kernel {kernel[:80]!r} is installed: choose another in the settings, or see `jupyter kernelspec list`."
        ) from None
    return {"name": kernel, "display_name": spec.display_name, "language": spec.language}


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _number(name: str) -> int | None:
    match = _ATTEMPT.fullmatch(name)
    return int(match.group(1)) if match else None


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _not_writable(folder: Path, error: OSError) -> EnvironmentUnavailable:
    return EnvironmentUnavailable(
        f"The attempt can't be written to {folder} ({error.strerror or error}): free some disk space, or see that the "
        "folder can be written and nothing else is in its place."
    )
