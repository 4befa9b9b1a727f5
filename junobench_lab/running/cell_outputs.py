"""The outputs of one cell as they arrive, within a bound."""

from collections.abc import Mapping
from typing import Any

from ..instances.outputs import left_out_note, size_of

_TRACEBACK_BOUND = 100_000
_EVALUE_BOUND = 10_000
_LOSS: dict[str, Any] = {
    "output_type": "display_data",
    "data": {"text/plain": "[some output of this cell was too large to be read]"},
    "metadata": {},
}


class CellOutputs:
    """Collects a cell's outputs as nbformat 4 outputs, as the lab shows them at the end.

    What a cell clears is gone, a display that is updated stands in its newest form, and consecutive text of one
    stream is one output. Beyond ``bound`` bytes outputs are counted but not kept; errors are always kept.
    """

    def __init__(self, bound: int) -> None:
        self._bound = bound
        self._clear_outputs()
        self._clear_pending = False

    def _clear_outputs(self) -> None:
        self._outputs: list[dict[str, Any]] = []
        self._displays: dict[str, list[int]] = {}
        self._kept = 0
        self._left_out = 0
        self._lost = False

    def take(self, kind: str, content: Mapping[str, Any]) -> None:
        """Take an iopub message of type ``kind``; other kinds than outputs (such as widgets' traffic) are ignored."""
        if kind == "clear_output":
            if content.get("wait"):
                self._clear_pending = True
            else:
                self._clear_outputs()
        elif kind == "update_display_data":
            self._update(content)
        elif kind in ("stream", "display_data", "execute_result", "error"):
            if self._clear_pending:
                self._clear_pending = False
                self._clear_outputs()
            self._add(kind, content)

    def note_loss(self) -> None:
        """Some output was so large that it never came in: say so in the end."""
        self._lost = True

    def has_error(self) -> bool:
        return any(output["output_type"] == "error" for output in self._outputs)

    def finish(self) -> list[dict[str, Any]]:
        """The outputs, with a note in the end where some were left out."""
        outputs = [_joined(output) for output in self._outputs]
        if self._left_out:
            outputs.append(left_out_note(self._left_out))
        if self._lost:
            outputs.append(_LOSS)
        return outputs

    def _add(self, kind: str, content: Mapping[str, Any]) -> None:
        if kind == "error":
            self._outputs.append(error_output(content))
        elif kind == "stream":
            self._add_text(str(content.get("name", "stdout")), clean_text(str(content.get("text", ""))))
        else:
            self._add_display(kind, content)

    def _add_text(self, name: str, text: str) -> None:
        room = max(0, self._bound - self._kept)
        kept = text[:room]
        self._left_out += len(text) - len(kept)
        if not kept:
            return
        self._kept += len(kept)
        last = self._outputs[-1] if self._outputs else None
        if last is not None and last["output_type"] == "stream" and last["name"] == name:
            # Pieces are joined at the end: a cell that prints in a loop would make joining here quadratic.
            last["text"].append(kept)
        else:
            self._outputs.append({"output_type": "stream", "name": name, "text": [kept]})

    def _add_display(self, kind: str, content: Mapping[str, Any]) -> None:
        output: dict[str, Any] = {
            "output_type": kind,
            "data": clean(content.get("data", {})),
            "metadata": clean(content.get("metadata", {})),
        }
        if kind == "execute_result":
            output["execution_count"] = content.get("execution_count")
        size = size_of(output["data"])
        if self._kept + size > self._bound:
            self._left_out += size
            return
        self._kept += size
        display = _display_id(content)
        if display is not None:
            self._displays.setdefault(display, []).append(len(self._outputs))
        self._outputs.append(output)

    def _update(self, content: Mapping[str, Any]) -> None:
        """Put new data in the place of a display of this cell; those of earlier cells are already handed out."""
        data, metadata = clean(content.get("data", {})), clean(content.get("metadata", {}))
        for place in self._displays.get(_display_id(content) or "", []):
            grown = size_of(data) - size_of(self._outputs[place]["data"])
            if self._kept + grown > self._bound:
                self._left_out += size_of(data)
                continue
            self._kept += grown
            self._outputs[place].update(data=data, metadata=metadata)


def error_output(content: Mapping[str, Any]) -> dict[str, Any]:
    """An error message or reply of a kernel as an output; overlong parts are cut with an ellipsis."""
    traceback = [clean_text(str(line)) for line in content.get("traceback", [])]
    budget = _TRACEBACK_BOUND
    kept = []
    for part in traceback:
        kept.append(shortened(part, budget))
        budget = max(200, budget - len(part))
    return {
        "output_type": "error",
        "ename": shortened(clean_text(str(content.get("ename", ""))), 200),
        "evalue": shortened(clean_text(str(content.get("evalue", ""))), _EVALUE_BOUND),
        "traceback": kept[:1000],
    }


def shortened(text: str, bound: int) -> str:
    """The text, cut in the middle where it has more than ``bound`` characters."""
    if len(text) <= bound:
        return text
    half = bound // 2
    return f"{text[:half]} ... {text[-half:]}"


def clean_text(text: str) -> str:
    """The text without lone surrogates, which come from undecodable bytes and can't be written as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def clean(value: Any) -> Any:
    """A JSON value with all its text cleaned."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_text(str(key)): clean(item) for key, item in value.items()}
    if isinstance(value, list):
        return [clean(item) for item in value]
    return value


def _joined(output: dict[str, Any]) -> dict[str, Any]:
    return {**output, "text": "".join(output["text"])} if output["output_type"] == "stream" else output


def _display_id(content: Mapping[str, Any]) -> str | None:
    display = content.get("transient", {}).get("display_id")
    return display if isinstance(display, str) else None
