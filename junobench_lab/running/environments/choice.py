"""Which environment a run takes place in."""

from ...errors import InvalidRequest
from .base import EnvironmentName, KernelEnvironment


def environment_of(
    name: EnvironmentName = "local", kernel: str | None = None, *, network: bool = False
) -> KernelEnvironment:
    """The environment of that name. ``kernel`` is a local kernelspec; a container has its image's kernel,
    and with ``network`` (see `running.network`) it can reach one.

    Raises `InvalidRequest` where a kernel is named for a container.
    """
    if name == "local":
        from .local import LocalEnvironment

        return LocalEnvironment(kernel)
    from .container.environment import ContainerEnvironment
    from .container.settings import KERNEL_NAME

    if kernel not in (None, KERNEL_NAME):
        raise InvalidRequest(
            f"A container runs the kernel of its image, so {kernel!r:.80} can't be chosen: leave the kernel out."
        )
    return ContainerEnvironment(network=network)
