"""What commands print that is no model of the core."""

from typing import Literal

from ..instances.models import Instance
from ..model import Model


class DiagnosedInstance(Instance):
    """An instance with the answer, as `show --diagnosis` prints it."""

    diagnosis: str | None
    """Why it crashes; ``None`` where the bench doesn't say."""


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
