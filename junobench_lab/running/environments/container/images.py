"""The image: whether it is there, building it from the product's own Dockerfile, fetching, trying, removing it."""

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ....errors import EnvironmentUnavailable, LabError
from ....model import Model
from ....sizes import bytes_in_words
from ..exit_words import exit_sentence
from .engine import Engine, connect_apart, engine
from .faults import DISK_FULL, image_missing, pull_refused, sentence_of
from .registry import bytes_to_fetch, registry_of
from .settings import ContainerSettings, load_settings
from .transport import choose_transport

if TYPE_CHECKING:
    from docker import DockerClient
    from requests import Response

RECIPE = Path(__file__).parent / "recipe"
"""Folder with the Dockerfile and the pins."""
LARGE = 1_000_000_000
"""Bytes above which a person is asked first."""

_ROOM = 4
"""Times the size of its layers: they are on disk as they come, and unpacked, which is about three times as much."""
_BUILD_BOUND = 3600.0
_CHECK_BOUND = 180
_HEAVY = ("numpy", "pandas", "matplotlib", "seaborn", "sklearn", "torch", "tensorflow", "ipykernel")
_TRIAL = (
    "import importlib, importlib.util, sys\n"
    "for name in sys.argv[1:]:\n"
    "    if importlib.util.find_spec(name):\n"
    "        print('importing', name, flush=True)\n"
    "        print('imported', name, getattr(importlib.import_module(name), '__version__', ''), flush=True)\n"
)


class ContainerStatus(Model):
    """Whether kernels can run in containers here."""

    ready: bool
    problem: Literal["docker", "image"] | None = None
    """What is missing."""
    message: str
    advice: str | None = None
    image: str
    size: int | None = None
    """Bytes of the image."""
    id: str | None = None
    transport: str | None = None


class ImageStep(Model):
    """Something that a build or a pull says."""

    words: str
    layer: str | None = None
    """Id of the layer that it is about."""
    done: int | None = None
    """Bytes of the layer that are here, where Docker counts them."""
    total: int | None = None


class PullPlan(Model):
    """What it takes to fetch an image."""

    image: str
    fetched: int | None
    """Bytes of all its layers, compressed; ``None`` where its registry doesn't tell."""
    on_disk: int | None
    """Bytes of disk that it needs while it is unpacked, about."""
    question: str | None
    """What a person is asked first; ``None`` where it is small."""


class ImageCheck(Model):
    ok: bool
    sentence: str
    versions: dict[str, str]
    """Of the libraries that could be imported."""


async def container_status() -> ContainerStatus:
    """What is here; never raises."""
    settings = ContainerSettings()
    try:
        settings = load_settings()
        daemon = engine()
        version = await daemon.call(lambda client: client.version(), bound=5.0)
        told = f"Docker {version.get('Version', '')}, image {settings.image}"
        found = await _inspect(daemon, settings.image)
        if found is None:
            return ContainerStatus(
                ready=False,
                problem="image",
                message=f"{told}: the image is not here.",
                advice=image_missing(settings.image),
                image=settings.image,
            )
        transport = await choose_transport(daemon, settings)
    except LabError as error:
        return ContainerStatus(
            ready=False,
            problem="docker",
            message="Kernels in containers can't run.",
            advice=str(error),
            image=settings.image,
        )
    reached = "unix sockets, no network" if transport == "ipc" else "encrypted ports on 127.0.0.1"
    return ContainerStatus(
        ready=True,
        message=f"{told}, kernels reached by {reached}",
        image=settings.image,
        size=found["Size"],
        id=found["Id"],
        transport=transport,
    )


async def build_image(base: str | None = None, requirements: Path | None = None) -> AsyncGenerator[ImageStep, None]:
    """Build the image that the settings name; yields what the build says, line by line. Closing it ends the build.

    ``base`` is the image to start from, ``requirements`` a file of pins in the place of the product's own. Raises
    `EnvironmentUnavailable` where the build fails.
    """
    settings = load_settings()
    with tempfile.TemporaryDirectory(prefix="jbl-") as name:
        folder = Path(name)
        await asyncio.to_thread(shutil.copytree, RECIPE, folder, dirs_exist_ok=True)
        if requirements is not None:
            await asyncio.to_thread(shutil.copyfile, requirements, folder / "requirements.txt")
        async for item in _stream(
            lambda client: client.api.build(
                path=str(folder),
                tag=settings.image,
                rm=True,
                forcerm=True,
                decode=True,
                # A daemon without a bridge has no other way to the package index.
                network_mode="host",
                buildargs={"BASE": base} if base else {},
            )
        ):
            line = str(item.get("stream", "")).strip()
            if line:
                yield ImageStep(words=line)


async def plan_pull(image: str | None = None) -> PullPlan:
    """What it takes to fetch an image, where none is named that of the settings.

    Raises `EnvironmentUnavailable` where the disk that Docker keeps its data on has too little room for it.
    """
    image = image or load_settings().image
    daemon = engine()
    information = await daemon.call(lambda client: client.info(), bound=5.0)
    version = await daemon.call(lambda client: client.version(), bound=5.0)
    fetched = await asyncio.to_thread(bytes_to_fetch, image, str(version.get("Arch", "")))
    on_disk = None if fetched is None else int(_ROOM * fetched)
    free = await asyncio.to_thread(_free, Path(str(information.get("DockerRootDir", ""))))
    needed = LARGE if on_disk is None else on_disk
    if free is not None and free < needed:
        raise EnvironmentUnavailable(
            f"{image} needs about {bytes_in_words(needed)} of disk while it is fetched, and only "
            f"{bytes_in_words(free)} are free where Docker keeps its data; free some space, then try again."
        )
    return PullPlan(image=image, fetched=fetched, on_disk=on_disk, question=_question(image, fetched, on_disk))


async def pull_image(image: str | None = None) -> AsyncGenerator[ImageStep, None]:
    """Fetch an image, where none is named that of the settings; layers that are here already aren't fetched again.

    Closing it ends the pull. Raises `EnvironmentUnavailable` where the image can't be fetched or finds no room.
    """
    plan = await plan_pull(image)
    async for item in _stream(lambda client: client.api.pull(plan.image, stream=True, decode=True), plan.image):
        words = [str(item[key]) for key in ("id", "status", "progress") if item.get(key)]
        if words:
            counted = item.get("progressDetail") or {}
            yield ImageStep(
                words=" ".join(words),
                layer=item.get("id"),
                done=counted.get("current"),
                total=counted.get("total"),
            )


def _question(image: str, fetched: int | None, on_disk: int | None) -> str | None:
    if fetched is None or on_disk is None:
        return f"Images can be many GB large; the size of {image} isn't known before. Fetch it?"
    if fetched <= LARGE:
        return None
    return f"{image}: {bytes_in_words(fetched)} to fetch, about {bytes_in_words(on_disk)} of disk meanwhile. Fetch it?"


def _free(folder: Path) -> int | None:
    """Bytes free where Docker keeps its data; ``None`` where that is on another machine, as with Docker Desktop."""
    try:
        return shutil.disk_usage(folder).free if folder.is_absolute() else None
    except OSError:
        return None


async def check_image() -> ImageCheck:
    """Start the image once on this machine and import the heavy libraries.

    Raises `EnvironmentUnavailable` where it can't be started.
    """
    settings = load_settings()

    def run(client: "DockerClient") -> tuple[int, str]:
        container = client.containers.create(
            settings.image,
            ["python", "-c", _TRIAL, *_HEAVY],
            entrypoint=[],
            network_mode="none",
            cap_drop=["ALL"],
            labels={"junobench-lab": "1"},
            environment={"HOME": "/tmp", "MPLCONFIGDIR": "/tmp"},
        )
        try:
            container.start()
            code = int(container.wait(timeout=int(_CHECK_BOUND))["StatusCode"])
            return code, container.logs().decode("utf-8", "replace")
        finally:
            with contextlib.suppress(Exception):
                container.remove(force=True)

    try:
        code, said = await engine().call(run, bound=_CHECK_BOUND + 10, image=settings.image)
    except LabError:
        raise
    except Exception as error:
        raise EnvironmentUnavailable(sentence_of(error, settings.image)) from error
    return read_trial(code, said)


def read_trial(code: int, said: str) -> ImageCheck:
    """What the trial's exit code and output mean."""
    lines = said.splitlines()
    imported = [line.split() for line in lines if line.startswith("imported ")]
    versions = {words[1]: words[2] if len(words) > 2 else "" for words in imported}
    tried = [line.split()[1] for line in lines if line.startswith("importing ")]
    if code == 0 and "ipykernel" in versions:
        return ImageCheck(ok=True, sentence=f"The image works here: {len(versions)} libraries load.", versions=versions)
    if code == 0:
        return ImageCheck(
            ok=False, sentence="The image has no ipykernel, so no kernel starts in it.", versions=versions
        )
    last = tried[-1] if tried else "Python"
    if code == 128 + 4:
        cause = (
            f"{last} needs instructions that this machine's processor doesn't have (often AVX, which virtual machines "
            "may hide); use an image with a build of it for this processor, or another machine."
        )
    elif code > 128:
        cause = f"It ends while {last} is loaded. {exit_sentence(code)}"
    else:
        cause = f"{last} can't be loaded: {lines[-1] if lines else 'it said nothing'}"
    return ImageCheck(ok=False, sentence=cause, versions=versions)


async def remove_image() -> bool:
    """Remove the image; gives whether it was there. Raises `EnvironmentUnavailable` where a container still uses it."""
    settings = load_settings()
    daemon = engine()
    if await _inspect(daemon, settings.image) is None:
        return False
    try:
        await daemon.call(lambda client: client.api.remove_image(settings.image), bound=60.0)
    except LabError:
        raise
    except Exception as error:
        raise EnvironmentUnavailable(sentence_of(error, settings.image)) from error
    return True


async def _inspect(daemon: Engine, image: str) -> dict[str, Any] | None:
    import docker.errors

    try:
        return await daemon.call(lambda client: client.api.inspect_image(image), bound=5.0)
    except docker.errors.NotFound:
        return None


async def _stream(
    begin: "Callable[[DockerClient], Iterator[dict[str, Any]]]", fetched: str | None = None
) -> AsyncGenerator[dict[str, Any], None]:
    """The messages of a long call, taken from a thread; raises `EnvironmentUnavailable` for an error among them.

    ``fetched`` is the image that it fetches, where it does. Closing it ends the call: Docker gives up what nobody
    listens to.
    """
    daemon = engine()
    settings = load_settings()
    responses: list[Response] = []

    def begin_apart(_: "DockerClient") -> Iterator[dict[str, Any]]:
        client = connect_apart()
        client.api.hooks["response"] = [lambda response, *_, **__: responses.append(response)]
        return iter(begin(client))

    try:
        messages = await daemon.call(begin_apart, bound=_BUILD_BOUND, image=settings.image)
        while True:
            item = await daemon.call(lambda _: next(messages, None), bound=_BUILD_BOUND)
            if item is None:
                return
            if "error" in item:
                raise EnvironmentUnavailable(_failure(str(item["error"]), fetched))
            yield item
    except LabError:
        raise
    except Exception as error:
        refused = None if fetched is None else pull_refused(str(error), fetched, registry_of(fetched))
        raise EnvironmentUnavailable(refused or sentence_of(error, fetched or settings.image)) from error
    finally:
        for response in responses:
            # Wakes the thread that waits for the next message; before urllib3 2.3, that message has to come.
            with contextlib.suppress(Exception):
                response.raw.shutdown()


def _failure(text: str, fetched: str | None) -> str:
    """Of an error among the messages of a build or of fetching an image."""
    if "no space left" in text:
        return DISK_FULL
    refused = None if fetched is None else pull_refused(text, fetched, registry_of(fetched))
    return refused or f"Docker could not do it: {text.strip()[:300]}."
