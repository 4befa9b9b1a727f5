"""How much memory there is, and (on Linux) whether the system killed a process for lack of it."""

from pathlib import Path

import psutil

_PROC = Path("/proc")
_CGROUPS = Path("/sys/fs/cgroup")
_SHARE = 0.9
_SPARE = 1_000_000_000
_SPARE_SHARE = 0.1


def default_memory_bound() -> int:
    """Nine tenths of the machine's memory, or of what this process's control groups allow, if that is less. Bytes."""
    return int(_SHARE * min([psutil.virtual_memory().total, *_cgroup_limits()]))


def memory_is_short() -> bool:
    """Whether so little is free that nothing should be held for convenience: less than a gigabyte, or a tenth."""
    memory = psutil.virtual_memory()
    return int(memory.available) < max(_SPARE, _SPARE_SHARE * memory.total)


def out_of_memory_kills() -> tuple[int, ...]:
    """The counters of processes that the system killed for lack of memory; compare with an earlier reading."""
    counts = [_count(_PROC / "vmstat", "oom_kill")]
    for folder in _cgroup_folders():
        counts += [_count(folder / "memory.events", "oom_kill"), _count(folder / "memory.oom_control", "oom_kill")]
    return tuple(counts)


def prefer_as_victim(pid: int) -> None:
    """Make the system, when memory runs out, choose this process and its children rather than the lab's server."""
    try:
        (_PROC / str(pid) / "oom_score_adj").write_text("1000", encoding="ascii")
    except OSError:
        # Not Linux, or the process has ended: the bound of the run still holds.
        return


def _cgroup_folders() -> list[Path]:
    """This process's control groups for memory and those above them, version 1 and 2."""
    try:
        lines = (_PROC / "self" / "cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    folders: list[Path] = []
    for line in lines:
        hierarchy, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if hierarchy == "0" and not controllers:
            root = _CGROUPS
        elif "memory" in controllers.split(","):
            root = _CGROUPS / "memory"
        else:
            continue
        own = root / path.lstrip("/")
        # Inside a container the path may be the host's, which doesn't exist here: the root is then the own group.
        folders += [folder for folder in [own, *own.parents] if folder.is_relative_to(root) and folder.is_dir()]
    return folders


def _cgroup_limits() -> list[int]:
    limits = []
    for folder in _cgroup_folders():
        for name in ("memory.max", "memory.limit_in_bytes"):
            try:
                text = (folder / name).read_text(encoding="ascii").strip()
            except OSError:
                continue
            if text.isdigit():
                limits.append(int(text))
    return limits


def _count(file: Path, name: str) -> int:
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.split()[:1] == [name]), 0)
