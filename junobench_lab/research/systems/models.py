"""What a system said about an item, and what it cost."""

from typing import Any

from pydantic import Field

from ...model import Model


class Reply(Model):
    """What came back for one item, as text; the prediction is read from it."""

    text: str = ""
    error: str | None = None
    """A sentence where nothing came back."""
    seconds: float = 0.0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None
    """US dollars, where the price of the model is known."""
    kept: bool = False
    """Whether it was on file: it cost that much when it came first, and nothing now."""

    @property
    def spent(self) -> float:
        """US dollars that it cost now."""
        return 0.0 if self.kept else self.cost or 0.0


class Said(Model):
    """A prediction as it is written: the fields that the task asks for, and about how it came."""

    item: str
    run: int
    system: str
    fields: dict[str, Any] = Field(default_factory=dict)
    """What the system said; empty where it said nothing that can be read."""
    error: str | None = None
    """A sentence where nothing can be used of it."""
    reply: Reply

    def line(self) -> dict[str, Any]:
        """The line of the file of predictions."""
        about = self.reply.model_dump(exclude={"text", "error", "kept"}, exclude_none=True)
        told = {"error": self.error} if self.error is not None else {}
        return {**self.fields, "item": self.item, "run": self.run, "system": self.system, **about, **told}
