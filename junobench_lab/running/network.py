"""Whether a run's container gets a network: where its instance asks for one, and the person agrees."""

from ..errors import NetworkNotAllowed
from .environments.base import EnvironmentName
from .session import RunJob


def grants_network(job: RunJob, environment: EnvironmentName, *, agreed: bool) -> bool:
    """Whether to start the container with a network; a local kernel has this machine's anyway.

    Raises `NetworkNotAllowed` where the instance can't do without and the person hasn't ``agreed``.
    """
    if environment == "local" or not job.needs_network:
        return False
    if not agreed:
        raise NetworkNotAllowed(
            f"{job.target.id} fetches something from a network, and its container has none unless you agree: allow it "
            "(--allow-network on the command line), or use a local kernel."
        )
    return True
