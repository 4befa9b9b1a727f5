"""The description of the routes, as programs and the front end's types rely on it."""

import json
import re
from typing import Any

import pytest

from junobench_lab.server.openapi import OPENAPI_FILE, openapi_document, openapi_text

DOCUMENT: dict[str, Any] = json.loads(OPENAPI_FILE.read_text(encoding="utf-8"))
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


def references(value: Any) -> set[str]:
    if isinstance(value, list):
        return {name for item in value for name in references(item)}
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own | {name for item in value.values() for name in references(item)}
    return set()


def test_the_committed_file_is_what_the_models_give() -> None:
    assert OPENAPI_FILE.read_text(encoding="utf-8") == openapi_text(), "run `make api`"


def test_every_reference_leads_to_a_schema() -> None:
    prefix = "#/components/schemas/"
    assert {name.removeprefix(prefix) for name in references(openapi_document())} <= set(SCHEMAS)


def test_every_parameter_in_a_path_is_described() -> None:
    for path, verbs in DOCUMENT["paths"].items():
        for operation in verbs.values():
            described = {each["name"] for each in operation.get("parameters", []) if each["in"] == "path"}
            assert described == set(re.findall(r"{(\w+)}", path))


def test_an_answer_holds_all_its_fields_and_a_request_may_leave_out_those_with_a_default() -> None:
    assert SCHEMAS["Outcome"]["required"] == list(SCHEMAS["Outcome"]["properties"])
    assert SCHEMAS["Target"]["required"] == ["bench", "id", "variant", "attempt"]
    assert SCHEMAS["TargetRequest"]["required"] == ["bench", "id"]
    assert SCHEMAS["AttemptRequest"]["required"] == ["bench", "id"]


def test_events_are_told_apart_by_their_type() -> None:
    assert SCHEMAS["Event"]["discriminator"]["propertyName"] == "type"
    assert set(SCHEMAS["Event"]["discriminator"]["mapping"]) == {
        "kernel_ready",
        "cell_started",
        "output",
        "cell_finished",
        "ended",
    }
    assert SCHEMAS["RunRecord"]["properties"]["events"]["items"] == {"$ref": "#/components/schemas/Event"}


def test_fields_are_described_by_their_docstrings() -> None:
    assert SCHEMAS["Outcome"]["properties"]["sentence"]["description"] == "The verdict in words, for a person."


@pytest.mark.parametrize("name", ["Verification", "InstanceVerification", "ErrorReply"])
def test_models_of_the_command_line_and_of_errors_are_described_too(name: str) -> None:
    assert SCHEMAS[name]["type"] == "object"
