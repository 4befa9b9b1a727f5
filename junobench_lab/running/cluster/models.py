"""What goes to a worker and what comes back, both as JSON, so that two versions of Python understand each other."""

from typing import Literal

from pydantic import Field

from ...model import Model
from ..environments.base import EnvironmentName
from ..inputs import InputFile
from ..models import Limits, Plan, RunRecord, Target


class Parcel(Model):
    """A run as a worker gets it."""

    product: str
    """Version of junobench-lab that the worker has to have, too."""
    run: str
    """Id of the record."""
    target: Target
    plan: Plan
    folder: str
    """The instance's folder on the client's machine; the worker may have it, too."""
    packaged: str | None
    """The same below the installed package, for an instance that ships with it."""
    files: list[InputFile]
    ask: bool
    check: str | None
    environment: EnvironmentName
    kernel: str | None
    cold: bool
    network: bool
    imports: list[str]
    """What the worker's parent process of warm kernels imports; empty: the usual libraries."""
    limits: Limits
    known_packages: list[str] = Field(default_factory=list)
    """Digests of lists of packages that the client has already."""


class Reply(Model):
    """What a worker says of a parcel: a record, or why it has none."""

    kind: Literal["record", "lacks_input", "unfit", "failed"]
    worker: str
    """Its address."""
    record: RunRecord | None = None
    packages: dict[str, str] | None = None
    """Package -> version, where the client doesn't know the list yet."""
    sentence: str = ""
    """Why there is no record: ``unfit`` for this worker whatever it is given, or ``failed`` for this run."""
