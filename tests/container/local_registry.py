"""A registry of images on loopback, as the OCI distribution specification 1.1 describes it; layers can be cut off."""

import base64
import gzip
import hashlib
import io
import json
import os
import platform
import re
import tarfile
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
_INDEX = "application/vnd.oci.image.index.v1+json"
_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
_CONFIG = "application/vnd.oci.image.config.v1+json"
_TOKEN = "a-token-of-these-tests"
_UNAUTHORIZED = b'{"errors": [{"code": "UNAUTHORIZED", "message": "authentication required"}]}'
_LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"


def _digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


class LocalRegistry:
    """One image of two layers, for this machine's processor and, with other numbers, for another one."""

    def __init__(self) -> None:
        self.blobs: dict[str, bytes] = {}
        self.manifests: dict[str, tuple[str, bytes]] = {}
        self.asked: Counter[str] = Counter()
        """How often each blob was begun anew, and with "resumed" before it, how often it was gone on with."""
        self.cut: set[str] = set()
        """Blobs whose next answer breaks off in the middle."""
        self.claimed: dict[str, int] = {}
        """Sizes that the manifest claims for layers, in the place of the true ones."""
        self.login: tuple[str, str] | None = None
        """Name and password of whom it gives tokens, without which it then gives nothing."""
        self.halted: dict[str, threading.Event] = {}
        """Blobs whose next answer stops in the middle until the event is set."""
        tars = [_tar("first", b"one\n"), _tar("second", os.urandom(3_000_000))]
        self.layers = [self._keep(gzip.compress(tar, mtime=0)) for tar in tars]
        config = {
            "architecture": _ARCHITECTURE,
            "os": "linux",
            "config": {},
            "rootfs": {"type": "layers", "diff_ids": [_digest(tar) for tar in tars]},
        }
        self._config = self._keep(json.dumps(config).encode())
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def digest(self) -> str:
        """Of the index, by which the image is named."""
        layers = [
            {"mediaType": _LAYER, "digest": digest, "size": self.claimed.get(digest, len(self.blobs[digest]))}
            for digest in self.layers
        ]
        config = {"mediaType": _CONFIG, "digest": self._config, "size": len(self.blobs[self._config])}
        own = self._manifest(_MANIFEST, {"config": config, "layers": layers})
        other = self._manifest(_MANIFEST, {"config": config, "layers": [{**layers[0], "size": 1}]})
        platforms = [
            {"mediaType": _MANIFEST, "digest": found, "size": len(self.manifests[found][1]),
             "platform": {"os": "linux", "architecture": name}}
            for found, name in ((other, "s390x"), (own, _ARCHITECTURE))
        ]  # fmt: skip
        return self._manifest(_INDEX, {"manifests": platforms})

    @property
    def image(self) -> str:
        return f"{self.address}/lab/tides@{self.digest}"

    def __enter__(self) -> "LocalRegistry":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _keep(self, content: bytes) -> str:
        self.blobs[_digest(content)] = content
        return _digest(content)

    def _manifest(self, kind: str, parts: dict[str, Any]) -> str:
        content = json.dumps({"schemaVersion": 2, "mediaType": kind, **parts}).encode()
        self.manifests[_digest(content)] = kind, content
        return _digest(content)


def _tar(name: str, content: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def _handler(registry: LocalRegistry) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self.do_GET()

        def do_GET(self) -> None:
            place, _, digest = self.path.rpartition("/")
            if self.path.startswith("/token"):
                self._token()
            elif registry.login is not None and self.headers.get("Authorization") != f"Bearer {_TOKEN}":
                challenge = f'Bearer realm="http://{registry.address}/token",service="tests",scope="lab/tides:pull"'
                self._send(401, "application/json", _UNAUTHORIZED, **{"WWW-Authenticate": challenge})
            elif self.path == "/v2/":
                self._send(200, "application/json", b"{}")
            elif place.endswith("/manifests") and digest in registry.manifests:
                self._send(200, *registry.manifests[digest], digest=digest)
            elif place.endswith("/blobs") and digest in registry.blobs:
                self._blob(digest)
            else:
                self._send(404, "application/json", b'{"errors": [{"code": "MANIFEST_UNKNOWN"}]}')

        def _token(self) -> None:
            given = self.headers.get("Authorization", "")
            right = "Basic " + base64.b64encode(":".join(registry.login or ()).encode()).decode()
            if given == right:
                self._send(200, "application/json", json.dumps({"token": _TOKEN}).encode())
            else:
                self._send(401, "application/json", _UNAUTHORIZED)

        def _blob(self, digest: str) -> None:
            content = registry.blobs[digest]
            begin = re.fullmatch(r"bytes=(\d+)-\d*", self.headers.get("Range", ""))
            start = int(begin[1]) if begin else 0
            registry.asked[f"resumed {digest}" if start else digest] += 1
            headers = {"Content-Range": f"bytes {start}-{len(content) - 1}/{len(content)}"} if start else {}
            rest = content[start:]
            whole = len(rest)
            if digest in registry.cut:
                registry.cut.discard(digest)
                rest = rest[: whole // 2]
                self.close_connection = True
            if digest in registry.halted and self.command == "GET":
                self._halt(digest, rest)
                return
            self._send(206 if start else 200, "application/octet-stream", rest, length=whole, **headers)

        def _halt(self, digest: str, content: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/octet-stream")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2])
            self.wfile.flush()
            registry.halted.pop(digest).wait(60)
            self.close_connection = True

        def _send(
            self, code: int, kind: str, body: bytes, *, digest: str = "", length: int | None = None, **headers: str
        ) -> None:
            self.send_response(code)
            for name, value in {
                "Content-Type": kind,
                "Content-Length": str(len(body) if length is None else length),
                "Accept-Ranges": "bytes",
                **({"Docker-Content-Digest": digest} if digest else {}),
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    return Handler
