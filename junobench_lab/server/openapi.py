"""The OpenAPI 3.1 description of the routes, made from the models: ``python -m junobench_lab.server.openapi``.

The file `openapi.json` beside this module is committed, served, and the source of the front end's types.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import DataclassField, ModelField, TypedDictField

from ..instances.models import CellType, Dimension, FilterDimension, InstancePage, VariantName
from ..practice.models import CheckResult, Difference, Reveal, SourceRelation
from ..running.models import EndReason, Event, Verdict, Verification
from ..trace.models import CellState
from .models import API_VERSION, ErrorReply, FetchProgress, ImageProgress
from .operations import BASE_PATH, OPERATIONS, Operation, path_parameter

OPENAPI_FILE = Path(__file__).with_name("openapi.json")

NAMED_TYPES: dict[str, Any] = {
    "CellState": CellState,
    "CellType": CellType,
    "Difference": Difference,
    "Dimension": Dimension,
    "EndReason": EndReason,
    "Event": Event,
    "FilterDimension": FilterDimension,
    "Reveal": Reveal,
    "SourceRelation": SourceRelation,
    "VariantName": VariantName,
    "Verdict": Verdict,
}
"""Types that aren't models and yet have a name of their own in the description."""

ALSO_DESCRIBED: tuple[type[BaseModel], ...] = (
    ErrorReply,
    Verification,
    CheckResult,
    ImageProgress,
    FetchProgress,
    InstancePage,
)
"""Models that no route gives as its success, but an error, an event or the command line's ``--json`` does."""

Schema = dict[str, Any]
Mode = Literal["validation", "serialization"]


class _Schemas(GenerateJsonSchema):
    """Answers hold all their fields: the server always sends those that have a default, too."""

    def field_is_required(self, field: ModelField | DataclassField | TypedDictField, total: bool) -> bool:
        return self.mode == "serialization" or super().field_is_required(field, total)


def openapi_document() -> Schema:
    """The description, as JSON values."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "JunoBench Lab",
            "version": str(API_VERSION),
            "description": "Open real notebook crashes, see why they crash, repair them and compare the repair with "
            "the reference. Strings in `message` and `sentence` are written for people.",
        },
        "servers": [{"url": BASE_PATH, "description": "Below the base URL of the Jupyter server."}],
        "security": [{"token": []}, {"cookie": [], "xsrf": []}],
        "paths": _paths(),
        "components": {"schemas": _component_schemas(), "securitySchemes": _security_schemes()},
    }


def openapi_text() -> str:
    """The description as the text of the committed file."""
    return json.dumps(openapi_document(), indent=2, ensure_ascii=False) + "\n"


def _paths() -> Schema:
    paths: Schema = {}
    for operation in OPERATIONS:
        paths.setdefault(f"/{operation.path}", {})[operation.method] = _operation(operation)
    return paths


def _operation(operation: Operation) -> Schema:
    in_path = [path_parameter(name) for name in re.findall(r"{(\w+)}", operation.path)]
    described: Schema = {"operationId": operation.id, "summary": operation.summary}
    if operation.description:
        described["description"] = operation.description
    if parameters := [*in_path, *operation.query]:
        described["parameters"] = [
            {"name": each.name, "in": each.where, "required": each.required, "schema": each.schema}
            | ({"description": each.description} if each.description else {})
            for each in parameters
        ]
    if operation.takes is not None:
        described["requestBody"] = {"required": True, "content": _json(_ref(operation.takes.__name__))}
    described["responses"] = {
        str(status): {"description": operation.summary, "content": _content(given)}
        for status, given in operation.gives.items()
    }
    described["responses"]["default"] = {
        "description": "What went wrong, in one sentence, and what to do next",
        "content": _json(_ref(ErrorReply.__name__)),
    }
    return described


def _content(given: type[BaseModel] | Literal["events", "openapi"]) -> Schema:
    if given == "events":
        return {"text/event-stream": {"schema": {"type": "string"}}}
    if given == "openapi":
        return _json({"type": "object", "additionalProperties": True})
    return _json(_ref(given.__name__))


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _security_schemes() -> Schema:
    return {
        "token": {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`token ` and the token of the Jupyter server.",
        },
        "cookie": {"type": "apiKey", "in": "cookie", "name": "_xsrf", "description": "A browser that is logged in."},
        "xsrf": {
            "type": "apiKey",
            "in": "header",
            "name": "X-XSRFToken",
            "description": "The value of the cookie `_xsrf`; for every verb but GET.",
        },
    }


def _component_schemas() -> Schema:
    """Schemas by name.

    A model of an answer lists all its fields as required, since the server always sends them; a model of a request
    only those without a default. One that is used both ways has its request form under the name ``<Model>Request``.
    """
    requests = {operation.takes for operation in OPERATIONS if operation.takes is not None}
    answers = {given for operation in OPERATIONS for given in operation.gives.values() if inspect.isclass(given)}
    inputs: list[tuple[str, Mode, TypeAdapter[Any]]] = [
        *((model.__name__, "validation", TypeAdapter(model)) for model in _by_name(requests)),
        *((model.__name__, "serialization", TypeAdapter(model)) for model in _by_name({*answers, *ALSO_DESCRIBED})),
        *((name, "serialization", TypeAdapter(named)) for name, named in NAMED_TYPES.items()),
    ]
    roots, rest = TypeAdapter.json_schemas(
        inputs, ref_template="#/components/schemas/{model}", schema_generator=_Schemas
    )
    schemas: Schema = rest["$defs"]
    names = {name: name.removesuffix("-Output").replace("-Input", "Request") for name in schemas}
    named = {name: _cleaned(roots[name, "serialization"], names) for name in NAMED_TYPES}
    models = {names[name]: _cleaned(schema, names) for name, schema in schemas.items()}
    for name, schema in models.items():
        _describe_fields(name, schema)
    models = {name: _with_named_types(schema, named) for name, schema in models.items()}
    return dict(sorted({**models, **named}.items()))


def _by_name(models: set[type[BaseModel]]) -> list[type[BaseModel]]:
    return sorted(models, key=lambda model: model.__name__)


def _cleaned(schema: Any, names: dict[str, str]) -> Any:
    """The schema with our names, without titles that repeat a field's name and without defaults that say nothing."""
    if isinstance(schema, list):
        return [_cleaned(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return {**{key: value for key, value in schema.items() if key != "default"}, **_ref(names[name])}
    required = schema.get("required", [])
    cleaned: Schema = {}
    for key, value in schema.items():
        if key == "properties":
            cleaned[key] = {
                name: _without_default(_cleaned(field, names), always=name in required) for name, field in value.items()
            }
        elif key == "discriminator":
            mapping = {tag: _ref(names[ref.rpartition("/")[2]])["$ref"] for tag, ref in value["mapping"].items()}
            cleaned[key] = {**value, "mapping": mapping}
        elif key == "description":
            cleaned[key] = _for_programs(value)
        elif key != "title":
            cleaned[key] = _cleaned(value, names)
    return cleaned


def _without_default(field: Schema, *, always: bool) -> Schema:
    """Without a default where the field is always sent, or where leaving it out is the same as ``null``."""
    if "default" in field and (always or field["default"] is None):
        return {key: value for key, value in field.items() if key != "default"}
    return field


def _with_named_types(schema: Any, named: Schema) -> Any:
    if isinstance(schema, list):
        return [_with_named_types(item, named) for item in schema]
    if not isinstance(schema, dict):
        return schema
    description = schema.get("description")
    bare = {key: value for key, value in schema.items() if key not in ("description", "default")}
    for name, type_schema in named.items():
        if bare == type_schema:
            extra = {key: schema[key] for key in ("description", "default") if key in schema}
            return {**_ref(name), **extra}
    replaced = {key: _with_named_types(value, named) for key, value in schema.items()}
    return replaced if description is None else {**replaced, "description": description}


def _describe_fields(name: str, schema: Schema) -> None:
    """Add the docstrings below the fields of a model, where they have one."""
    for field, text in _FIELD_DOCS.get(name.removesuffix("Request"), {}).items():
        if field in schema.get("properties", {}):
            schema["properties"][field]["description"] = text


def _field_docs() -> dict[str, dict[str, str]]:
    from ..instances import models as instances
    from ..practice import models as practice
    from ..running import models as running
    from ..trace import live, needs, session_flow
    from ..trace import models as trace
    from . import models as server

    modules = (instances, trace, session_flow, live, needs, running, practice, server)
    return {name: docs for module in modules for name, docs in _classes(module)}


def _classes(module: ModuleType) -> Iterator[tuple[str, dict[str, str]]]:
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.ClassDef):
            yield statement.name, dict(_documented_fields(statement))


def _documented_fields(model: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, after in zip(model.body, model.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
            and isinstance(after.value.value, str)
        ):
            text = " ".join(after.value.value.split())
            yield field.target.id, _for_programs(text)


def _for_programs(docstring: str) -> str:
    """Python's words as those of JSON."""
    return docstring.replace("``None``", "`null`").replace("``", "`")


_FIELD_DOCS = _field_docs()


if __name__ == "__main__":
    OPENAPI_FILE.write_text(openapi_text(), encoding="utf-8")
