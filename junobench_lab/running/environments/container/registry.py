"""How large an image is, asked of its registry before anything is fetched (OCI distribution specification 1.1)."""

import contextlib
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from requests import Session

_MANIFESTS = ", ".join(
    (
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.oci.image.manifest.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
        "application/vnd.docker.distribution.manifest.v2+json",
    )
)
_PATIENCE = 10.0
_DOCKER_HUB = "registry-1.docker.io"


def bytes_to_fetch(image: str, architecture: str) -> int | None:
    """Bytes of the image's layers, compressed as they are fetched.

    ``None`` where its registry doesn't tell: it can't be reached, or wants to know who asks.

    ``architecture`` is the daemon's, as Docker names it ("amd64"). For a thread that may wait.
    """
    import requests

    host, name, reference = _address(image)
    loopback = re.fullmatch(r"(localhost|127\.\d+\.\d+\.\d+)(:\d+)?", host) is not None
    base = f"{'http' if loopback else 'https'}://{host}/v2/{name}/manifests/"
    with contextlib.suppress(requests.RequestException, ValueError, KeyError, TypeError), requests.Session() as session:
        # A proxy can't reach what is on this machine.
        session.trust_env = not loopback
        session.headers["Accept"] = _MANIFESTS
        manifest = _manifest(session, base + reference)
        if "manifests" in manifest:
            fitting = [each for each in manifest["manifests"] if each["platform"]["architecture"] == architecture]
            manifest = _manifest(session, base + fitting[0]["digest"]) if fitting else {}
        return sum(int(layer["size"]) for layer in manifest["layers"])
    return None


def _address(image: str) -> tuple[str, str, str]:
    """Host of the registry, the image's name there, and its tag or digest."""
    from docker.auth import resolve_repository_name
    from docker.utils import parse_repository_tag

    repository, reference = parse_repository_tag(image)
    host, name = resolve_repository_name(repository)
    if host == "docker.io":
        return _DOCKER_HUB, name if "/" in name else f"library/{name}", reference or "latest"
    return host, name, reference or "latest"


def _manifest(session: "Session", address: str) -> dict[str, Any]:
    answer = session.get(address, timeout=_PATIENCE)
    if answer.status_code == 401:
        session.headers["Authorization"] = f"Bearer {_token(session, answer.headers['WWW-Authenticate'])}"
        answer = session.get(address, timeout=_PATIENCE)
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


def _token(session: "Session", challenge: str) -> str:
    """A token for reading what everybody may read."""
    asked = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    answer = session.get(asked.pop("realm"), params=asked, timeout=_PATIENCE)
    answer.raise_for_status()
    return str(answer.json()["token"])
