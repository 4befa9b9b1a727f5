"""A language model as a system, by LiteLLM: any of its providers, any OpenAI-compatible endpoint.

Keys come from the environment variables that LiteLLM reads (such as ``OPENAI_API_KEY``). A reply is kept under what was
asked, so that asking again costs nothing.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import time
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ...errors import InvalidRequest
from ..tasks.models import Item
from .models import Reply
from .prompts import messages_for

INSTALL = "pip install 'junobench-lab[models]'"


class LanguageModel:
    """Asked once an item and run."""

    def __init__(
        self,
        model: str,
        *,
        seconds: float,
        folder: Path,
        address: str | None = None,
        temperature: float | None = None,
        most_tokens: int | None = None,
        name: str | None = None,
    ) -> None:
        """``model`` as LiteLLM names it; ``address`` of another endpoint; ``folder`` keeps the replies; ``name`` of the
        system, else the model's.

        Raises `InvalidRequest` where LiteLLM isn't installed.
        """
        # Otherwise its import fetches a list of prices, and waits where there is no network.
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        try:
            import litellm
        except ModuleNotFoundError:
            raise InvalidRequest(f"Asking models needs the package litellm: install it with {INSTALL}") from None
        litellm.suppress_debug_info = True
        self._client: Any = litellm
        self.name = name or model
        self._model = model
        self._seconds = seconds
        self._folder = folder
        self._options = {
            name: value
            for name, value in {
                "api_base": address,
                "temperature": temperature,
                "max_tokens": most_tokens,
            }.items()
            if value is not None
        }

    async def reply(self, item: Item, run: int) -> Reply:
        return await self.reply_to(messages_for(item), run)

    async def reply_to(self, messages: list[dict[str, str]], run: int = 0) -> Reply:
        """What it says to a conversation (chat completions); what went wrong is in the reply."""
        file = self._folder / f"{self._key(messages, run)}.json"
        kept = await asyncio.to_thread(_read, file)
        if kept is not None:
            return kept.model_copy(update={"kept": True})
        began = time.monotonic()
        try:
            answer = await asyncio.wait_for(
                self._client.acompletion(
                    model=self._model, messages=messages, timeout=self._seconds, num_retries=2, **self._options
                ),
                self._seconds * 4,
            )
        except (asyncio.TimeoutError, TimeoutError):
            return Reply(error="The model took too long to answer.", seconds=time.monotonic() - began)
        except Exception as error:
            # Every provider's errors are of LiteLLM's own many types: what a person needs is what it says.
            words = str(error).strip().splitlines()[0][:300] if str(error).strip() else type(error).__name__
            return Reply(error=f"The model can't be asked ({words}).", seconds=time.monotonic() - began)
        reply = _reply(answer, time.monotonic() - began, self._cost(answer))
        if reply.error is None:
            await asyncio.to_thread(_write, file, reply)
        return reply

    def _key(self, messages: list[dict[str, str]], run: int) -> str:
        asked = {"model": self._model, "messages": messages, "run": run, **self._options}
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()

    def _cost(self, answer: Any) -> float | None:
        try:
            return float(self._client.completion_cost(completion_response=answer)) or None
        except Exception:
            # LiteLLM raises where it doesn't know the model's price.
            return None


def _reply(answer: Any, seconds: float, cost: float | None) -> Reply:
    """What an endpoint answered: any that calls itself compatible, whatever it leaves out."""
    usage = getattr(answer, "usage", None)
    told = {
        "seconds": seconds,
        "prompt_tokens": _number(getattr(usage, "prompt_tokens", None)),
        "completion_tokens": _number(getattr(usage, "completion_tokens", None)),
        "cost": cost,
    }
    choices = getattr(answer, "choices", None) or []
    text = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
    if not isinstance(text, str) or not text.strip():
        return Reply.model_validate({**told, "error": "The model answered without a text."})
    return Reply.model_validate({**told, "text": text})


def _number(value: object) -> int | None:
    return value if type(value) is int else None


def _read(file: Path) -> Reply | None:
    try:
        return Reply.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None


def _write(file: Path, reply: Reply) -> None:
    part = file.with_suffix(f".{os.getpid()}.part")
    # What was paid for is told, also where it can't be kept for another time.
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(reply.model_dump_json(exclude={"kept"}), encoding="utf-8")
        part.replace(file)
