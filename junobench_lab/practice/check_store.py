"""The results of checks, each beside the record of the run that it judges."""

import os
import secrets

from pydantic import ValidationError

from ..errors import EnvironmentUnavailable
from ..running.records import RecordStore
from .models import Attempt, CheckResult

_FILE = "check.json"


class CheckStore:
    def __init__(self, records: RecordStore) -> None:
        self._records = records

    def save(self, result: CheckResult) -> None:
        """Raises `EnvironmentUnavailable` where it can't be written."""
        file = self._records.folder / result.run / _FILE
        temporary = file.with_name(f".{_FILE}.{secrets.token_hex(4)}")
        try:
            temporary.write_text(result.model_dump_json(indent=1), encoding="utf-8")
            os.replace(temporary, file)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise EnvironmentUnavailable(
                f"The result of the check can't be written to {file.parent} ({error.strerror}); free some disk space "
                "or see that the folder can be written."
            ) from error

    def load(self, run: str) -> CheckResult | None:
        """The result of a run that was a check; ``None`` for any other, and where its file is damaged."""
        try:
            return CheckResult.model_validate_json((self._records.folder / run / _FILE).read_bytes())
        except (OSError, ValidationError):
            return None

    def latest(self, attempt: Attempt) -> CheckResult | None:
        """The newest result of an attempt. Only those since its beginning count: other folders of files may have had an
        attempt of the same number."""
        for summary in self._records.list(attempt.bench, attempt.id):
            target = summary.target
            if target.attempt == attempt.number and target.variant is None and summary.started >= attempt.started:
                found = self.load(summary.run)
                if found is not None:
                    return found
        return None
