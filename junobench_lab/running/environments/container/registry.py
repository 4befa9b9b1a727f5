"""How large an image is, asked of its registry before anything is fetched (OCI distribution specification 1.1)."""

import contextlib
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from requests import PreparedRequest, Session

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

    ``None`` where its registry doesn't tell: it can't be reached, or wants to know who asks and this person hasn't
    logged in there (``docker login``).

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
        session.auth = _who_asks(host)
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
    if answer.status_code == 401 and answer.headers.get("WWW-Authenticate", "").startswith("Bearer"):
        session.headers["Authorization"] = f"Bearer {_token(session, answer.headers['WWW-Authenticate'])}"
        answer = session.get(address, timeout=_PATIENCE)
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


def _token(session: "Session", challenge: str) -> str:
    """A token for reading what everybody, or who has logged in, may read."""
    asked = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    answer = session.get(asked.pop("realm"), params=asked, timeout=_PATIENCE)
    answer.raise_for_status()
    # From here on the token says who asks.
    session.auth = _nobody
    told = answer.json()
    return str(told.get("token") or told["access_token"])


def registry_of(image: str) -> str:
    """The registry's name, as ``docker login`` takes it."""
    host, _, _ = _address(image)
    return "docker.io" if host == _DOCKER_HUB else host


def _who_asks(host: str) -> "tuple[str, str] | Callable[[PreparedRequest], PreparedRequest]":
    """Name and password that this person has logged in with, from Docker's own settings."""
    from docker import auth

    with contextlib.suppress(Exception):
        found = auth.load_config().resolve_authconfig("docker.io" if host == _DOCKER_HUB else host)
        if found and found.get("username"):
            return str(found["username"]), str(found["password"])
    return _nobody


def _nobody(request: "PreparedRequest") -> "PreparedRequest":
    return request
