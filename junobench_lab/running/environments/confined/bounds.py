"""What a confined kernel may reach: its own folder, its interpreter with its libraries, and the system's."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ...kernel_side import landlock
from . import confine
from .confine import Bounds

_PACKAGE = Path(__file__).resolve().parents[3]

_START = f"import sys; sys.path.insert(0, sys.argv.pop(1)); from {confine.__name__} import main; main()"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/nix/store", "/proc", "/sys")
_NAMES_OF_HOSTS = ("/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager")
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts", "shm", "dri", "kfd", "nvidia*")
"""Of the devices: no disks."""
_CACHES = ("~/.config/matplotlib", "~/.cache/matplotlib", "~/.cache/fontconfig")
"""What a library would make anew in each kernel where it can't read it, which takes long."""

_ASK = "import json, sys; print(json.dumps([sys.prefix, sys.base_prefix, sys.exec_prefix, *filter(None, sys.path)]))"
_ASK_SECONDS = 20.0


@dataclass(frozen=True)
class Confinement:
    """How far a kernel is confined. What isn't named can't be read: a person's files, other kernels' folders, all that
    the package knows of a bench."""

    hidden: tuple[Path, ...] = ()
    """Folders that can't be read either, though the interpreter or a library lies around them."""
    network: bool = False
    """Whether connections over TCP can be made (Linux 6.7 or newer can refuse them)."""


def can_confine() -> bool:
    """Whether this system can confine kernels: Linux 5.13 or newer with Landlock switched on."""
    return landlock.version() > 0


def confined_command(
    command: Sequence[str], confinement: Confinement, *, own: Path, variables: Mapping[str, str]
) -> list[str]:
    """The command that confines itself and becomes ``command``, which starts a kernel that works in the folder
    ``own``. ``variables``: those that the kernelspec adds. Asks the interpreter for its folders; may take a second.
    """
    program = sys.executable if command[0] in _OWN_NAMES else command[0]
    paths = {name: value for name, value in variables.items() if name in ("PYTHONPATH", "LD_LIBRARY_PATH")}
    named = [part for value in paths.values() for part in value.split(os.pathsep) if part]
    bounds = Bounds(
        read=[
            *_SYSTEM,
            *(_NAMES_OF_HOSTS if confinement.network else ()),
            *(os.path.expanduser(cache) for cache in _CACHES),
            *_folders_of(program, tuple(sorted(paths.items()))),
            *named,
        ],
        write=[str(own), *(str(device) for name in _DEVICES for device in Path("/dev").glob(name))],
        hidden=[str(_PACKAGE), *map(str, confinement.hidden)],
        network=confinement.network,
    )
    return [sys.executable, "-I", "-c", _START, str(_PACKAGE.parent), json.dumps(bounds), program, *command[1:]]


_OWN_NAMES = {"python", f"python{sys.version_info[0]}", f"python{sys.version_info[0]}.{sys.version_info[1]}"}
"""By these a kernelspec means the interpreter of this process (see `jupyter_client`)."""


@lru_cache(maxsize=16)
def _folders_of(program: str, variables: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Where an interpreter finds itself and what it imports."""
    folders = [os.path.dirname(os.path.dirname(path)) for path in (program, os.path.realpath(program)) if "/" in path]
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        asked = subprocess.run(
            [program, "-c", _ASK],
            env={**os.environ, **dict(variables)},
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ASK_SECONDS,
            check=True,
        )
        folders += json.loads(asked.stdout)
    # A checkout from which this package is imported holds more than the package that is hidden: what it was made of.
    checkout = str(_PACKAGE.parent) if (_PACKAGE.parent / "pyproject.toml").is_file() else ""
    return tuple(dict.fromkeys(each for each in folders if os.path.isabs(each) and each not in ("/", checkout)))
