"""What a person sees while cells run: a line for each that has finished, and which one is at work."""

from typing import TYPE_CHECKING

from ..running.models import CellFinished, CellStarted, Event, KernelReady, Plan
from ..trace.order import first_line

if TYPE_CHECKING:
    from types import TracebackType


class CellProgress:
    """Prints the progress of a run as its events come in; a context, so that the moving line is taken away."""

    def __init__(self, plan: Plan) -> None:
        from .printing import console

        self._plan = plan
        self._out = console()
        self._status = self._out.status("Starting the kernel ...") if self._out.is_terminal else None

    def __enter__(self) -> "CellProgress":
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: "TracebackType | None"
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, event: Event) -> None:
        total = len(self._plan.steps)
        if isinstance(event, KernelReady):
            versions = ", ".join(f"{name} {version}" for name, version in event.versions.items())
            self._out.print(f"Kernel {event.kernel}{f': {versions}' if versions else ''}", style="dim")
        elif isinstance(event, CellStarted) and self._status is not None:
            self._status.update(f"Cell {event.cell + 1}, execution {event.step + 1} of {total}")
        elif isinstance(event, CellFinished):
            place = f"{event.step + 1}/{total}"
            what = "ok" if event.ok else (event.ename or "error")
            line = first_line(self._plan.steps[event.step].source)
            self._out.print(
                f"{place:>7}  cell {event.cell + 1:<3} {event.seconds:6.2f} s  {what:<4}  {line}",
                no_wrap=True,
                overflow="ellipsis",
                style="" if event.ok else "bold",
            )
