"""What `doctor` looks at. Every check comes to an answer; none changes anything that outlives it."""

import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .._version import __version__
from ..data_folder import data_folder
from ..sizes import bytes_in_words
from .models import Check

PACKAGE = "junobench-lab"
SERVER_MODULE = "junobench_lab"

_REINSTALL = f"Install it again: pip install --force-reinstall --no-deps {PACKAGE}"
_LITTLE_SPACE = 2_000_000_000
_NO_SPACE = 100_000_000


def all_checks() -> Iterator[Check]:
    """All checks in the order in which a person should read them; one that breaks is a warning of its own."""
    for name, check in _CHECKS.items():
        try:
            yield from check()
        except Exception as error:
            from .log import keep_details

            found = f"It could not be checked ({type(error).__name__}: {error}); {keep_details(error)}"
            yield Check(name=name, status="warn", message=found)


def check_python() -> Iterator[Check]:
    """For information: an older one than is needed would not have come this far."""
    yield Check(name="Python", status="ok", message=f"{platform.python_version()} ({sys.executable})")


def check_packages() -> Iterator[Check]:
    """The packages that the installed distribution asks for."""
    from importlib.metadata import PackageNotFoundError, requires, version

    from packaging.requirements import Requirement

    try:
        asked = [Requirement(line) for line in requires(PACKAGE) or []]
    except PackageNotFoundError:
        yield Check(
            name="Packages",
            status="warn",
            message=f"{PACKAGE} runs from its sources and isn't installed, so its packages can't be checked.",
            advice=f"pip install {PACKAGE}",
        )
        return
    wrong = []
    for requirement in asked:
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            wrong.append(f"{requirement.name} is missing")
            continue
        if not requirement.specifier.contains(found, prereleases=True):
            wrong.append(f"{requirement.name} is {found}, but {requirement.specifier} is needed")
    if wrong:
        advice = f"pip install --upgrade {PACKAGE}"
        yield Check(name="Packages", status="fail", message="; ".join(wrong), advice=advice)
    else:
        yield Check(name="Packages", status="ok", message=f"{PACKAGE} {__version__} and all that it needs")


def check_kernels() -> Iterator[Check]:
    from jupyter_client.kernelspec import KernelSpecManager

    from ..running.environments.local import DEFAULT_KERNEL

    specs = KernelSpecManager().get_all_specs()
    if DEFAULT_KERNEL not in specs:
        found = f"There is no kernel {DEFAULT_KERNEL}; installed are: {', '.join(sorted(specs)) or 'none'}."
        advice = "python -m ipykernel install --user"
        yield Check(name="Kernels", status="fail", message=found, advice=advice)
    broken = [name for name, spec in sorted(specs.items()) if not _starts(spec)]
    if broken:
        yield Check(
            name="Kernels",
            status="fail" if DEFAULT_KERNEL in broken else "warn",
            message=f"The program of {', '.join(broken)} is missing.",
            advice=f"Install them again, or remove them: jupyter kernelspec remove {' '.join(broken)}",
        )
    elif DEFAULT_KERNEL in specs:
        yield Check(name="Kernels", status="ok", message=", ".join(sorted(specs)))


def check_lab_extension() -> Iterator[Check]:
    """The half that runs in the browser: installed, enabled, of the same version."""
    from jupyter_core.paths import jupyter_path
    from jupyterlab_server.config import get_static_page_config
    from packaging.version import InvalidVersion, Version

    name = "Lab extension"
    folder = next((path for root in jupyter_path("labextensions") if (path := Path(root) / PACKAGE).is_dir()), None)
    try:
        package = json.loads((folder / "package.json").read_bytes()) if folder is not None else None
        found = str(package["version"]) if package is not None else None
    except (OSError, ValueError, KeyError, TypeError):
        message = f"Its files in {folder} are damaged."
        yield Check(name=name, status="fail", message=message, advice=_REINSTALL)
        return
    if found is None:
        yield Check(name=name, status="fail", message="It isn't installed.", advice=_REINSTALL)
        return
    disabled = get_static_page_config(level="all").get("disabledExtensions", {})
    if _holds(disabled, PACKAGE):
        advice = f"jupyter labextension enable {PACKAGE}"
        yield Check(name=name, status="fail", message=f"{found}, but it is disabled.", advice=advice)
    else:
        yield Check(name=name, status="ok", message=f"{found}, enabled")
    try:
        # The same version is spelled differently in the two worlds: 1.0.0-rc.1 and 1.0.0rc1.
        same = Version(found) == Version(__version__)
    except InvalidVersion:
        same = found == __version__
    if same:
        yield Check(name="Versions", status="ok", message=f"Both halves are {__version__}.")
    else:
        message = f"The lab extension is {found}, the server extension {__version__}."
        yield Check(name="Versions", status="fail", message=message, advice=_REINSTALL)


def check_server_extension() -> Iterator[Check]:
    from jupyter_core.paths import jupyter_config_path
    from jupyter_server.config_manager import BaseJSONConfigManager, recursive_update

    config: dict[str, Any] = {}
    for folder in reversed(jupyter_config_path()):
        recursive_update(config, BaseJSONConfigManager(config_dir=folder).get("jupyter_server_config"))
    state = config.get("ServerApp", {}).get("jpserver_extensions", {}).get(SERVER_MODULE)
    advice = f"jupyter server extension enable {SERVER_MODULE}"
    if state:
        yield Check(name="Server extension", status="ok", message="enabled")
    elif state is None:
        yield Check(name="Server extension", status="fail", message="It isn't installed.", advice=advice)
    else:
        yield Check(name="Server extension", status="fail", message="It is disabled.", advice=advice)


def check_benches() -> Iterator[Check]:
    from ..instances.registry import open_catalog, registry_problem

    problem = registry_problem()
    if problem is not None:
        yield Check(name="Benches", status="warn", message=problem)
    for bench in open_catalog().benches():
        name = f"Bench {bench.name}"
        if bench.instances is None:
            message = " ".join(problem.message for problem in bench.problems)
            yield Check(name=name, status="fail", message=message, advice="Put its files back, or remove it.")
        elif bench.problems:
            message = f"{bench.instances} instances. {' '.join(problem.message for problem in bench.problems)}"
            yield Check(name=name, status="warn", message=message)
        else:
            yield Check(name=name, status="ok", message=f"{bench.instances} instances")


def check_libraries() -> Iterator[Check]:
    """For information: what the default kernel can't run of the starter bench."""
    import asyncio

    from ..instances.registry import starter_bench
    from ..running.environments.local import DEFAULT_KERNEL, LocalEnvironment
    from ..running.heavy_instances import lacking_libraries, unrunnable
    from ..running.libraries import install_command, listed_titles

    name = "Libraries"
    lacking = asyncio.run(lacking_libraries(LocalEnvironment()))
    if lacking is None:
        message = f"The kernel {DEFAULT_KERNEL} could not be asked which libraries it has."
        yield Check(name=name, status="warn", message=message)
        return
    needing = unrunnable(starter_bench(), lacking)
    missing = [library for library in lacking if any(library in needed for needed in needing.values())]
    if not missing:
        yield Check(name=name, status="ok", message="The default kernel has all that the starter bench needs.")
        return
    message = f"The default kernel lacks {listed_titles(missing)}, so it can't run {', '.join(needing)}."
    yield Check(name=name, status="ok", message=message, advice=install_command(missing))


def check_docker() -> Iterator[Check]:
    """For information: only the environment `container` needs it."""
    import asyncio

    from ..running.environments.container.images import container_status

    status = asyncio.run(container_status())
    advice = None if status.ready else status.advice
    yield Check(name="Docker", status="ok", message=status.message, advice=advice)


def check_disk() -> Iterator[Check]:
    """The places that runs write to: records, and private copies."""
    for name, folder in {"Data folder": data_folder(), "Temporary folder": Path(tempfile.gettempdir())}.items():
        existing = next(parent for parent in [folder, *folder.parents] if parent.exists())
        if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
            message = f"{folder} can't be written."
            variable = "JUPYTER_DATA_DIR" if name == "Data folder" else "TMPDIR"
            advice = f"Give yourself the right to write there, or set {variable} to another folder."
            yield Check(name=name, status="fail", message=message, advice=advice)
            continue
        free = shutil.disk_usage(existing).free
        message = f"{folder}, {bytes_in_words(free)} free"
        advice = "Free some disk space: runs work in copies of the input data."
        if free < _NO_SPACE:
            yield Check(name=name, status="fail", message=message, advice=advice)
        elif free < _LITTLE_SPACE:
            yield Check(name=name, status="warn", message=message, advice=advice)
        else:
            yield Check(name=name, status="ok", message=message)


_CHECKS: dict[str, Callable[[], Iterator[Check]]] = {
    "Python": check_python,
    "Packages": check_packages,
    "Kernels": check_kernels,
    "Lab extension": check_lab_extension,
    "Server extension": check_server_extension,
    "Benches": check_benches,
    "Libraries": check_libraries,
    "Docker": check_docker,
    "Disk": check_disk,
}


def _starts(spec: dict[str, Any]) -> bool:
    argv = spec.get("spec", {}).get("argv") or [""]
    # jupyter_client puts its own interpreter in the place of these.
    return argv[0] in ("python", f"python{sys.version_info[0]}") or shutil.which(argv[0]) is not None


def _holds(disabled: Any, name: str) -> bool:
    """Whether an extension is disabled as a whole; the setting is a list or a table of switches."""
    return bool(disabled.get(name)) if isinstance(disabled, dict) else name in disabled
