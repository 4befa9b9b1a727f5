"""The one place where a mistake becomes a status code and a reply. Loads nothing of the core but its error types."""

from http import HTTPStatus

from tornado.web import HTTPError, MissingArgumentError

from ..errors import (
    BrokenBench,
    BrokenNotebook,
    DownloadFailed,
    EnvironmentUnavailable,
    EpisodeOver,
    InvalidRequest,
    LabError,
    NetworkNotAllowed,
    NotRevealed,
    UnknownAttempt,
    UnknownBench,
    UnknownInstance,
    UnknownRun,
    UnknownSystem,
    UnknownVariant,
)

STATUS: dict[type[LabError], int] = {
    InvalidRequest: 400,
    NotRevealed: 403,
    NetworkNotAllowed: 403,
    UnknownBench: 404,
    UnknownInstance: 404,
    UnknownVariant: 404,
    UnknownAttempt: 404,
    UnknownRun: 404,
    UnknownSystem: 404,
    BrokenBench: 422,
    BrokenNotebook: 422,
    DownloadFailed: 503,
    EpisodeOver: 409,
    EnvironmentUnavailable: 503,
}
"""HTTP status (RFC 9110) by type of mistake; every type of `LabError` is here."""

_HTTP_KINDS = {400: "InvalidRequest", 403: "Forbidden", 404: "UnknownRoute", 405: "UnknownRoute"}
_HTTP_SENTENCES = {
    403: "You are not logged in to this Jupyter server, or may not do this: log in and try again.",
    404: "There is no such route here; openapi.json lists them.",
    405: "This route doesn't offer that verb; openapi.json lists those that there are.",
}
_FAULT = "The server made a mistake of its own, and its log holds the details: try again, and report it if it stays."


def error_reply(error: BaseException | None, status: int) -> tuple[int, dict[str, str]]:
    """The status and the fields of the `ErrorReply` for whatever ended a request; ``status`` is tornado's opinion.

    An unexpected exception keeps its details to itself.
    """
    if isinstance(error, LabError):
        return STATUS[type(error)], {"message": str(error), "kind": type(error).__name__}
    if isinstance(error, MissingArgumentError):
        return 400, {"message": f"The request lacks `{error.arg_name}`.", "kind": "InvalidRequest"}
    if isinstance(error, HTTPError) and status < 500:
        said = error.reason or (error.log_message if not error.args else None)
        message = said or _HTTP_SENTENCES.get(status) or HTTPStatus(status).phrase
        return status, {"message": message, "kind": _HTTP_KINDS.get(status, "Http")}
    return 500, {"message": _FAULT, "kind": "Server"}
