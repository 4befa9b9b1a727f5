"""What a person has chosen to see of the answers; kept in one file, so that a choice lasts."""

import json
import os
import secrets
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from ..data_folder import data_folder
from ..errors import EnvironmentUnavailable, NotRevealed
from .models import Attempt, Reveal, Reveals

if TYPE_CHECKING:
    from .progress.store import ProgressStore

_WORDS: dict[Reveal, str] = {
    "root_cause": "The root cause",
    "explanation": "The explanation",
    "diagnosis": "The diagnosis",
    "fixed": "The reference fix",
}
_ORDER = tuple(_WORDS)
_NOT_ALLOWED = "Answers are switched off on this server: ask whoever set it up (setting `JunoBenchLab.may_reveal`)."


class RevealStore:
    """The reveals of one person, in a JSON file: bench -> id -> what was revealed.

    Where reveals aren't ``allowed``, as in a class before the end of the lesson, all answers are hidden, whatever was
    revealed before. With ``progress``, each reveal is recorded there as a hint.
    """

    def __init__(
        self, file: Path | None = None, *, allowed: bool = True, progress: "ProgressStore | None" = None
    ) -> None:
        self._file = file if file is not None else data_folder() / "reveals.json"
        self._allowed = allowed
        self._progress = progress
        self._lock = Lock()

    def revealed(self, bench: str, id: str) -> Reveals:
        return Reveals(bench=bench, id=id, revealed=self.by_instance(bench).get(id, []), allowed=self._allowed)

    def by_instance(self, bench: str) -> dict[str, list[Reveal]]:
        """What was revealed in a bench, by id, in the order of the hints."""
        chosen = self._read().get(bench, {}) if self._allowed else {}
        return {id: [one for one in _ORDER if one in what] for id, what in chosen.items()}

    @property
    def allowed(self) -> bool:
        return self._allowed

    def reveal(self, bench: str, id: str, what: Reveal, attempt: Attempt | None = None) -> Reveals:
        """Reveal a part of the answer, during an ``attempt`` if there is one.

        Raises `NotRevealed` where it isn't allowed, `EnvironmentUnavailable` where the file can't be written."""
        if not self._allowed:
            raise NotRevealed(_NOT_ALLOWED)
        with self._lock:
            content = self._read()
            chosen = content.setdefault(bench, {}).setdefault(id, [])
            if what not in chosen:
                chosen.append(what)
                self._write(content)
                if self._progress is not None:
                    self._progress.hint(bench, id, what, attempt)
        return self.revealed(bench, id)

    def require(self, bench: str, id: str, what: Reveal) -> None:
        """Raises `NotRevealed` where the person hasn't chosen to see it yet."""
        if what not in self.revealed(bench, id).revealed:
            how = "use Reveal on its page" if self._allowed else "answers are switched off on this server"
            raise NotRevealed(f"{_WORDS[what]} of {id} is hidden until you choose to see it: {how}.")

    def _read(self) -> dict[str, dict[str, list[str]]]:
        try:
            content = json.loads(self._file.read_bytes())
            return {
                str(bench): {str(id): [str(one) for one in what] for id, what in ids.items()}
                for bench, ids in content.items()
            }
        except (OSError, ValueError, AttributeError, TypeError):
            # A damaged file hides everything again, which harms nobody.
            return {}

    def _write(self, content: dict[str, dict[str, list[str]]]) -> None:
        temporary = self._file.with_name(f".{self._file.name}.{secrets.token_hex(4)}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(content, indent=1), encoding="utf-8")
            os.replace(temporary, self._file)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise EnvironmentUnavailable(
                f"The reveal can't be written to {self._file} ({error.strerror}): see that the folder can be written."
            ) from error
