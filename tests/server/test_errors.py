"""A mistake becomes a status and a sentence; a fault of the server keeps its details to itself."""

import pytest
from tornado.web import HTTPError, MissingArgumentError

from junobench_lab import errors
from junobench_lab.server.errors import STATUS, error_reply
from junobench_lab.server.models import ErrorReply

KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.LabError) and kind is not errors.LabError
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_mistake_has_a_status_and_keeps_its_sentence(kind: type[errors.LabError]):
    status, fields = error_reply(kind("Say what to do."), 500)
    assert status == STATUS[kind]
    assert ErrorReply(**fields) == ErrorReply(message="Say what to do.", kind=kind.__name__)


@pytest.mark.parametrize("error", [RuntimeError("/home/me/secret"), HTTPError(500, "secret"), None])
def test_a_fault_of_the_server_does_not_show_its_details(error: Exception | None):
    status, fields = error_reply(error, 500)
    assert (status, fields["kind"]) == (500, "Server")
    assert "secret" not in fields["message"]


def test_a_parameter_that_is_missing_is_named():
    assert error_reply(MissingArgumentError("bench"), 400) == (
        400,
        {"message": "The request lacks `bench`.", "kind": "InvalidRequest"},
    )


@pytest.mark.parametrize("status", [403, 404, 405])
def test_what_tornado_refuses_is_said_in_words(status: int):
    answered, fields = error_reply(HTTPError(status), status)
    assert answered == status
    assert fields["message"].endswith((".", "!"))
    assert "openapi.json" in fields["message"] or "log in" in fields["message"]
