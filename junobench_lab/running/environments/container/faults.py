"""What Docker's errors mean for a person, each in a sentence that says what to do."""

import re
from typing import Any

STOPPED = (
    "Docker does not answer: it isn't installed, isn't running, or DOCKER_HOST names another place; "
    "start it, or use local kernels."
)
HUNG = "Docker hangs: it took a request and gave no answer in time; restart it and run again, or use local kernels."
FORBIDDEN = "Docker may not be used by this account; add it to the group docker and log in again, or use local kernels."
REMOVED = "The container was removed by another program while it was needed; run again."
ENDED_FROM_OUTSIDE = (
    "The container was ended from outside: Docker was stopped, or somebody stopped the container; "
    "see that Docker runs, then run again."
)
DISK_FULL = "The disk that Docker keeps its data on is full; free some space (docker system prune), then run again."


def disk_used_up(bound: int) -> str:
    size = f"{bound / 1e9:.1f} GB"
    return f"The kernel wrote more to its folder than it may ({size}); raise `disk` in the container settings."


def folder_not_prepared(error: OSError) -> str:
    return f"The run's folder could not be prepared for its container ({error.strerror}); see that the disk isn't full."


def image_missing(image: str) -> str:
    return f"There is no image {image} here; get it with `junobench-lab image build` (or `pull`), or use local kernels."


_REFUSED = re.compile(r"unauthorized|authentication required|access denied|no basic auth|denied: |forbidden", re.I)


def pull_refused(text: str, image: str, registry: str) -> str | None:
    """What it means where a registry wants to know who asks; ``None`` for anything else that Docker says."""
    if _REFUSED.search(text) is None:
        return None
    return (
        f"The registry {registry} doesn't give {image} to everybody: log in with `docker login {registry}`, as the "
        "user whom the lab runs as, or see that this login may fetch it and that the name is right; then try again."
    )


def sentence_of(error: BaseException, image: str = "") -> str:
    """What went wrong, in one sentence for a person."""
    import docker.errors
    import requests

    text = _text(error)
    if isinstance(error, docker.errors.ImageNotFound) or "no such image" in text.lower():
        return image_missing(image or _quoted(text))
    if "no space left on device" in text.lower():
        return DISK_FULL
    if isinstance(error, docker.errors.APIError):
        return _answer(error, text, image)
    if "permission denied" in text.lower():
        return FORBIDDEN
    if isinstance(error, requests.Timeout) or "timed out" in text.lower():
        return HUNG
    return STOPPED


def _answer(error: BaseException, text: str, image: str) -> str:
    """Of an error that the daemon itself tells."""
    if is_gone(error):
        return REMOVED
    if re.search(r"executable file not found|no such file or directory.*unknown", text):
        return f"The image {image} has no Python with ipykernel; build or choose another image."
    return f"Docker refused ({text[:300]}); see `junobench-lab image check`."


def is_gone(error: BaseException) -> bool:
    """Whether what was asked for no longer exists."""
    import docker.errors

    return isinstance(error, docker.errors.NotFound) and not isinstance(error, docker.errors.ImageNotFound)


def _text(error: Any) -> str:
    return " ".join(str(getattr(error, "explanation", None) or error).split())


def _quoted(text: str) -> str:
    found = re.search(r"image: (\S+)", text)
    return found[1] if found else "of that name"
