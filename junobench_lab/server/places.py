"""Where kernels run: what there is, and which kernel an instance's notebook gets."""

from __future__ import annotations

from jupyter_client.kernelspec import find_kernel_specs

from ..errors import NetworkNotAllowed
from ..instances.catalog import Catalog
from ..running.environments.container.images import container_status
from ..running.environments.container.kernelspec import KERNELSPECS, install_kernelspecs
from ..running.environments.container.settings import KERNEL_NAME, NETWORK_KERNEL_NAME
from ..running.environments.local import DEFAULT_KERNEL
from .image_jobs import ImageJobs
from .models import Environments, InstanceKernel, KernelRequest


async def environments(images: ImageJobs) -> Environments:
    """Asks Docker; never raises."""
    return Environments(container=await container_status(), job=images.latest)


def instance_kernel(catalog: Catalog, asked: KernelRequest) -> InstanceKernel:
    """The kernel of a notebook of the instance.

    Raises `UnknownBench`, `UnknownInstance`; `NetworkNotAllowed` where somebody has to be asked;
    `EnvironmentUnavailable` where the kernel can't be installed.
    """
    needs_network = catalog.bench(asked.bench).summary(asked.id).needs_network
    if asked.environment == "local":
        return InstanceKernel(kernel=asked.kernel or DEFAULT_KERNEL, replaces=list(KERNELSPECS))
    if needs_network and asked.allow_network is None:
        raise NetworkNotAllowed(
            f"{asked.id} fetches something from a network, and its container has none unless you agree."
        )
    _require_kernelspecs()
    kernel = NETWORK_KERNEL_NAME if needs_network and asked.allow_network else KERNEL_NAME
    return InstanceKernel(kernel=kernel, replaces=[name for name in find_kernel_specs() if name != kernel])


def _require_kernelspecs() -> None:
    """The image may have come another way than by our own command, which installs them."""
    if not set(KERNELSPECS) <= set(find_kernel_specs()):
        install_kernelspecs()
