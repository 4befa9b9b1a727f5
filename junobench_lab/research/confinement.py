"""Where code runs that nobody has looked at: what agents write, what systems predict."""

from ..data_folder import data_folder
from ..instances.bench import Bench
from ..running.environments.confined.bounds import Confinement
from ..running.environments.local import LocalEnvironment


def confined_environment(bench: Bench, kernel: str | None = None, *, network: bool = False) -> LocalEnvironment:
    """Local kernels that are confined where the system can do that: nothing of the bench can be read, nor what the
    package keeps, nor any file of the person's; with ``network`` they can connect."""
    return LocalEnvironment(kernel, Confinement(hidden=(bench.path, data_folder()), network=network))
