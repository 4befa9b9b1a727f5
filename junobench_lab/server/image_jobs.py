"""The image of container kernels: at most one build, pull or trial at a time, followed by any number of listeners."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import datetime, timezone

from ..errors import InvalidRequest, LabError
from ..running.environments.container.images import (
    ImageStep,
    PullPlan,
    build_image,
    check_image,
    plan_pull,
    pull_image,
)
from ..running.environments.container.kernelspec import install_kernelspecs
from ..running.environments.container.settings import (
    KERNEL_TITLE,
    PUBLISHED_IMAGE,
    ContainerSettings,
    load_settings,
    save_image,
)
from .followed import Changes
from .models import ImageJob, ImageProgress, ImageRequest

_KEPT_LINES = 100
_CANCEL_BOUND = 5.0
_FAULT = "It failed by a fault of the server, and its log holds the details: try again."
_QUESTIONS = {
    "build": "The benchmark's libraries take several GB to fetch and to keep.",
    "pull": "Images can be many GB large.",
}


async def pull_plan() -> PullPlan:
    """What a person would pull: the published image, where the settings name none but that of our own builds.

    Raises `EnvironmentUnavailable` where there is no Docker, or no room.
    """
    named = load_settings().image
    built = ContainerSettings.model_fields["image"].default
    return await plan_pull(PUBLISHED_IMAGE if named == built else named)


class ImageJobs:
    """Belongs to the event loop."""

    def __init__(self, log: logging.Logger | None = None) -> None:
        self._log = log or logging.getLogger(__name__)
        self._job: ImageJob | None = None
        self._layers: dict[str, ImageStep] = {}
        self._lines: list[str] = []
        self._task: asyncio.Task[None] | None = None
        self._changes = Changes()

    @property
    def latest(self) -> ImageJob | None:
        """What goes on or was the last to end; ``None`` where nothing was asked for yet."""
        return self._job

    def start(self, asked: ImageRequest) -> ImageJob:
        """Raises `InvalidRequest` where another one goes on, or nobody agreed to fetch so much."""
        if self._job is not None and self._job.ended is None:
            raise InvalidRequest(f"A {self._job.action} of the image goes on: wait for its end, or cancel it.")
        question = _QUESTIONS.get(asked.action)
        if question is not None and not asked.agreed:
            raise InvalidRequest(f"{question} Say so with `agreed`.")
        self._job = ImageJob(action=asked.action, started=datetime.now(timezone.utc))
        self._layers, self._lines = {}, []
        self._task = asyncio.create_task(self._carry_out(asked))
        return self._job

    async def cancel(self) -> ImageJob:
        """End what goes on; what has ended stays as it is. Raises `InvalidRequest` where nothing was asked for yet."""
        await self.close()
        if self._job is None:
            raise InvalidRequest("Nothing goes on with the image.")
        return self._job

    async def close(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=_CANCEL_BOUND)

    async def follow(self) -> AsyncIterator[ImageProgress]:
        """How far it is, now and whenever that changes, up to the end; nothing where nothing was asked for."""
        following = self._changes.follow(self._progress, lambda: self._job is None or self._job.ended is not None)
        async for progress in following:
            yield progress

    def _progress(self) -> ImageProgress | None:
        if self._job is None:
            return None
        return ImageProgress(job=self._job, layers=list(self._layers.values()), lines=list(self._lines))

    async def _carry_out(self, asked: ImageRequest) -> None:
        try:
            if asked.action == "check":
                checked = await check_image()
                self._lines.extend(f"{name} {version}" for name, version in checked.versions.items())
                self._end(ok=checked.ok, sentence=checked.sentence)
                return
            async with contextlib.aclosing(self._steps(asked)) as steps:
                async for step in steps:
                    self._add(step)
            if asked.action == "pull" and asked.image is not None:
                await asyncio.to_thread(save_image, asked.image)
            await asyncio.to_thread(install_kernelspecs)
            self._end(ok=True, sentence=f'The image is ready, and so is the kernel "{KERNEL_TITLE}".')
        except asyncio.CancelledError:
            self._end(ok=False, sentence="Cancelled. What was fetched until then is kept.", cancelled=True)
        except LabError as error:
            self._end(ok=False, sentence=str(error))
        except Exception:
            self._log.exception("The %s of the image failed", asked.action)
            self._end(ok=False, sentence=_FAULT)

    def _steps(self, asked: ImageRequest) -> AsyncGenerator[ImageStep, None]:
        return build_image(asked.base) if asked.action == "build" else pull_image(asked.image)

    def _add(self, step: ImageStep) -> None:
        if step.layer is not None and (step.layer in self._layers or step.total is not None):
            self._layers[step.layer] = step
        else:
            self._lines = [*self._lines, step.words][-_KEPT_LINES:]
        self._changes.tell()

    def _end(self, *, ok: bool, sentence: str, cancelled: bool = False) -> None:
        assert self._job is not None
        told = {"ended": datetime.now(timezone.utc), "ok": ok, "sentence": sentence, "cancelled": cancelled}
        self._job = self._job.model_copy(update=told)
        self._changes.tell()
