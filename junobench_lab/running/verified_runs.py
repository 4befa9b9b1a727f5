"""The file of a verification: a line for every run that ended, from which it goes on where it stopped."""

import hashlib
from pathlib import Path
from typing import Literal

from ..instances.models import VariantName
from ..model import Model
from .environments.base import EnvironmentName
from .inputs import input_manifest, manifest_digest
from .models import Limits, Outcome
from .runs_file import add_line, mend, read_lines
from .session import RunJob

RunKey = tuple[str, VariantName, int, str]
"""Instance, variant, which of its repetitions, and `settings_digest`: what tells a run from others."""


class VerifiedRun(Model):
    """A line of the file."""

    format: Literal[1] = 1
    instance: str
    variant: VariantName
    repetition: int
    """From 0."""
    settings: str
    """Digest of all that a verdict depends on, so that a changed notebook is run again."""
    record: str
    outcome: Outcome


def settings_digest(job: RunJob, limits: Limits, environment: EnvironmentName, kernel: str) -> str:
    """Of the plan, the input files by content, the bounds and the kind of kernel; not of where it runs.

    Raises `EnvironmentUnavailable` where an input file can't be read.
    """
    inputs = manifest_digest(input_manifest(job.folder, job.files))
    told = [job.plan.model_dump_json(), inputs, limits.model_dump_json(), environment, kernel]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


class VerifiedRuns:
    """The runs on file. Those that could not be carried out are no runs: they are to be made again."""

    def __init__(self, file: Path) -> None:
        """Raises `InvalidRequest` where the file is another one."""
        self.file = file
        self._known = {
            (line.instance, line.variant, line.repetition, line.settings): line
            for line in read_lines(file, VerifiedRun, "run of a verification")
            if line.outcome.verdict != "infrastructure"
        }
        mend(file)

    def get(self, key: RunKey) -> VerifiedRun | None:
        return self._known.get(key)

    def add(self, key: RunKey, record: str, outcome: Outcome) -> None:
        """Raises `InvalidRequest` where the file can't be written."""
        instance, variant, repetition, settings = key
        add_line(
            self.file,
            VerifiedRun(
                instance=instance,
                variant=variant,
                repetition=repetition,
                settings=settings,
                record=record,
                outcome=outcome,
            ),
        )
