"""What commands print that is no model of the core."""

from typing import Literal

from ..instances.models import Instance
from ..model import Model
from ..practice.models import Hint


class DiagnosedInstance(Instance):
    """An instance with the answer, as `show --diagnosis` prints it."""

    diagnosis: str | None
    """Why it crashes; ``None`` where the bench doesn't say."""


class HintList(Model):
    """The four hints, with the text of those that were asked for."""

    hints: list[Hint]


class Check(Model):
    """One thing that `doctor` looked at."""

    name: str
    status: Literal["ok", "warn", "fail"]
    message: str
    """What was found."""
    advice: str | None = None
    """What to do about it."""


class Doctor(Model):
    """Whether the installation is sound."""

    ok: bool
    """Whether nothing failed; warnings don't count."""
    checks: list[Check]
