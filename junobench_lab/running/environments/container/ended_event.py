"""Tells whoever has a notebook open why its kernel in a container ended, by an event of the Jupyter server.

The server's own message says no more than that it died. Loads nothing.
"""

import contextlib
from typing import Any

SCHEMA_ID = "https://junobench-lab/kernel_ended/v1"
SCHEMA: dict[str, Any] = {
    "$id": SCHEMA_ID,
    "version": "1",
    "title": "A kernel in a container ended",
    "description": "Why a kernel in a container, or a process that it had started, was lost.",
    "personal-data": False,
    "type": "object",
    "required": ["kernel", "sentence", "alive"],
    "properties": {
        "kernel": {"type": "string", "description": "Id of the kernel."},
        "sentence": {"type": "string", "description": "In words for a person, and what to do."},
        "alive": {
            "type": "boolean",
            "description": "Whether it goes on, and only a process that it had started ended.",
        },
    },
}


def register(event_logger: Any) -> None:
    """Let a server send the event; to be called before anyone listens."""
    # A second extension of the same server, as in tests.
    with contextlib.suppress(Exception):
        event_logger.register_event_schema(SCHEMA)


def tell(manager: Any, kernel: str, sentence: str, *, alive: bool) -> None:
    """Send it by the server of a kernel's ``manager``, where it belongs to one that knows the event."""
    logger = getattr(manager, "event_logger", None)
    if logger is not None and SCHEMA_ID in logger.schemas:
        # The log has it in any case.
        with contextlib.suppress(Exception):
            logger.emit(schema_id=SCHEMA_ID, data={"kernel": kernel, "sentence": sentence, "alive": alive})
