"""Which environment a run takes place in."""

from ...errors import InvalidRequest
from .base import EnvironmentName, KernelEnvironment


def environment_of(
    name: EnvironmentName = "local",
    kernel: str | None = None,
    *,
    cold: bool = False,
    patient: bool = False,
    network: bool = False,
    ahead: bool = False,
) -> KernelEnvironment:
    """The environment of that name. ``kernel`` is a local kernelspec; a container has its image's kernel,
    and with ``network`` (see `running.network`) it can reach one.

    Local kernels are warm where that can't change what a notebook does, unless ``cold`` ones are asked for; ``patient``
    runs wait until there are warm ones. With ``ahead`` a container is started for the next run of this process.
    Raises `InvalidRequest` where a kernel is named for a container.
    """
    if name == "local":
        if cold:
            from .local import LocalEnvironment

            return LocalEnvironment(kernel)
        from .warm.environment import WarmEnvironment
        from .warm.pool import shared_pool

        return WarmEnvironment(shared_pool(), kernel, patient=patient)
    from .container.environment import ContainerEnvironment
    from .container.settings import KERNEL_NAME

    if kernel not in (None, KERNEL_NAME):
        raise InvalidRequest(
            f"A container runs the kernel of its image, so {kernel!r:.80} can't be chosen: leave the kernel out."
        )
    if not ahead:
        return ContainerEnvironment(network=network)
    from .container.waiting_pool import shared_containers

    return ContainerEnvironment(network=network, waiting=shared_containers())
