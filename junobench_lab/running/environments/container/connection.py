"""How a container's kernel is reached: connection files for both sides of the wall."""

import json
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from jupyter_client.connect import KernelConnectionInfo

from .confinement import CONNECTION, NOBODY
from .settings import Transport

_NAMES = ("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port")
_FIRST_INSIDE = 9101
KERNEL_FILE = "kernel.json"
"""The file that the kernel reads, in its connection folder."""


@dataclass(frozen=True)
class Connection:
    info: KernelConnectionInfo
    """As a client on this machine has to use it (the content of a connection file)."""
    ports: dict[int, int] | None
    """Ports to publish, in the container -> on 127.0.0.1; ``None`` for sockets."""


def make_connection(folder: Path, transport: Transport, *, user: str) -> Connection:
    """Write the kernel's connection file into ``folder`` and give what a client needs.

    Sockets are in the folder, as ``k-1`` and so on, and only this machine's user and the kernel can open them. Over
    ports, which anyone on this machine can reach, all is encrypted, too.
    """
    common = {"key": secrets.token_hex(32), "signature_scheme": "hmac-sha256", "kernel_name": ""}
    if transport == "ipc":
        numbers = dict(zip(_NAMES, range(1, 6), strict=True))
        inside = {**common, **numbers, "transport": "ipc", "ip": f"{CONNECTION}/k"}
        connection = Connection(_info({**inside, "ip": str(folder / "k")}), None)
    else:
        import zmq

        public, secret = zmq.curve_keypair()
        common |= {"curve_publickey": public.decode(), "curve_secretkey": secret.decode(), "transport": "tcp"}
        within = dict(zip(_NAMES, range(_FIRST_INSIDE, _FIRST_INSIDE + 5), strict=True))
        outside = dict(zip(_NAMES, _free_ports(len(_NAMES)), strict=True))
        inside = {**common, **within, "ip": "0.0.0.0"}
        connection = Connection(
            _info({**common, **outside, "ip": "127.0.0.1"}), {within[name]: outside[name] for name in _NAMES}
        )
    file = folder / KERNEL_FILE
    file.write_text(json.dumps(inside), encoding="utf-8")
    file.chmod(0o600)
    if user == f"{NOBODY}:{NOBODY}" and hasattr(os, "chown"):
        os.chown(file, NOBODY, NOBODY)
    return connection


def _info(content: dict[str, Any]) -> KernelConnectionInfo:
    return cast("KernelConnectionInfo", content)


def _free_ports(number: int) -> list[int]:
    held = []
    try:
        for _ in range(number):
            port = socket.socket()
            held.append(port)
            port.bind(("127.0.0.1", 0))
        return [port.getsockname()[1] for port in held]
    finally:
        for port in held:
            port.close()
