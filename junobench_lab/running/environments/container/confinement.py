"""The rules that every container is made by: what it may see, and how much it may take."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...pinning import PINNED_ENVIRONMENT
from .settings import ContainerSettings

FOLDER = "/instance"
"""Where the working directory is in the container."""
CONNECTION = "/connection"
"""Where the folder with the connection file, and the sockets, is."""
CLOSED_NETWORK = "junobench-lab"
"""Network of kernels that are reached by ports: it leads to this machine's ports and nowhere else."""
OPEN_NETWORK = "junobench-lab-open"
"""Network of kernels that were allowed one: it leads to wherever this machine can reach."""
NOBODY = 1000
"""User and group of a run's kernel where the person is root."""

_TEMPORARY = "/tmp"
_LOOPBACK_NAMES = "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n"
_CACHES: Mapping[str, str] = {
    "HOME": "home",
    "XDG_CACHE_HOME": "cache",
    "IPYTHONDIR": "ipython",
    "JUPYTER_RUNTIME_DIR": "jupyter",
    "JOBLIB_TEMP_FOLDER": "joblib",
    "MPLCONFIGDIR": "matplotlib",
    "NUMBA_CACHE_DIR": "numba",
    "TORCH_HOME": "torch",
    "KERAS_HOME": "keras",
    "HF_HOME": "huggingface",
    "SKLEARN_DATA": "sklearn",
    "NLTK_DATA": "nltk",
}
"""Variables by which libraries are told where to keep what they keep; the root file system is read-only."""
_QUIET = {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}
"""As in the kernelspecs that ipykernel writes: the debugger's warning would stand among a kernel's last words."""


def container_options(
    settings: ContainerSettings,
    *,
    name: str,
    labels: Mapping[str, str],
    folder: Path,
    connection: Path,
    hosts: Path,
    user: str,
    environment: Mapping[str, str],
    ports: Mapping[int, int] | None,
    network: str | None,
) -> dict[str, Any]:
    """Arguments for `docker.containers.create`.

    ``folder`` becomes the working directory, ``connection`` holds the connection file; nothing else of this machine can
    be seen. ``hosts`` is the file that `write_hosts` made, where no container can change it. ``ports`` (in the
    container -> on 127.0.0.1) are published. ``network`` is one of the two, or ``None`` for none at all.
    """
    options: dict[str, Any] = {
        "image": settings.image,
        "command": ["python", "-m", "ipykernel_launcher", "-f", f"{CONNECTION}/kernel.json"],
        # The image's own way in might be a shell that doesn't hand signals on.
        "entrypoint": [],
        "name": name,
        # The same for all, as a notebook may show it.
        "hostname": "junobench",
        "labels": dict(labels),
        "detach": True,
        # Without an init process a stop is ignored, and children of children stay as zombies.
        "init": True,
        "user": user,
        "working_dir": FOLDER,
        "volumes": {str(folder): {"bind": FOLDER, "mode": "rw"}, str(connection): {"bind": CONNECTION, "mode": "rw"}},
        "environment": {**_caches(), **environment, **PINNED_ENVIRONMENT},
        "read_only": True,
        "tmpfs": {_TEMPORARY: f"rw,nosuid,nodev,exec,size={settings.temporary},mode=1777"},
        "shm_size": settings.shared_memory,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "pids_limit": settings.pids,
        "mem_limit": settings.memory,
        "memswap_limit": settings.memory,
        "nano_cpus": int(min(settings.cpus, os.cpu_count() or 1) * 1e9),
        "ulimits": [_limit("fsize", settings.file), _limit("core", 0)],
        # What is printed outside of cells, for the last words of a kernel that doesn't start.
        "log_config": {"type": "json-file", "config": {"max-size": "1m", "max-file": "1"}},
    }
    if network is None:
        options["network_mode"] = "none"
        # Docker then leaves the new network space alone, which has nothing but its loopback. It would go into it by a
        # process of its own otherwise, which takes longer than all the rest of a start, and find nothing to do but to
        # write the names of the loopback.
        options["network_disabled"] = True
        options["volumes"][str(hosts)] = {"bind": "/etc/hosts", "mode": "ro"}
    else:
        options["network"] = network
    if network == CLOSED_NETWORK:
        # Names are looked up by Docker, outside of the container's network.
        options["dns"] = ["127.0.0.1"]
    if ports is not None:
        options["ports"] = {f"{inside}/tcp": ("127.0.0.1", outside) for inside, outside in ports.items()}
    return options


def write_hosts(root: Path) -> Path:
    """Write the names that a container without a network knows into ``root``, of which it must not see anything: what
    lies there is mounted by Docker, which follows links. Raises `OSError`."""
    hosts = root / "hosts"
    hosts.write_text(_LOOPBACK_NAMES, encoding="ascii")
    hosts.chmod(0o644)
    return hosts


def own_user() -> str:
    """The person, so that what a kernel writes into a folder of theirs is theirs."""
    return f"{os.getuid()}:{os.getgid()}" if hasattr(os, "getuid") else ""


def user_for_copy(folder: Path) -> str:
    """The user for a private copy, which is never root: where the person is, the copy is handed to another user."""
    if not hasattr(os, "getuid") or os.getuid() != 0:
        return own_user()
    for place, names, files in os.walk(folder):
        for entry in (".", *names, *files):
            os.chown(Path(place) / entry, NOBODY, NOBODY, follow_symlinks=False)
    return f"{NOBODY}:{NOBODY}"


def _caches() -> dict[str, str]:
    return {"TMPDIR": _TEMPORARY, **_QUIET, **{name: f"{_TEMPORARY}/{folder}" for name, folder in _CACHES.items()}}


def _limit(name: str, value: int) -> Any:
    from docker.types import Ulimit

    return Ulimit(name=name, soft=value, hard=value)
