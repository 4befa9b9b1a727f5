"""What a recorded output must not carry: this machine's paths, addresses, and bulk."""

import base64
import io
import re
from typing import Any

from PIL import Image

_REPLACEMENTS = [
    (re.compile(r"(?:/[\w.+\-]+)+/site-packages/"), ".../site-packages/"),
    (re.compile(r"(?:/[\w.+\-]+)+/lib/python3"), ".../lib/python3"),
    (re.compile(r"/[\w.+\-/]*/ipykernel_\d+/"), "/tmp/ipykernel_23/"),
    (re.compile(r"\b0x[0-9a-f]{8,}\b"), "0x7c5d2e4b8f10"),
]


def tidy(output: dict[str, Any]) -> dict[str, Any]:
    """The output as it is saved: the same on every machine as far as the libraries are."""
    tidied: dict[str, Any] = _texts(output)
    data = tidied.get("data", {})
    if "sk-container-id" in data.get("text/html", ""):
        # 10 kB of style sheet for a drawing of the estimator that its text shows as well
        del data["text/html"]
    if "image/png" in data:
        data["image/png"] = _smaller(data["image/png"])
    return tidied


def _texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: item if key == "image/png" else _texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_texts(item) for item in value]
    if isinstance(value, str):
        for pattern, text in _REPLACEMENTS:
            value = pattern.sub(text, value)
    return value


def _smaller(png: str) -> str:
    """The picture with at most 32 colours."""
    picture = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB").quantize(32)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return base64.b64encode(buffer.getvalue()).decode() + "\n"
