"""What a worker tells of itself: its Python, its packages, its image."""

import functools
import hashlib
import json
import os
import platform
from importlib.metadata import distributions

from ..environments.base import EnvironmentName
from ..models import Worker

IMAGE_VARIABLE = "JUNOBENCH_LAB_IMAGE"
"""By it, whoever starts workers in containers says which image that is; from the inside it can't be known."""


async def about_worker(address: str, environment: EnvironmentName) -> Worker:
    """``address`` as Dask knows it."""
    return Worker(
        address=address,
        machine=platform.node(),
        python=platform.python_version(),
        packages=packages_digest(),
        image=await _kernel_image() if environment == "container" else os.environ.get(IMAGE_VARIABLE),
    )


@functools.cache
def packages() -> dict[str, str]:
    """The distributions installed for this Python, by name, as they were at the first call."""
    found = {(each.metadata["Name"] or "").lower(): each.version for each in distributions()}
    return dict(sorted(found.items()))


@functools.cache
def packages_digest() -> str:
    return hashlib.sha256(json.dumps(packages()).encode()).hexdigest()[:16]


async def _kernel_image() -> str | None:
    """The id of the image on this machine; asked until it is known, as it may still be on its way."""
    from ..environments.container.images import container_status

    if not _image:
        found = (await container_status()).id
        if found is not None:
            _image.append(found)
    return _image[0] if _image else None


_image: list[str] = []
