"""Why a run gets a cold kernel: every doubt whether a warm one would do the same."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .parent import Prepared

_INSTALLS = re.compile(r"\b(pip3?|conda|mamba|uv)\b[^\n]*\binstall\b|\beasy_install\b")
_LOOKS_INSIDE = re.compile(
    r"\breload\b|\bsys\s*\.\s*(modules|meta_path|path_hooks|path_importer_cache|settrace|setprofile|getrefcount)\b"
    r"|\bfrom\s+sys\s+import\b|\bgc\s*\.\s*get_|\btracemalloc\b|\batexit\b|\bloggerDict\b|\bautoreload\b"
    r"|\b(print|extract|format|walk|dump)_(stack|traceback)\b|\binspect\s*\.\s*stack\b|\bstack_info\b"
    r"|/proc/self\b|\bthreadpoolctl\b"
)
_IMPORTS = re.compile(r"^[ \t]*(?:import|from\s+[\w.]+\s+import)\s+([^#\n]+)", re.MULTILINE)
_PATCHES = re.compile(r"^[ \t]*(\w+)\.\w+[ \t]*=(?!=)|\bsetattr\(\s*(\w+)\s*,", re.MULTILINE)
_STRICT_WARNINGS = re.compile(r"(simplefilter|filterwarnings)\s*\(\s*(action\s*=\s*)?['\"]error")
_ENVIRONMENT = re.compile(r"environ|putenv|%\s*(set_)?env\b|dotenv")
_READ_BY_THE_LOADER = (
    "OMP_", "OPENBLAS_", "MKL_", "BLIS_", "NUMEXPR_", "VECLIB_", "KMP_", "GOTO_", "LD_", "PYTHON", "MALLOC_",
)  # fmt: skip
"""Beginnings of variables that compiled libraries and the interpreter read without Python's noticing."""
_SETTINGS = ("matplotlibrc", "ipython_config.py", "ipython_kernel_config.py", "ipython_kernel_config.json")
_COMMAND = ("-m", "ipykernel_launcher", "-f", "{connection_file}")


def kernel_spec(name: str) -> Any:
    """What `jupyter_client` knows of the kernel, ``None`` where there is none of that name."""
    from jupyter_client.kernelspec import KernelSpecManager

    try:
        return KernelSpecManager().get_kernel_spec(name)
    except Exception:
        # Not installed, or damaged: the cold kernel says which.
        return None


def doubt_of_system() -> str | None:
    if sys.platform != "linux":
        return "Kernels are forked on Linux only."
    return None


def doubt_of_kernel(spec: Any) -> str | None:
    """``spec`` as `kernel_spec` gives it."""
    if spec is None:
        return "The kernel can't be read."
    command = list(spec.argv)
    executable = command[0] if command else ""
    # `jupyter_client` puts its own interpreter in for these names.
    own = executable in ("python", f"python{sys.version_info[0]}", sys.executable)
    own = own or executable == "python{}.{}".format(*sys.version_info[:2])
    if not own or tuple(command[1:]) != _COMMAND:
        return "The kernel isn't that of the lab's own Python."
    if spec.env:
        return "The kernel has environment variables of its own."
    return None


def looks_inside(source: str) -> bool:
    """Whether a cell looks at what Python's own process is made of, apart from the notebook's session."""
    return _LOOKS_INSIDE.search(source) is not None


def doubt_of_notebook(sources: Iterable[str], prepared: Prepared) -> str | None:
    """Of the cells that a run executes."""
    names = set(prepared.variables)
    imported: set[str] = set()
    patched = False
    for source in sources:
        imported |= _imported(source)
        patches = (found.end() for found in _PATCHES.finditer(source) if set(found.groups()) & imported)
        begin = 0 if patched else next(patches, None)
        patched = begin is not None
        if begin is not None and _IMPORTS.search(source, begin):
            return "A cell changes a library, and what is imported after that may take it over."
        if _INSTALLS.search(source):
            return "A cell installs packages."
        if looks_inside(source):
            return "A cell looks at what the interpreter has loaded."
        if prepared.warned and _STRICT_WARNINGS.search(source):
            return "A cell makes errors of warnings, and an import warns."
        if not _ENVIRONMENT.search(source):
            continue
        words = set(re.findall(r"[A-Z][A-Z0-9_]{2,}", source))
        if any(word in names or word.startswith(_READ_BY_THE_LOADER) for word in words):
            return "A cell names an environment variable that libraries read when they are imported."
    return None


def _imported(source: str) -> set[str]:
    """The names that a cell gives to what it imports."""
    each = (part for found in _IMPORTS.finditer(source) for part in found.group(1).split(","))
    return {words[-1].partition(".")[0] for part in each if (words := part.strip(" ()").split())}


def doubt_of_folder(folder: Path, prepared: Prepared) -> str | None:
    """Of the files beside the notebook: a fresh kernel may import one of them under a library's name."""
    roots = set(prepared.roots)
    for entry in folder.iterdir():
        name = entry.name.partition(".")[0]
        is_module = entry.suffix in (".py", ".pyc", ".so") or (entry / "__init__.py").exists()
        if entry.name in _SETTINGS or (is_module and name in roots):
            return f"The file {entry.name} may change what an import does."
    return None


def variables_differ(one: dict[str, str], other: dict[str, str], prepared: Prepared) -> bool:
    """Whether environments differ in what was read when the parent process made its imports."""
    changed = {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
    return any(name in prepared.variables or name.startswith(_READ_BY_THE_LOADER) for name in changed)
