"""Episodes over the Model Context Protocol: one server, one agent, one episode at a time.

Cells are numbered from 0 in everything that goes over the wire, as in all of the product's data.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timezone
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

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
) -> MCPServer:
    """A server whose tools are the actions of an episode. Trajectories are kept in ``folder``, a file each."""
    held = _Held(bench, environment, limits or EpisodeLimits(), folder, agent)

    @asynccontextmanager
    async def lifespan(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await held.close()

    server = MCPServer(
        "junobench-lab", version=__version__, instructions=INSTRUCTIONS, lifespan=lifespan, log_level="ERROR"
    )

    def tool(action: Callable[_Arguments, Awaitable[_Result]]) -> None:
        """A mistake reaches the agent as its sentence; of anything else it learns only that the tool failed."""

        @wraps(action)
        async def told(*arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
            try:
                return await action(*arguments, **named)
            except LabError as error:
                raise ToolError(str(error)) from error

        server.add_tool(told)

    @tool
    async def list_crashes(query: str = "", limit: int = 50) -> CrashList:
        """List crashes that can be repaired; `query` holds words to find in id or exception."""
        return _crashes(bench, query, limit)

    @tool
    async def start(id: str) -> AgentNotebook:
        """Begin with a crash; an episode that is open ends unsubmitted."""
        return await (await held.begin(id)).read()

    @tool
    async def read_notebook() -> AgentNotebook:
        """Show the notebook as it stands: sources, counts and outputs."""
        return await held.episode().read()

    @tool
    async def edit_cell(cell: int, source: str, type: CellType | None = None) -> AgentCell:
        """Replace the source of a cell, and its type where one is given."""
        return await held.episode().edit(cell, source, type)

    @tool
    async def insert_cell(cell: int, source: str, type: CellType = "code") -> AgentCell:
        """Insert a cell before the one at this place; cells below move by one."""
        return await held.episode().insert(cell, source, type)

    @tool
    async def delete_cell(cell: int) -> AgentNotebook:
        """Delete a cell; cells below move by one."""
        return await held.episode().delete(cell)

    @tool
    async def run_cell(cell: int) -> CellRun:
        """Run a code cell in the running kernel."""
        return await held.episode().run(cell)

    @tool
    async def preflight_cell(cell: int, source: str | None = None) -> Trial:
        """Try a cell, or another source for it, in a copy of the kernel: would it crash, and what would it change?
        Notebook and kernel stay as they are."""
        return await held.episode().preflight(cell, source)

    @tool
    async def run_all() -> RunAll:
        """Start a new kernel and run all code cells from the top, until one fails."""
        return await held.episode().run_all()

    @tool
    async def restart_kernel() -> Usage:
        """End the kernel; the next run starts one without any names."""
        return await held.episode().restart()

    @tool
    async def list_names() -> Names:
        """List the names of the running kernel with types, shapes and short values."""
        return await held.episode().names()

    @tool
    async def inspect_name(name: str) -> NameState:
        """Show one name of the running kernel."""
        return await held.episode().inspect(name)

    @tool
    async def trace() -> TraceView:
        """Tell the recorded order, and what data flow and exception say about the crash."""
        return await held.episode().trace()

    @tool
    async def submit() -> SubmissionView:
        """Have the notebook checked in a fresh kernel, in the order of this kernel's runs. Ends the episode."""
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

    async def begin(self, id: str) -> Episode:
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
