"""The one place where a mistake becomes a status code."""

from ..errors import (
    BrokenBench,
    BrokenNotebook,
    EnvironmentUnavailable,
    InvalidRequest,
    LabError,
    NotRevealed,
    UnknownAttempt,
    UnknownBench,
    UnknownInstance,
    UnknownRun,
    UnknownVariant,
)

_STATUS: dict[type[LabError], int] = {
    InvalidRequest: 400,
    NotRevealed: 403,
    UnknownBench: 404,
    UnknownInstance: 404,
    UnknownVariant: 404,
    UnknownAttempt: 404,
    UnknownRun: 404,
    BrokenBench: 422,
    BrokenNotebook: 422,
    EnvironmentUnavailable: 503,
}


def status_of(error: LabError) -> int:
    """HTTP status (RFC 9110) of a mistake."""
    return next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 400)
