"""Whether an environment and its kernel are there, asked before the work begins."""

from typing import TYPE_CHECKING, get_args

import typer

from ..errors import EnvironmentUnavailable, InvalidRequest
from ..running.environments.base import EnvironmentName

if TYPE_CHECKING:
    from ..instances.bench import Bench
    from ..running.environments.base import KernelEnvironment


def require_environment(name: str, kernel: str | None, *, here: bool = True) -> tuple[EnvironmentName, str | None]:
    """The environment and the local kernel that will be used, ``None`` in a container.

    Where it isn't ``here`` but on the workers of a cluster, it is they who know whether they have the kernel.

    Raises `InvalidRequest` for an unknown one, `EnvironmentUnavailable` where the kernel isn't installed.
    """
    from ..running.environments.choice import environment_of

    known = {str(known): known for known in get_args(EnvironmentName)}
    if name not in known:
        raise InvalidRequest(f"There is no environment {name[:80]!r}: choose {' or '.join(known)}.")
    environment = environment_of(known[name], kernel)
    if not here:
        return known[name], environment.kernel if environment.name == "local" else None
    return known[name], require_kernel(kernel) if environment.name == "local" else None


def kernels_for_others(
    bench: "Bench", name: str, kernel: str | None, *, unconfined: bool, network: bool = False
) -> "KernelEnvironment":
    """Where code runs that nobody has looked at: in local kernels that are confined, unless the person wants it
    otherwise, or in containers. Says so where the system can't confine them.

    ``network``: whether confined kernels can connect. Raises what `require_environment` raises.
    """
    from ..research.confinement import confined_environment
    from ..running.environments.choice import environment_of

    place, chosen = require_environment(name, kernel)
    if place != "local" or unconfined:
        return environment_of(place, chosen)
    environment = confined_environment(bench, chosen, network=network)
    if not environment.confined:
        typer.echo(
            "This system can't confine kernels (that takes Linux 5.13 or newer with Landlock): what runs in them can "
            "read all your files, the reference fixes included. Use --environment container.",
            err=True,
        )
    return environment


def require_kernel(name: str | None) -> str:
    """The name of the kernel that will be used. Raises `EnvironmentUnavailable` where it isn't installed."""
    from jupyter_client.kernelspec import KernelSpecManager

    from ..running.environments.local import DEFAULT_KERNEL

    kernel = name or DEFAULT_KERNEL
    installed = KernelSpecManager().find_kernel_specs()
    if kernel.lower() not in installed:
        raise EnvironmentUnavailable(
            f"There is no kernel named {kernel[:80]!r}; installed are: {', '.join(sorted(installed)) or 'none'}."
        )
    return kernel
