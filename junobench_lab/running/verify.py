"""Whether a bench does what it says: reproduced variants crash as labelled, fixed ones run, and the two differ."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..errors import BrokenNotebook, InvalidRequest, LabError, NetworkNotAllowed
from ..instances.bench import Bench
from ..instances.models import REFERENCE_VARIANTS, VariantName
from ..instances.notebooks import Notebook
from .environments.base import EnvironmentName
from .environments.choice import environment_of
from .environments.warm.environment import WarmEnvironment
from .environments.warm.libraries import forkable_imports
from .models import InstanceVerification, Limits, Outcome, Plan, RunRecord, Verdict, Verification
from .network import grants_network
from .records import RecordStore
from .scheduling import Places, Seconds, Turns, earlier_seconds, expected_seconds, in_turns
from .session import RunEnvironment, RunJob, run_target, variant_job
from .verdicts import as_expected
from .verified_runs import VerifiedRuns, settings_digest

if TYPE_CHECKING:
    from .cluster.cluster import Cluster
    from .environments.container.usage import UsageWatch

VERIFIED: tuple[VariantName, ...] = ("reproduced", *REFERENCE_VARIANTS)

ALL_IS_WELL = "The reproduced variant crashes as labelled and the fix runs."

_log = logging.getLogger(__name__)


async def verify_bench(
    bench: Bench,
    ids: Sequence[str] = (),
    *,
    jobs: int | None = 1,
    kernel: str | None = None,
    environment: EnvironmentName = "local",
    cold: bool = False,
    allow_network: bool = False,
    limits: Limits | None = None,
    store: RecordStore | None = None,
    repeat: int = 1,
    cancel: asyncio.Event | None = None,
    cluster: "Cluster | None" = None,
    runs: VerifiedRuns | None = None,
    on_run: Callable[[int, int], None] | None = None,
) -> AsyncGenerator[InstanceVerification | Verification, None]:
    """Run the variants of instances, all of them where no ids are named, ``repeat`` times each.

    ``jobs`` runs go on at a time, each with a kernel of its own, those that are expected to take longest first; fewer
    while memory is short. Kernels are warm where that changes nothing (see `environments.warm`), unless ``cold``.
    With a ``cluster`` its workers carry them out, each as many as it can, or ``jobs`` at a time where it is a number.

    What ``runs`` has on file isn't run again, and every run that ends is added to it. ``on_run`` is told how many runs
    have ended, of how many, whenever one has.

    Yields an `InstanceVerification` for every id as soon as it is known, and the `Verification` of all, in the order
    asked for, as the last item. Whatever is wrong with an instance is in its sentence, and the others go on. Set
    ``cancel`` to end early: what runs ends within moments, and what is left over says that it did not run. Closing the
    generator ends it as well.

    Raises `BrokenBench` where the bench can't be read, `InvalidRequest` for numbers below one or a kernel that
    the environment can't have.
    """
    if (jobs is not None and jobs < 1) or repeat < 1:
        raise InvalidRequest("The numbers of jobs and of repetitions have to be 1 or more.")
    began = time.monotonic()
    known = await asyncio.to_thread(bench.summaries)
    wanted = list(dict.fromkeys(ids)) or [summary.id for summary in known]
    # A kernel that the environment can't have is told now, not once for every instance.
    environment_of(environment, kernel)
    verifier = _Verifier(
        bench,
        environment,
        kernel,
        cold,
        allow_network,
        limits or Limits(),
        store or RecordStore(),
        repeat,
        cancel or asyncio.Event(),
        cluster,
        runs,
        on_run,
    )
    done: asyncio.Queue[InstanceVerification] = asyncio.Queue()
    work = asyncio.create_task(verifier.verify_all(wanted, jobs, done))
    watch = _usage_watch() if environment == "container" and cluster is None else None
    results: dict[str, InstanceVerification] = {}
    try:
        while len(results) < len(wanted):
            result = await done.get()
            results[result.id] = result
            yield result
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        if watch is not None:
            watch.end()
    instances = [results[id] for id in wanted]
    yield Verification(
        bench=bench.name,
        ok=all(instance.ok for instance in instances),
        instances=instances,
        totals=count_verdicts(instances),
        seconds=time.monotonic() - began,
        usage=watch.peak if watch is not None else None,
    )


def _usage_watch() -> "UsageWatch":
    from .environments.container.usage import UsageWatch

    return UsageWatch()


def count_verdicts(instances: Sequence[InstanceVerification]) -> dict[str, int]:
    """How often each verdict came up, per variant: keys like "reproduced.crash_as_labelled"."""
    counts: Counter[str] = Counter()
    for variant in VERIFIED:
        outcomes = [outcome for instance in instances if (outcome := getattr(instance, variant)) is not None]
        for verdict, number in Counter(outcome.verdict for outcome in outcomes).most_common():
            counts[f"{variant}.{verdict}"] = number
    return dict(counts)


def variants_differ(reproduced: Notebook, fixed: Notebook, plans: Sequence[Plan]) -> bool:
    """Whether the two variants differ in their code cells or in what is run of them, in which order."""
    ran = [[step.source for step in plan.steps] for plan in plans]
    return _code(reproduced) != _code(fixed) or ran[0] != ran[1]


def _code(notebook: Notebook) -> list[str]:
    # Saved notebooks often end in an empty cell; that is no difference.
    return [cell.source for cell in notebook.cells if cell.type == "code" and cell.source.strip()]


class _Run(NamedTuple):
    """A run that waits for its turn, and is repeated."""

    seconds: float
    """How long it is expected to take."""
    id: str
    variant: VariantName
    job: RunJob


class _Verifier:
    """What the runs share."""

    def __init__(
        self,
        bench: Bench,
        environment: EnvironmentName,
        kernel: str | None,
        cold: bool,
        allow_network: bool,
        limits: Limits,
        store: RecordStore,
        repeat: int,
        cancel: asyncio.Event,
        cluster: "Cluster | None",
        runs: VerifiedRuns | None,
        on_run: Callable[[int, int], None] | None,
    ) -> None:
        self._bench = bench
        self._environment: EnvironmentName = environment
        self._kernel = kernel
        self._cold = cold
        self._allow_network = allow_network
        self._limits = limits
        self._store = store
        self._repeat = repeat
        self._cancel = cancel
        self._cluster = cluster
        self._runs = runs
        self._on_run = on_run
        self._planned = 0
        self._ended = 0
        self._reports: dict[str, _Report] = {}
        self._left: Counter[str] = Counter()
        """How many runs of an instance are still to come."""

    async def verify_all(
        self, ids: Sequence[str], jobs: int | None, done: "asyncio.Queue[InstanceVerification]"
    ) -> None:
        """Put every instance's result into ``done``; never raises, so that one instance can't end the others."""
        known = await asyncio.to_thread(earlier_seconds, self._store, self._bench.name)
        runs: list[_Run] = []
        for id in ids:
            report = self._reports[id] = _Report(id)
            async with _told_by(report):
                found = await self._examine(id, report, known)
                self._left[id] = self._repeat * len(found)
                runs += found
            if self._left[id] == 0:
                done.put_nowait(report.result())
        self._planned = self._left.total()
        cells = [[step.source for step in run.job.plan.steps] for run in runs]
        imports = await asyncio.to_thread(self._prepare, cells)
        runs.sort(key=lambda run: -run.seconds)

        async def carry_out(turn: tuple[_Run, int]) -> None:
            run, repetition = turn
            report = self._reports[run.id]
            async with _told_by(report):
                await self._run(run, repetition, report, imports)
            self._left[run.id] -= 1
            self._ended += 1
            if self._on_run is not None:
                self._on_run(self._ended, self._planned)
            if self._left[run.id] == 0:
                done.put_nowait(report.result())

        await in_turns(self._repeated(runs), carry_out, self._places(jobs))

    def _repeated(self, runs: Sequence[_Run]) -> Iterator[tuple[_Run, int]]:
        """Every run with its repetitions, made one at a time: there may be a million of them."""
        for run in runs:
            for repetition in range(self._repeat):
                # Every repetition is a run of its own, with a record of its own.
                yield run._replace(job=replace(run.job, run=RecordStore.new_id())), repetition

    def _places(self, jobs: int | None) -> Places:
        if self._cluster is None:
            return Turns(jobs or 1)
        from .cluster.cluster import ClusterPlaces

        return ClusterPlaces(self._cluster, self._cancel, jobs)

    def _prepare(self, cells: Sequence[Sequence[str]]) -> Sequence[str]:
        """Have warm kernels ready for notebooks with these cells, here or (by the imports that it gives) on workers."""
        if self._cluster is not None:
            return forkable_imports(cells)
        environment = self._environment_of(network=False)
        if isinstance(environment, WarmEnvironment):
            environment.prepare(cells)
        return ()

    def _environment_of(self, *, network: bool, imports: Sequence[str] = ()) -> RunEnvironment:
        if self._cluster is None:
            return environment_of(self._environment, self._kernel, cold=self._cold, patient=True, network=network)
        from .cluster.environment import ClusterEnvironment

        return ClusterEnvironment(
            self._cluster,
            self._environment,
            self._kernel,
            cold=self._cold,
            network=network,
            imports=imports,
            store=self._store,
        )

    async def _examine(self, id: str, report: "_Report", known: Seconds) -> list[_Run]:
        """What an instance's files say; gives the runs that are to follow."""
        summary = await asyncio.to_thread(self._bench.summary, id)
        for problem in summary.problems:
            # An unknown label doesn't keep an instance from crashing as it should.
            if problem.subject in VERIFIED or problem.subject == "data":
                report.wrong(problem.message)
        if summary.crash is None:
            report.wrong("The label sheet names no exception for it, so it can't be said to crash as labelled.")
        present = {info.name for info in await asyncio.to_thread(self._bench.variants, id)}
        runnable = [variant for variant in VERIFIED if variant in present and await self._readable(id, variant, report)]
        if "reproduced" not in runnable:
            # Every variant is planned after the reproduced one.
            return []
        if "fixed" in runnable:
            report.differ = await asyncio.to_thread(self._differ, id)
            if not report.differ:
                report.wrong("The reproduced and the fixed variant differ neither in their code nor in its order.")
        runs = []
        for variant in runnable:
            try:
                job = await asyncio.to_thread(variant_job, self._bench, id, variant)
            except InvalidRequest as error:
                report.wrong(str(error))
                continue
            seconds = known.get((id, variant)) or expected_seconds(job.plan)
            runs.append(_Run(seconds, id, variant, job))
        return runs

    async def _readable(self, id: str, variant: VariantName, report: "_Report") -> bool:
        try:
            await asyncio.to_thread(self._bench.notebook, id, variant)
        except BrokenNotebook as error:
            report.wrong(str(error))
            return False
        return True

    def _differ(self, id: str) -> bool:
        notebooks = [self._bench.notebook(id, variant) for variant in ("reproduced", "fixed")]
        plans = []
        for variant in ("reproduced", "fixed"):
            with contextlib.suppress(InvalidRequest):
                plans.append(variant_job(self._bench, id, variant).plan)
        # Where one of them has nothing to run, its own run says so.
        return len(plans) < 2 or variants_differ(notebooks[0], notebooks[1], plans)

    async def _run(self, run: _Run, repetition: int, report: "_Report", imports: Sequence[str]) -> None:
        environment = self._environment_of(network=False, imports=imports)
        key = None
        if self._runs is not None:
            settings = await asyncio.to_thread(
                settings_digest, run.job, self._limits, environment.name, environment.kernel
            )
            key = (run.id, run.variant, repetition, settings)
            on_file = self._runs.get(key)
            if on_file is not None:
                report.ran(run.variant, repetition, on_file.record, on_file.outcome)
                return
        if self._cancel.is_set():
            report.wrong(f"The verification was cancelled before the {run.variant} variant had run.")
            return
        try:
            network = grants_network(run.job, self._environment, agreed=self._allow_network)
        except NetworkNotAllowed as error:
            report.wrong(str(error))
            return
        if network:
            environment = self._environment_of(network=True, imports=imports)
        items = run_target(
            run.job, store=self._store, environment=environment, limits=self._limits, cancel=self._cancel
        )
        async with contextlib.aclosing(items):
            async for item in items:
                if isinstance(item, RunRecord) and item.outcome is not None:
                    report.ran(run.variant, repetition, item.run, item.outcome)
                    if self._runs is not None and key is not None and not item.outcome.cancelled:
                        await asyncio.to_thread(self._runs.add, key, item.run, item.outcome)


@contextlib.asynccontextmanager
async def _told_by(report: "_Report") -> AsyncIterator[None]:
    """Whatever goes wrong is told by the instance's report."""
    try:
        yield
    except LabError as error:
        report.wrong(str(error))
    except Exception as error:
        _log.exception("The verification of %s failed", report.id)
        report.wrong(f"Its verification failed for a reason within the product ({type(error).__name__}: {error}).")


class _Report:
    """What is found out about one instance."""

    def __init__(self, id: str) -> None:
        self.id = id
        self._telling: dict[VariantName, Outcome] = {}
        """Of repeated runs the first that isn't as expected; where there is none, the first. All of them would fill
        the memory where there are many."""
        self._verdicts: dict[VariantName, set[Verdict]] = {}
        self._runs: list[tuple[int, int, str]] = []
        """Place of the variant, repetition, and id of the record."""
        self._wrong: dict[str, None] = {}
        self.differ: bool | None = None

    def wrong(self, sentence: str) -> None:
        """Note what is wrong; the same sentence counts once."""
        self._wrong[sentence] = None

    def ran(self, variant: VariantName, repetition: int, run: str, outcome: Outcome) -> None:
        self._runs.append((VERIFIED.index(variant), repetition, run))
        told = self._telling.setdefault(variant, outcome)
        if as_expected(variant, told) and not as_expected(variant, outcome):
            self._telling[variant] = outcome
        self._verdicts.setdefault(variant, set()).add(outcome.verdict)
        if outcome.verdict == "infrastructure" and not outcome.cancelled:
            # It says nothing about the variant, and the other ones most likely say the same.
            self.wrong(outcome.sentence)
        elif not as_expected(variant, outcome):
            self.wrong(f"The {variant} variant: {outcome.sentence}")

    def result(self) -> InstanceVerification:
        flaky = [variant for variant, verdicts in self._verdicts.items() if _vary(verdicts)]
        for variant in flaky:
            self.wrong(f"Repeated runs of the {variant} variant came to different verdicts.")
        shown = self._telling
        return InstanceVerification(
            id=self.id,
            ok=not self._wrong,
            reproduced=shown.get("reproduced"),
            fixed=shown.get("fixed"),
            fixed2=shown.get("fixed2"),
            differ=self.differ,
            flaky=bool(flaky),
            sentence=" ".join(self._wrong) or ALL_IS_WELL,
            runs=[run for _, _, run in sorted(self._runs)],
        )


def _vary(verdicts: Set[Verdict]) -> bool:
    """Whether repeated runs came to different verdicts; one that could not be carried out came to none."""
    return len(verdicts - {"infrastructure"}) > 1
