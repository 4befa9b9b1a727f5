"""The lab's side of a process that kernels are forked from (see `parent_side.main`)."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..memory import prefer_as_victim
from ..processes import MARK

_START = (
    "import sys; sys.path[0] = sys.argv[1]; from parent_side.main import start; del sys.path[0]; start(sys.argv[2])"
)
_END_BOUND = 2.0
_FAILURES = 3
NO_MARK = "0" * 32
"""The mark of the parent itself: as long as those of runs, which its kernels write over it."""


@dataclass(frozen=True)
class Prepared:
    """What a parent that is ready tells of itself."""

    roots: tuple[str, ...]
    """Top-level names of all that it has imported."""
    variables: tuple[str, ...]
    """Environment variables that the imports read."""
    warned: tuple[str, ...]
    """Modules that warned when they were imported."""


class ForkedKernel:
    """A kernel of a parent, as its messages tell."""

    def __init__(self, folder: Path) -> None:
        self.mark = uuid.uuid4().hex
        """Known processes are told by it (see `processes`); it is the kernel's name as well."""
        self.folder = folder
        """Everything of its own that isn't the run's: connection file, sockets, log, IPython's folder."""
        self.pid: int | None = None
        self.waiting = False
        """Whether it has started and waits to be handed over."""
        self.code: int | None = None
        """Exit code as `subprocess` has it, ``None`` while it lives."""
        self.orphaned = False
        """Whether it ended because its parent did."""
        self.handed_over = False
        self.wanted = True

    @property
    def connection(self) -> Path:
        return self.folder / "connection.json"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def ipython(self) -> Path:
        return self.folder / "ipython"

    def kill(self) -> None:
        self.wanted = False
        if self.pid is not None and self.code is None:
            with contextlib.suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)


class ParentProcess:
    """A parent and its kernels. All methods return at once, and may be called from any thread."""

    def __init__(
        self, folder: Path, imports: Sequence[str], variables: Mapping[str, str], on_change: Callable[[], None]
    ) -> None:
        """Start it, with ``variables`` as its environment. ``on_change`` is called from a thread of its own after every
        message. Raises `OSError`."""
        self.prepared: Prepared | None = None
        self.unfit: str | None = None
        """Why it can't be had."""
        self._kernels: dict[str, ForkedKernel] = {}
        self._on_change = on_change
        self._sending = threading.Lock()
        self._failures = 0
        self._log = log = folder / f"parent-{uuid.uuid4().hex[:8]}.log"
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(Path(__file__).parent), str(log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**variables, MARK: NO_MARK},
            start_new_session=True,
            cwd=folder,
        )
        prefer_as_victim(self._process.pid)
        self._send({"imports": list(imports)})
        threading.Thread(target=self._listen, name="warm kernels", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def has_kernels(self) -> bool:
        return bool(self._kernels)

    def fork(self, kernel: ForkedKernel, variables: Mapping[str, str]) -> None:
        """Ask for a kernel, whose connection file is there.

        ``variables`` are its environment until it is handed over.
        """
        self._kernels[kernel.mark] = kernel
        request = {
            "id": kernel.mark,
            "folder": str(kernel.folder),
            "connection": str(kernel.connection),
            "log": str(kernel.log),
            "variables": dict(variables),
        }
        self._send({"fork": request})

    def hand_over(self, kernel: ForkedKernel, folder: Path, variables: Mapping[str, str]) -> None:
        """Let a waiting kernel begin in ``folder``."""
        kernel.waiting, kernel.handed_over = False, True
        self._send({"hand_over": {"id": kernel.mark, "folder": str(folder), "variables": dict(variables)}})

    def close(self) -> None:
        """End it and all its kernels; blocks for at most a few seconds."""
        with contextlib.suppress(OSError), self._sending:
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(_END_BOUND)
        except subprocess.TimeoutExpired:
            # Its kernels end with it: the system sees to that.
            self._process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_END_BOUND)

    def _send(self, request: Mapping[str, Any]) -> None:
        # Where it has ended, its output ends, too, and that is told.
        with contextlib.suppress(OSError, ValueError), self._sending:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as replies:
            for line in replies:
                with contextlib.suppress(ValueError, KeyError, TypeError):
                    self._take(json.loads(line))
                self._on_change()
        self._process.wait()
        if self.prepared is None and self.unfit is None:
            self.unfit = f"The process that kernels are forked from could not be prepared.{self._last_words()}"
        for kernel in list(self._kernels.values()):
            if kernel.code is None:
                kernel.orphaned = True
                kernel.code = -signal.SIGKILL
        self._on_change()

    def _take(self, reply: Mapping[str, Any]) -> None:
        if "prepared" in reply:
            self.prepared = Prepared(**{name: tuple(values) for name, values in reply["prepared"].items()})
        elif "unfit" in reply:
            self.unfit = str(reply["unfit"])
        elif "forked" in reply:
            self._kernels[reply["forked"]].pid = int(reply["pid"])
        elif "waiting" in reply:
            self._kernels[reply["waiting"]].waiting = True
        elif "ended" in reply:
            self._end(self._kernels.pop(reply["ended"]), int(reply["code"]))

    def _end(self, kernel: ForkedKernel, code: int) -> None:
        if kernel.wanted and not kernel.handed_over and not kernel.waiting:
            self._failures += 1
            if self._failures >= _FAILURES:
                self.unfit = "Forked kernels end while they start."
        kernel.waiting = False
        kernel.code = code

    def _last_words(self) -> str:
        with contextlib.suppress(OSError):
            lines = self._log.read_text(encoding="utf-8", errors="replace").split("\n")
            return " " + " / ".join([line.strip() for line in lines if line.strip()][-2:])
        return ""
