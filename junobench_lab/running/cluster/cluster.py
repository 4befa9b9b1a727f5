"""The connection to a Dask cluster: who is there, and what a worker says of a parcel.

Every wait has a bound that speaks of the cluster, not of the run: a queue may be long, but a cluster that nobody has
been in for a while is given up, and so is a scheduler that went away.
"""

import asyncio
import contextlib
import inspect
import math
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from ...errors import EnvironmentUnavailable, LabError
from .configuration import ClusterChoice, ClusterConfiguration, cluster_class
from .models import Parcel, Reply

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 300.0
"""Seconds for which a cluster may have no worker."""

_CONNECT_BOUND = 20.0
_MAKE_BOUND = 120.0
_ASK_BOUND = 10.0
_CLOSE_BOUND = 20.0
_LOOK_INTERVAL = 1.0
_AHEAD = 1.25
"""Tasks a thread that the scheduler knows: a worker whose run has ended finds the next one without asking here."""
_LOSSES = 3
"""Times that a task is sent again whose result or input was lost with a worker."""
_ENTRY = Path(__file__).parent / "worker_side" / "entry.py"


class Unavailable(Exception):
    """A run got no worker, or lost all that it had; the text says why, and it is no fault of the run."""


class Cancelled(Exception):
    """Whoever waited doesn't any more; the worker ends the run within moments."""


@dataclass(frozen=True)
class Archive:
    """Input files that workers lack."""

    digest: str
    """Of the files, so that several runs share one archive."""
    pack: Callable[[], bytes]
    """Makes it; may block, and raise `EnvironmentUnavailable`."""


class _Inputs:
    """Archives that the cluster holds in memory, each as long as a task that needs it is under way."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._sent: dict[str, asyncio.Task[Any]] = {}
        self._users: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def held(self, archive: Archive) -> AsyncIterator[Any]:
        """The archive as Dask knows it: the workers hand it to each other, from here it goes once."""
        digest = archive.digest
        self._users[digest] += 1
        try:
            if digest not in self._sent:
                self._sent[digest] = asyncio.create_task(self._send(archive))
            yield await asyncio.shield(self._sent[digest])
        except Exception:
            # It may be lost, with the worker that had it: the next one sends it again.
            self._sent.pop(digest, None)
            raise
        finally:
            self._users[digest] -= 1
            if self._users[digest] == 0:
                del self._users[digest]
                self._sent.pop(digest, None)

    async def _send(self, archive: Archive) -> Any:
        content = await asyncio.to_thread(archive.pack)
        return await asyncio.wait_for(self._client.scatter(content, hash=False), _MAKE_BOUND)


class Cluster:
    """A cluster as long as it is connected; made by `connected`."""

    def __init__(self, client: "Client", name: str, patience: float, expected: int = 0) -> None:
        """``expected``: workers that it may grow to."""
        self.name = name
        self._expected = expected
        self.threads: Mapping[str, int] = {}
        """Address of a worker -> runs that it carries out at a time."""
        self.unfit: dict[str, str] = {}
        """Address of a worker that can't run anything for us -> why."""
        self._client = client
        self._inputs = _Inputs(client)
        self._patience = patience
        self._changed = asyncio.Condition()
        self._lost: str | None = None
        self._watch: asyncio.Task[None] | None = None
        self._expression = _entry_expression()

    @property
    def lost(self) -> str | None:
        """Why there is nobody to wait for, in a sentence; ``None`` while there is."""
        return self._lost

    def fit_workers(self, avoiding: Collection[str] = ()) -> list[str]:
        return [address for address in self.threads if address not in self.unfit and address not in avoiding]

    @property
    def runs_at_a_time(self) -> int:
        """Runs that its workers can carry out now."""
        return sum(self.threads[address] for address in self.fit_workers())

    def capacity(self) -> int:
        """How many runs it is worth handing over. A cluster that grows with the work has to see the work."""
        return math.ceil(_AHEAD * max(self.runs_at_a_time, self._expected))

    async def wait_for_change(self) -> None:
        """Until workers may have come or gone."""
        async with self._changed:
            await self._changed.wait()

    async def wait_for_workers(self, cancel: asyncio.Event) -> None:
        """Until there is a worker. Raises `EnvironmentUnavailable` where there is none in time; returns early when
        ``cancel`` is set."""
        cancelled = asyncio.create_task(cancel.wait())
        # Some clusters start a worker only when something waits for it.
        knock = self._client.submit(bool, key=f"junobench-knock-{uuid.uuid4().hex}", pure=False)
        try:
            while not self.threads and not cancel.is_set():
                if self._lost is not None:
                    raise EnvironmentUnavailable(self._lost)
                change = asyncio.create_task(self.wait_for_change())
                await asyncio.wait({change, cancelled}, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
        finally:
            cancelled.cancel()
            knock.release()

    async def send(
        self,
        parcel: Parcel,
        cancel: asyncio.Event,
        *,
        archive: Archive | None = None,
        avoiding: Collection[str] = (),
    ) -> Reply:
        """What a worker says of the parcel; with ``archive``, it gets the input files, too.

        A worker that dies takes nothing with it: the scheduler gives the task to another, a few times. Raises
        `Unavailable`, and `Cancelled` once ``cancel`` is set.
        """
        cancelled = asyncio.create_task(cancel.wait())
        try:
            for _ in range(_LOSSES):
                reply = await self._sent(parcel, archive, avoiding, cancelled)
                if reply is not None:
                    return reply
                await self._until_somebody_is_there(cancelled)
        finally:
            cancelled.cancel()
        raise Unavailable(f"What the cluster {self.name} held of the run was lost {_LOSSES} times with its workers.")

    async def _until_somebody_is_there(self, cancelled: "asyncio.Task[bool]") -> None:
        """After a loss, which may be that of the scheduler: it may come back."""
        while True:
            await asyncio.wait({cancelled}, timeout=_LOOK_INTERVAL)
            self._require(cancelled)
            if self.threads:
                return

    async def _sent(
        self,
        parcel: Parcel,
        archive: Archive | None,
        avoiding: Collection[str],
        cancelled: "asyncio.Task[bool]",
    ) -> Reply | None:
        """``None`` where the task was lost and is to be sent again."""
        from distributed.client import FutureCancelledError, FuturesCancelledError
        from distributed.scheduler import KilledWorker

        self._require(cancelled)
        chosen = None
        if self.unfit or avoiding:
            chosen = self.fit_workers(avoiding)
            if not chosen:
                raise Unavailable(self._nobody_fit())
        future: Future[bytes] | None = None
        try:
            async with contextlib.AsyncExitStack() as stack:
                packed = await stack.enter_async_context(self._inputs.held(archive)) if archive is not None else None
                future = self._client.submit(
                    eval,
                    self._expression,
                    {"parcel": parcel.model_dump_json().encode(), "archive": packed},
                    key=f"junobench-run-{parcel.run}-{uuid.uuid4().hex[:8]}",
                    pure=False,
                    workers=chosen,
                    retries=0,
                )
                return await self._result(future, chosen, cancelled)
        except KilledWorker as error:
            times = error.allowed_failures + 1
            raise Unavailable(
                f"The worker that ran it was lost {times} times (killed, out of memory itself, or gone with its "
                f"machine), last {error.last_worker.address}: look into the worker's log."
            ) from error
        except (FutureCancelledError, FuturesCancelledError, asyncio.TimeoutError):
            self._require(cancelled)
            return None
        except (Unavailable, Cancelled, LabError):
            raise
        except Exception as error:
            self._require(cancelled)
            raise Unavailable(
                f"The cluster {self.name} could not take the run ({type(error).__name__}: {error})."
            ) from error
        finally:
            if future is not None:
                # Also tells the worker to end a run that goes on.
                with contextlib.suppress(Exception):
                    future.release()

    async def _result(
        self, future: "Future[bytes]", chosen: Collection[str] | None, cancelled: "asyncio.Task[bool]"
    ) -> Reply | None:
        # Typed as for a client that blocks; this one gives something to await.
        result = asyncio.ensure_future(cast(Awaitable[bytes], future.result()))
        try:
            while True:
                await asyncio.wait({result, cancelled}, timeout=_LOOK_INTERVAL, return_when=asyncio.FIRST_COMPLETED)
                if result.done() and not cancelled.done():
                    return self._read(result.result())
                self._require(cancelled)
                if chosen is not None and not set(chosen) & set(self.threads):
                    # None of those that it may go to is there any more: the scheduler would wait for them for good.
                    return None
        finally:
            result.cancel()
            await asyncio.gather(result, return_exceptions=True)

    def _read(self, answer: bytes) -> Reply:
        try:
            reply = Reply.model_validate_json(answer)
        except ValidationError as error:
            raise Unavailable("A worker's answer can't be read: it has another version of junobench-lab.") from error
        if reply.kind == "unfit":
            self.unfit[reply.worker] = reply.sentence
        return reply

    def _require(self, cancelled: "asyncio.Task[bool]") -> None:
        if cancelled.done():
            raise Cancelled
        if self._lost is not None:
            raise Unavailable(self._lost)

    def _nobody_fit(self) -> str:
        if self.threads and all(address in self.unfit for address in self.threads):
            return f"No worker of the cluster {self.name} can run it. {next(iter(self.unfit.values()))}."
        return f"No other worker of the cluster {self.name} is there to run it."

    def begin(self) -> None:
        self._watch = asyncio.create_task(self._look())

    async def end(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    async def _look(self) -> None:
        """Keep `threads` up to date; say when there is nobody to wait for."""
        loop = asyncio.get_running_loop()
        since = loop.time()
        answered = since
        while True:
            try:
                self.threads = dict(await asyncio.wait_for(self._client.nthreads(), _ASK_BOUND))
                answered = loop.time()
            except Exception:
                self.threads = {}
            now = loop.time()
            since = now if self.threads else since
            lost = None
            if now - since >= self._patience:
                lost = (
                    f"No worker has joined the cluster {self.name} for {self._patience:.0f} s: start some, and go on."
                )
            if self._client.status in ("closed", "closing") or now - answered >= self._patience:
                lost = f"The scheduler of the cluster {self.name} has gone away: start it again, and go on."
            async with self._changed:
                self._lost = lost
                self._changed.notify_all()
            await asyncio.sleep(_LOOK_INTERVAL)


class ClusterPlaces:
    """As many runs at a time as the cluster can use, however many workers come and go (see `scheduling.Places`)."""

    def __init__(self, cluster: Cluster, cancel: asyncio.Event, asked: int | None = None) -> None:
        """``asked``: the number that a person named; after ``cancel`` nobody waits here any more."""
        self._cluster = cluster
        self._cancel = cancel
        self._asked = asked
        self._taken = 0
        self._given_back = asyncio.Event()

    async def take(self) -> None:
        while self._taken >= self._number():
            self._given_back.clear()
            waits = [
                asyncio.create_task(self._given_back.wait()),
                asyncio.create_task(self._cluster.wait_for_change()),
                asyncio.create_task(self._cancel.wait()),
            ]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
        self._taken += 1

    def give_back(self) -> None:
        self._taken -= 1
        self._given_back.set()

    def _number(self) -> int:
        if self._cancel.is_set():
            return self._taken + 1
        # One at least: where nothing can run, each is told why, and some clusters grow only when something waits.
        return self._asked or max(1, self._cluster.capacity())


@contextlib.asynccontextmanager
async def connected(
    choice: ClusterChoice, *, cancel: asyncio.Event, patience: float = PATIENCE
) -> AsyncIterator[Cluster]:
    """A cluster that has a worker, unless ``cancel`` was set meanwhile; one that was made for the work ends with it.

    Raises `EnvironmentUnavailable` where Dask isn't installed, no scheduler answers, or no worker joins within
    ``patience`` seconds.
    """
    try:
        from distributed import Client
    except ImportError:
        raise EnvironmentUnavailable(
            "Runs on a cluster need Dask, which isn't installed: pip install 'junobench-lab[scale]'"
        ) from None
    async with contextlib.AsyncExitStack() as stack:
        target: Any = choice.address
        if choice.configuration is not None:
            target = await stack.enter_async_context(_made(choice.configuration))
        try:
            client = Client(target, asynchronous=True, timeout=_CONNECT_BOUND, set_as_default=False)
            stack.push_async_callback(_bounded, client.close)
            await _unless(cancel, client)
        except LabError:
            raise
        except Exception as error:
            # A bad address, a scheduler that isn't there or speaks another version: each raises what it likes.
            raise EnvironmentUnavailable(
                f"No Dask scheduler answers at {choice.name} ({_words(error)}): see that it runs, and that this "
                "machine can reach it."
            ) from error
        cluster = Cluster(client, choice.name, patience, _expected_workers(choice))
        cluster.begin()
        stack.push_async_callback(cluster.end)
        await cluster.wait_for_workers(cancel)
        yield cluster


@contextlib.asynccontextmanager
async def _made(configuration: ClusterConfiguration) -> AsyncIterator[Any]:
    kind = cluster_class(configuration)
    try:
        made = kind(**{"asynchronous": True, **configuration.arguments})
        if inspect.isawaitable(made):
            made = await asyncio.wait_for(made, _MAKE_BOUND)
    except Exception as error:
        raise EnvironmentUnavailable(
            f"The cluster {configuration.path} could not be made ({_words(error)}): see its arguments."
        ) from error
    try:
        told = None
        if configuration.workers is not None:
            told = made.scale(configuration.workers)
        elif configuration.adapt is not None:
            told = made.adapt(**configuration.adapt)
        if inspect.isawaitable(told):
            await asyncio.wait_for(told, _MAKE_BOUND)
    except Exception as error:
        await _bounded(made.close)
        raise EnvironmentUnavailable(
            f"The cluster {configuration.path} could not be given workers ({_words(error)}): see workers and adapt."
        ) from error
    try:
        yield made
    finally:
        await _bounded(made.close)


def _expected_workers(choice: ClusterChoice) -> int:
    most = ((choice.configuration.adapt if choice.configuration is not None else None) or {}).get("maximum")
    return most if isinstance(most, int) else 0


async def _unless(cancel: asyncio.Event, client: "Client") -> None:
    """Connect. Raises what goes wrong, `TimeoutError`, and `EnvironmentUnavailable` once ``cancel`` is set."""
    connecting, cancelled = asyncio.ensure_future(client), asyncio.create_task(cancel.wait())
    try:
        await asyncio.wait({connecting, cancelled}, timeout=2 * _CONNECT_BOUND, return_when=asyncio.FIRST_COMPLETED)
        if connecting.done():
            connecting.result()
        elif cancelled.done():
            raise EnvironmentUnavailable("Cancelled before the scheduler had answered.")
        else:
            raise TimeoutError
    finally:
        connecting.cancel()
        cancelled.cancel()
        await asyncio.gather(connecting, cancelled, return_exceptions=True)


async def _bounded(close: Callable[[], Any]) -> None:
    """Close something that may not answer any more."""
    with contextlib.suppress(Exception):
        closing = close()
        if inspect.isawaitable(closing):
            await asyncio.wait_for(closing, _CLOSE_BOUND)


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _entry_expression() -> str:
    """An expression that runs `worker_side.entry` in a namespace of its own, for the names parcel and archive."""
    source = _ENTRY.read_text(encoding="utf-8")
    call = "space['answer'](parcel, archive)"
    return f"(lambda space: (exec({source!r}, space), {call})[1])({{'__name__': 'junobench_entry'}})"
