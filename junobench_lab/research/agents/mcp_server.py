"""Episodes over the Model Context Protocol: one server, one agent, one episode at a time.

Cells are numbered from 0 in everything that goes over the wire, as in all of the product's data.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timezone
from functools import partial, wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field, ValidationError

from ..._version import __version__
from ...errors import InvalidRequest, LabError
from ...instances.bench import Bench
from ...instances.models import CellType
from ...model import Model
from ...running.environments.base import KernelEnvironment
from ...running.models import NameState
from ...running.preflight.models import Trial
from .episode import Episode
from .models import AgentCell, AgentNotebook, CellRun, EpisodeLimits, Names, RunAll, TraceView, Usage

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

INSTRUCTIONS = """Repair crashes of Jupyter notebooks.
list_crashes names them; start begins with one and shows its notebook as its author left it: saved outputs, execution
counts, the recorded order and the crash. A fresh kernel stands ready without any names: what the recorded session ran
has to be run again. preflight_cell says whether a cell would crash, without running it for good. Edit and run cells
until the crash cell does what its author meant, then submit. A crash that is
only avoided (caught, skipped, deleted) is refused, and data files must stay as they are. Cells are numbered from 0."""

Place = Annotated[int, Field(description="Place of the cell, counted from 0; it moves when cells are inserted above.")]
Source = Annotated[str, Field(description="The whole new source of the cell.")]
Type = Annotated[CellType | None, Field(description="Another type for the cell; left out, it keeps its own.")]


class CrashRow(Model):
    """A crash that can be worked on."""

    id: str
    exception: str
    message: str


class CrashList(Model):
    crashes: list[CrashRow]
    total: int


class SubmissionView(Model):
    """What an agent learns of the judgement: how far it got, and why not further."""

    level: str | None
    sentence: str
    conditions: list[str]


def episode_server(
    bench: Bench,
    *,
    environment: KernelEnvironment | None = None,
    limits: EpisodeLimits | None = None,
    folder: Path,
    agent: str = "mcp",
) -> "EpisodeServer":
    """A server whose tools are the actions of an episode. Trajectories are kept in ``folder``, a file each."""
    held = _Held(bench, environment, limits or EpisodeLimits(), folder, agent)
    server = EpisodeServer(held)

    def tool(action: Callable[_Arguments, Awaitable[_Result]], *, looks: bool = False) -> None:
        """A mistake reaches the agent as its sentence; of anything else it learns only that the tool failed.
        ``looks``: whether it changes nothing."""

        @wraps(action)
        async def told(*arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
            try:
                return await action(*arguments, **named)
            except LabError as error:
                raise ToolError(str(error)) from error

        server.add_tool(told, annotations=ToolAnnotations(read_only_hint=looks, open_world_hint=False))

    looking = partial(tool, looks=True)

    @looking
    async def list_crashes(
        query: Annotated[str, Field(description="Words to find in id, exception or message; empty: all.")] = "",
        limit: Annotated[int, Field(description="How many to list.", ge=0)] = 50,
    ) -> CrashList:
        """List crashed notebooks that can be repaired, with exception and message. `start` begins with one, by its
        id."""
        return _crashes(bench, query, limit)

    @tool
    async def start(id: Annotated[str, Field(description="Id of the crash, from list_crashes.")]) -> AgentNotebook:
        """Begin with a crash, and show its notebook as its author left it: cells (numbered from 0) with source,
        execution count and saved output, the order in which the author ran them, and the crash. Nothing has run in
        your kernel yet. The task: change the notebook so that the crash cell does what its author meant, then
        `submit`. A crash that is only caught, skipped or deleted is refused. An episode that is open ends
        unsubmitted."""
        return await (await held.begin(id)).read()

    @looking
    async def read_notebook() -> AgentNotebook:
        """Show the notebook as it stands: sources, counts and outputs, and how many steps and seconds are left."""
        return await held.episode().read()

    @tool
    async def edit_cell(cell: Place, source: Source, type: Type = None) -> AgentCell:
        """Replace the source of a cell, and its type where one is given. Runs nothing."""
        return await held.episode().edit(cell, source, type)

    @tool
    async def insert_cell(
        cell: Annotated[
            int, Field(description="Place of the new cell, counted from 0; those from there on move by 1.")
        ],
        source: Source,
        type: Annotated[CellType, Field(description="Type of the new cell.")] = "code",
    ) -> AgentCell:
        """Insert a cell before the one at this place. Runs nothing."""
        return await held.episode().insert(cell, source, type)

    @tool
    async def delete_cell(cell: Place) -> AgentNotebook:
        """Delete a cell; cells below move by one. Shows the notebook as it stands then."""
        return await held.episode().delete(cell)

    @tool
    async def run_cell(cell: Place) -> CellRun:
        """Run a code cell in your kernel, which keeps its names from run to run; output, or exception and line, come
        back. The first run starts the kernel: the cells above have to be run first, see `run_all`. A cell that takes
        too long or too much memory ends the kernel."""
        return await held.episode().run(cell)

    @looking
    async def preflight_cell(
        cell: Place,
        source: Annotated[
            str | None, Field(description="Try this source in the cell's place; left out, the cell as it stands.")
        ] = None,
    ) -> Trial:
        """Try a cell, or another source for it, in a copy of your kernel: would it crash, and which names would it
        change? Notebook and kernel stay as they are. Cells that write files or take longer than some seconds can't be
        tried."""
        return await held.episode().preflight(cell, source)

    @tool
    async def run_all() -> RunAll:
        """Start a new kernel and run all code cells from the top in document order, until one fails."""
        return await held.episode().run_all()

    @tool
    async def restart_kernel() -> Usage:
        """End the kernel and forget its runs; the next run starts one without any names."""
        return await held.episode().restart()

    @looking
    async def list_names() -> Names:
        """List the names of your kernel with types, shapes, columns and short values. Needs a kernel in which a cell
        ran."""
        return await held.episode().names()

    @looking
    async def inspect_name(
        name: Annotated[str, Field(description="A name of the notebook, such as df; no expression.")],
    ) -> NameState:
        """Show one name of your kernel: type, shape, columns, short value."""
        return await held.episode().inspect(name)

    @looking
    async def trace() -> TraceView:
        """Tell the order in which the author ran the cells, which never ran, and what data flow and exception say
        about the crash."""
        return await held.episode().trace()

    @tool
    async def submit() -> SubmissionView:
        """Have the notebook judged in a fresh kernel, which ends the episode; it can be done once. The cells run in
        the order of your kernel's runs since it was started or, where none ran, in the author's order: run the cells
        in the right order before. Comes back: how far the repair gets, and which conditions hold; without a level
        nothing could be judged, and `submit` can be called again."""
        submission = await held.episode().submit()
        return SubmissionView(
            level=submission.level,
            sentence=submission.sentence,
            conditions=[
                f"{'holds' if condition.ok else 'does not hold'}: {condition.text}"
                for condition in submission.check.conditions
            ],
        )

    return server


class EpisodeServer(MCPServer[None]):
    """The server of one agent. `serve` talks to it over stdin and stdout."""

    def __init__(self, held: "_Held") -> None:
        @asynccontextmanager
        async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
            try:
                yield
            finally:
                await held.close()

        super().__init__(
            "junobench-lab", version=__version__, instructions=INSTRUCTIONS, lifespan=lifespan, log_level="ERROR"
        )
        self._held = held

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """As the SDK's, with mistakes in the arguments told in a sentence; those that no tool knows are mistakes."""
        known = next((tool for tool in await self.list_tools() if tool.name == name), None)
        if known is None:
            names = ", ".join(tool.name for tool in await self.list_tools())
            raise ToolError(f"There is no tool {name[:80]!r}; there are: {names}.")
        takes = list(known.input_schema.get("properties", {}))
        unknown = next((argument for argument in arguments if argument not in takes), None)
        if unknown is not None:
            raise ToolError(f"{name} has no argument {unknown[:80]!r}; it takes: {', '.join(takes) or 'none'}.")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_in_words(name, error.__cause__)) from error.__cause__
            if isinstance(error.__cause__, ToolError):
                # Without the SDK's words before it: a failure is marked as one anyway.
                raise ToolError(str(error.__cause__)) from error.__cause__
            raise

    async def serve(self, cancel: asyncio.Event) -> bool:
        """Serve stdin and stdout up to the end of stdin or until ``cancel`` is set; whether it was. The episode's
        kernel has ended by then, but a thread may still wait for stdin, so the process has to be left by force."""
        serving = asyncio.ensure_future(self.run_stdio_async())
        asked = asyncio.ensure_future(cancel.wait())
        await asyncio.wait({serving, asked}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            asked.cancel()
            await serving
            return False
        await self._held.close()
        return True


def _in_words(tool: str, error: ValidationError) -> str:
    """The first mistake in a call's arguments."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"]) or "arguments"
    if first["type"] == "missing":
        return f"{tool} needs the argument {place!r}."
    said = first["msg"][:1].lower() + first["msg"][1:]
    return f"The argument {place!r} of {tool} can't be taken: {said}."


class _Held:
    """The one open episode."""

    def __init__(
        self,
        bench: Bench,
        environment: KernelEnvironment | None,
        limits: EpisodeLimits,
        folder: Path,
        agent: str,
    ) -> None:
        self._bench, self._environment, self._limits = bench, environment, limits
        self._folder, self._agent = folder, agent
        self._episode: Episode | None = None
        self._beginning = asyncio.Lock()

    async def begin(self, id: str) -> Episode:
        """Begin an episode, which ends the one before. Two at a time would leave one that nobody ends."""
        async with self._beginning:
            return await self._begin(id)

    async def _begin(self, id: str) -> Episode:
        began = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S.%f")
        opened = Episode(
            self._bench,
            id,
            agent=self._agent,
            environment=self._environment,
            limits=self._limits,
            keep=self._folder / f"{id}-{began}.json",
        )
        await self.close()
        self._episode = opened
        return opened

    def episode(self) -> Episode:
        if self._episode is None:
            raise InvalidRequest("No crash was chosen: call start with an id of list_crashes first.")
        return self._episode

    async def close(self) -> None:
        if self._episode is not None:
            await self._episode.close()


def _crashes(bench: Bench, query: str, limit: int) -> CrashList:
    words = query.casefold().split()
    rows = [
        CrashRow(id=summary.id, exception=summary.crash.ename, message=summary.crash.evalue)
        for summary in bench.summaries()
        if summary.crash is not None
    ]
    found = [row for row in rows if all(word in f"{row.id} {row.exception} {row.message}".casefold() for word in words)]
    return CrashList(crashes=found[: max(0, limit)], total=len(found))
