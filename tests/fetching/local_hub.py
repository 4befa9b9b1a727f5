"""A hub on loopback for the real client: listing, metadata, downloads with ranges, and the faults of real networks.

It follows the hub's HTTP API as its OpenAPI page and client describe it: ``/api/datasets/<name>``, ``/tree/<revision>``
in pages with a ``Link`` header, ``/resolve/<revision>/<path>`` that redirects for files in large-file storage.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from urllib.parse import parse_qs, unquote, urlparse

NAME = "a-lab/crashes"
REVISION = "0123456789abcdef0123456789abcdef01234567"
_PAGE = 5


@dataclass
class LocalHub:
    files: Mapping[str, bytes]
    large: frozenset[str] = frozenset()
    """Paths kept in large-file storage: listed by SHA-256 and reached by a redirect."""
    damage: dict[str, int] = field(default_factory=dict)
    """Path -> how many of its next downloads carry wrong bytes of the right length."""
    breaks: dict[str, int] = field(default_factory=dict)
    """Path -> how many of its next downloads end in the middle."""
    broken_status: dict[str, int] = field(default_factory=dict)
    """Path -> status with which its downloads are refused."""
    held: dict[str, Event] = field(default_factory=dict)
    """Path -> what its downloads wait for when half of it was sent."""
    downloads: Counter[str] = field(default_factory=Counter)
    ranges: list[tuple[str, str]] = field(default_factory=list)
    address: str = ""

    def entry(self, path: str) -> dict[str, object]:
        content = self.files[path]
        blob = hashlib.sha1(f"blob {len(content)}\0".encode() + content).hexdigest()
        entry: dict[str, object] = {"type": "file", "path": path, "size": len(content), "oid": blob}
        if path in self.large:
            digest = hashlib.sha256(content).hexdigest()
            entry["lfs"] = {"oid": digest, "size": len(content), "pointerSize": 130}
        return entry

    def etag(self, path: str) -> str:
        entry = self.entry(path)
        large = entry.get("lfs")
        return str(large["oid"] if isinstance(large, dict) else entry["oid"])


def serve_for_good(hub: LocalHub) -> str:
    """Serve up to the end of the process; gives the address."""
    _start(hub)
    return hub.address


def _start(hub: LocalHub) -> tuple[ThreadingHTTPServer, Thread]:
    class Handler(_Handler):
        served = hub

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    return server, thread


@contextmanager
def serving(hub: LocalHub) -> Iterator[LocalHub]:
    server, thread = _start(hub)
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


class _Handler(BaseHTTPRequestHandler):
    served: LocalHub
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def log_message(self, format: str, *arguments: object) -> None:
        pass

    def _answer(self, *, with_body: bool) -> None:
        url = urlparse(self.path)
        path = unquote(url.path)
        if path in (f"/api/datasets/{NAME}", f"/api/datasets/{NAME}/revision/main"):
            self._json({"_id": "1", "id": NAME, "sha": REVISION, "private": False, "tags": [], "siblings": []})
        elif path.rstrip("/") == f"/api/datasets/{NAME}/tree/{REVISION}":
            self._page(int(parse_qs(url.query).get("cursor", ["0"])[0]))
        elif match := re.fullmatch(rf"/datasets/{NAME}/resolve/{REVISION}/(.+)", path):
            self._resolve(match[1], with_body)
        elif match := re.fullmatch(r"/storage/(.+)", path):
            self._content(match[1], with_body)
        else:
            self._refuse(404, "RepoNotFound" if path.startswith("/api/datasets/") else "EntryNotFound")

    def _page(self, start: int) -> None:
        paths = sorted(self.served.files)
        headers = {}
        if start + _PAGE < len(paths):
            address = f"{self.served.address}{urlparse(self.path).path}?recursive=True&cursor={start + _PAGE}"
            headers["Link"] = f'<{address}>; rel="next"'
        self._json([self.served.entry(path) for path in paths[start : start + _PAGE]], headers)

    def _resolve(self, path: str, with_body: bool) -> None:
        if path not in self.served.files:
            self._refuse(404, "EntryNotFound")
        elif path in self.served.large:
            self.send_response(302)
            self.send_header("Location", f"{self.served.address}/storage/{path}")
            self.send_header("X-Repo-Commit", REVISION)
            self.send_header("X-Linked-Etag", f'"{self.served.etag(path)}"')
            self.send_header("X-Linked-Size", str(len(self.served.files[path])))
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._content(path, with_body)

    def _content(self, path: str, with_body: bool) -> None:
        hub = self.served
        content = hub.files[path]
        if with_body and path in hub.broken_status:
            self._refuse(hub.broken_status[path], "Broken")
            return
        start = 0
        asked = self.headers.get("Range", "")
        if match := re.fullmatch(r"bytes=(\d+)-", asked):
            start = int(match[1])
            hub.ranges.append((path, asked))
        self.send_response(206 if start else 200)
        self.send_header("X-Repo-Commit", REVISION)
        self.send_header("ETag", f'"{hub.etag(path)}"')
        self.send_header("Content-Length", str(len(content) - start))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        if not with_body:
            return
        hub.downloads[path] += 1
        body = content[start:]
        if hub.damage.get(path, 0) > 0:
            hub.damage[path] -= 1
            body = bytes(byte ^ 0xFF for byte in body)
        if hub.breaks.get(path, 0) > 0:
            hub.breaks[path] -= 1
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            self.close_connection = True
            self.connection.close()
            return
        if path in hub.held:
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            hub.held[path].wait(60)
            body = body[len(body) // 2 :]
        self.wfile.write(body)

    def _json(self, document: object, headers: Mapping[str, str] | None = None) -> None:
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _refuse(self, status: int, code: str) -> None:
        self.send_response(status)
        self.send_header("X-Error-Code", code)
        self.send_header("X-Error-Message", "refused")
        self.send_header("Content-Length", "0")
        self.end_headers()
