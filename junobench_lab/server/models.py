"""What the routes take and give beyond the models of the core."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field, model_validator

from ..instances.models import BenchInfo, Instance, InstancePage, VariantName
from ..model import Model
from ..practice.models import Attempt, CheckResult, Hint, Reveal, Reveals
from ..practice.progress.models import InstanceProgress
from ..research.agents.replay import TrajectoryRow
from ..research.curation.models import CurationRecord, CurationStep, DataChoice, Label
from ..research.loaded.models import SystemFacet, SystemMark, SystemOnInstance
from ..running.environments.base import EnvironmentName
from ..running.environments.container.images import ContainerStatus, ImageStep
from ..running.models import RunSummary, Target
from ..trace.live import SessionRecord
from ..trace.models import Trace
from ..trace.needs import CellNeed
from ..trace.session_flow import SessionFlow

API_VERSION = 1
"""Counts up when a route changes so that an older front end would misread it."""


class Version(Model):
    version: str
    api: int = API_VERSION


class ErrorReply(Model):
    """Every error: the sentence for a person, and the type of mistake for the program."""

    message: str
    kind: str


class BenchList(Model):
    benches: list[BenchInfo]


class AddBench(Model):
    path: str
    name: str | None = None


class ListedInstances(InstancePage):
    """A part of the list, with what is known of the systems that are loaded."""

    systems: list[SystemFacet] = Field(default_factory=list)
    marks: dict[str, list[SystemMark]] = Field(default_factory=dict)
    """By id of an instance on this part; one that a person works on has none, as they could be hints."""


class AddSystem(Model):
    """A system to load."""

    bench: str
    paths: list[str] = Field(min_length=1, max_length=2)
    """Among the person's files: its predictions, the file that keeps runs of its repairs, or both."""
    name: str | None = None
    """``None``: as it calls itself in the file, else as the file is called."""


class GradingRequest(Model):
    """Grade the systems of a bench, of which somebody has cancelled it."""

    bench: str


class Unloaded(Model):
    key: str
    sentence: str


class InstanceSystems(Model):
    """What the loaded systems said about an instance."""

    hidden: str | None
    """Why nothing is shown, although there is something; the reference fix has to be revealed first."""
    systems: list[SystemOnInstance]
    trajectories: list[TrajectoryRow]
    """What agents did with it and was kept, newest first."""


class TrajectoryRequest(Model):
    """A trajectory to tell again: one of an instance's list, or any file among the person's."""

    name: str | None = None
    path: str | None = None
    episode: int = Field(default=0, ge=0)
    """Which of several in a file of JSON lines, from 0."""

    @model_validator(mode="after")
    def _one_way(self) -> "TrajectoryRequest":
        if (self.name is None) == (self.path is None):
            raise ValueError("name either a kept trajectory or a path")
        return self


class InstanceView(Model):
    """All that the page of an instance shows before a reveal."""

    instance: Instance
    trace: Trace | None = None
    """Trace of the reproduced variant; ``None`` where it can't be read (see the instance's problems)."""
    cells: dict[str, int] = Field(default_factory=dict)
    """Number of cells by variant, of those that may be seen."""
    attempts: list[Attempt]
    reveals: Reveals
    hints: list[Hint]
    """The four steps, with the text of those that may be seen."""
    progress: InstanceProgress


class Lacking(Model):
    """Whether a kernel can run an instance."""

    sentence: str | None
    """What the kernel lacks, and how to install it; ``None`` where it lacks nothing, as far as it can tell."""


class VariantView(Model):
    """A variant to look at: the notebook (bulky outputs left out) and its trace."""

    bench: str
    id: str
    variant: VariantName
    notebook: dict[str, Any]
    trace: Trace
    left_out: int = 0
    """Bytes of outputs left out."""


class RevealRequest(Model):
    bench: str
    id: str
    what: Reveal
    attempt: int | None = None
    """During which attempt it was asked for; ``None``: the latest."""


class AttemptRequest(Model):
    bench: str
    id: str
    new: bool = False
    """Start a new attempt even where there is one to resume."""
    kernel: str | None = None
    """Kernelspec that the attempt's notebook asks for; ``None``: the server's default. A container has its own."""
    environment: EnvironmentName | None = None
    """``None``: local."""
    allow_network: bool | None = None
    """See `KernelRequest`."""


class PredictionRequest(Model):
    """What a person predicts: both a cell and a cause, or that they would rather not say."""

    cell: str | None = None
    """Id of the cell that holds the cause."""
    cause: str | None = None
    skipped: bool = False


class NotebookRef(Model):
    """A notebook to compare: a variant, an attempt, or any notebook by its path in the contents root."""

    bench: str | None = None
    id: str | None = None
    variant: VariantName | None = None
    attempt: int | None = None
    path: str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "NotebookRef":
        by_instance = self.bench is not None and self.id is not None
        if self.path is not None:
            valid = not (self.bench or self.id or self.variant or self.attempt)
        else:
            valid = by_instance and (self.variant is None) != (self.attempt is None)
        if not valid:
            raise ValueError("name a path, or a bench, an id and either a variant or an attempt")
        return self


class ComparisonRequest(Model):
    left: NotebookRef
    right: NotebookRef


class TraceRequest(Model):
    """Any open notebook, and what ran in its kernel session."""

    notebook: dict[str, Any]
    """An nbformat 4 document; of the outputs only errors are looked at, so the others may be left out."""
    session: SessionRecord | None = None
    """The front end's own record; ``None`` where it has none."""


class EstimateRequest(Model):
    """A crashed notebook of a person's own."""

    notebook: dict[str, Any]
    """An nbformat 4 document; of the outputs only errors are looked at."""
    bench: str = "starter"
    """Where to look for similar cases."""


class NotebookTrace(Model):
    """The two traces of an open notebook, kept apart, and what its cells need before they run."""

    saved: Trace
    """From the saved counts."""
    saved_flow: SessionFlow
    session: Trace | None = None
    """From this kernel session."""
    session_flow: SessionFlow | None = None
    needs: list[CellNeed]
    """For every code cell, in document order; without a session: in a fresh kernel."""


class RunRequest(Model):
    target: Target
    kernel: str | None = None
    environment: EnvironmentName | None = None
    """``None``: local."""
    allow_network: bool = False
    """Whether the person agrees that the container gets a network, where the instance asks for one."""
    order: list[str] | None = None
    """For an attempt: ids of the cells in the order in which the person ran them in this session."""


class CheckRequest(Model):
    """An attempt to check."""

    bench: str
    id: str
    attempt: int
    kernel: str | None = None
    environment: EnvironmentName | None = None
    """``None``: local."""
    allow_network: bool = False
    """As for a run."""
    session: SessionRecord | None = None
    """What the person ran in this kernel session; without it, or where it never came to the crash cell, the cells run
    in the recorded order."""


class KernelRequest(Model):
    """Which kernel a notebook of an instance gets."""

    bench: str
    id: str
    environment: EnvironmentName
    kernel: str | None = None
    """A local kernelspec; ``None``: the server's default."""
    allow_network: bool | None = None
    """Whether the person agrees that the container gets a network; ``None``: they haven't been asked."""


class InstanceKernel(Model):
    kernel: str
    """Name of the kernelspec."""
    replaces: list[str] = Field(default_factory=list)
    """Kernels of another environment, which the notebook must not keep."""


class ImageRequest(Model):
    """Something to do with the image that the container settings name."""

    action: Literal["build", "pull", "check"]
    agreed: bool = False
    """Whether the person agrees that much is fetched: nothing is without."""
    base: str | None = None
    """Image that a build starts from; ``None``: the product's choice."""
    image: str | None = None
    """Image to pull, as its plan names it; the settings name it from then on. ``None``: the one that they name."""


class ImageJob(Model):
    action: Literal["build", "pull", "check"]
    started: datetime
    ended: datetime | None = None
    ok: bool | None = None
    """Whether it came to a good end; ``None`` until then."""
    cancelled: bool = False
    sentence: str | None = None
    """What came of it, for a person."""


class ImageProgress(Model):
    """How far a build, a pull or a trial is."""

    job: ImageJob
    layers: list[ImageStep]
    """The latest word on each layer that is fetched."""
    lines: list[str]
    """The last lines of what else was said."""


class FetchRequest(Model):
    """Instances of the published data set to fetch."""

    ids: list[str] = Field(default_factory=list)
    """Empty: all of them."""
    notebooks_only: bool = False
    """Whether input data are left out: such an instance can be read, traced and compared, but not run."""
    agreed: bool = False
    """Whether the person has seen sizes and licences, and agrees: nothing is fetched without."""


class FetchJob(Model):
    notebooks_only: bool
    started: datetime
    ended: datetime | None = None
    ok: bool | None = None
    """Whether all that was asked for is here; ``None`` until then."""
    cancelled: bool = False
    sentence: str | None = None
    """What came of it, for a person."""
    bench: str | None = None
    """Name under which the bench is kept, once it is."""


class FetchProgress(Model):
    """How far a download is."""

    job: FetchJob
    path: str | None
    """The file that came in last."""
    done: int
    """Bytes fetched so far."""
    total: int | None
    """``None`` until it is known what is missing."""
    files_done: int
    files: int


class Environments(Model):
    """Where kernels can run beside this machine itself."""

    container: ContainerStatus
    job: ImageJob | None
    """What goes on with the image, or was the last to end."""


class LatestCheck(Model):
    result: CheckResult | None = None
    """``None`` where the attempt hasn't been checked yet."""


class RunList(Model):
    runs: list[RunSummary]


class DraftKey(Model):
    bench: str
    """Name of a bench of drafts."""
    id: str


class CurationRequest(Model):
    """An instance to make of a crashed notebook among the person's files."""

    path: str
    """The notebook, below the contents root, as it was saved."""
    bench: str = ""
    """Folder of the person's own bench: absolute, with ``~``, or below the contents root."""
    id: str | None = None
    fixed: str | None = None
    """The repaired notebook, below the contents root."""
    data: DataChoice = "sampled"
    kernel: str | None = None
    session: SessionRecord | None = None
    """What ran in the notebook's kernel, where that is known."""
    draft: DraftKey | None = None
    """A draft that is to be accepted with the notebook as its repair; then nothing else but the kernel counts."""


class CurationResult(Model):
    bench: str
    """Name under which the bench that holds it is kept: the person's own, or that of its drafts."""
    id: str
    accepted: bool
    record: CurationRecord
    values: dict[Label, list[str]]
    """The labels that there are, each with the values that it may have; a library may be another one."""


class CurationJob(Model):
    """An instance that is being made, or was the last to be."""

    path: str
    started: datetime
    step: CurationStep | None = None
    ended: datetime | None = None
    ok: bool | None = None
    """Whether an instance or a draft came of it; ``None`` until then."""
    cancelled: bool = False
    sentence: str | None = None
    """What came of it, for a person."""
    result: CurationResult | None = None


class SettleRequest(Model):
    """Labels and a diagnosis that a person chose for an instance of their own bench."""

    bench: str
    id: str
    labels: dict[Label, str] = Field(default_factory=dict)
    diagnosis: str | None = Field(default=None, max_length=20_000)
    """Why it crashes; without it the diagnosis stays as it is."""


class Settled(Model):
    sentence: str
