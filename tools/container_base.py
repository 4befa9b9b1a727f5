"""Make Docker images of this very Python, where none can be fetched: for the tests of the container kernels.

    tools/container_base.py base NAME       CPython with its shared libraries, a shell and pip
    tools/container_base.py small NAME      the same with ipykernel
    tools/container_base.py kernels NAME    the same with all packages of the starter bench

``DOCKER_HOST`` says where. The base stands in for ``python:3.10-slim`` as the Dockerfile's argument BASE.
"""

import importlib.metadata
import re
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

_PACKAGES = ("ipykernel", "numpy", "pandas", "matplotlib", "scikit-learn", "seaborn")
_LEFT_OUT = {"site-packages", "test", "tests", "idlelib", "turtledemo", "tkinter", "EXTERNALLY-MANAGED"}
"""What a kernel doesn't need, and Debian's mark that keeps pip away from its own Python."""
_SYSTEM_LIBRARIES = ("libc6", "libgcc-s1", "libstdc++6")
"""Debian packages whose libraries are taken whole: numpy and others load some of them by name."""
_EXTRA_FILES = ("/bin/sh", "/usr/bin/env", "/etc/ssl/certs/ca-certificates.crt")
_PIP_SETTINGS = "ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DISABLE_PIP_VERSION_CHECK=1"


def make_image(name: str, *, packages: Sequence[str]) -> None:
    """Import the root file system as image ``name``."""
    importing = subprocess.Popen(
        ["docker", "import", "--change", _PIP_SETTINGS, "--change", f"ENV PATH={sys.base_prefix}/bin:/usr/bin:/bin",
         "-", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    assert importing.stdin is not None
    with importing.stdin, tarfile.open(fileobj=importing.stdin, mode="w|") as archive:
        _fill(archive, packages=packages)
    if importing.wait():
        raise SystemExit(f"docker import failed with exit code {importing.returncode}.")


def _fill(archive: tarfile.TarFile, *, packages: Sequence[str]) -> None:
    prefix = Path(sys.base_prefix)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = prefix / "lib" / version
    interpreter = (prefix / "bin" / version).resolve()
    files = [file for file in library.rglob("*") if _wanted(file, library)]
    added: set[str] = set()
    for name in ("tmp", "root", "home", "proc", "sys", "dev", "etc"):
        folder = tarfile.TarInfo(name)
        folder.type, folder.mode = tarfile.DIRTYPE, 0o1777 if name == "tmp" else 0o755
        archive.addfile(folder)
    site = list(_package_files(packages))
    binaries = [interpreter, *(file for file in files if ".so" in file.name)]
    for file in (*files, *_libraries(binaries), *_system_libraries(), *map(Path, _EXTRA_FILES), interpreter):
        if file.exists():
            _add(archive, file, added)
    place = _packages_folder(interpreter)
    for file in site:
        _add(archive, file, added, place / file.relative_to(sysconfig.get_paths()["purelib"]))
    for name in ("python", "python3"):
        link = tarfile.TarInfo(f"{sys.base_prefix}/bin/{name}".lstrip("/"))
        link.type, link.linkname = tarfile.SYMTYPE, str(interpreter)
        if link.name != str(interpreter).lstrip("/"):
            archive.addfile(link)


def _packages_folder(interpreter: Path) -> Path:
    """Where the interpreter looks for packages when no environment is active: Debian's has a place of its own."""
    command = [str(interpreter), "-I", "-c", "import site; print(site.getsitepackages()[0])"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


def _wanted(file: Path, library: Path) -> bool:
    parts = file.relative_to(library).parts
    return file.is_file() and not _LEFT_OUT & set(parts) and not parts[0].startswith("config-")


def _add(archive: tarfile.TarFile, file: Path, added: set[str], place: Path | None = None) -> None:
    """Add a file where programs look for it, its links resolved."""
    name = str(place or file)
    if name not in added:
        added.add(name)
        archive.add(file.resolve(), arcname=name.lstrip("/"), recursive=False)


def _libraries(binaries: Iterable[Path]) -> Iterator[Path]:
    """The shared libraries that the binaries name, and those that these name."""
    told = subprocess.run(["ldd", *map(str, binaries)], capture_output=True, text=True).stdout
    yield from sorted({Path(found) for found in re.findall(r"(/\S+) \(0x", told)})


def _system_libraries() -> Iterator[Path]:
    for package in _SYSTEM_LIBRARIES:
        told = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True).stdout
        yield from (Path(line) for line in told.splitlines() if re.search(r"/lib.*\.so[.\d]*$", line))


def _package_files(packages: Sequence[str]) -> Iterator[Path]:
    waiting, seen = list(packages), set[str]()
    while waiting:
        name = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            package = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        for line in package.requires or []:
            if "extra ==" not in line:
                waiting.append(re.split(r"[^\w.-]", line, maxsplit=1)[0])
        for file in package.files or []:
            path = Path(str(package.locate_file(file))).resolve()
            inside = path.is_relative_to(sysconfig.get_paths()["purelib"])
            if inside and path.is_file() and "tests" not in path.parts:
                yield path


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["base", name]:
            # Debian's Python has neither pip nor a way to get it.
            make_image(name, packages=("pip",))
        case ["small", name]:
            make_image(name, packages=_PACKAGES[:1])
        case ["kernels", name]:
            make_image(name, packages=_PACKAGES)
        case _:
            raise SystemExit(__doc__)
