"""An OpenAI-compatible endpoint on loopback: chat completions with usage, and the errors of real ones."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class Endpoint:
    answer: Callable[[str], str]
    """What is said to the last message."""
    refuse: list[int] = field(default_factory=list)
    """Statuses with which the next requests are refused."""
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    address: str = ""
    instead: dict[str, Any] | None = None
    """Fields of the document that stand there instead of those of a real endpoint; ``{}`` for no others."""


@contextmanager
def serving(endpoint: Endpoint) -> Iterator[Endpoint]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.requests.append(body)
            endpoint.keys.append(self.headers.get("Authorization"))
            if endpoint.refuse:
                self._send(endpoint.refuse.pop(0), {"error": {"message": "refused", "type": "server_error"}})
                return
            message = {"role": "assistant", "content": endpoint.answer(body["messages"][-1]["content"])}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
            about = {"id": "1", "object": "chat.completion", "created": 1, "model": body["model"]}
            told = {"choices": [choice], "usage": usage} if endpoint.instead is None else endpoint.instead
            self._send(200, {**about, **told})

        def log_message(self, format: str, *arguments: object) -> None:
            pass

        def _send(self, status: int, document: dict[str, Any]) -> None:
            content = json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    endpoint.address = f"http://127.0.0.1:{server.server_port}/v1"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
