"""The routes as a table: what each takes and gives. The OpenAPI file is made from it."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel

from ..fetching.models import FetchOffer
from ..instances.models import FILTER_DIMENSIONS, VARIANTS, BenchInfo, Diagnosis
from ..practice.models import Attempt, AttemptList, Comparison, PredictionView, Reveals
from ..practice.progress.models import Progress, ProgressExport, Removed
from ..research.agents.replay import Replay
from ..research.estimators.models import NotebookEstimate
from ..research.loaded.models import LoadedSystem, SystemList
from ..running.environments.container.images import PullPlan
from ..running.models import RunRecord, RunSummary
from ..running.preflight.models import Trial, TrialMessage, TrialReply, TrialRequest
from ..trace.models import Trace
from ..trace.session_flow import SessionFlow
from .models import (
    AddBench,
    AddSystem,
    AttemptRequest,
    BenchList,
    CheckRequest,
    ComparisonRequest,
    CurationJob,
    CurationRequest,
    Environments,
    EstimateRequest,
    FetchJob,
    FetchRequest,
    GradingRequest,
    ImageJob,
    ImageRequest,
    InstanceKernel,
    InstanceSystems,
    InstanceView,
    KernelRequest,
    Lacking,
    LatestCheck,
    ListedInstances,
    NotebookTrace,
    PredictionRequest,
    RevealRequest,
    RunList,
    RunRequest,
    Settled,
    SettleRequest,
    TraceRequest,
    TrajectoryRequest,
    Unloaded,
    VariantView,
    Version,
)

BASE_PATH = "/junobench-lab/api"
DEFAULT_LIMIT = 200
MAX_LIMIT = 1000

Method = Literal["get", "post", "delete"]

_EVENTS = (
    "Server-sent events, replayed from the start of the run: `event: run` with an `Event` as data, after a check "
    "`event: check` with a `CheckResult` (where it isn't confirmed, another one follows), and at the end "
    "`event: outcome` with an `Outcome`. Comments keep the connection alive. Whoever stops listening doesn't stop the "
    "run."
)
_FINDINGS = "With findings only once `explanation` has been revealed."
_TRIAL = (
    "The client sends the expressions over its own connection with the kernel, as a silent execute request with empty "
    "code, `store_history` and `allow_stdin` false, and hands in the content of the reply."
)
_ANY_NOTEBOOK = (
    "Nothing is stored. Findings are always there for a person's own notebook; for an attempt, which its metadata "
    "name, only once `explanation` has been revealed."
)


@dataclass(frozen=True)
class Parameter:
    name: str
    schema: dict[str, Any]
    description: str = ""
    where: Literal["path", "query"] = "query"
    required: bool = False


@dataclass(frozen=True)
class Operation:
    """One verb of one route."""

    method: Method
    path: str
    """Below `BASE_PATH`, with parameters in braces; "runs/{run}"."""
    id: str
    summary: str
    gives: dict[int, type[BaseModel] | Literal["events", "openapi"]]
    """What a success answers, by status."""
    takes: type[BaseModel] | None = None
    query: tuple[Parameter, ...] = ()
    description: str = ""


def path_parameter(name: str) -> Parameter:
    """A parameter in the path of a route."""
    schema, description = _PATH_PARAMETERS[name]
    return Parameter(name, schema, description, where="path", required=True)


_TEXT = {"type": "string"}
_PATH_PARAMETERS: dict[str, tuple[dict[str, Any], str]] = {
    "bench": (_TEXT, "Name of a bench, as in the list of benches."),
    "id": (_TEXT, "Id of an instance: the name of its folder."),
    "variant": ({"type": "string", "enum": list(VARIANTS)}, "`fixed` and `fixed2` are behind a reveal."),
    "number": ({"type": "integer", "minimum": 1}, "Number of the attempt, 1-based."),
    "run": (_TEXT, "Id of a run."),
    "key": (_TEXT, "Key of a loaded system."),
}
_BENCH = Parameter("bench", _TEXT, "Name of a bench.")
_ID = Parameter("id", _TEXT, "Id of an instance.")
_FILTERS = (
    Parameter("query", _TEXT, "Words that must all occur in the id, the exception or the labels."),
    *(
        Parameter(name, {"type": "array", "items": _TEXT}, "Repeatable: the values are alternatives.")
        for name in FILTER_DIMENSIONS
    ),
    *(
        Parameter(standing, {"type": "array", "items": _TEXT}, f"Keys of systems that have to be {standing}.")
        for standing in ("right", "wrong")
    ),
    Parameter("offset", {"type": "integer", "minimum": 0, "default": 0}),
    Parameter("limit", {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}),
)

OPERATIONS: tuple[Operation, ...] = (
    Operation("get", "version", "version", "Version of the product and of these routes", {200: Version}),
    Operation("get", "benches", "listBenches", "The benches", {200: BenchList}),
    Operation("post", "benches", "addBench", "Add a folder as a bench", {201: BenchInfo}, AddBench),
    Operation(
        "get",
        "instances/{bench}",
        "listInstances",
        "A part of the filtered list of instances, with the counts of every filter",
        {200: ListedInstances},
        query=_FILTERS,
    ),
    Operation("get", "instances/{bench}/{id}", "instance", "An instance without its answer", {200: InstanceView}),
    Operation(
        "get",
        "instances/{bench}/{id}/lacking",
        "lacking",
        "What a local kernel lacks to run the instance",
        {200: Lacking},
        query=(Parameter("kernel", _TEXT, "Name of a kernelspec; the default kernel without."),),
    ),
    Operation(
        "get", "instances/{bench}/{id}/variants/{variant}", "variant", "A variant to look at", {200: VariantView}
    ),
    Operation(
        "get",
        "instances/{bench}/{id}/variants/{variant}/trace",
        "variantTrace",
        "The recorded session of a variant",
        {200: Trace},
        description=_FINDINGS,
    ),
    Operation(
        "get",
        "instances/{bench}/{id}/variants/{variant}/flow",
        "variantFlow",
        "The data flow of a variant's recorded session",
        {200: SessionFlow},
    ),
    Operation("get", "instances/{bench}/{id}/diagnosis", "diagnosis", "Why it crashes, in words", {200: Diagnosis}),
    Operation("post", "reveals", "reveal", "Reveal a part of the answer", {200: Reveals}, RevealRequest),
    Operation(
        "get",
        "attempts",
        "listAttempts",
        "The attempts at an instance",
        {200: AttemptList},
        query=(replace(_BENCH, required=True), replace(_ID, required=True)),
    ),
    Operation(
        "post",
        "attempts",
        "startAttempt",
        "Resume the latest attempt, or start one where there is none or a new one is asked for",
        {200: Attempt, 201: Attempt},
        AttemptRequest,
    ),
    Operation("get", "attempts/{bench}/{id}/{number}", "attempt", "An attempt", {200: Attempt}),
    Operation(
        "post",
        "attempts/{bench}/{id}/{number}",
        "resumeAttempt",
        "Take an attempt up again, which is noted in the progress",
        {200: Attempt},
    ),
    Operation(
        "get",
        "attempts/{bench}/{id}/{number}/prediction",
        "prediction",
        "What the person predicted before the first run",
        {200: PredictionView},
        description="With an answer only once the check has passed or the root cause was revealed.",
    ),
    Operation(
        "post",
        "attempts/{bench}/{id}/{number}/prediction",
        "predict",
        "Keep a prediction, once, before the first run",
        {201: PredictionView},
        PredictionRequest,
    ),
    Operation(
        "get",
        "attempts/{bench}/{id}/{number}/trace",
        "attemptTrace",
        "The recorded session, with the ids of the attempt's cells",
        {200: Trace},
        description=_FINDINGS,
    ),
    Operation(
        "get",
        "attempts/{bench}/{id}/{number}/flow",
        "attemptFlow",
        "The data flow of the recorded session that an attempt began with",
        {200: SessionFlow},
    ),
    Operation(
        "get",
        "attempts/{bench}/{id}/{number}/check",
        "latestCheck",
        "The latest result of an attempt's checks",
        {200: LatestCheck},
    ),
    Operation(
        "get",
        "progress",
        "progress",
        "A person's progress in a bench",
        {200: Progress},
        query=(replace(_BENCH, required=True),),
    ),
    Operation(
        "delete",
        "progress",
        "removeProgress",
        "Forget the progress in a bench",
        {200: Removed},
        query=(replace(_BENCH, required=True),),
    ),
    Operation(
        "get",
        "progress/export",
        "exportProgress",
        "The progress in all benches as a file",
        {200: ProgressExport},
        query=(Parameter("format", {"type": "string", "enum": ["csv", "json"], "default": "csv"}),),
    ),
    Operation(
        "post",
        "traces",
        "traceNotebook",
        "Trace any open notebook, as saved and in this kernel session",
        {200: NotebookTrace},
        TraceRequest,
        description=_ANY_NOTEBOOK,
    ),
    Operation(
        "post",
        "estimates",
        "estimate",
        "Estimate the labels of a notebook's crash, and find similar cases",
        {200: NotebookEstimate},
        EstimateRequest,
        description="Nothing is stored. For notebooks of a person's own: the labels of an attempt are hints.",
    ),
    Operation(
        "post",
        "trials",
        "tryCell",
        "What to send to a kernel so that it tries a cell in a copy of its session",
        {200: TrialMessage},
        TrialRequest,
        description=_TRIAL,
    ),
    Operation(
        "post",
        "trials/replies",
        "readTrial",
        "What the kernel's reply to that means",
        {200: Trial},
        TrialReply,
    ),
    Operation("post", "comparisons", "compare", "Compare two notebooks", {200: Comparison}, ComparisonRequest),
    Operation("get", "runs", "listRuns", "Runs, newest first", {200: RunList}, query=(_BENCH, _ID)),
    Operation("post", "runs", "startRun", "Start a run", {202: RunSummary}, RunRequest),
    Operation(
        "post",
        "checks",
        "startCheck",
        "Check an attempt: a run whose events end with the result",
        {202: RunSummary},
        CheckRequest,
    ),
    Operation("get", "runs/{run}", "run", "A run with its events so far", {200: RunRecord}),
    Operation("get", "runs/{run}/events", "runEvents", "Follow a run", {200: "events"}, description=_EVENTS),
    Operation("delete", "runs/{run}", "cancelRun", "Cancel a run", {200: RunSummary}),
    Operation(
        "get",
        "environments",
        "environments",
        "Whether kernels can run in containers, and what goes on with their image",
        {200: Environments},
    ),
    Operation(
        "post",
        "kernels",
        "instanceKernel",
        "The kernel that a notebook of an instance gets in an environment",
        {200: InstanceKernel},
        KernelRequest,
    ),
    Operation(
        "post",
        "image",
        "startImageJob",
        "Build, pull or try the image of container kernels",
        {202: ImageJob},
        ImageRequest,
    ),
    Operation("get", "image/pull", "pullPlan", "What a pull would fetch, and the question before it", {200: PullPlan}),
    Operation("delete", "image", "cancelImageJob", "Cancel what goes on with the image", {200: ImageJob}),
    Operation(
        "get",
        "image/events",
        "imageEvents",
        "Follow what goes on with the image",
        {200: "events"},
        description="Server-sent events: `event: image` with an `ImageProgress`, the last one of a job that has ended.",
    ),
    Operation(
        "post",
        "curation",
        "startCuration",
        "Make an instance of a crashed notebook, or accept a draft",
        {202: CurationJob},
        CurationRequest,
    ),
    Operation("delete", "curation", "cancelCuration", "Cancel what is being made", {200: CurationJob}),
    Operation(
        "get",
        "curation/events",
        "curationEvents",
        "Follow the making of an instance",
        {200: "events"},
        description="Server-sent events: `event: curation` with a `CurationJob`, the last one of a job that has ended.",
    ),
    Operation(
        "post",
        "curation/labels",
        "settleLabels",
        "Write labels that a person chose into a bench of their own",
        {200: Settled},
        SettleRequest,
    ),
    Operation(
        "get",
        "fetch",
        "fetchOffer",
        "What of the published data set can be fetched, with sizes and licences",
        {200: FetchOffer},
    ),
    Operation("post", "fetch", "startFetch", "Fetch instances of it", {202: FetchJob}, FetchRequest),
    Operation("delete", "fetch", "cancelFetch", "Cancel the download; what came whole stays", {200: FetchJob}),
    Operation(
        "get",
        "fetch/events",
        "fetchEvents",
        "Follow the download",
        {200: "events"},
        description="Server-sent events: `event: fetch` with a `FetchProgress`, the last one of a job that has ended.",
    ),
    Operation(
        "get",
        "systems",
        "listSystems",
        "The systems that are loaded for a bench, and their share right by label",
        {200: SystemList},
        query=(replace(_BENCH, required=True),),
    ),
    Operation("post", "systems", "addSystem", "Load a system's predictions", {201: LoadedSystem}, AddSystem),
    Operation(
        "post",
        "grading",
        "gradeSystems",
        "Grade the systems of a bench whose grading was cancelled",
        {200: SystemList},
        GradingRequest,
    ),
    Operation(
        "delete",
        "grading",
        "cancelGrading",
        "Cancel the grading of a bench's systems",
        {200: SystemList},
        query=(replace(_BENCH, required=True),),
    ),
    Operation("delete", "systems/{key}", "removeSystem", "Show a system no longer; its files stay", {200: Unloaded}),
    Operation(
        "get",
        "instances/{bench}/{id}/systems",
        "instanceSystems",
        "What loaded systems said about an instance, and what agents did with it",
        {200: InstanceSystems},
        description="Nothing for an instance with an attempt, until its check has passed or `fixed` was revealed.",
    ),
    Operation(
        "post",
        "trajectories",
        "replayTrajectory",
        "What an agent did, step by step, with the cells as they were",
        {200: Replay},
        TrajectoryRequest,
        description="Refused for an instance with an attempt, until its check has passed or `fixed` was revealed.",
    ),
    Operation("get", "openapi.json", "openapi", "This description", {200: "openapi"}),
)
