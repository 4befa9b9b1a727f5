"""What can be fetched, what will be, and how far it is."""

from typing import Literal

from pydantic import Field

from ..instances.models import DataSource
from ..model import Model


class HubFile(Model):
    """A file of the data set as the hub lists it."""

    path: str
    """Relative to the data set's root, with forward slashes."""
    size: int
    """Bytes."""
    sha256: str | None = None
    """Of the content, for files in large-file storage."""
    git_blob: str | None = None
    """Name of the content as a git blob (SHA-1 over ``blob <size>\\0`` and the content), for the others."""


class HubListing(Model):
    """The files of one state of the data set."""

    source: str
    """Name of the data set on the hub, such as ``PELAB-LiU/JunoBench``."""
    revision: str
    """The commit that was listed."""
    files: list[HubFile]


class InstanceDownload(Model):
    """What fetching one instance takes."""

    id: str
    files: int
    size: int
    """Bytes of all its files that were asked for."""
    missing: int
    """Bytes of them that aren't here yet."""
    sources: list[DataSource] = Field(default_factory=list)
    """Where its input comes from, and under which licences."""


class FetchPlan(Model):
    """What would be fetched, and where to; said before anything large is."""

    source: str
    revision: str
    folder: str
    notebooks_only: bool
    """Whether input data are left out: such an instance can be read, traced and compared, but not run."""
    instances: list[InstanceDownload]
    files: list[HubFile]
    """The files that aren't here yet, in the order in which they will be fetched."""
    size: int
    """Bytes to fetch."""
    free: int
    """Bytes free where they go."""


class Amount(Model):
    """Bytes of files."""

    size: int
    missing: int
    """Those of files that aren't here yet."""


class OfferedInstance(Model):
    """What can be fetched of an instance."""

    id: str
    notebooks: Amount
    """Its notebooks and README: enough to read, trace and compare."""
    everything: Amount
    """With its input data: enough to run."""
    sources: list[DataSource] = Field(default_factory=list)
    """Where its input comes from, and under which licences."""


class FetchOffer(Model):
    """What a person can choose from before anything is fetched. What is here is told by the sizes of files alone."""

    source: str
    folder: str
    free: int
    """Bytes free where they go."""
    notebooks: Amount
    everything: Amount
    instances: list[OfferedInstance]


class FetchStep(Model):
    """How far a download is."""

    kind: Literal["bytes", "file", "again"]
    """``bytes`` of a file came in; a ``file`` is complete and its checksum right; it came damaged: once ``again``."""
    path: str
    done: int
    """Bytes fetched so far, all files together."""
    total: int


class FetchResult(Model):
    """How a download ended."""

    bench: str | None
    """Name under which the bench is kept; ``None`` where not even its label sheet is here."""
    folder: str
    fetched: int
    """Files that are here now and weren't before."""
    failed: list[str] = Field(default_factory=list)
    """Files that couldn't be fetched, each with why."""
    cancelled: bool = False
    sentence: str
